import Fusion
import Geometry
import Samples

// Relaxed rest as a measurement: the mean raw rate is the bias, z = ω̄ = b + noise, once per window. Velocity is not corrected.
extension AidingSource<AttitudeFilter> {
  static let relaxedRestBias = AidingSource(
    AidDescription("relaxed-rest-bias", unit: "rad/s", axes: ["x", "y", "z"], patience: TimeSpan(2))
  ) { filter, _, measurement in filter.proposeRelaxedRestBias(&measurement) }
}

extension AttitudeFilter {
  fileprivate mutating func proposeRelaxedRestBias(_ measurement: inout Measurement) -> Proposal {
    guard parameters.relaxedRate.value > 0 else { return .off(.switchedOff) }
    guard !stillness.isStill else { return .wait(.notNeeded) }
    guard relaxed.isResting, !isWalking else { return .wait(.inMotion) }
    let noise = parameters.relaxedBiasNoise.radians
    return proposeMeanRate(relaxed.meanRate, variance: noise * noise / sums.time, &measurement)
  }
}
