import Alignment
import Geometry
import Samples

/// The comparison of the followed route leg with the walk, once a second while the heading is poor enough to gain from it: the
/// error of a leg's own bearing does not average out.
struct LegStage: Sendable {
  private var bearing: LegBearing
  private var leg: (leg: RouteLeg, way: Length)?
  private var next = BootInstant(nanoseconds: .min)
  private static let enough = Angle.degrees(7)

  init(_ parameters: LegParameters) { bearing = LegBearing(parameters) }

  mutating func setLeg(_ leg: RouteLeg?, way: Length) {
    self.leg = leg.map { ($0, way) }
    bearing.clear()
  }

  /// Begins the walk along the leg anew: the scene has turned unseen, and what was walked lies in its old axes.
  mutating func interrupt() { bearing.clear() }

  var isFollowing: Bool { leg != nil }

  mutating func clear() { setLeg(nil, way: .zero) }

  mutating func advance(
    _ pose: ScenePose, way: Length, filtered: (yaw: Angle, sigma: Angle?)
  ) -> Result<LegBearing.Measurement, LegBearing.Refusal>? {
    guard let (given, from) = self.leg else { return nil }
    var leg = given
    bearing.moved(to: pose.pose.position)
    guard pose.time >= next, filtered.sigma.map({ $0 > Self.enough }) ?? true else { return nil }
    next = pose.time + TimeSpan(1)
    leg.followed = leg.followed + (way - from)
    let isBelieved = filtered.sigma.map { $0 < .degrees(60) } ?? false
    return bearing.measure(leg, believing: isBelieved ? filtered.yaw : nil)
  }
}
