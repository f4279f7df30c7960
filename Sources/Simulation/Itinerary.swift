public import Geodesy
public import Geometry

/// The actions of a wearer or vehicle, step by step: the source of every simulated motion.
public struct Itinerary: Sendable {
  public enum Step: Sendable {
    /// Straight on, with a constant rate of climb.
    case go(Length, climbing: Length)
    /// An arc, clockwise for positive angles.
    case turn(Angle, radius: Length)
    /// Standing still.
    case stay(TimeSpan)
    /// A new direction of view, from here on.
    case look(Look)
    /// Something else moves the wearer along, from here on; only at a stop.
    case board(Conveyance)
    /// Turning the device, in hand or on the bench, into an attitude over a time; only while standing.
    case hold(Attitude, over: TimeSpan)
  }

  public enum Look: Equatable, Sendable {
    /// As the gaze parameters define it.
    case free
    case ahead
    /// Held to one side, clockwise.
    case aside(Angle)
    /// All round and up and down, as a person looks about on the spot.
    case about
  }

  /// Carrier of the device.
  public enum Carrier: String, Sendable {
    case head, vehicle, bench, foot, pocket, bag
    /// Whether a telephone is put away in it.
    public var isClothing: Bool { self == .pocket || self == .bag }
    /// The matching profile, by its name in `Profile`.
    public var profile: String {
      switch self {
      case .bench: "free"
      case .pocket, .bag: "hand"
      case .head, .vehicle, .foot: rawValue
      }
    }
  }

  /// Source of the motion.
  public enum Source: Sendable {
    /// From `steps`.
    case steps
    /// From the behavior of people; `steps` are not used.
    case person(Behaviour)
    /// From a motion measured or computed elsewhere; `steps` are not used.
    case trace(Trace)
  }

  public var carrier: Carrier
  public var start: Geodetic
  public var azimuth: Angle
  public var cruise: Speed
  public var steps: [Step] = []
  public var source = Source.steps

  public init(carrier: Carrier, start: Geodetic, azimuth: Angle, cruise: Speed) {
    self.carrier = carrier
    self.start = start
    self.azimuth = azimuth
    self.cruise = cruise
  }

  /// Whether something but feet moves the wearer along.
  public var isOnWheels: Bool {
    steps.contains { if case .board(let conveyance) = $0 { conveyance != .feet } else { false } }
  }
}

extension Itinerary {
  /// Creates a way from way-point to way-point along geodesics, corners rounded; heights change evenly between way-points. nil
  /// for fewer than two different places.
  public init?(through places: [Geodetic], carrier: Carrier, cruise: Speed, cornerRadius: Length) {
    var corners: [Geodetic] = []
    for place in places {
      if let last = corners.last, Geodesic(from: last, to: place).distance.value < 0.1 { continue }
      corners.append(place)
    }
    guard corners.count >= 2 else { return nil }
    let legs = zip(corners, corners.dropFirst()).map { Geodesic(from: $0, to: $1) }
    self.init(carrier: carrier, start: corners[0], azimuth: legs[0].azimuth, cruise: cruise)
    steps = [.stay(.seconds(3))]
    var trimmed = 0.0  // length that the fillet at the leg's start removes from it
    for (i, leg) in legs.enumerated() {
      var length = leg.distance.value - trimmed
      var fillet: (turn: Angle, radius: Double)?
      if i + 1 < legs.count {
        let turn = (legs[i + 1].azimuth - leg.finalAzimuth).wrapped
        // A fillet of radius r removes r tan(|turn|/2) from both legs, at most 40 % of the shorter one, and passes the corner at
        // r (1/cos(|turn|/2) − 1): never farther than a right-angled corner with `cornerRadius` does. So a sharp turn is made at
        // its corner, nearly on the spot.
        let halfTurn = min(turn.magnitude.radians, 3.1) / 2, half = tan(halfTurn)
        let room = 0.4 * min(leg.distance.value, legs[i + 1].distance.value)
        let cut = cornerRadius.value * (2.0.squareRoot() - 1)
        var radius = cornerRadius.value
        if half > 0 { radius = min(radius, room / half, cut / (1 / cos(halfTurn) - 1)) }
        fillet = (turn, radius)
        trimmed = radius * half
        length -= trimmed
      }
      let climb = leg.end.height - leg.start.height
      steps.append(.go(.metres(max(0, length)), climbing: climb))
      if let fillet, fillet.turn.magnitude.radians > 1e-6 {
        steps.append(.turn(fillet.turn, radius: .metres(max(0.05, fillet.radius))))
      }
    }
    steps.append(.stay(.seconds(2)))
  }
}
