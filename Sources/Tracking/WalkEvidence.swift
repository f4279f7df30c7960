import Alignment
import Geometry
import Odometry
import Samples

/// Evidence on whether steps are progress: the fixes of the last half minute are compared with the path of all steps, turned by
/// any angle, against staying in one place (`WayComparison.evidence`).
struct WalkEvidence: Sendable {
  private var comparison = WayComparison()
  private var origin: (fix: SIMD2<Double>, scene: SIMD2<Double>)?
  /// Log-likelihood ratio; 0 while fixes give no evidence.
  private(set) var value = 0.0

  /// Ingests a fix. `sigma` is the stated 1 σ per axis, `scene` the sum of all steps so far, believed or not.
  mutating func ingest(
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

  /// Moves the origin of the fixes' frame.
  mutating func move(origin offset: SIMD2<Double>) { origin?.fix -= offset }
}
