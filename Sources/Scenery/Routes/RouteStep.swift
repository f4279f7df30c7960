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
  /// Bends from which a turn is no longer slight, is sharp, and is a way back: a right angle lies in the middle of a plain turn.
  private static let plainFrom = Degrees(60), sharpFrom = Degrees(120), aroundFrom = Degrees(165)

  /// Returns the name of a bend: slight below 60°, sharp from 120°, and a way back from 165°.
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
