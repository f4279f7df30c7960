public import Geometry

/// A disc seen from above with the wearer in its middle and what is ahead of them at its top.
public struct Radar: Equatable, Sendable {
  /// What the rim stands for.
  public var range: Length

  public init(range: Length) { self.range = range }

  /// A point of the unit disc: x right, y down, as screens have them.
  public struct Mark: Equatable, Sendable {
    public var x: Double
    public var y: Double
    /// It is farther than the rim, where it is drawn.
    public var isBeyond: Bool
  }

  /// x = r sin(bearing − heading), y = −r cos(bearing − heading), r = distance/range clamped to 1.
  /// What is not a number, or a range of nothing, is in the middle.
  public func mark(bearing: Angle, distance: Length, heading: Angle) -> Mark {
    let ratio = distance / range, turn = (bearing - heading).radians
    guard ratio.isFinite, ratio >= 0, turn.isFinite else { return Mark(x: 0, y: 0, isBeyond: false) }
    let r = min(1, ratio)
    return Mark(x: r * sin(turn), y: -r * cos(turn), isBeyond: ratio > 1)
  }
}
