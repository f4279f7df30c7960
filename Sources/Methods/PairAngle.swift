public import Geometry
public import Samples

/// The angle between two estimates as seen by fixes and by the scene; the pair algorithm averages these.
public struct PairAngle: Equatable, Sendable {
  /// Times of the two fixes.
  public var first: BootInstant
  public var second: BootInstant
  /// Angle to add to the yaw, clockwise, in (−180°, 180°].
  public var angle: Angle
  /// Weight relative to the other pairs.
  public var weight: Double
  /// Distance between the two fixes.
  public var baseline: Length

  public init(first: BootInstant, second: BootInstant, angle: Angle, weight: Double, baseline: Length) {
    self.first = first
    self.second = second
    self.angle = angle
    self.weight = weight
    self.baseline = baseline
  }
}
