import Fusion
import Geometry
import Samples

// Gravity as a measurement, while there is no velocity yet: z = v = 0 with variance (N²/T)(1 + κ max(0, q − 1)), q = ½ Σ
// v_i²/(P_ii + v_max²) over the horizontal axes, exactly as in `AttitudeFilter`. Once fixes give the velocity, they and the
// rolling constraint keep the tilt, also through long curves.
extension AidingSource<VehicleOdometry> {
  static let gravity = AidingSource(
    AidDescription("gravity", unit: "m/s", axes: ["east", "up", "south"], patience: TimeSpan(2))
  ) { filter, event, measurement in
    guard case .window(let span, _) = event else { return .nothing }
    return filter.proposeGravity(span, &measurement)
  }
}

extension VehicleOdometry {
  fileprivate mutating func proposeGravity(_ span: Double, _ measurement: inout Measurement) -> Proposal {
    guard !isStarted else { return .wait(.notNeeded) }
    let bound = sensors.velocityBound.value * sensors.velocityBound.value
    let i = Index.velocity
    let q =
      0.5
      * (velocity.x * velocity.x / (covariance[i, i] + bound)
        + velocity.z * velocity.z / (covariance[i + 2, i + 2] + bound))
    let noise = sensors.velocityNoise.value
    let variance = noise * noise / span * (1 + sensors.velocityValve * max(0, q - 1))
    for axis in 0..<3 {
      measurement.add(SparseRow(i + axis, 1), observation: 0, innovation: -velocity[axis], variance: variance)
    }
    return .fuse
  }
}
