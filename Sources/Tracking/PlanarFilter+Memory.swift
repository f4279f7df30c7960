import Fusion
import Geometry
import Samples

// Remembered values of an earlier session: stride, the device's own field, and a heading, which the compass's first reading may
// refute. A heading that differs from it by 3 σ or more, including all possible errors of a compass, means that the wearer has
// turned since; then the start is the cold one. The fit of the walked path to the fixes would find this as well, but only after a
// walk.
extension AidingSource<PlanarFilter> {
  static let rememberedHeading = AidingSource(
    AidDescription("remembered-heading", unit: "rad", axes: ["yaw"], patience: TimeSpan(3600))
  ) { filter, event, measurement in
    guard case .remembered(let yaw, let sigma) = event else { return .nothing }
    filter.adopt(yaw: yaw, sigma: sigma)
    filter.isYawRemembered = true
    return .applied(Fused(yaw.radians))
  }
}

extension PlanarFilter {
  mutating func restore(_ knowledge: MotionKnowledge) {
    if let known = knowledge.stride {
      stride = known.logarithm
      covariance.reset(Index.stride, variance: known.sigma * known.sigma)
      hasRememberedStride = true
    }
    if let known = knowledge.deviceField, parameters.hardIron.value > 0 {
      hardIron = known.field.components
      for i in 0..<3 {
        let sigma = min(known.sigma.components[i], parameters.hardIron.value)
        covariance.reset(Index.hardIron + i, variance: sigma * sigma)
      }
    }
  }

  /// Limits the drift once rest has confirmed the remembered bias: the scene drifts no more than twice `sigma`, or 0.1°/s.
  mutating func trust(driftWithin sigma: AngularRate) {
    let most = max(2 * sigma.value, Angle.degrees(0.1).radians)
    guard most < driftSigma else { return }
    covariance.reset(Index.rate, variance: most * most)
  }

  /// Resets the drift once rest has refuted the remembered bias: the scene has drifted by an unknown amount since its start.
  mutating func distrustDrift(since time: TimeSpan) {
    let sigma = parameters.initialRate.radians
    covariance.reset(Index.rate, variance: sigma * sigma)
    let turned = sigma * min(time.value, 60)
    covariance.add(turned * turned, to: Index.yaw)
    yawVarianceByFixes = min(10, yawVarianceByFixes + turned * turned)
  }

  /// The learned stride, if it is known better than at a cold start.
  var strideBelief: (logarithm: Double, sigma: Double)? {
    let sigma = covariance[Index.stride, Index.stride].squareRoot()
    return sigma < 0.8 * parameters.stride || hasRememberedStride ? (stride, sigma) : nil
  }

  /// The learned field of the device itself, if it is known better than at a cold start.
  var fieldBelief: LearnedField? {
    let i = Index.hardIron
    let variance = SIMD3(covariance[i, i], covariance[i + 1, i + 1], covariance[i + 2, i + 2])
    let cold = parameters.hardIron.value
    guard cold > 0, variance.min() < 0.64 * cold * cold else { return nil }
    return LearnedField(
      .init(hardIron),
      sigma: .init(variance.x.squareRoot(), variance.y.squareRoot(), variance.z.squareRoot()))
  }

  /// Compares a remembered heading with the first reading of the compass, z.
  mutating func judgeRememberedYaw(_ z: Double) {
    guard isYawRemembered else { return }
    isYawRemembered = false
    let errors = [parameters.compassHere, parameters.compassNeighbourhood, parameters.compassNoise]
    var variance = covariance[Index.yaw, Index.yaw]
    for error in errors { variance += error.radians * error.radians }
    let off = Angle.radians(z - yaw).wrapped.radians
    guard off * off > 9 * variance else { return }
    refuse(.memoryRefuted, of: "remembered-heading", at: now)
    let sigma = parameters.initialYaw.radians
    covariance.reset(Index.yaw, variance: sigma * sigma)
    hasCompass = false
  }

  /// Returns the error of the compass's heading, where the heading is known without it, to judge a cell; nil elsewhere.
  func compassError(_ window: CompassWindow.Mean, earth: EarthField?) -> Angle? {
    let enough = parameters.compassJudged.radians
    guard let earth, hasCompass, parameters.compass != .off, yawVarianceByFixes < enough * enough, yawSigma < enough,
      sinceFix < parameters.compassAlone.value, radius < 15
    else { return nil }
    let field = window.level(without: hardIron)
    guard hypot(field.x, field.y) > parameters.compassWeakest.value else { return nil }
    return Angle.radians(earth.declination - atan2(field.x, field.y) - yaw).wrapped
  }

  /// Variance that a quarantined compass adds to a window's direction: a visit of ten seconds has the weight of one reading that
  /// is wrong by the cell's full doubt, because its errors there are one error.
  var quarantineVariance: Double {
    compassDoubt > 0 ? compassDoubt * compassDoubt * max(1, 10 / parameters.compassWindow.value) : 0
  }
}
