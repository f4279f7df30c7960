public import Geometry

/// How light it is outside, by the sun's elevation alone.
public enum Daylight: String, Sendable, CaseIterable {
  /// The sun's upper limb is above the horizon: its centre above −0.833° (34′ of refraction, 16′ of radius).
  case day
  /// Civil twilight: the centre between there and −6°.
  case twilight
  /// The centre below −6°.
  case night

  /// By the geometric elevation of the disc's centre.
  public init(sunElevation elevation: Angle) {
    let degrees = elevation.degrees
    self = degrees > -0.833 ? .day : degrees >= -6 ? .twilight : .night
  }
}
