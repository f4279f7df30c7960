import Geometry

// Stillness as a measurement: at rest the velocity is zero, and the mean raw rate is the bias, to within white noise and
// the wandering of one who stands rather than lies; the latter is correlated over its time, so that ten updates a second tell
// no more than one in that time does: variance (n² + 2 w² τ)/T.
extension AttitudeFilter {
  mutating func fuseStillness() {
    let i = Index.velocity
    let speed = parameters.restVelocityNoise.value * parameters.restVelocityNoise.value
    fuse(SparseRow(i, 1), innovation: -velocity.x, variance: speed)
    fuse(SparseRow(i + 1, 1), innovation: -velocity.y, variance: speed)
    let noise = parameters.restBiasNoise.radians
    let variance = (noise * noise + 2 * stillness.wander * Stillness.wanderTime) / sums.time
    let mean = stillness.meanRate
    if refutesMemory(at: mean) { return }
    for axis in 0..<3 {
      fuse(SparseRow(Index.bias + axis, 1), innovation: mean[axis] - bias.components[axis], variance: variance)
    }
  }
}
