import Geodesy
import Geometry

/// What the magnetic model says of a place and date: how far magnetic north is from true, and how strong the field is across and upward.
///
/// A date outside the model's years takes the nearest of them: of a few years the error is tenths of a degree.
struct EarthField: Sendable {
  /// Magnetic north, clockwise from true, in radians.
  var declination: Double
  /// µT.
  var horizontal: Double
  /// Upward, µT: negative on the northern half.
  var up: Double

  init(declination: Double, horizontal: Double, up: Double) {
    self.declination = declination
    self.horizontal = horizontal
    self.up = up
  }

  /// The date is the fix's own, or the year assumed for fixes that tell none. nil where the model gives nothing.
  init?(at place: Geodetic, utc: UTC?, assumedYear: Double) {
    let model = MagneticModel.worldMagneticModel2025
    let year = utc.map { DecimalYear($0).value } ?? assumedYear
    let valid = DecimalYear(max(model.epoch.value, min(model.validUntil.value, year)))
    guard let field = try? model.field(at: place, year: valid) else { return nil }
    self.init(
      declination: field.declination.radians, horizontal: field.horizontalStrength.value, up: field.z)
  }
}
