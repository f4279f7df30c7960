import Fusion
import Geometry
import Samples

// Velocity: z = v(t − τ − λ) + w, ∂z/∂τ = ∂z/∂λ = −v̇, with τ the `latencyError` and λ the `velocityLagError`.
extension AidingSource<VehicleOdometry> {
  static let fixVelocity = AidingSource(
    AidDescription("fix-velocity", unit: "m/s", axes: ["east", "south", "up"], patience: TimeSpan(10)),
    prepare: { filter, event in
      guard case .fix = event, let reading = filter.fixAtHand else { return }
      filter.prepareVelocity(reading)
    },
    propose: { filter, event, measurement in
      guard case .fix = event, let reading = filter.fixAtHand else { return .nothing }
      return filter.proposeVelocity(reading, &measurement)
    })
}

extension VehicleOdometry {
  fileprivate mutating func prepareVelocity(_ reading: ComparedFix) {
    let fix = reading.fix
    guard fix.velocity != nil, isStarted, reading.pastOfVelocity != nil else { return }
    let span = fixes.velocityTime.map { (fix.arrival - $0).value } ?? parameters.velocityInterval.value
    fixAtHand?.velocitySpan = span
    fixes.velocityTime = fix.arrival
  }

  /// Speed by which the motion may be wrong: velocities that are nearer are not suspected.
  private static let velocityTolerance = Speed(2)

  fileprivate mutating func proposeVelocity(_ reading: ComparedFix, _ measurement: inout Measurement) -> Proposal {
    guard let velocity = reading.fix.velocity, let sigma = reading.claim.velocity else { return .wait(.noMeasurement) }
    guard isStarted else { return .wait(.notStarted) }
    guard let past = reading.pastOfVelocity else { return .refuse(.tooOld) }
    // Fixes that come faster than the receiver's own smoothing repeat each other's error.
    let interval = parameters.velocityInterval.value
    let variance = sigma * sigma * max(1, interval / max(1e-3, reading.velocitySpan))
    let stated = velocity.inLevel
    guard dot(stated, stated).isFinite else { return .refuse(.notFinite) }
    measurement.gate = gate(tolerance: Self.velocityTolerance.value)
    let acceleration = pastAcceleration(past)
    for axis in Self.axisOrder where axis != 1 || velocity.up != nil {
      var row = pastRows(past, axis).velocity
      row.add(Index.velocityLag, -acceleration[axis])
      if reading.mayBeLate { row.add(Index.latency, -acceleration[axis]) }
      measurement.add(
        row, observation: stated[axis], innovation: stated[axis] - past.velocity[axis],
        variance: axis == 1 ? 2 * variance : variance)
    }
    return .fuse
  }
}

extension FixReading.Velocity {
  /// East, up and south; up is zero where it is not stated.
  var inLevel: SIMD3<Double> { SIMD3(level.x, up ?? 0, -level.y) }
}
