import Geometry

// Standing still as a measurement: the velocity is zero and the mean raw rate is the bias. Twice a second, because neither
// the swaying of a parked car nor the mean of the rate is new at every sample.
extension VehicleFilter {
  mutating func fuseStanding(_ span: Double) {
    let i = Index.velocity
    let speed = isStarted ? hypot(velocity.x, velocity.z) : nil
    let sigma = (covariance[i, i] + covariance[i + 2, i + 2]).squareRoot()
    standing.judge(
      bias: bias.components, speed: speed, sigma: sigma, stated: fixes.statedSpeed(at: time), span)
    guard standing.isStanding else {
      standingTime = 0
      return
    }
    standingTime += span
    guard standingTime >= Self.standingInterval else { return }
    standingTime = 0
    let slow = parameters.standingVelocityNoise.value * parameters.standingVelocityNoise.value
    for axis in 0..<3 { fuse(SparseRow(i + axis, 1), innovation: -velocity[axis], variance: slow) }
    let noise = parameters.standingBiasNoise.radians
    for axis in 0..<3 {
      fuse(
        SparseRow(Index.bias + axis, 1), innovation: standing.meanRate[axis] - bias.components[axis],
        variance: noise * noise / Self.standingInterval)
    }
    diagnostics.standstills += 1
  }

  static let standingInterval = 0.5
}
