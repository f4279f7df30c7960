import Geometry

/// The published path of a filter that corrects its position and velocity: a correction never jumps. The published position lags
/// by a gap g, which a critically damped motion closes, g̈ = −2 ω ġ − ω² g, so position and velocity are continuous:
///   g(t) = (g₀ + (ġ₀ + ω g₀) t) e^(−ω t),  ġ(t) = (ġ₀ − ω (ġ₀ + ω g₀) t) e^(−ω t).
/// From ġ₀ = 0 it closes at most at ω g₀/e: ω is smaller for a gap that would close faster than a foot moves, as after a stance
/// was missed.
struct ShownPath: Sendable {
  private(set) var position: SIMD3<Double>
  private(set) var velocity: SIMD3<Double>
  /// g and ġ, the published path less the filter's.
  private var gap = SIMD3(0.0, 0.0, 0.0), closing = SIMD3(0.0, 0.0, 0.0)

  /// Per second: a correction is passed on within the shortest stances, which last a tenth of a second.
  private static let stiffest = 30.0
  /// Speed at which a gap of rest closes at most, in m/s: that of a runner's foot. While a gap closes it is renewed, so the largest
  /// speed is up to half more.
  private static let fastest = 12.0

  init(_ position: SIMD3<Double>) {
    self.position = position
    velocity = .zero
  }

  /// Advances by an interval to the filter's state, which includes corrections made at its end.
  mutating func advance(
    position filtered: SIMD3<Double>, velocity speed: SIMD3<Double>,
    corrected: (place: SIMD3<Double>, velocity: SIMD3<Double>), over interval: Double
  ) {
    let size = dot(gap, gap).squareRoot(), steepest = Self.fastest * exp(1.0)
    let stiffness = size * Self.stiffest <= steepest ? Self.stiffest : steepest / size
    let fade = exp(-stiffness * interval), slope = closing + gap * stiffness
    closing = (closing - slope * (stiffness * interval)) * fade
    gap = (gap + slope * interval) * fade
    gap -= corrected.place
    closing -= corrected.velocity
    position = filtered + gap
    velocity = speed + closing
  }
}
