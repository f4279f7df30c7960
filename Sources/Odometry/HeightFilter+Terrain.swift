import Fusion
public import Geometry

// The tiles' ground below the wearer, plus the eyes' height above it: z = g(place) + e, H = 1 for the state h less the reference.
//
//   σ² = σ_t² + (|∇g| σ_p)²
//
// with σ_t the tiles' noise, ∇g the slope and σ_p the place's 1 σ. The noise lasts as long as a walk from post to post (τ), so a
// measurement each Δt has the weight Δt/2τ of a white one. A wearer on a bridge or on an upper floor stands on no tile: what
// surprises by more than the gate is refused, and fixes and barometer decide until it surprises no more.
extension AidingSource<HeightFilter> {
  static let terrain = AidingSource(
    AidDescription("terrain", unit: "m", axes: ["up"], patience: TimeSpan(10)),
    prepare: { filter, event in
      guard case .ground(let eyes, let slopeSigma) = event else { return }
      filter.prepareGround(eyes, slopeSigma)
    },
    propose: { filter, event, measurement in
      guard case .ground(let eyes, let slopeSigma) = event else { return .nothing }
      return filter.proposeGround(eyes, slopeSigma, &measurement)
    },
    settle: { filter, event in if case .ground = event { filter.sinceGround = 0 } })
}

extension HeightParameters {
  /// Variance of the height of the ground below a place.
  func groundVariance(_ slopeSigma: Length) -> Double {
    terrainNoise.value * terrainNoise.value + slopeSigma.value * slopeSigma.value
  }

  /// Time for which the tiles' noise lasts on a walk: that from post to post.
  private static let terrainTime = TimeSpan(20)

  /// Share of a measurement that is independent of the one before.
  func independence(after interval: TimeSpan) -> Double {
    max(0.01, min(1, interval.value / (2 * Self.terrainTime.value)))
  }

  /// 1 σ of a measurement of the ground so long after the one before, for a filter that takes its measurements as independent.
  public func groundSigma(_ slopeSigma: Length, after interval: TimeSpan) -> Length {
    Length((groundVariance(slopeSigma) / independence(after: interval)).squareRoot())
  }
}

extension HeightFilter {
  /// The first ground sets the level.
  fileprivate mutating func prepareGround(_ eyes: Length, _ slopeSigma: Length) {
    let variance = parameters.groundVariance(slopeSigma)
    isLevelReset = level == nil && eyes.isFinite && variance.isFinite
    guard isLevelReset else { return }
    level = eyes.value - reference
    covariance[0, 0] = variance
    sinceGround = 0
  }

  fileprivate func proposeGround(_ eyes: Length, _ slopeSigma: Length, _ measurement: inout Measurement) -> Proposal {
    let variance = parameters.groundVariance(slopeSigma)
    guard eyes.isFinite, variance.isFinite, let level else { return .refuse(.notFinite) }
    guard !isLevelReset else { return .applied(Fused(eyes.value)) }
    let off = eyes.value - reference - level
    guard off * off <= Self.outlier * Self.outlier * (covariance[0, 0] + variance) else {
      return .refuse(.beyondGate)
    }
    let independent = parameters.independence(after: TimeSpan(sinceGround))
    measurement.add(SparseRow(0, 1), observation: eyes.value, innovation: off, variance: variance / independent)
    return .fuse
  }
}
