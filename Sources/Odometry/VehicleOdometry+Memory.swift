import Geometry

// A bias that is remembered from before. The gravity-only attitude checks whether it still holds: its detection of rest needs no
// bias, while the detection of standing in this filter does.
extension VehicleOdometry {
  public var biasBelief: BiasBelief { BiasBelief(bias, covariance, at: Index.bias) }

  mutating func restore(_ belief: BiasBelief) {
    strapdown.bias = belief.bias
    belief.reset(&strapdown.covariance, at: Index.bias, atMost: sensors.initialBias)
    isBiasRemembered = true
  }

  /// Resets a remembered bias to the standard deviation of a cold start once rest has refuted it.
  mutating func checkRememberedBias() {
    guard gravityOnlyAttitude.memory == .refuted else { return }
    isBiasRemembered = false
    let cold = sensors.initialBias.radians
    for axis in 0..<3 { covariance.reset(Index.bias + axis, variance: cold * cold) }
  }
}
