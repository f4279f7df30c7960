import Geometry

// A bias that is remembered from before. The gravity-only attitude checks whether it still holds: its detection of rest needs no
// bias, while the detection of standing in this filter does.
extension VehicleFilter {
  public var biasBelief: BiasBelief {
    func sigma(_ axis: Int) -> Double { covariance[Index.bias + axis, Index.bias + axis].squareRoot() }
    return BiasBelief(bias: bias, sigma: AngularVelocity(sigma(0), sigma(1), sigma(2)))
  }

  mutating func restore(_ belief: BiasBelief) {
    bias = belief.bias
    for axis in 0..<3 {
      let sigma = min(belief.sigma.components[axis], parameters.initialBias.radians)
      covariance.reset(Index.bias + axis, variance: sigma * sigma)
    }
    isBiasRemembered = true
  }

  /// Resets a remembered bias to the standard deviation of a cold start once rest has refuted it.
  mutating func checkRememberedBias() {
    guard gravityOnlyAttitude.memory == .refuted else { return }
    isBiasRemembered = false
    let cold = parameters.initialBias.radians
    for axis in 0..<3 { covariance.reset(Index.bias + axis, variance: cold * cold) }
  }
}
