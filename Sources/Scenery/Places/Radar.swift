public import Geometry

/// A disc seen from above, with the wearer at its center and the viewing direction at its top.
public struct Radar: Equatable, Sendable {
  /// The distance that the rim represents.
  public var range: Length

  public init(range: Length) { self.range = range }

  /// A point of the unit disc in screen axes: x right, y down.
  public struct Mark: Equatable, Sendable {
    public var x: Double
    public var y: Double
    /// True if it is farther than the rim, on which it is drawn.
    public var isBeyond: Bool
  }

  /// Returns x = r sin(bearing − heading), y = −r cos(bearing − heading), with r = distance/range clamped to 1.
  /// A value that is not a number, or a range of zero, gives the center.
  public func mark(bearing: Angle, distance: Length, heading: Angle) -> Mark {
    let ratio = distance / range, turn = (bearing - heading).radians
    guard ratio.isFinite, ratio >= 0, turn.isFinite else { return Mark(x: 0, y: 0, isBeyond: false) }
    let r = min(1, ratio)
    return Mark(x: r * sin(turn), y: -r * cos(turn), isBeyond: ratio > 1)
  }
}
