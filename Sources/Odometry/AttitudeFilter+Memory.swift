import Geometry

// A bias that is remembered from before, not measured now. The first two seconds of rest, strict or relaxed, show whether it
// still holds: a mean rate that is farther off on an axis than 3 √(P + (0.25°/s)²) means another device, or one that has changed;
// then all three axes are reset to the standard deviation of a cold start. (The noise stated for single windows is larger, so
// that a swaying wearer changes the bias slowly; their mean over seconds is as good as 0.25°/s.) The window that refutes the bias
// corrects nothing else, so the heading filter sees the larger uncertainty first and the new bias after it.
extension AttitudeFilter {
  public var biasBelief: BiasBelief { BiasBelief(bias, covariance, at: Index.bias) }

  /// Sets the bias to a remembered one, with the remembered standard deviation but at most that of a cold start.
  mutating func restore(_ belief: BiasBelief) {
    bias = belief.bias
    belief.reset(&covariance, at: Index.bias, atMost: parameters.initialBias)
    memory = .remembered
  }

  /// Compares a mean rate at rest with the remembered bias. True if it has just been refuted.
  mutating func refutesMemory(at mean: SIMD3<Double>) -> Bool {
    guard memory == .remembered else { return false }
    memoryOff += (mean - bias.components) * sums.time
    memoryTime += sums.time
    guard memoryTime >= 2 else { return false }
    memory = .confirmed
    let tolerance = Angle.degrees(0.25).radians
    for axis in 0..<3 {
      let off = memoryOff[axis] / memoryTime, index = Index.bias + axis
      if off * off > 9 * (covariance[index, index] + tolerance * tolerance) { memory = .refuted }
    }
    guard memory == .refuted else { return false }
    let cold = parameters.initialBias.radians
    for axis in 0..<3 { covariance.reset(Index.bias + axis, variance: cold * cold) }
    return true
  }
}

/// Result of checking the bias that a filter started with.
public enum BiasMemory: Sendable {
  /// There was no remembered bias.
  case none
  case remembered
  /// Confirmed by rest, or refuted by it.
  case confirmed, refuted
}
