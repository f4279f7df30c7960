public import Geometry

/// Places within a few steps of a known one, linear in metres: what a pose that is published hundreds of times a second needs
/// instead of a conversion of its own.
///
/// The neglected term of longitude is d² tan φ / R and that of latitude half as much: 60 µm after 20 m at 45°, 1 mm at 86°.
@frozen public struct NearPlaces: Sendable {
  public let anchor: Geodetic
  @usableFromInline let degreesPerEast: Double
  @usableFromInline let degreesPerNorth: Double

  /// How far it reaches, and up to which latitude.
  public static let reach = Length(20), highest = Degrees(86)

  /// nil too near a pole.
  public init?(_ anchor: Geodetic) {
    guard anchor.latitude.magnitude <= Self.highest else { return nil }
    self.anchor = anchor
    degreesPerEast = 1 / Ellipsoid.metresPerLongitudeDegree(at: anchor.latitude, height: anchor.height).value
    degreesPerNorth = 1 / Ellipsoid.metresPerLatitudeDegree(at: anchor.latitude, height: anchor.height).value
  }

  /// The place at an offset from the anchor.
  @inlinable public func place(_ offset: Displacement<Level>) -> Geodetic {
    Geodetic(
      latitude: anchor.latitude + Degrees(-offset.z * degreesPerNorth),
      longitude: normalizedLongitude(anchor.longitude + Degrees(offset.x * degreesPerEast)),
      height: anchor.height + Length(offset.y))
  }
}
