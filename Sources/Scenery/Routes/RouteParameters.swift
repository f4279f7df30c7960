public import Geometry
public import Samples

/// The parameters for following a route and for drawing it.
public struct RouteParameters: Sendable {
  public init() {}

  /// Worst accuracy (68 %) of a place that is used for progress.
  static let coarsest = Length(25)
  public var corridor = Length(20)
  public var patience = TimeSpan(3)
  /// Least time before off route is announced again.
  static let repeatTime = TimeSpan(5)
  /// Least distance walked before off route is announced again.
  static let repeatDistance = Length(50)
  public var wrongWay = Length(8)
  /// Length ahead of the last place on the route that is searched for the next, besides twice the distance moved.
  static let ahead = Length(30)
  public var behind = Length(20)
  /// Before the route was reached: part of the distance to its start within which a nearer point of it is the goal.
  static let joinShare = 0.5
  /// Addition to that part before the start becomes the goal again.
  static let joinHysteresis = 0.2
  /// Distance to the end of a step from which it can be left.
  static let enter = Length(20)
  public var leave = Length(2)
  public var arrival = Length(8)
  /// The accuracy of a destination's own point: no arrival is more exact.
  static let doorstep = Length(5)
  /// Time near the end, within the accuracy of the place, after which the wearer is there.
  static let settled = TimeSpan(20)
  /// Time after the arrival for which the route stays: longer than the last steps take.
  static let ending = TimeSpan(20)
  public var early = Length(50)
  public var late = Length(15)
  /// Largest distance behind at which a turn that was jumped over is still announced.
  static let missed = Length(20)
  public var walkingSpeed = Speed(1.3)
  public var turnAngle = Angle.degrees(30)
  /// Length within which several bends are one turn.
  static let turnExtent = Length(10)
  public var arrowSpacing = Length(3)
  public var arrowsBehind = Length(3)
  public var arrowsAhead = Length(100)
  public var arrowSpeed = Speed(1.5)
  public var dotSpacing = Length(20)
  public var markersAhead = Length(500)
  public var lineWidth = Length(1)
  public var lineBehind = Length(3)
  public var lineAhead = Length(100)
  public var lineTolerance = 2.0
  public var cueTime = TimeSpan(3)

  /// The distance to a destination that is arrival, with the accuracy of the wearer's place.
  func reach(_ accuracy: Length) -> Length { min(arrival, max(Self.doorstep, accuracy)) }

  public static let table = ParameterTable<RouteParameters>([
    .init(
      "route.corridor", \.corridor, in: 1...1000,
      "distance from the route, in addition to the accuracy, that counts as on it"),
    .init("route.patience", \.patience, in: 0...600, "time outside the corridor before the wearer counts as off route"),
    .init(
      "route.wrong_way", \.wrongWay, in: 1...1000,
      "way against the route, at least twice the accuracy, after which the wearer is told"),
    .init("route.behind", \.behind, in: 0...1000, "length back along the route that still counts as following it"),
    .init("route.leave", \.leave, in: 0...100, "distance past its end at which a step is left"),
    .init(
      "route.arrival", \.arrival, in: 1...1000,
      "largest distance to the destination that is arrival; it is the accuracy of the place if that is less, but 5 m at least"
    ),
    .init("route.early", \.early, in: 1...10_000, "distance at which a turn is announced first"),
    .init("route.late", \.late, in: 1...10_000, "distance at which a turn is announced again"),
    .init(
      "route.walking_speed", \.walkingSpeed, in: 0.1...50,
      "speed for the remaining time, if the route states no duration"),
    .init(
      degrees: "route.turn_angle", \.turnAngle, in: 5...170,
      "least angle of a bend that is a turn, if the route names no turns"),
    .init("route.arrow_spacing", \.arrowSpacing, in: 0.5...100, "distance from arrow to arrow"),
    .init("route.arrows_behind", \.arrowsBehind, in: 0...100, "distance behind the wearer at which arrows begin"),
    .init("route.arrows_ahead", \.arrowsAhead, in: 0...1000, "distance ahead of the wearer at which arrows end"),
    .init("route.arrow_speed", \.arrowSpeed, in: 0...100, "speed at which arrows flow"),
    .init("route.dot_spacing", \.dotSpacing, in: 1...1000, "distance from dot to dot"),
    .init(
      "route.markers_ahead", \.markersAhead, in: 0...100_000,
      "length ahead along the route in which turns and dots are marked"),
    .init("route.line_width", \.lineWidth, in: 0...50, "width of the route's line on the ground"),
    .init(
      "route.line_behind", \.lineBehind, in: 0...1000, "distance behind the wearer at which the route's line begins"),
    .init("route.line_ahead", \.lineAhead, in: 0...1000, "distance ahead of the wearer at which the route's line ends"),
    .init(
      "route.line_tolerance", \.lineTolerance, unit: "px", in: 0...100,
      "largest visible deviation of the route's line from the route; without a viewport a pixel is label.pixel"),
    .init(
      "route.cue_time", \.cueTime, in: 0.5...60,
      "time ahead, at route.walking_speed, of the point of the route that a cue by ear or skin points to"),
  ])
}
