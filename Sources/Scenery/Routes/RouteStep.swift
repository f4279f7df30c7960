public import Geometry

/// A step of a route: a manoeuvre given by the planner, or a bend found in the line.
public struct RouteStep: Equatable, Sendable {
  public var kind: Route.Manoeuvre.Kind
  /// Length from the route's start.
  public var length: Length
  /// Angle of the turn, positive to the right.
  public var turn: Angle
  /// The index of the route's manoeuvre; nil for a bend found in the line, and for an arrival that the route does not name.
  public var manoeuvre: Int?
  /// The index of the route's stop at its end.
  public var stop: Int?
  /// True for a turn to a street's other side: the way goes on in its direction.
  public var isCrossing = false

  /// True if it is announced and marked as a turn.
  public var isTurn: Bool {
    switch kind {
    case .slightLeft, .left, .sharpLeft, .slightRight, .right, .sharpRight, .turnAround, .roundabout: true
    case .depart, .straight, .stop, .arrive, .other: false
    }
  }

  /// True if it turns right: by its kind, else by its angle.
  public var isRight: Bool {
    switch kind {
    case .slightRight, .right, .sharpRight: true
    case .slightLeft, .left, .sharpLeft: false
    default: turn.value >= 0
    }
  }
}

extension Route.Manoeuvre.Kind {
  /// Limits between the kinds of turns: slight, plain, sharp, around. A right angle is in the middle of the plain range.
  private static let plainFrom = Degrees(60), sharpFrom = Degrees(120), aroundFrom = Degrees(165)

  /// The kind of a bend by its angle: slight below 60°, sharp from 120°, around from 165°.
  public init(turn: Angle) {
    let right = turn.value >= 0
    self =
      switch Degrees(turn).magnitude {
      case ..<Self.plainFrom: right ? .slightRight : .slightLeft
      case ..<Self.sharpFrom: right ? .right : .left
      case ..<Self.aroundFrom: right ? .sharpRight : .sharpLeft
      default: .turnAround
      }
  }
}
