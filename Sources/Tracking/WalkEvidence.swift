import Alignment
import Geometry
import Odometry
import Samples

/// Whether steps are progress: how much better the fixes of the last half minute are explained by the way that all steps tell,
/// turned by any angle, than by staying (`WayComparison.evidence`).
struct WalkEvidence: Sendable {
  private var comparison = WayComparison()
  private var origin: (fix: SIMD2<Double>, scene: SIMD2<Double>)?
  /// ln of the ratio of likelihoods; 0 where fixes tell nothing.
  private(set) var value = 0.0

  /// sigma: of the fix as stated, 1 σ per axis. scene: where all steps so far lead, believed or not.
  mutating func take(
    fix: SIMD2<Double>, scene: SIMD2<Double>, sigma: Double, after span: TimeSpan, _ parameters: PlanarParameters
  ) {
    let origin = self.origin ?? (fix, scene)
    self.origin = origin
    let noise = parameters.fixNoise.value, own = parameters.sceneNoise.value
    comparison.add(
      fix: fix - origin.fix, scene: scene - origin.scene, claim: sigma, white: noise * noise + own * own, after: span,
      biasTime: parameters.biasTime, rise: parameters.biasRise,
      keeping: exp(-span.value / parameters.evidenceTime.value))
    value = comparison.evidence
  }

  /// The fixes' frame has moved.
  mutating func move(origin offset: SIMD2<Double>) { origin?.fix -= offset }
}
