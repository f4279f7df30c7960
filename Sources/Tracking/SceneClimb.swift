import Geometry

/// How the scene's height is moved: by what the barometer says beyond its trembling. On level ground it stays where it is,
/// bit for bit; a climb begins once the air has told of 40 cm, and ends within 10 cm of what it says.
struct SceneClimb: Sendable {
  private(set) var height = 0.0
  private(set) var velocity = 0.0
  private var isClimbing = false

  private static let begins = 0.4, ends = 0.1
  /// What the velocity follows in and a debt is paid in, in seconds; and the fastest climb, so that with the pace of a run the
  /// scene stays below 3 m/s.
  private static let inertia = 0.3, patience = 1.0, fastest = 0.7

  /// target: the relative height by the barometer, in metres; nil without one.
  mutating func advance(toward target: Double?, over step: TimeSpan) {
    let interval = step.value
    guard interval > 0 else { return }
    let debt = (target ?? height) - height
    isClimbing = debt.magnitude > (isClimbing ? Self.ends : Self.begins)
    guard isClimbing || velocity != 0 else { return }
    let wanted = isClimbing ? max(-Self.fastest, min(Self.fastest, debt / Self.patience)) : 0
    var next = velocity + (wanted - velocity) * (1 - exp(-interval / Self.inertia))
    if !isClimbing && next.magnitude < 1e-3 { next = 0 }
    height += 0.5 * (velocity + next) * interval
    velocity = next
  }
}
