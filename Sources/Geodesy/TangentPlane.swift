public import Geometry

/// The plane that touches the ellipsoid's parallel surface at an origin, with its frames: ENU (x east, y north, z up)
/// and Level (x east, y up, z south).
///
/// Invariant: `center` and the rotations match `origin`; they are computed together, once.
@frozen public struct TangentPlane: Sendable {
  public let origin: Geodetic
  /// The origin as a vector from the Earth's center.
  public let center: Displacement<ECEF>
  public let earthFromENU: Rotation<ENU, ECEF>
  public let earthFromLevel: Rotation<Level, ECEF>

  /// Up = (cos φ cos λ, cos φ sin λ, sin φ) and east = (−sin λ, cos λ, 0) at latitude φ and longitude λ: a rotation about east by
  /// 90° − φ, then about the Earth's axis by 90° + λ.
  public init(origin: Geodetic) {
    self.origin = origin
    center = origin.earthCentred
    let axisUp = Rotation<ENU, MeridianFrame>(
      about: Direction(1, 0, 0), by: Angle(Degrees(90) - origin.latitude))
    let east = Rotation<MeridianFrame, ECEF>(
      about: Direction(0, 0, 1), by: Angle(Degrees(origin.longitude.value.remainder(dividingBy: 360) + 90)))
    earthFromENU = (east * axisUp).renormalized
    // ENU from Level: (x, −z, y), a quarter turn about x
    earthFromLevel = (earthFromENU * Rotation<Level, ENU>(about: Direction(1, 0, 0), by: .degrees(90))).renormalized
  }

  @inlinable public func enu(_ point: Displacement<ECEF>) -> Displacement<ENU> {
    earthFromENU.inverse(point - center)
  }
  @inlinable public func enu(_ place: Geodetic) -> Displacement<ENU> { enu(place.earthCentred) }
  @inlinable public func level(_ place: Geodetic) -> Displacement<Level> { Displacement<Level>(enu(place)) }

  @inlinable public func earthCentred(_ point: Displacement<ENU>) -> Displacement<ECEF> {
    earthFromENU(point) + center
  }
  @inlinable public func geodetic(_ point: Displacement<ENU>) -> Geodetic { Geodetic(earthCentred(point)) }
  @inlinable public func geodetic(_ point: Displacement<Level>) -> Geodetic { geodetic(Displacement<ENU>(point)) }

  /// Returns the direction and distance of a place from the origin, along the straight line and without refraction: a far
  /// mountain appears lower by about d²/2R than its height, because the Earth curves away.
  @inlinable public func sighting(of place: Geodetic) -> Sighting { Sighting(enu(place)) }
}

/// East, toward the zenith in the meridian plane, and the Earth's axis: the intermediate frame between ENU and ECEF.
private enum MeridianFrame: Frame {}

/// A direction and distance as seen from a tangent plane's origin.
@frozen public struct Sighting: Hashable, Sendable {
  /// Azimuth clockwise from true north, in [0, 2π); 0 straight up or down.
  public var azimuth: Angle
  /// Elevation above the horizontal plane, in [−π/2, π/2].
  public var elevation: Angle
  /// Distance along the straight line.
  public var distance: Length

  @inlinable public init(_ point: Displacement<ENU>) {
    let across = (point.x * point.x + point.y * point.y).squareRoot()
    azimuth = Angle.arcTangent(point.x, point.y).azimuth
    if across == 0 { azimuth = .zero }
    elevation = .arcTangent(point.z, across)
    distance = point.norm
  }
}
