/// Constants of nature and of the Earth that several targets use. Those of the ellipsoid (normal gravity at a latitude, radii of
/// curvature) are in `Geodesy`; the factors between radii and standard deviations are in `RadiusPerSigma` (`Samples`).
public enum Constants {
  /// Standard gravity, 3rd General Conference on Weights and Measures (1901).
  public static let standardGravity = Quantity<MetrePerSecondSquared>(9.80665)
  /// Mean radius of the Earth, (2a + b)/3 of WGS 84 (Moritz, "Geodetic Reference System 1980", J. Geodesy 74, 2000).
  public static let earthRadius = Length(6_371_008.8)
}
