public import Geodesy
public import Geometry

/// What is known of the surroundings when a calibration is made.
public struct CalibrationSurroundings: Equatable, Sendable {
  /// The Earth's field where the wearer is, from the magnetic model; nil while the place is unknown.
  public var field: MagneticField<ENU>?
  /// Gravity there; standard gravity is taken where the place is unknown.
  public var gravity: AccelerationSize?

  public init(field: MagneticField<ENU>? = nil, gravity: AccelerationSize? = nil) {
    self.field = field
    self.gravity = gravity
  }

  /// At a place and time, by the models. A date outside the magnetic model's years takes the nearest of them.
  public init(at place: Geodetic, utc: UTC) {
    let model = MagneticModel.worldMagneticModel2025
    let year = DecimalYear(max(model.epoch.value, min(model.validUntil.value, DecimalYear(utc).value)))
    field = try? model.field(at: place, year: year)
    gravity = Ellipsoid.normalGravity(at: place.latitude, height: place.height)
  }
}
