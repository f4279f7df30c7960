public import Geodesy
public import Geometry

/// An event on a route.
public enum RouteEvent: Equatable, Sendable {
  case announcement(RouteAnnouncement)
  /// The wearer has reached the route for the first time.
  case onRoute
  /// The wearer has left the route. It is repeated after a time and a distance (`route.repeat_time`, `route.repeat_distance`).
  case offRoute(RouteDeviation)
  case backOnRoute
  /// The index of the step that is next now.
  case step(Int)
  /// The index of the stop at which the wearer has arrived.
  case stop(Int)
  case arrived
}

/// The distance to the route and the point where to return to it; before the wearer has been on it, the point where to join it.
public struct RouteDeviation: Equatable, Sendable {
  /// Distance to the route; before the wearer has been on it, distance to the point where to join it.
  public var distance: Length
  /// The nearest point of the rest of the route, on the ellipsoid; before the wearer has been on it the start, unless another
  /// point is much nearer.
  public var rejoin: Geodetic
  /// Length from the route's start to that point.
  public var rejoinLength: Length
  /// Direction from the wearer to that point.
  public var azimuth: Angle
}

/// An announcement to be spoken once: a code for programs, its numbers, and the English sentence.
public enum RouteAnnouncement: Equatable, Sendable {
  /// The start: the destination's name, with the length and duration of the route.
  case start(length: Length, duration: TimeSpan)
  /// A step of the track and the distance to it.
  case turn(step: Int, distance: Length, isLate: Bool)
  case offRoute(RouteDeviation)
  /// The wearer walks against the route: the direction in which it goes, and the angle to turn by, as below.
  case wrongWay(Angle, turn: Angle?)
  /// Directions to the route, with the angle to turn by, positive to the right; nil while the wearer's heading is unknown.
  case approach(RouteDeviation, turn: Angle?)
  /// The arrival at a stop; the rest of the way to the destination.
  case stop(Int, remaining: Length)
  case arrival

  public enum Code: String, CaseIterable, Sendable {
    case start
    case turnSoon = "turn-soon"
    case turnNow = "turn-now"
    case offRoute = "off-route"
    case wrongWay = "wrong-way"
    case approach
    case stop
    case arrival
  }

  public var code: Code {
    switch self {
    case .start: .start
    case .turn(_, _, let isLate): isLate ? .turnNow : .turnSoon
    case .offRoute: .offRoute
    case .wrongWay: .wrongWay
    case .approach: .approach
    case .stop: .stop
    case .arrival: .arrival
    }
  }

  /// Returns the English sentence: `in 50 m turn left: Kauka`.
  public func english(on track: RouteTrack) -> String {
    let name = track.route.name
    switch self {
    case .start(let length, let duration):
      let way = "\(spoken(length)), \(minutes(duration))"
      return name.isEmpty ? "the route starts: \(way)" : "to \(name): \(way)"
    case .turn(let index, let distance, _):
      guard track.steps.indices.contains(index) else { return "a turn is ahead" }
      let step = track.steps[index]
      let near = "in \(spoken(distance))"
      let isPlanners = step.manoeuvre.map { !track.route.manoeuvres[$0].instruction.isEmpty } ?? false
      return "\(near)\(isPlanners ? ":" : "") \(track.instruction(of: step))"
    case .offRoute(let deviation):
      return "off the route: it is \(spoken(deviation.distance)) to the \(compassPoint(deviation.azimuth))"
    case .wrongWay(let azimuth, let turn):
      return "wrong way: the route \(turn.map { "is \(side($0))" } ?? "goes to the \(compassPoint(azimuth))")"
    case .approach(let goal, let turn):
      let place = goal.rejoinLength.value > 0 ? "the route" : "the start"
      return "go to \(place): \(spoken(goal.distance)), \(turn.map(side) ?? "to the \(compassPoint(goal.azimuth))")"
    case .stop(let index, let remaining):
      let stop = track.route.stops[index].name
      let place =
        "\(stop.isEmpty ? "you are at a stop" : "you are at \(stop)"), \(index + 1) of \(track.route.stops.count)"
      return "\(place); \(spoken(remaining)) to \(name.isEmpty ? "the destination" : name)"
    case .arrival: return name.isEmpty ? "you are there" : "you are there: \(name)"
    }
  }
}

extension RouteTrack {
  /// Returns the instruction of a step: the planner's, else its kind in words with the street, `turn left: Kauka`.
  public func instruction(of step: RouteStep) -> String {
    if let stop = step.stop {
      return route.stops[stop].name.isEmpty ? step.words : "\(step.words): \(route.stops[stop].name)"
    }
    guard let manoeuvre = step.manoeuvre.map({ route.manoeuvres[$0] }) else { return step.words }
    if !manoeuvre.instruction.isEmpty { return manoeuvre.instruction }
    return manoeuvre.street.isEmpty ? step.words : "\(step.words): \(manoeuvre.street)"
  }
}

extension RouteStep {
  fileprivate var words: String {
    switch kind {
    case .slightLeft: "bear left"
    case .left: "turn left"
    case .sharpLeft: "turn sharply left"
    case .slightRight: "bear right"
    case .right: "turn right"
    case .sharpRight: "turn sharply right"
    case .turnAround: "turn around"
    case .roundabout: "enter the roundabout"
    case .stop: "stop"
    case .arrive: "you are there"
    case .straight: "go straight on"
    case .depart, .other: "follow the route"
    }
  }
}

/// Returns a length rounded to 5 m below 100 m, to 10 m below 1 km, and to 0.1 km beyond.
private func spoken(_ length: Length) -> String {
  let metres = length.value
  guard metres.magnitude < 1e9 else { return "very far" }
  if metres < 97.5 { return "\(Int(saturating: (metres / 5).rounded()) * 5) m" }
  if metres < 995 { return "\(Int(saturating: (metres / 10).rounded()) * 10) m" }
  let tenths = Int(saturating: (metres / 100).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
}

private func minutes(_ time: TimeSpan) -> String {
  guard time.value.magnitude < 1e9 else { return "very long" }
  let minutes = max(1, Int(saturating: (time.value / 60).rounded()))
  return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
}

private func side(_ turn: Angle) -> String {
  let names = [
    "ahead of you", "ahead on the right", "on the right", "behind you on the right",
    "behind you", "behind you on the left", "on the left", "ahead on the left",
  ]
  guard turn.isFinite else { return names[0] }
  return names[Int(saturating: (turn.azimuth.degrees / 45).rounded()) % 8]
}

private func compassPoint(_ azimuth: Angle) -> String {
  let names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
  guard azimuth.isFinite else { return names[0] }
  return names[Int(saturating: (azimuth.azimuth.degrees / 45).rounded()) % 8]
}
