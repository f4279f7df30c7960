import Geometry

// A bias that is remembered from before, not measured now. The first two seconds of rest, strict or relaxed, tell whether it still
// holds: a mean rate that is farther off on an axis than 3 √(P + (0.25°/s)²) shows another device, or one that has changed, and
// then all three are given up for the σ of a cold start. (The noise of single windows is larger: it is said so that a
// swaying wearer teaches slowly. Their mean over seconds is as good as that.) The window that shows it teaches nothing else,
// so that who follows the heading sees the doubt first and the new bias after it.
extension AttitudeFilter {
  public var biasBelief: BiasBelief {
    func sigma(_ axis: Int) -> Double { covariance[Index.bias + axis, Index.bias + axis].squareRoot() }
    return BiasBelief(bias: bias, sigma: AngularVelocity(sigma(0), sigma(1), sigma(2)))
  }

  /// Begins with what is remembered, no surer than it says and no less sure than a cold start.
  mutating func remember(_ belief: BiasBelief) {
    bias = belief.bias
    for axis in 0..<3 {
      let sigma = min(belief.sigma.components[axis], parameters.initialBias.radians)
      covariance.reset(Index.bias + axis, variance: sigma * sigma)
    }
    memory = .remembered
  }

  /// Asks a mean rate at rest about the remembered bias; whether it has just been refuted.
  mutating func refutesMemory(at mean: SIMD3<Double>) -> Bool {
    guard memory == .remembered else { return false }
    memoryOff += (mean - bias.components) * sums.time
    memoryTime += sums.time
    guard memoryTime >= 2 else { return false }
    memory = .confirmed
    let play = Angle.degrees(0.25).radians
    for axis in 0..<3 {
      let off = memoryOff[axis] / memoryTime, index = Index.bias + axis
      if off * off > 9 * (covariance[index, index] + play * play) { memory = .refuted }
    }
    guard memory == .refuted else { return false }
    let cold = parameters.initialBias.radians
    for axis in 0..<3 { covariance.reset(Index.bias + axis, variance: cold * cold) }
    return true
  }
}

/// What has become of the bias that a filter began with.
public enum BiasMemory: Sendable {
  /// There was none.
  case none
  case remembered
  /// By rest, or refuted by it.
  case confirmed, refuted
}
