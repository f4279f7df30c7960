public import Geometry

/// Something to do along a route: a manoeuvre of its planner, or a bend that was found.
public struct RouteStep: Equatable, Sendable {
  public var kind: Route.Manoeuvre.Kind
  /// From the route's start.
  public var length: Length
  /// How much the way turns there, positive to the right.
  public var turn: Angle
  /// Which of the route's manoeuvres it is; nil for a bend that was found, and for an arrival that the route does not name.
  public var manoeuvre: Int?

  /// Whether it is announced and marked as a turn.
  public var isTurn: Bool {
    switch kind {
    case .slightLeft, .left, .sharpLeft, .slightRight, .right, .sharpRight, .turnAround, .roundabout: true
    case .depart, .straight, .arrive, .other: false
    }
  }

  /// To which side it turns: by its name, else by the way it takes.
  public var isRight: Bool {
    switch kind {
    case .slightRight, .right, .sharpRight: true
    case .slightLeft, .left, .sharpLeft: false
    default: turn.value >= 0
    }
  }
}

extension Route.Manoeuvre.Kind {
  /// What a bend is called: slight below 60°, sharp from 120°, and a way back from 165°.
  public init(turn: Angle) {
    let right = turn.value >= 0
    self =
      switch turn.degrees.magnitude {
      case ..<60: right ? .slightRight : .slightLeft
      case ..<120: right ? .right : .left
      case ..<165: right ? .sharpRight : .sharpLeft
      default: .turnAround
      }
  }
}
