import Geometry

/// Ratios of a radius to the standard deviation per axis, σ, for a circular normal error: 68.3 % lie within r = √(−2 ln 0.317) σ
/// and 95 % within r = √(−2 ln 0.05) σ. gpsd reports 95 %, gnomon 68 %. Heights and speeds along one axis: 95 % within 1.960 σ.
public enum RadiusPerSigma {
  public static let of68 = 1.515
  public static let of95 = 2.448
  public static let axisOf95 = 1.960
  /// The ratio of the 95 % radius to the 68 % radius.
  public static let of95Per68 = of95 / of68
}
