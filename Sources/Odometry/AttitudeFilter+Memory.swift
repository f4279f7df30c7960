import Geometry

// A bias that is remembered from before, not measured now. The first rest tells whether it still holds: an axis that rest finds
// farther off than 3 √(P + R + (0.1°/s)²) shows another device, or one that has changed, and then all three are given up for
// the σ of a cold start. The window that shows it teaches nothing else, so that who follows the heading sees the doubt first
// and the new bias after it.
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

  /// Whether a mean rate at rest, of that variance, says that the remembered bias is another device's.
  mutating func forgetsBias(at mean: SIMD3<Double>, variance: Double) -> Bool {
    guard memory == .remembered else { return false }
    let play = Angle.degrees(0.1).radians
    for axis in 0..<3 {
      let off = mean[axis] - bias.components[axis], index = Index.bias + axis
      guard off * off > 9 * (covariance[index, index] + variance + play * play) else { continue }
      memory = .contradicted
      let cold = parameters.initialBias.radians
      for axis in 0..<3 { covariance.reset(Index.bias + axis, variance: cold * cold) }
      return true
    }
    return false
  }
}

/// What has become of the bias that a filter began with.
enum BiasMemory: Sendable {
  /// There was none.
  case none
  case remembered
  /// Rest has shown another.
  case contradicted
}
