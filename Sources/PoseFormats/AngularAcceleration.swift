public import Geometry
public import Samples

/// An estimate of the angular acceleration: the difference quotient of the angular velocity through a low-pass filter of first
/// order, α ← α + dt/(dt + T) (Δω/dt − α), with T = `smoothing`.
public struct AngularAcceleration: Sendable {
  /// Time constant of the filter: at 200 Hz each sample has half the weight of the new value (docs/outlets.md).
  public static let smoothing = TimeSpan(0.005)
  /// Time constant with which a reader lets the acceleration fade in a prediction. Chosen on simulated heads, and checked on
  /// others.
  public static let fading = TimeSpan(0.05)
  /// Longest gap of the samples across which a difference is used.
  private static let longestGap = TimeSpan(0.1)

  private var last: (rate: SIMD3<Double>, time: BootInstant)?
  /// rad/s² in the body.
  public private(set) var value = SIMD3<Double>.zero

  private let smoothing: TimeSpan

  public init(smoothing: TimeSpan = Self.smoothing) { self.smoothing = smoothing }

  public mutating func ingest(_ rate: AngularVelocity<Body>, at time: BootInstant) {
    defer { last = (rate.components, time) }
    guard let last, time > last.time, time - last.time <= Self.longestGap else {
      value = .zero
      return
    }
    let dt = (time - last.time).value
    value += ((rate.components - last.rate) / dt - value) * (dt / (dt + smoothing.value))
  }
}
