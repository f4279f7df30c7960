public import Geodesy
public import Geometry

/// Earth's field and gravity where a calibration is made.
public struct CalibrationSurroundings: Equatable, Sendable {
  /// The Earth's field at the wearer's place, from the magnetic model; nil while the place is unknown.
  public var field: MagneticField<ENU>?
  /// Gravity at that place; nil while the place is unknown, then standard gravity is used.
  public var gravity: AccelerationSize?

  public init(field: MagneticField<ENU>? = nil, gravity: AccelerationSize? = nil) {
    self.field = field
    self.gravity = gravity
  }

  /// Computes both from the models for a place and time. A date outside the magnetic model's years becomes the nearest one
  /// inside.
  public init(at place: Geodetic, utc: UTC) {
    let model = MagneticModel.worldMagneticModel2025
    let year = DecimalYear(max(model.epoch.value, min(model.validUntil.value, DecimalYear(utc).value)))
    field = try? model.field(at: place, year: year)
    gravity = Ellipsoid.normalGravity(at: place.latitude, height: place.height)
  }
}
