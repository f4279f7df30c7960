import Fusion
import Geometry
import Samples

// Gravity as a measurement: a body that is carried does not run away, so its velocity, integrated from the accelerometer
// in the scene, stays bounded. z = v = 0 with variance (N²/T)(1 + κ max(0, q − 1)), q = ½ Σ v_i²/(P_ii + v_max²). In the code, N
// is `velocityNoise`, κ `velocityValve`, v_max `velocityBound`. VQF's "low-passed acceleration is vertical" (Laidig and Seel,
// Information Fusion 91, 2023, §III) becomes a Kalman update whose gain follows the uncertainty; the bracket lowers the trust in
// real acceleration, without which a long curve would be taken for tilt, and the tilt for an error of the gyroscope.
extension AidingSource<AttitudeFilter> {
  static let gravity = AidingSource(
    AidDescription("gravity", unit: "m/s", axes: ["x", "z"], patience: TimeSpan(2))
  ) { filter, _, measurement in filter.proposeGravity(&measurement) }
}

extension AttitudeFilter {
  fileprivate mutating func proposeGravity(_ measurement: inout Measurement) -> Proposal {
    guard !stillness.isStill else { return .wait(.notNeeded) }
    guard sums.forceTime > 0 else { return .refuse(.noForce) }
    let v = velocity, bound = parameters.velocityBound.value * parameters.velocityBound.value
    let i = Index.velocity
    let q = 0.5 * (v.x * v.x / (covariance[i, i] + bound) + v.y * v.y / (covariance[i + 1, i + 1] + bound))
    let noise = parameters.velocityNoise.value
    let variance = noise * noise / sums.time * (1 + parameters.velocityValve * max(0, q - 1))
    for axis in 0..<2 {
      measurement.add(SparseRow(i + axis, 1), observation: 0, innovation: -velocity[axis], variance: variance)
    }
    return .fuse
  }
}
