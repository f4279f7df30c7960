public import Geodesy
public import Geometry

/// A way to go: points in their order, and what to do at some of them.
public struct Route: Equatable, Sendable {
  /// What to do at a point.
  public struct Manoeuvre: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
      case depart, straight, slightLeft = "slight-left", left, sharpLeft = "sharp-left", slightRight = "slight-right",
        right
      case sharpRight = "sharp-right", turnAround = "turn-around", roundabout, arrive, other
    }
    public var kind: Kind
    /// Which of the route's points it is at.
    public var index: Int
    /// In the words of who planned the route.
    public var instruction: String
    /// The way after it.
    public var street: String

    public init(_ kind: Kind, at index: Int, instruction: String = "", street: String = "") {
      self.kind = kind
      self.index = index
      self.instruction = instruction
      self.street = street
    }
  }

  /// Of its destination.
  public var name: String
  /// At least two, none twice in a row; heights count only where `hasHeights`.
  public var points: [Geodetic]
  public var hasHeights: Bool
  /// In the order of the points they are at.
  public var manoeuvres: [Manoeuvre]
  /// As its planner says.
  public var statedLength: Length?
  public var statedDuration: TimeSpan?

  public init(
    name: String, points: [Geodetic], hasHeights: Bool = false, manoeuvres: [Manoeuvre] = [],
    statedLength: Length? = nil, statedDuration: TimeSpan? = nil
  ) {
    self.name = name
    self.points = points
    self.hasHeights = hasHeights
    self.manoeuvres = manoeuvres
    self.statedLength = statedLength
    self.statedDuration = statedDuration
  }
}
