public import Geometry

extension Quantity where U == Radian {
  /// The shortest turn from this azimuth to another, positive clockwise, in [−π, π].
  @inlinable public func turn(to other: Self) -> Self { (other - self).wrapped }
  /// The opposite azimuth, in [0, 2π): from the far end of a line, the way back.
  @inlinable public var reversed: Self { Self(radians + .pi).azimuth }
}

extension Geodetic {
  /// The azimuth in which a great circle on a sphere leaves for another place, in [0, 2π):
  /// atan2(sin Δλ cos φ2, cos φ1 sin φ2 − sin φ1 cos φ2 cos Δλ) (features.md §2).
  ///
  /// Up to 0.2° off on the ellipsoid: a check on `Geodesic`, not a replacement.
  @inlinable public func sphericalBearing(to other: Geodetic) -> Angle {
    let Δλ = SineCosine(longitudeDifference(from: longitude, to: other.longitude))
    let φ1 = SineCosine(latitude), φ2 = SineCosine(other.latitude)
    return Angle.arcTangent(
      Δλ.sine * φ2.cosine, φ1.cosine * φ2.sine - φ1.sine * φ2.cosine * Δλ.cosine
    ).azimuth
  }
}
