import Geometry

/// Motion of the scene position: steps are detected late and in groups, but the scene has to move smoothly. The walker moves at
/// the pace of the last steps and removes the remaining difference to the steps within about a second, never faster than one and
/// a half times the walking speed, and with a continuous velocity. Who stops has been moved on by the step that did not come: that
/// is taken back as slowly as who stands does not see it.
struct ScenePace: Sendable {
  /// Position along the scene's east and north, and its velocity.
  private(set) var position = SIMD2(0.0, 0.0)
  private(set) var velocity = SIMD2(0.0, 0.0)
  /// Excess of the scene's velocity over a followed motion, which decays.
  private var excess = SIMD2(0.0, 0.0)

  /// Time constants of the velocity, and of the approach to the target, in seconds.
  private static let inertia = 0.15, patience = 0.6
  private static let fastest = 2.9, slowest = 0.15, catchingUp = 0.5

  /// Starts at a place, standing.
  mutating func start(at place: SIMD2<Double>) { position = place }

  /// Advances toward `target`, the walker's place by the steps; `pace` is their velocity, zero when standing, and `last` that of
  /// the last step.
  mutating func advance(
    toward target: SIMD2<Double>, walking pace: SIMD2<Double>, last: SIMD2<Double>, over step: TimeSpan
  ) {
    let interval = step.value
    guard interval > 0 else { return }
    let debt = target - position
    var wanted = pace + debt / Self.patience
    let speed = (pace.x * pace.x + pace.y * pace.y).squareRoot()
    let isBehind = speed == 0 && (debt * last).sum() <= 0
    let limit = isBehind ? Self.slowest : min(Self.fastest, 1.5 * max(speed, 0.9))
    let size = (wanted.x * wanted.x + wanted.y * wanted.y).squareRoot()
    if size > limit { wanted *= limit / size }
    let share = fading(interval / Self.inertia)
    let next = velocity + (wanted - velocity) * share
    // The trapezoidal rule, so that recorded positions and velocities agree to rounding.
    position += 0.5 * (velocity + next) * interval
    velocity = next
  }
}
