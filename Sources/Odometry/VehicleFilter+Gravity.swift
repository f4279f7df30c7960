import Geometry

// Gravity as a measurement, while there is no velocity yet: z = v = 0 with variance (N²/T)(1 + κ max(0, q − 1)),
// q = ½ Σ v_i²/(P_ii + v_max²) over the horizontal axes, exactly as `AttitudeFilter` takes it. Once fixes carry the velocity,
// they and the constraint hold the tilt, also through long curves.
extension VehicleFilter {
  mutating func fuseGravity(_ span: Double) {
    let bound = parameters.velocityBound.value * parameters.velocityBound.value
    let i = Index.velocity
    let q =
      0.5
      * (velocity.x * velocity.x / (covariance[i, i] + bound)
        + velocity.z * velocity.z / (covariance[i + 2, i + 2] + bound))
    let noise = parameters.velocityNoise
    let variance = noise * noise / span * (1 + parameters.velocityValve * max(0, q - 1))
    for axis in 0..<3 { fuse(SparseRow(i + axis, 1), innovation: -velocity[axis], variance: variance) }
  }
}
