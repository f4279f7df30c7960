public import Geometry

/// The light outside, by the sun's elevation alone.
public enum Daylight: String, Sendable, CaseIterable {
  /// The sun's upper limb is above the horizon: its center is above −0.833° (34′ of refraction, 16′ of radius).
  case day
  /// Civil twilight: the center is between −0.833° and −6°.
  case twilight
  /// The center is below −6°.
  case night

  /// The light for a geometric elevation of the disc's center.
  public init(sunElevation elevation: Angle) {
    let degrees = elevation.degrees
    self = degrees > -0.833 ? .day : degrees >= -6 ? .twilight : .night
  }
}
