import Fusion
import Geometry
import Samples

// A fix's height: z = h, H = 1 for the state h less the reference. A fix's error lasts τ (`biasTime`), so a fix each Δt has the
// weight Δt/2τ of a white one.
extension AidingSource<HeightFilter> {
  static let fixHeight = AidingSource(
    AidDescription("fix-height", unit: "m", axes: ["up"], patience: TimeSpan(10)),
    prepare: { filter, event in
      guard case .fix(let height, let sigma) = event else { return }
      filter.prepareHeight(height, sigma)
    },
    propose: { filter, event, measurement in
      guard case .fix(let height, let sigma) = event else { return .nothing }
      return filter.proposeHeight(height, sigma, &measurement)
    })
}

extension HeightFilter {
  /// Standard deviations beyond which a height is a surprise.
  static let outlier = 3.0
  /// Least 1 σ of a fix's height, and the time for which its error lasts.
  private static let fixNoise = Length(3), biasTime = TimeSpan(35)
  /// Time of surprises to one side after which the fixes are right and the level is wrong.
  private static let patience = TimeSpan(5)

  /// Updates how long fixes have been surprising, judged by their own error and that of the level, without the larger variance
  /// for their slow error.
  private mutating func judge(_ off: Double, sigma: Double) {
    let isSurprising = off * off > Self.outlier * Self.outlier * (covariance[0, 0] + sigma * sigma)
    let isConsistent = off * lastSurprise >= 0
    surprisingTime = isSurprising && isConsistent ? surprisingTime + min(sinceFix, 2) : 0
    lastSurprise = isSurprising ? off : 0
  }

  /// Returns the 1 σ of a fix's height; nil unless both are finite.
  private func sigma(_ height: Length, _ stated: Length?) -> Double? {
    let sigma = max((stated ?? parameters.assumedError / RadiusPerSigma.axisOf95).value, Self.fixNoise.value)
    return height.isFinite && sigma.isFinite ? sigma : nil
  }

  /// Judges a fix. The first one, and fixes that persist on the same side, which are right while the level is wrong, reset the
  /// level.
  fileprivate mutating func prepareHeight(_ height: Length, _ stated: Length?) {
    guard let sigma = sigma(height, stated) else { return }
    let z = height.value - reference
    fixIndependence = max(0.01, min(1, sinceFix / (2 * Self.biasTime.value)))
    if let level { judge(z - level, sigma: sigma) }
    sinceFix = 0
    isLevelReset = level == nil || surprisingTime > Self.patience.value
    guard isLevelReset else { return }
    surprisingTime = 0
    level = z
    covariance[0, 0] = sigma * sigma
  }

  fileprivate func proposeHeight(_ height: Length, _ stated: Length?, _ measurement: inout Measurement) -> Proposal {
    guard let sigma = sigma(height, stated), let level else { return .refuse(.notFinite) }
    guard !isLevelReset else { return .applied(Fused(height.value)) }
    measurement.gate = .inflate(beyond: Self.outlier)
    measurement.add(
      SparseRow(0, 1), observation: height.value, innovation: height.value - reference - level,
      variance: sigma * sigma / fixIndependence)
    return .fuse
  }
}
