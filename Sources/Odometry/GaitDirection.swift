public import Geometry

/// The direction of walking from the body's bounce, independent of the device's heading: at each step the body surges forward
/// while its upward acceleration rises, so the horizontal acceleration correlates with the time derivative of the vertical one
/// (Cavagna, Thys and Zamboni, J. Physiol. 262, 1976; "docs/engine.md", gait direction). It has a sign, unlike the principal
/// axis of the swing; measured with 9° rms per leg on hand-held phones.
///
/// C = Σ a_h ȧ_up over a window, both in the band of 0.5–4 Hz; azimuth = atan2(C_east, C_north), in the scene.
public struct GaitDirection: Sendable {
  public struct Window: Sendable {
    /// Azimuth in the scene, clockwise from the scene's north.
    public var azimuth: Angle
    /// Coherence of horizontal swing and vertical surge, in [0, 1].
    public var coherence: Double
  }

  private let window: TimeSpan
  /// A band-pass of 0.5–4 Hz for east, north and up.
  private var high = SecondOrderFilter<SIMD4<Double>>(.high, corner: 0.5)
  private var low = SecondOrderFilter<SIMD4<Double>>(.low, corner: 4)
  private var lastUp = 0.0
  private var cross = SIMD2(0.0, 0.0)
  private var swing = 0.0
  private var surge = 0.0
  private var time = 0.0

  public init(window: TimeSpan) { self.window = window }

  /// Ingests the force in the scene; returns a result when a window is full.
  public mutating func advance(_ felt: Acceleration<Scene>, over step: TimeSpan) -> Window? {
    let interval = step.value
    guard interval > 0 else { return nil }
    let force = SIMD4(felt.x, -felt.z, felt.y - Constants.standardGravity.value, 0)
    let swung = low.next(high.next(force, over: interval), over: interval), e = swung.x, n = swung.y, u = swung.z
    let rise = (u - lastUp) / interval
    lastUp = u
    cross += SIMD2(e, n) * (rise * interval)
    swing += (e * e + n * n) * interval
    surge += rise * rise * interval
    time += interval
    guard time >= window.value else { return nil }
    let size = hypot(cross.x, cross.y), most = (swing * surge).squareRoot()
    let result = Window(azimuth: .arcTangent(cross.x, cross.y), coherence: most > 0 ? size / most : 0)
    clear()
    return result
  }

  /// Restarts the window.
  public mutating func clear() {
    cross = .zero
    swing = 0
    surge = 0
    time = 0
  }
}
