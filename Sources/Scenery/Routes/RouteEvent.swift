public import Geodesy
public import Geometry
import Phrases
public import Text

/// An event on a route.
public enum RouteEvent: Equatable, Sendable {
  case announcement(RouteAnnouncement)
  /// The wearer has reached the route for the first time.
  case onRoute
  /// The wearer has left the route. It is repeated after a time and a distance (`repeatTime`, `repeatDistance`).
  case offRoute(RouteDeviation)
  case backOnRoute
  /// The index of the step that is next now.
  case step(Int)
  /// The index of the stop at which the wearer has arrived.
  case stop(Int)
  case arrived
  /// The route is over, some time after the arrival.
  case ended
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
  /// The start: the destination's name, with the length and duration of the route, and the angle to turn by, as below.
  case start(length: Length, duration: TimeSpan, turn: Angle?)
  /// A step of the track and the distance to it.
  case turn(step: Int, distance: Length, isLate: Bool)
  /// Said again after each 50 m.
  case offRoute(RouteDeviation, turn: Angle?)
  /// The rest of the way from there.
  case backOnRoute(remaining: Length, turn: Angle?)
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
    case backOnRoute = "back-on-route"
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
    case .backOnRoute: .backOnRoute
    case .wrongWay: .wrongWay
    case .approach: .approach
    case .stop: .stop
    case .arrival: .arrival
    }
  }

  /// The numbers and names of the message, with every digit; those of a turn with the place by which it is named.
  public func parameters(on track: RouteTrack, at landmark: Landmark? = nil) -> JSONValue {
    guard let landmark, case .object(let members) = numbers(on: track) else { return numbers(on: track) }
    return .object(members + [JSONMember("landmark", landmark.json)])
  }

  private func numbers(on track: RouteTrack) -> JSONValue {
    let name = JSONMember("name", .string(track.route.name))
    func turning(_ turn: Angle?) -> JSONMember { JSONMember("turn_deg", turn.map { .number($0.degrees) } ?? .null) }
    switch self {
    case .start(let length, let duration, let turn):
      return .object([
        name, JSONMember("length", .number(length.value)), JSONMember("duration", .number(duration.value)),
        turning(turn),
      ])
    case .turn(let index, let distance, _):
      let step = track.steps[index], manoeuvre = step.manoeuvre.map { track.route.manoeuvres[$0] }
      return [
        "step": .integer(Int64(index)), "kind": .string(step.kind.rawValue), "distance": .number(distance.value),
        "instruction": .string(manoeuvre?.instruction ?? ""), "street": .string(manoeuvre?.street ?? ""),
        "turn_deg": .number(step.turn.degrees), "is_crossing": .bool(step.isCrossing),
      ]
    case .offRoute(let deviation, let turn): return .object(deviation.parameters + [turning(turn)])
    case .backOnRoute(let remaining, let turn):
      return .object([JSONMember("remaining", .number(remaining.value)), turning(turn)])
    case .wrongWay(let azimuth, let turn):
      return .object([JSONMember("azimuth_deg", .number(azimuth.degrees)), turning(turn)])
    case .approach(let goal, let turn): return .object(goal.parameters + [turning(turn)])
    case .stop(let index, let remaining):
      return [
        "stop": .integer(Int64(index)), "stops": .integer(Int64(track.route.stops.count)),
        "name": .string(track.route.stops[index].name), "remaining": .number(remaining.value),
        "destination": .string(track.route.name),
      ]
    case .arrival:
      return .object([name, JSONMember("side", track.route.side.map { .string($0.rawValue) } ?? .null)])
    }
  }

  /// Whether it is of a turn to a street's other side, which is spoken only to who wants it.
  public func isOfCrossing(on track: RouteTrack) -> Bool {
    if case .turn(let step, _, _) = self { track.steps[step].isCrossing } else { false }
  }

  /// Returns the English sentence: `in 50 m turn left: Kauka`.
  public func english(on track: RouteTrack, at landmark: Landmark? = nil) -> String {
    let parameters = parameters(on: track, at: landmark)
    return Phrases.english.sentence(kind: "announcement", code: code.rawValue, parameters) ?? code.rawValue
  }
}

extension RouteDeviation {
  /// The numbers of a message, with every digit.
  public var parameters: [JSONMember] {
    [
      JSONMember("distance", .number(distance.value)),
      JSONMember(
        "rejoin",
        ["latitude_deg": .number(rejoin.latitude.value), "longitude_deg": .number(rejoin.longitude.value)]),
      JSONMember("rejoin_length", .number(rejoinLength.value)), JSONMember("azimuth_deg", .number(azimuth.degrees)),
    ]
  }
}

extension RouteTrack {
  /// Returns the name of what is at a step: the stop, a named point of the file, or the corner.
  public func name(of step: RouteStep) -> String {
    if let index = marks.firstIndex(where: { abs($0 - step.length.value) <= Landmark.farthest }), step.stop == nil {
      return route.marks[index].name
    }
    if let stop = step.stop { return route.stops[stop].name.isEmpty ? "the stop" : route.stops[stop].name }
    switch step.kind {
    case .roundabout: return "the roundabout"
    case .turnAround: return "the turning point"
    default: return "the corner"
    }
  }

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
  fileprivate var words: String { Phrases.english.turn(kind.rawValue) }
}
