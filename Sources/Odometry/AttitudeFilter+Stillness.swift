import Fusion
import Geometry
import Samples

// Stillness as a measurement: at rest the velocity is zero, and the mean raw rate is the bias, up to white noise and the sway of
// a standing wearer. The sway is correlated over a time τ, so ten updates a second carry no more information than one in that
// time: variance = (n² + 2 w² τ)/T. In the code, n is `restBiasNoise`, w² `wander`, τ `wanderTime`.
extension AidingSource<AttitudeFilter> {
  static let stillness = AidingSource(
    AidDescription("stillness", unit: "m/s", axes: ["x", "z"], patience: TimeSpan(2))
  ) { filter, _, measurement in filter.proposeStillVelocity(&measurement) }

  static let restBias = AidingSource(
    AidDescription("rest-bias", unit: "rad/s", axes: ["x", "y", "z"], patience: TimeSpan(2)),
    prepare: { filter, _ in
      guard filter.stillness.isStill else { return }
      filter.restRefutesMemory = filter.refutesMemory(at: filter.stillness.meanRate)
    },
    propose: { filter, _, measurement in filter.proposeRestBias(&measurement) })
}

extension AttitudeFilter {
  /// 1 σ of each component of the velocity at rest: the sway of a body.
  private static let restSpeed = Speed(0.02)

  fileprivate mutating func proposeStillVelocity(_ measurement: inout Measurement) -> Proposal {
    guard stillness.isStill else { return .wait(.inMotion) }
    let speed = Self.restSpeed.value * Self.restSpeed.value
    for axis in 0..<2 {
      measurement.add(
        SparseRow(Index.velocity + axis, 1), observation: 0, innovation: -velocity[axis], variance: speed)
    }
    return .fuse
  }

  fileprivate mutating func proposeRestBias(_ measurement: inout Measurement) -> Proposal {
    guard stillness.isStill else { return .wait(.inMotion) }
    let noise = parameters.restBiasNoise.radians
    let variance = (noise * noise + 2 * stillness.wander * Stillness.wanderTime) / sums.time
    return proposeMeanRate(stillness.meanRate, variance: variance, &measurement)
  }

  /// The mean rate at rest as a measurement of the bias, per axis.
  mutating func proposeMeanRate(
    _ mean: SIMD3<Double>, variance: Double, _ measurement: inout Measurement
  ) -> Proposal {
    guard !restRefutesMemory else { return .refuse(.memoryRefuted) }
    for axis in 0..<3 {
      measurement.add(
        SparseRow(Index.bias + axis, 1), observation: mean[axis], innovation: mean[axis] - bias.components[axis],
        variance: variance)
    }
    return .fuse
  }
}
