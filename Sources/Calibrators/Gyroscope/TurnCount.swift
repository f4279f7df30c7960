import Geometry
import Samples

/// The angle between two rests by the gyroscope's readings, to compare with counted turns.
///
/// Θ = ∫ R ω dt (`angle`) in the frame at the start, so that a wobbling axis does no harm: R comes from the gyroscope itself, and
/// an error of scale turns R about the very axis that is measured.
struct TurnCount: Sendable {
  private(set) var angle = SIMD3<Double>.zero
  /// Integral of the angular rate in the body: the axis in the sensor's own frame.
  private(set) var bodyAngle = SIMD3<Double>.zero
  private(set) var duration = 0.0
  private(set) var isBroken = false
  private var attitude = Rotation<Body, Body>.aligned
  private var last: BootInstant?

  mutating func add(_ rate: SIMD3<Double>, at time: BootInstant) {
    defer { last = time }
    guard let last else { return }
    let interval = (time - last).value
    if interval > 0.1 { isBroken = true }
    let step = rate * interval
    let half = attitude * Rotation<Body, Body>.exp(RotationVector(step * 0.5))
    angle += half(RotationVector<Body>(step)).components
    bodyAngle += step
    attitude = (attitude * Rotation<Body, Body>.exp(RotationVector(step))).renormalized
    duration += interval
  }

  /// Whole turns, by the gyroscope.
  var turns: Double { length(angle) / (2 * .pi) }
}
