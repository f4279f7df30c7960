import Geometry

/// Quantiles of the chi-squared distribution by the cube-root approximation (E. B. Wilson and M. M. Hilferty, PNAS 17, 1931):
/// within 1 % from three degrees of freedom on.
enum ChiSquared {
  /// Number of standard deviations on each side of the mean that contain 95 % of a normal distribution.
  static let deviateOf95 = 1.96

  /// Returns the quantile for a normal deviate: ±`deviateOf95` for the two ends of 95 %.
  static func quantile(deviate: Double, freedom: Double) -> Double {
    let k = max(1, freedom), a = 2 / (9 * k)
    let root = max(0.01, 1 - a + deviate * a.squareRoot())
    return k * root * root * root
  }
}
