import Geometry

/// Motion of the scene's height by the barometer beyond its noise. On level ground the height stays exactly the same; a climb
/// starts when the barometer has changed by 40 cm, and ends within 10 cm of it.
struct SceneClimb: Sendable {
  private(set) var height = 0.0
  private(set) var velocity = 0.0
  private var isClimbing = false

  private static let begins = 0.4, ends = 0.1
  /// Time constants of the velocity and of the approach to the target, in seconds; and the fastest climb, in m/s, so that with
  /// the pace of a run the scene stays below 3 m/s.
  private static let inertia = 0.3, patience = 1.0, fastest = 0.7

  /// Advances toward `target`, the barometer's relative height in meters; nil without a barometer.
  mutating func advance(toward target: Double?, over step: TimeSpan) {
    let interval = step.value
    guard interval > 0 else { return }
    let debt = (target ?? height) - height
    isClimbing = debt.magnitude > (isClimbing ? Self.ends : Self.begins)
    guard isClimbing || velocity != 0 else { return }
    let wanted = isClimbing ? max(-Self.fastest, min(Self.fastest, debt / Self.patience)) : 0
    var next = velocity + (wanted - velocity) * fading(interval / Self.inertia)
    if !isClimbing && next.magnitude < 1e-3 { next = 0 }
    height += 0.5 * (velocity + next) * interval
    velocity = next
  }
}
