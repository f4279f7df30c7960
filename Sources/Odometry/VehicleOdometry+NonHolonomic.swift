import Fusion
import Geometry
import Samples

// Rolling wheels as a measurement: in vehicle axes there is no motion sideways or up and down. With w = M Rᵀ v, z = w_x = 0 and z
// = w_y = 0. M_true R_trueᵀ v_true = exp([μ]×) M Rᵀ exp(−[θ]×)(v + δv) gives
//   δw = M Rᵀ δv + M Rᵀ [v]× θ + μ × w,   μ × w = (yaw · w_z, −pitch · w_z, …).
// The constraint is violated by slip, by roll of the body and by a lever arm in turns, and all three last: with an update at
// every sample the filter would state an uncertainty three times too small (Dissanayake et al., IEEE Trans. Robot. Autom. 17,
// 2001, for the idea). The vertical noise must be large, because slope and the mount's pitch turn into forward acceleration.
extension AidingSource<VehicleOdometry> {
  static let rolling = AidingSource(
    AidDescription("rolling", unit: "m/s", axes: ["sideways", "up"], patience: TimeSpan(2)),
    prepare: { filter, event in
      guard case .window(let span, _) = event else { return }
      filter.prepareRolling(span)
    },
    propose: { filter, event, measurement in
      guard case .window = event else { return .nothing }
      return filter.proposeRolling(&measurement)
    })
}

extension VehicleOdometry {
  fileprivate mutating func prepareRolling(_ span: Double) {
    guard isStarted else { return }
    constraintTime += span
    isRollingDue = constraintTime >= parameters.constraintInterval.value
    // The time goes on in a stop, so that the first window after it is due.
    if isRollingDue, !standing.isStanding { constraintTime = 0 }
  }

  fileprivate mutating func proposeRolling(_ measurement: inout Measurement) -> Proposal {
    guard isStarted else { return .wait(.notStarted) }
    guard isRollingDue else { return .nothing }
    guard !standing.isStanding else { return .wait(.notNeeded) }
    let rows = constraintRows()
    let slip = parameters.slipPerTurn.value * dot(rate, rate).squareRoot()
    let lateral = parameters.lateralNoise.value + slip, vertical = parameters.verticalNoise.value + slip
    let motion = vehicleVelocity
    measurement.gate = .inflate(beyond: parameters.fixGate)
    measurement.add(rows.lateral, observation: 0, innovation: -motion.x, variance: lateral * lateral)
    measurement.add(rows.vertical, observation: 0, innovation: -motion.y, variance: vertical * vertical)
    return .fuse
  }

  /// w = M Rᵀ v, the velocity in vehicle axes.
  var vehicleVelocity: SIMD3<Double> { (mount * orientation.inverse)(Velocity<Level>(velocity)).components }

  func constraintRows() -> (lateral: SparseRow, vertical: SparseRow) {
    let toVehicle = (mount * orientation.inverse).matrix
    let byTurn = toVehicle * Matrix3(cross: velocity)
    let forward = vehicleVelocity.z
    var lateral = SparseRow(), vertical = SparseRow()
    lateral.add(Index.velocity, toVehicle[row: 0])
    lateral.add(Index.theta, byTurn[row: 0])
    lateral.add(Index.mountYaw, forward)
    vertical.add(Index.velocity, toVehicle[row: 1])
    vertical.add(Index.theta, byTurn[row: 1])
    vertical.add(Index.mountPitch, -forward)
    return (lateral, vertical)
  }
}
