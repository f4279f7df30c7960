import Fusion
import Geometry
import Samples

// Standing as a measurement: the velocity is zero and the mean raw rate is the bias. Twice a second, because neither the sway of
// a parked car nor the mean rate is independent from sample to sample.
extension AidingSource<VehicleOdometry> {
  static let standingVelocity = AidingSource(
    AidDescription("standing", unit: "m/s", axes: ["east", "up", "south"], patience: TimeSpan(3))
  ) { filter, event, measurement in
    guard case .window(_, let isDue) = event else { return .nothing }
    return filter.proposeStandingVelocity(isDue: isDue, &measurement)
  }

  static let standingBias = AidingSource(
    AidDescription("standing-bias", unit: "rad/s", axes: ["x", "y", "z"], patience: TimeSpan(3))
  ) { filter, event, measurement in
    guard case .window(_, let isDue) = event else { return .nothing }
    return filter.proposeStandingBias(isDue: isDue, &measurement)
  }
}

extension VehicleOdometry {
  /// True if the vehicle stands and the next standing update is due.
  mutating func judgeStanding(_ span: Double) -> Bool {
    let i = Index.velocity
    let speed = isStarted ? hypot(velocity.x, velocity.z) : nil
    let sigma = (covariance[i, i] + covariance[i + 2, i + 2]).squareRoot()
    standing.judge(
      bias: bias.components, speed: speed, sigma: sigma, stated: fixes.statedSpeed(at: time), span)
    guard standing.isStanding else {
      standingTime = 0
      return false
    }
    standingTime += span
    guard standingTime >= Self.standingInterval else { return false }
    standingTime = 0
    return true
  }

  fileprivate mutating func proposeStandingVelocity(isDue: Bool, _ measurement: inout Measurement) -> Proposal {
    guard isDue else { return standing.isStanding ? .nothing : .wait(.inMotion) }
    let slow = Self.standingSpeed.value * Self.standingSpeed.value
    for axis in 0..<3 {
      measurement.add(
        SparseRow(Index.velocity + axis, 1), observation: 0, innovation: -velocity[axis], variance: slow)
    }
    return .fuse
  }

  fileprivate mutating func proposeStandingBias(isDue: Bool, _ measurement: inout Measurement) -> Proposal {
    guard isDue else { return standing.isStanding ? .nothing : .wait(.inMotion) }
    let noise = Self.standingBiasNoise.radians, mean = standing.meanRate
    for axis in 0..<3 {
      measurement.add(
        SparseRow(Index.bias + axis, 1), observation: mean[axis], innovation: mean[axis] - bias.components[axis],
        variance: noise * noise / Self.standingInterval)
    }
    return .fuse
  }

  private static let standingInterval = 0.5
  /// 1 σ of each component of the velocity of a vehicle that stands.
  private static let standingSpeed = Speed(0.05)
  /// Error of the mean rate then as a measurement of the bias: an idling engine shakes the device.
  private static let standingBiasNoise = AngularRateNoise.degrees(0.05)
}
