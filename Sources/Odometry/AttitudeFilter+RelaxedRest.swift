import Fusion
import Geometry
import Samples

// Relaxed rest as a measurement: the mean raw rate is the bias, z = ω̄ = b + noise, once per window. Velocity is not corrected.
extension AidingSource<AttitudeFilter> {
  static let relaxedRestBias = AidingSource(
    AidDescription("relaxed-rest-bias", unit: "rad/s", axes: ["x", "y", "z"], patience: TimeSpan(2)),
    prepare: { filter, _ in
      guard filter.isBatching else { return }
      filter.restRefutesMemory = filter.refutesMemory(at: filter.relaxed.meanRate)
    },
    propose: { filter, _, measurement in filter.proposeRelaxedRestBias(&measurement) })
}

extension AttitudeFilter {
  /// Whether the wearer rests, and not as still as a thing on a table.
  fileprivate var isBatching: Bool {
    parameters.relaxedRate.value > 0 && !stillness.isStill && relaxed.isResting && !isWalking
  }

  fileprivate mutating func proposeRelaxedRestBias(_ measurement: inout Measurement) -> Proposal {
    guard parameters.relaxedRate.value > 0 else { return .off(.switchedOff) }
    guard !stillness.isStill else { return .wait(.notNeeded) }
    guard relaxed.isResting, !isWalking else { return .wait(.inMotion) }
    let noise = parameters.relaxedBiasNoise.radians
    return proposeMeanRate(relaxed.meanRate, variance: noise * noise / sums.time, &measurement)
  }
}
