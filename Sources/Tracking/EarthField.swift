public import Geodesy
import Geometry

/// The magnetic model's values at a place and date: the declination, and the field's strength in the horizontal and upward.
///
/// For a date outside the model's years the nearest of them is used: over a few years the error is tenths of a degree.
public struct EarthField: Sendable {
  /// Magnetic north, clockwise from true, in radians.
  public var declination: Double
  /// Horizontal strength, µT.
  var horizontal: Double
  /// Upward part, µT: negative on the northern half.
  var up: Double

  init(declination: Double, horizontal: Double, up: Double) {
    self.declination = declination
    self.horizontal = horizontal
    self.up = up
  }

  /// The date is that of the fix, or the assumed year for fixes without one. nil where the model has no value.
  public init?(at place: Geodetic, utc: UTC?, assumedYear: Double) {
    let model = MagneticModel.worldMagneticModel2025
    let year = utc.map { DecimalYear($0).value } ?? assumedYear
    let valid = DecimalYear(max(model.epoch.value, min(model.validUntil.value, year)))
    guard let field = try? model.field(at: place, year: valid) else { return nil }
    self.init(
      declination: field.declination.radians, horizontal: field.horizontalStrength.value, up: field.z)
  }
}
