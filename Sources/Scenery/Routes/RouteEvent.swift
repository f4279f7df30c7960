public import Geodesy
public import Geometry

/// What happened on a route.
public enum RouteEvent: Equatable, Sendable {
  case announcement(RouteAnnouncement)
  /// The wearer has come to the route for the first time.
  case onRoute
  /// First when the wearer has left the route, and again after so long and so far.
  case offRoute(RouteDeviation)
  case backOnRoute
  /// The step that is now to come.
  case step(Int)
  case arrived
}

/// How far the wearer is off the route, and where they can come back to it; before they have been on it, where to go to it.
public struct RouteDeviation: Equatable, Sendable {
  /// From the route; before one has been on it, from where one goes to.
  public var distance: Length
  /// The nearest point of what remains of the route, on the ellipsoid; at first its start, unless it comes by much nearer.
  public var rejoin: Geodetic
  /// Of that point, from the route's start.
  public var rejoinLength: Length
  /// In which direction it lies.
  public var azimuth: Angle
}

/// Something to be said aloud, once: a code for programs, its numbers, and the English sentence.
public enum RouteAnnouncement: Equatable, Sendable {
  /// The destination's name, with the way to it.
  case start(length: Length, duration: TimeSpan)
  /// A step of the track, so far ahead.
  case turn(step: Int, distance: Length, isLate: Bool)
  case offRoute(RouteDeviation)
  /// How to come to the route, and by how much to turn, positive to the right, where it is known which way the wearer looks.
  case approach(RouteDeviation, turn: Angle?)
  case arrival

  public enum Code: String, CaseIterable, Sendable {
    case start
    case turnSoon = "turn-soon"
    case turnNow = "turn-now"
    case offRoute = "off-route"
    case approach
    case arrival
  }

  public var code: Code {
    switch self {
    case .start: .start
    case .turn(_, _, let isLate): isLate ? .turnNow : .turnSoon
    case .offRoute: .offRoute
    case .approach: .approach
    case .arrival: .arrival
    }
  }

  /// `in 50 m turn left: Kauka`
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
      guard let manoeuvre = step.manoeuvre.map({ track.route.manoeuvres[$0] }) else { return "\(near) \(step.words)" }
      if !manoeuvre.instruction.isEmpty { return "\(near): \(manoeuvre.instruction)" }
      return manoeuvre.street.isEmpty ? "\(near) \(step.words)" : "\(near) \(step.words): \(manoeuvre.street)"
    case .offRoute(let deviation):
      return "off the route: it is \(spoken(deviation.distance)) to the \(compassPoint(deviation.azimuth))"
    case .approach(let goal, let turn):
      let place = goal.rejoinLength.value > 0 ? "the route" : "the start"
      return "go to \(place): \(spoken(goal.distance)), \(turn.map(side) ?? "to the \(compassPoint(goal.azimuth))")"
    case .arrival: return name.isEmpty ? "you are there" : "you are there: \(name)"
    }
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
    case .arrive: "you are there"
    case .straight: "go straight on"
    case .depart, .other: "follow the route"
    }
  }
}

/// To 5 m below 100 m, to 10 m below 1 km, to 0.1 km beyond.
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
  let names = ["ahead", "ahead right", "right", "behind right", "behind", "behind left", "left", "ahead left"]
  guard turn.isFinite else { return names[0] }
  return names[Int(saturating: (turn.azimuth.degrees / 45).rounded()) % 8]
}

private func compassPoint(_ azimuth: Angle) -> String {
  let names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
  guard azimuth.isFinite else { return names[0] }
  return names[Int(saturating: (azimuth.azimuth.degrees / 45).rounded()) % 8]
}
