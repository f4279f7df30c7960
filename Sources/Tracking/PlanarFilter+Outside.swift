import Fusion
import Geometry

// A displacement that an outside tracker tells: p ← p + Rot(δ) e^σ d with d in the scene; its scale may be wrong, as a stride
// may. With u = Rot(δ) e^σ d (east, north) the derivative by δ, clockwise, is (u_n, −u_e), that by σ is u. The course has no part
// in it. The scene itself moves as the tracker says.
extension AidingSource<PlanarFilter> {
  static let outsideTurn = AidingSource(
    AidDescription("outside-turn", unit: "rad/s", axes: ["drift"], patience: TimeSpan(2))
  ) { filter, event, measurement in
    guard case .outsideTurn(let turned, let time) = event else { return .nothing }
    return filter.proposeOutsideDrift(turned.radians, time, &measurement)
  }
}

extension PlanarFilter {
  /// East and north as the scene believes, with its error on each axis.
  mutating func move(by inScene: SIMD2<Double>, sigma: Double) {
    let factor = shrinkage * exp(stride)
    let u = turned(inScene, by: yaw) * factor
    shearPlace(u, alongCourse: false)
    place += u
    let distance = hypot(inScene.x, inScene.y)
    way += distance
    let doubt = 0.5 * distance * distance * (1 - shrinkage * shrinkage)
    covariance.add(sigma * sigma + doubt, to: Index.place)
    covariance.add(sigma * sigma + doubt, to: Index.place + 1)
    leaveGround(distance)
  }

  /// The scene has turned by that much, clockwise, against what the tracker sees: δ gives way by it, in place of what β said,
  /// and is the less sure by the tracker's own wander.
  mutating func turn(by turned: Angle, over time: TimeSpan) {
    yaw = (Angle.radians(yaw) - turned).wrapped.radians
    drift -= turned.radians
    covariance.add(outsideWander(time), to: Index.yaw)
  }

  private func outsideWander(_ time: TimeSpan) -> Double {
    parameters.outsideYawWalk.radians * parameters.outsideYawWalk.radians * time.value
  }

  /// β has been seen to be −turn/Δt.
  fileprivate func proposeOutsideDrift(_ turned: Double, _ time: TimeSpan, _ measurement: inout Measurement) -> Proposal
  {
    let noise = parameters.outsideTurnNoise.radians
    let variance = (outsideWander(time) + 2 * noise * noise) / (time.value * time.value)
    let drift = -turned / time.value
    measurement.add(SparseRow(Index.rate, 1), observation: drift, innovation: drift - rate, variance: variance)
    return .fuse
  }
}
