import Geometry

/// How the scene position is moved: steps are found late and in lumps, the scene must flow. The walker moves at the pace of
/// the last steps and works off, in a second or so, whatever the steps say beyond that, never faster than one and a half times
/// the walking speed, never back, and with a velocity that is continuous.
struct ScenePace: Sendable {
  /// East and north as the scene believes, and their rate.
  private(set) var position = SIMD2(0.0, 0.0)
  private(set) var velocity = SIMD2(0.0, 0.0)
  /// By how much the scene is faster than a motion that is followed, until that has faded.
  private var excess = SIMD2(0.0, 0.0)

  /// What the velocity follows in, and what a debt is paid in.
  private static let inertia = 0.15, patience = 0.6
  private static let fastest = 2.9, slowest = 0.15, catchingUp = 0.5

  /// Begins there, standing.
  mutating func begin(at place: SIMD2<Double>) { position = place }

  /// target: where the steps say the walker is by now; pace: their speed, zero when standing.
  mutating func advance(toward target: SIMD2<Double>, walking pace: SIMD2<Double>, over step: TimeSpan) {
    let interval = step.value
    guard interval > 0 else { return }
    let debt = target - position
    var wanted = pace + debt / Self.patience
    let speed = (pace.x * pace.x + pace.y * pace.y).squareRoot()
    let isBehind = speed == 0 && debt.x * velocity.x + debt.y * velocity.y <= 0
    let limit = isBehind ? Self.slowest : min(Self.fastest, 1.5 * max(speed, 0.9))
    let size = (wanted.x * wanted.x + wanted.y * wanted.y).squareRoot()
    if size > limit { wanted *= limit / size }
    let share = 1 - exp(-interval / Self.inertia)
    let next = velocity + (wanted - velocity) * share
    // The trapezoid, so that rows of position and velocity agree to rounding.
    position += 0.5 * (velocity + next) * interval
    velocity = next
  }

  /// Follows a motion that is known at every sample: the scene moves as it does, and what a jump of its velocity or the target
  /// leaves between the two fades. `hasJumped`: the velocity is corrected since the sample before, or another motion led then.
  mutating func follow(
    _ motion: SIMD2<Double>, toward target: SIMD2<Double>, hasJumped: Bool, over step: TimeSpan
  ) {
    let interval = step.value
    guard interval > 0 else { return }
    if hasJumped { excess = velocity - motion }
    var wanted = (target - position) / Self.patience
    let size = (wanted * wanted).sum().squareRoot()
    if size > Self.catchingUp { wanted *= Self.catchingUp / size }
    excess += (wanted - excess) * (1 - exp(-interval / Self.inertia))
    var next = motion + excess
    let speed = (next * next).sum().squareRoot()
    if speed > Self.fastest { next *= Self.fastest / speed }
    position += 0.5 * (velocity + next) * interval
    velocity = next
  }
}
