public import Geometry

/// A conversion of offsets near a known place to places, linear in meters. It is fast enough for poses that are published
/// hundreds of times a second.
///
/// The neglected term of longitude is d² tan(latitude) / R for an offset d and the Earth's radius R, and that of latitude half as
/// much: 60 µm at 20 m and 45°, 1 mm at 86°.
@frozen public struct NearPlaces: Sendable {
  public let anchor: Geodetic
  @usableFromInline let degreesPerEast: Double
  @usableFromInline let degreesPerNorth: Double

  /// The largest offset, and the largest latitude of the anchor.
  public static let reach = Length(20), highest = Degrees(86)

  /// nil for an anchor too near a pole.
  public init?(_ anchor: Geodetic) {
    guard anchor.latitude.magnitude <= Self.highest else { return nil }
    self.anchor = anchor
    degreesPerEast = 1 / Ellipsoid.metresPerLongitudeDegree(at: anchor.latitude, height: anchor.height).value
    degreesPerNorth = 1 / Ellipsoid.metresPerLatitudeDegree(at: anchor.latitude, height: anchor.height).value
  }

  /// Returns the level offset of a place from the anchor, the inverse of `place(_:)`.
  @inlinable public func offset(of place: Geodetic) -> SIMD2<Double> {
    SIMD2(
      longitudeDifference(from: anchor.longitude, to: place.longitude).value / degreesPerEast,
      (place.latitude - anchor.latitude).value / degreesPerNorth)
  }

  /// Returns the place at an offset from the anchor.
  @inlinable public func place(_ offset: Displacement<Level>) -> Geodetic {
    Geodetic(
      latitude: anchor.latitude + Degrees(-offset.z * degreesPerNorth),
      longitude: normalizedLongitude(anchor.longitude + Degrees(offset.x * degreesPerEast)),
      height: anchor.height + Length(offset.y))
  }
}
