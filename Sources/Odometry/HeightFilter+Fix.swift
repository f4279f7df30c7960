import Fusion
import Geometry
import Samples

// A fix's height: z = h, H = 1 for the state h less the reference. A fix's error lasts τ (`biasTime`), so a fix each Δt has the
// weight Δt/2τ of a white one.
extension AidingSource<HeightFilter> {
  static let fixHeight = AidingSource(
    AidDescription("fix-height", unit: "m", axes: ["up"], patience: TimeSpan(10))
  ) { filter, event, measurement in
    guard case .fix(let height, let error) = event else { return .nothing }
    return filter.proposeHeight(height, error, &measurement)
  }
}

extension HeightFilter {
  /// Updates how long fixes have been surprising, judged by their own error and that of the level, without the larger variance
  /// for their slow error.
  private mutating func judge(_ off: Double, sigma: Double) {
    let isSurprising = off * off > parameters.outlier * parameters.outlier * (covariance[0, 0] + sigma * sigma)
    let isConsistent = off * lastSurprise >= 0
    surprisingTime = isSurprising && isConsistent ? surprisingTime + min(sinceFix, 2) : 0
    lastSurprise = isSurprising ? off : 0
  }

  fileprivate mutating func proposeHeight(_ height: Length, _ error: Length?, _ measurement: inout Measurement)
    -> Proposal
  {
    guard height.isFinite else { return .refuse(.notFinite) }
    let stated = (error ?? parameters.assumedError).value / RadiusPerSigma.axisOf95
    let sigma = max(stated, parameters.fixNoise.value)
    guard sigma.isFinite else { return .refuse(.notFinite) }
    let z = height.value - reference
    guard let level else {
      self.level = z
      covariance[0, 0] = sigma * sigma
      sinceFix = 0
      return .applied(Fused(height.value))
    }
    let independent = max(0.01, min(1, sinceFix / (2 * parameters.biasTime.value)))
    judge(z - level, sigma: sigma)
    sinceFix = 0
    guard surprisingTime <= parameters.patience.value else {
      // Fixes that persist on the same side are right, and the level is wrong: it is reset to the fix.
      surprisingTime = 0
      self.level = z
      covariance[0, 0] = sigma * sigma
      return .applied(Fused(height.value))
    }
    measurement.gate = .inflate(beyond: parameters.outlier)
    measurement.add(
      SparseRow(0, 1), observation: height.value, innovation: z - level, variance: sigma * sigma / independent)
    return .fuse
  }
}
