import Geometry

// Relaxed rest as a measurement: the mean raw rate is the bias, z = ω̄ = b + noise, once per window. Velocity is left alone.
extension AttitudeFilter {
  mutating func fuseRelaxedRest() {
    guard parameters.relaxedRate.value > 0, relaxed.isResting, !stillness.isStill else { return }
    let noise = parameters.relaxedBiasNoise.radians
    let variance = noise * noise / sums.time
    let mean = relaxed.meanRate
    if refutesMemory(at: mean) { return }
    for axis in 0..<3 {
      fuse(SparseRow(Index.bias + axis, 1), innovation: mean[axis] - bias.components[axis], variance: variance)
    }
  }
}
