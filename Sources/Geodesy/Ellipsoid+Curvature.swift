public import Geometry

/// Meters on the ground per degree of latitude or longitude.
public enum MetrePerDegree: Unit { public static let symbol = "m/°" }

extension Quantity where U == MetrePerDegree {
  @inlinable public static func * (scale: Self, angle: Degrees) -> Length { .metres(scale.value * angle.value) }
  @inlinable public static func * (angle: Degrees, scale: Self) -> Length { scale * angle }
}
extension Quantity where U == Metre {
  @inlinable public static func / (distance: Self, scale: Quantity<MetrePerDegree>) -> Degrees {
    Degrees(distance.value / scale.value)
  }
}

// Radii of curvature: W. Torge and J. Müller, "Geodesy" (4th edition, 2012), §4.1.
extension Ellipsoid {
  /// Returns the meridian's radius of curvature, M = a(1 − e²)/(1 − e² sin²φ)^(3/2).
  @inlinable public static func meridianRadius(at latitude: Degrees) -> Length {
    let s = SineCosine(latitude).sine
    let w2 = 1 - squaredEccentricity * s * s
    return .metres(a * (1 - squaredEccentricity) / (w2 * w2.squareRoot()))
  }

  /// Returns (M + h) π/180.
  @inlinable public static func metresPerLatitudeDegree(
    at latitude: Degrees, height: Length = .zero
  ) -> Quantity<MetrePerDegree> {
    Quantity((meridianRadius(at: latitude) + height).value * (.pi / 180))
  }

  /// Returns (ν + h) cos φ π/180 with ν = a/√(1 − e² sin²φ), the radius of the prime vertical: the distance along the normal from
  /// the ellipsoid to the axis.
  @inlinable public static func metresPerLongitudeDegree(
    at latitude: Degrees, height: Length = .zero
  ) -> Quantity<MetrePerDegree> {
    let φ = SineCosine(latitude)
    let ν = a / (1 - squaredEccentricity * φ.sine * φ.sine).squareRoot()
    return Quantity((ν + height.value) * φ.cosine * (.pi / 180))
  }
}
