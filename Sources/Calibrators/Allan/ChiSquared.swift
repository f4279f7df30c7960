import Geometry

/// The χ² distribution's quantiles, by the cube-root approximation (E. B. Wilson and M. M. Hilferty, PNAS 17, 1931): within 1 % from
/// three degrees of freedom on.
enum ChiSquared {
  /// Of a normal distribution 95 % lie within ± this many σ.
  static let deviateOf95 = 1.96

  /// For a normal deviate: ±`deviateOf95` for the two ends of 95 %.
  static func quantile(deviate: Double, freedom: Double) -> Double {
    let k = max(1, freedom), a = 2 / (9 * k)
    let root = max(0.01, 1 - a + deviate * a.squareRoot())
    return k * root * root * root
  }
}
