public import Geometry

extension Ellipsoid {
  /// Returns the strength of normal gravity (attraction and centrifugal) at a latitude and height.
  ///
  /// On the ellipsoid γ = γe (1 + k sin²φ)/√(1 − e² sin²φ), Somigliana's closed form (NIMA TR8350.2 eq. 4-1); above it
  /// γh = γ (1 − 2/a (1 + f + m − 2f sin²φ) h + 3/a² h²) (eq. 4-3), for geodetic heights up to some tens of
  /// kilometers. The true gravity at the ground differs by up to 0.003 m/s².
  @inlinable public static func normalGravity(
    at latitude: Degrees, height: Length = .zero
  ) -> Quantity<MetrePerSecondSquared> {
    let s = SineCosine(latitude).sine
    let s2 = s * s
    // γe, k and m = ω²a²b/GM, TR8350.2 tables 3.4 and 3.3
    let equatorial = 9.780_325_335_9, k = 0.001_931_852_652_41, m = 0.003_449_786_506_84
    let onEllipsoid = equatorial * (1 + k * s2) / (1 - squaredEccentricity * s2).squareRoot()
    let h = height.value / a
    return Quantity(onEllipsoid * (1 - 2 * (1 + flattening + m - 2 * flattening * s2) * h + 3 * h * h))
  }
}
