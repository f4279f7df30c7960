import Geometry

// A displacement that an outside tracker tells: p ← p + Rot(δ) d with d in the scene. Its derivative by δ, clockwise, of
// u = Rot(δ) d (east, north) is (u_n, −u_e); neither stride nor course have a part in it.
extension PlanarFilter {
  /// East and north as the scene believes, with its error on each axis.
  mutating func move(by inScene: SIMD2<Double>, sigma: Double) {
    let u = turned(inScene, by: yaw) * shrinkage
    covariance.shear(row: Index.place, by: SparseRow(Index.yaw, u.y))
    covariance.shear(row: Index.place + 1, by: SparseRow(Index.yaw, -u.x))
    place += u
    let distance = hypot(inScene.x, inScene.y)
    way += distance
    let doubt = 0.5 * distance * distance * (1 - shrinkage * shrinkage)
    covariance.add(sigma * sigma + doubt, to: Index.place)
    covariance.add(sigma * sigma + doubt, to: Index.place + 1)
    leaveGround(distance)
  }

  /// The scene has turned by that much, clockwise, against what the tracker sees: δ gives way by it, in place of what β said,
  /// and is the less sure by the tracker's own wander; and β has been seen to be −turn/Δt.
  mutating func turn(by turned: Double, over time: TimeSpan) {
    yaw = Angle.radians(yaw - turned).wrapped.radians
    drift -= turned
    let walk = parameters.outsideYawWalk.radians * parameters.outsideYawWalk.radians
    covariance.add(walk * time.value, to: Index.yaw)
    let noise = parameters.outsideTurnNoise.radians
    let variance = (walk * time.value + 2 * noise * noise) / (time.value * time.value)
    if fuse(SparseRow(Index.rate, 1), innovation: -turned / time.value - rate, variance: variance) == nil {
      refusals.degenerate += 1
    }
  }
}
