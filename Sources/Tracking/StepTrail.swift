import Geometry
import Samples

/// The path walked in the scene, step by step. After the last step the walker moves with its velocity, for at most the time of a
/// step.
struct StepTrail: Sendable {
  /// Position along the scene's east and north.
  private(set) var position = SIMD2(0.0, 0.0)
  /// Velocity in the last step, in the scene.
  private(set) var velocity = SIMD2(0.0, 0.0)
  private var interval = TimeSpan.zero
  private var last: BootInstant?

  mutating func add(_ displacement: SIMD2<Double>, over interval: TimeSpan, until time: BootInstant) {
    position += displacement
    velocity = displacement / max(interval.value, 0.1)
    self.interval = interval
    last = time
  }

  /// Returns the walker's possible displacement since the last step.
  func ahead(at time: BootInstant) -> SIMD2<Double> {
    guard let last else { return .zero }
    let since = (time - last).value
    return since <= 0 ? .zero : velocity * min(since, interval.value)
  }
}
