/// Constants of nature and of the Earth that more than one target needs. What belongs to the ellipsoid (normal gravity at a
/// latitude, radii of curvature) is in `Geodesy`; what ties radii to σ is `RadiusPerSigma` in `Samples`.
public enum Constants {
  /// Standard gravity, 3rd General Conference on Weights and Measures (1901).
  public static let standardGravity = Quantity<MetrePerSecondSquared>(9.80665)
  /// Mean radius of the Earth, (2a + b)/3 of WGS 84 (Moritz, "Geodetic Reference System 1980", J. Geodesy 74, 2000).
  public static let earthRadius = Length(6_371_008.8)
}
