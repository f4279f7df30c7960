public import Geometry
import Samples

/// The directions in which something lies with 95 %, where the heading is too uncertain for a point.
///
/// It is 2 σ wide on either side. That holds for a right chip. A compass that nothing has confirmed may be that of a chip that
/// is turned on its board: then the band is wider by half a right angle; a chip that is turned by more points along another axis
/// of the board, which is for its mount to say.
public struct DirectionBand: Equatable, Sendable {
  private static let sigmas = 2.0, turned = Angle.degrees(45)

  /// Its middle, a true azimuth, and half its width.
  public var azimuth: Angle
  public var half: Angle

  public init(azimuth: Angle, half: Angle) {
    self.azimuth = azimuth
    self.half = half
  }

  /// The band of a thing at a level offset from the eyes: the error of the heading, and that of the wearer's place.
  public init(of offset: Displacement<Level>, from view: Viewpoint) {
    let uncertainty = Uncertainty(
      of: offset, yaw: view.yawSigma, horizontalAccuracy: view.horizontalAccuracy, heightSigma: nil)
    self.init(
      azimuth: Angle.arcTangent(offset.x, -offset.z).azimuth,
      half: Self.half(uncertainty.azimuth, isConfirmed: view.isHeadingConfirmed))
  }

  /// Half the width of a band for an error of 1 σ.
  static func half(_ sigma: Angle, isConfirmed: Bool) -> Angle {
    min(isConfirmed ? sigmas * sigma : sigmas * sigma + turned, .degrees(180))
  }
}

/// The things that are drawn while the heading is not known to its limit.
public enum VagueThings: String, CaseIterable, Sendable {
  /// The bands of hint and finish.
  case bands
  /// All things, at their points: for a renderer that draws a band about each.
  case points
  case off
}
