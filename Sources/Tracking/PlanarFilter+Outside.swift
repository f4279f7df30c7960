import Fusion
import Geometry

// A displacement from an outside tracker: p ← p + Rot(δ) e^σ d with d in the scene, δ the `yaw` and σ the log `stride`; its scale
// may be wrong, as a stride may. With u = Rot(δ) e^σ d (east, north) the derivative by δ, clockwise, is (u_n, −u_e), that by σ is
// u. The course is not involved. The scene itself moves with the tracker.
extension AidingSource<PlanarFilter> {
  static let outsideTurn = AidingSource(
    AidDescription("outside-turn", unit: "rad/s", axes: ["drift"], patience: TimeSpan(2))
  ) { filter, event, measurement in
    guard case .outsideTurn(let turned, let time) = event else { return .nothing }
    return filter.proposeOutsideDrift(turned.radians, time, &measurement)
  }
}

extension PlanarFilter {
  /// Moves the place by a displacement along the scene's east and north, with its error on each axis.
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

  /// Applies a turn of the scene, clockwise, as seen by the tracker: it is subtracted from `yaw` instead of the drift by `rate`,
  /// and the tracker's own wander is added to the variance.
  mutating func turn(by turned: Angle, over time: TimeSpan) {
    yaw = (Angle.radians(yaw) - turned).wrapped.radians
    drift -= turned.radians
    covariance.add(outsideWander(time), to: Index.yaw)
  }

  private func outsideWander(_ time: TimeSpan) -> Double {
    parameters.outsideYawWalk.radians * parameters.outsideYawWalk.radians * time.value
  }

  /// Proposes the drift by the tracker: β (`rate`) = −turn/Δt.
  fileprivate func proposeOutsideDrift(_ turned: Double, _ time: TimeSpan, _ measurement: inout Measurement) -> Proposal
  {
    let noise = parameters.outsideTurnNoise.radians
    let variance = (outsideWander(time) + 2 * noise * noise) / (time.value * time.value)
    let drift = -turned / time.value
    measurement.add(SparseRow(Index.rate, 1), observation: drift, innovation: drift - rate, variance: variance)
    return .fuse
  }
}
