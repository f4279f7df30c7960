public import Geometry

extension Quantity where U == Radian {
  /// Returns the shortest turn from this azimuth to another, positive clockwise, in [−π, π].
  @inlinable public func turn(to other: Self) -> Self { (other - self).wrapped }
  /// The opposite azimuth, in [0, 2π): the direction back from the far end of a line.
  @inlinable public var reversed: Self { Self(radians + .pi).azimuth }
}

extension Geodetic {
  /// Returns the azimuth at the start of a great circle on a sphere to another place, in [0, 2π):
  /// `atan2(sin Δλ cos φ2, cos φ1 sin φ2 − sin φ1 cos φ2 cos Δλ)`.
  ///
  /// On the ellipsoid the error is up to 0.2°: it is a check for `Geodesic`, not a replacement.
  @inlinable public func sphericalBearing(to other: Geodetic) -> Angle {
    let Δλ = SineCosine(longitudeDifference(from: longitude, to: other.longitude))
    let φ1 = SineCosine(latitude), φ2 = SineCosine(other.latitude)
    return Angle.arcTangent(
      Δλ.sine * φ2.cosine, φ1.cosine * φ2.sine - φ1.sine * φ2.cosine * Δλ.cosine
    ).azimuth
  }
}
