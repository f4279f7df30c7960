public import Geodesy
public import Geometry

/// A route: points in order, and instructions at some of them.
public struct Route: Equatable, Sendable {
  /// An instruction at a point.
  public struct Manoeuvre: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
      case depart, straight, slightLeft = "slight-left", left, sharpLeft = "sharp-left", slightRight = "slight-right",
        right
      case sharpRight = "sharp-right", turnAround = "turn-around", roundabout, stop, arrive, other
    }
    public var kind: Kind
    /// The index of its point in the route.
    public var index: Int
    /// The text of the route's planner.
    public var instruction: String
    /// The name of the street after it.
    public var street: String

    public init(_ kind: Kind, at index: Int, instruction: String = "", street: String = "") {
      self.kind = kind
      self.index = index
      self.instruction = instruction
      self.street = street
    }
  }

  /// A place on the way to the destination at which the wearer wants to arrive.
  public struct Stop: Equatable, Sendable {
    public var name: String
    /// The index of its point in the route.
    public var index: Int

    public init(_ name: String, at index: Int) {
      self.name = name
      self.index = index
    }
  }

  public enum Side: String, CaseIterable, Sendable { case left, right }

  /// A named point on the way, at which nothing has to be done.
  public struct Mark: Equatable, Sendable {
    public var name: String
    /// The index of its point in the route.
    public var index: Int

    public init(_ name: String, at index: Int) {
      self.name = name
      self.index = index
    }
  }

  /// The name of the destination.
  public var name: String
  /// The side of the last street on which it lies.
  public internal(set) var side: Side?
  /// At least two points, no two consecutive ones equal; heights are valid only where `hasHeights` is true.
  public var points: [Geodetic]
  public var hasHeights: Bool
  /// The instructions, in the order of their points.
  public var manoeuvres: [Manoeuvre]
  /// In the order of their points; without the destination.
  public var stops: [Stop]
  /// In the order of their points.
  public var marks: [Mark]
  /// Length and duration as stated by the planner.
  public var statedLength: Length?
  public var statedDuration: TimeSpan?

  public init(
    name: String, points: [Geodetic], hasHeights: Bool = false, manoeuvres: [Manoeuvre] = [],
    stops: [Stop] = [], marks: [Mark] = [], statedLength: Length? = nil, statedDuration: TimeSpan? = nil
  ) {
    self.name = name
    self.points = points
    self.hasHeights = hasHeights
    self.manoeuvres = manoeuvres
    self.stops = stops
    self.marks = marks
    self.statedLength = statedLength
    self.statedDuration = statedDuration
  }
}
