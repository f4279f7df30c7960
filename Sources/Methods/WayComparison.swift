import Geometry
import Samples

/// A comparison of fixes with the walked path, as sums that are whitened for the slow error of fixes.
///
/// With f a fix, q the scene position, Rot(θ) clockwise and t a shift, f = Rot(θ) q + t + b + w: b a Gauss-Markov error, w white.
/// A Kalman filter predicts b: applied to any column z of the data it yields the innovations z̃ with variances S, and least
/// squares on these is generalized least squares on z (Duncan and Horn, "Linear dynamic recursive estimation from the viewpoint
/// of regression analysis", JASA 67, 1972; with the columns side by side, de Jong, "The diffuse Kalman filter", Annals of
/// Statistics 19, 1991). The columns are f, q and the shift's own, 1, with innovations ũ. Then, with all sums weighted by 1/S,
///
///     f̄ = Σ ũ f̃ / Σ ũ²,  q̄ likewise,  f′ = f̃ − ũ f̄,  q′ = q̃ − ũ q̄
struct WayComparison: Sendable {
  /// The innovations of one fix and its scene position, and their variance.
  struct Innovation {
    var fix: SIMD2<Double>
    var scene: SIMD2<Double>
    var unit: Double
    var variance: Double
  }

  private var level = FixBiasLevel()
  // Prediction of b in each column, and its variance.
  private var fixBias = SIMD2(0.0, 0.0), sceneBias = SIMD2(0.0, 0.0), unitBias = 0.0
  private var biasVariance = 0.0
  private var isFirst = true
  // The sums.
  private var weight = 0.0, fixSum = SIMD2(0.0, 0.0), sceneSum = SIMD2(0.0, 0.0)
  private var sineSum = 0.0, cosineSum = 0.0, squareSum = 0.0

  /// Returns the innovations of the next fix, `span` after the last. `claim` is its 1 σ per axis, `white` the variance of the
  /// part that is new in each fix; both offsets are from origins of the caller's choice.
  mutating func innovation(
    fix: SIMD2<Double>, scene: SIMD2<Double>, claim: Double, white: Double, after span: TimeSpan,
    biasTime: TimeSpan, rise: TimeSpan
  ) -> Innovation {
    let (shrink, rest) = level.ingest(claim, after: span, rise: rise)
    let stationary = level.value ?? claim
    let keep = isFirst ? 0 : exp(-span.value / biasTime.value)
    isFirst = false
    let factor = keep * shrink
    fixBias *= factor
    sceneBias *= factor
    unitBias *= factor
    biasVariance = biasVariance * factor * factor + stationary * stationary * (1 - keep * keep)
    return Innovation(
      fix: fix - fixBias, scene: scene - sceneBias, unit: 1 - unitBias, variance: biasVariance + white + rest)
  }

  /// Adds an innovation returned by `innovation`; its variance may have been raised.
  mutating func add(_ innovation: Innovation) {
    let gain = biasVariance / innovation.variance, w = 1 / innovation.variance
    fixBias += innovation.fix * gain
    sceneBias += innovation.scene * gain
    unitBias += innovation.unit * gain
    biasVariance *= 1 - gain
    weight += w * innovation.unit * innovation.unit
    fixSum += innovation.fix * (w * innovation.unit)
    sceneSum += innovation.scene * (w * innovation.unit)
    sineSum += w * (innovation.fix.x * innovation.scene.y - innovation.fix.y * innovation.scene.x)
    cosineSum += w * (innovation.fix * innovation.scene).sum()
    squareSum += w * (innovation.scene * innovation.scene).sum()
  }

  /// Σ f′_e q′_n − f′_n q′_e
  var sine: Double { weight > 0 ? sineSum - (fixSum.x * sceneSum.y - fixSum.y * sceneSum.x) / weight : 0 }
  /// Σ f′·q′
  var cosine: Double { weight > 0 ? cosineSum - (fixSum * sceneSum).sum() / weight : 0 }
  /// Σ q′·q′: the information that the path can give on its turn, in rad⁻².
  var information: Double { weight > 0 ? squareSum - (sceneSum * sceneSum).sum() / weight : 0 }
  /// The shift, as the mean of the column of fixes and of that of scene positions.
  var fixCentre: SIMD2<Double> { weight > 0 ? fixSum / weight : .zero }
  var sceneCentre: SIMD2<Double> { weight > 0 ? sceneSum / weight : .zero }

  /// Log-likelihood ratio ln Λ of two explanations of the fixes: the walked path turned by any angle, against staying in one
  /// place.
  ///
  /// With R = |Σ f′ q′| as complex numbers and I = Σ q′·q′, the walker's likelihood is the mean of exp(s R cos φ − s² I/2) over
  /// all turns φ, I₀(sR) e^(−s²I/2), relative to that of staying. s is the ratio of the fixes' distances to those of the steps. A
  /// path that was really walked has R ≈ I, so ln Λ ≈ I/2; one that was not R ≈ √(2I), so ln Λ ≈ −I/2.
  var evidence: Double {
    let information = information
    guard information > 0 else { return 0 }
    let agreement = hypot(sine, cosine)
    let s = max(Self.shortest, min(Self.longest, agreement / information))
    return logBesselI0(s * agreement) - 0.5 * s * s * information
  }

  /// Smallest and largest s: the ratio of a person's true step length to the assumed one.
  private static let shortest = 0.75, longest = 1.25
}

/// ln I₀(x) for x ≥ 0, within 1e-6: Abramowitz and Stegun 9.8.1 and 9.8.2.
func logBesselI0(_ x: Double) -> Double {
  if x < 3.75 {
    let t = (x / 3.75) * (x / 3.75)
    return log(
      1 + t * (3.5156229 + t * (3.0899424 + t * (1.2067492 + t * (0.2659732 + t * (0.0360768 + t * 0.0045813))))))
  }
  let t = 3.75 / x
  let tail = 0.00916281 + t * (-0.02057706 + t * (0.02635537 + t * (-0.01647633 + t * 0.00392377)))
  return x - 0.5 * log(x) + log(0.39894228 + t * (0.01328592 + t * (0.00225319 + t * (-0.00157565 + t * tail))))
}
