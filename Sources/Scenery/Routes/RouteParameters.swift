public import Geometry
public import Samples

/// The parameters for following a route and for drawing it.
public struct RouteParameters: Sendable {
  public init() {}

  public var coarsest = Length(25)
  public var corridor = Length(20)
  public var patience = TimeSpan(3)
  public var repeatTime = TimeSpan(5)
  public var repeatDistance = Length(50)
  public var ahead = Length(30)
  public var behind = Length(20)
  public var joinShare = 0.5
  public var joinHysteresis = 0.2
  public var enter = Length(20)
  public var leave = Length(2)
  public var arrival = Length(20)
  public var early = Length(50)
  public var late = Length(15)
  public var missed = Length(20)
  public var walkingSpeed = Speed(1.3)
  public var turnAngle = Angle.degrees(30)
  public var turnExtent = Length(10)
  public var arrowSpacing = Length(3)
  public var arrowsBehind = Length(3)
  public var arrowsAhead = Length(100)
  public var arrowSpeed = Speed(1.5)
  public var dotSpacing = Length(20)
  public var markersAhead = Length(500)

  public static let table = ParameterTable<RouteParameters>([
    .init("route.coarsest", \.coarsest, in: 1...1000, "accuracy (68 %) beyond which progress waits for a better place"),
    .init(
      "route.corridor", \.corridor, in: 1...1000, "distance from the route, above the accuracy, that is still on it"),
    .init("route.patience", \.patience, in: 0...600, "how long one has to be farther before it is called off route"),
    .init("route.repeat_time", \.repeatTime, in: 1...3600, "least time before off route is said again"),
    .init("route.repeat_distance", \.repeatDistance, in: 0...10_000, "least way before off route is said again"),
    .init(
      "route.ahead", \.ahead, in: 5...1000,
      "how far ahead of the last place on the route, above twice the way moved since, the next one is looked for"),
    .init("route.behind", \.behind, in: 0...1000, "how far back along the route one may go and still follow it"),
    .init(
      "route.join_share", \.joinShare, in: 0...1,
      "before the route was reached: part of the distance to its start within which a nearer point of it is the goal"),
    .init(
      "route.join_hysteresis", \.joinHysteresis, in: 0...1,
      "what is added to that part before the start becomes the goal again"),
    .init("route.enter", \.enter, in: 1...1000, "distance to the end of a step from which it can be left"),
    .init("route.leave", \.leave, in: 0...100, "how far past its end a step is left"),
    .init("route.arrival", \.arrival, in: 1...1000, "distance to the destination that is arrival"),
    .init("route.early", \.early, in: 1...10_000, "distance at which a turn is announced first"),
    .init("route.late", \.late, in: 1...10_000, "distance at which a turn is announced again"),
    .init(
      "route.missed", \.missed, in: 0...1000, "how far behind a turn may be that is announced though it was leapt over"),
    .init(
      "route.walking_speed", \.walkingSpeed, in: 0.1...50, "speed for the time that remains where no route says one"),
    .init(degrees: "route.turn_angle", \.turnAngle, in: 5...170, "bend that is a turn, where the route names none"),
    .init("route.turn_extent", \.turnExtent, in: 0...100, "way within which several bends are one turn"),
    .init("route.arrow_spacing", \.arrowSpacing, in: 0.5...100, "way from arrow to arrow"),
    .init("route.arrows_behind", \.arrowsBehind, in: 0...100, "how far behind the wearer arrows begin"),
    .init("route.arrows_ahead", \.arrowsAhead, in: 0...1000, "how far ahead of the wearer arrows end"),
    .init("route.arrow_speed", \.arrowSpeed, in: 0...100, "speed at which arrows flow"),
    .init("route.dot_spacing", \.dotSpacing, in: 1...1000, "way from dot to dot"),
    .init("route.markers_ahead", \.markersAhead, in: 0...100_000, "how far along the route turns and dots are marked"),
  ]).explained(by: effects)
}
