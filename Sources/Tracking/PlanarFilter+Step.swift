import Geometry

// A step as motion: p ← p + Rot(δ) e^σ ℓ (sin χ, cos χ). With u the step on Earth (east, north), its derivative by δ or χ, both
// clockwise, is (u_n, −u_e), and that by σ is u itself. Its error: along and across, white; and the ground under the compass
// has changed.
extension PlanarFilter {
  /// A step of the model's length along the course; returns the scene displacement, east and north.
  mutating func step(length: Double, directionSigma: Double) -> SIMD2<Double> {
    let scaled = length * exp(stride)
    let inScene = scaled * SIMD2(sin(course), cos(course))
    let u = turned(inScene, by: yaw) * shrinkage
    let unsure = 1 - shrinkage * shrinkage
    var row = SparseRow(Index.yaw, u.y)
    row.add(Index.course, u.y)
    row.add(Index.stride, u.x)
    covariance.shear(row: Index.place, by: row)
    row = SparseRow(Index.yaw, -u.x)
    row.add(Index.course, -u.x)
    row.add(Index.stride, u.y)
    covariance.shear(row: Index.place + 1, by: row)
    place += u
    way += scaled

    let doubt = 0.5 * scaled * scaled * unsure
    let along = parameters.stepAlong.value * parameters.stepAlong.value + doubt * unsure
    let side = directionSigma * scaled
    let across = side * side + doubt
    let way = u / max(scaled * shrinkage, 1e-9)
    let e = Index.place, n = Index.place + 1
    covariance.add(along * way.x * way.x + across * way.y * way.y, to: e)
    covariance.add(along * way.y * way.y + across * way.x * way.x, to: n)
    covariance[e, n] = covariance[e, n] + (along - across) * way.x * way.y

    leaveGround(scaled)
    return inScene
  }

  /// The ground under the compass has changed by so many metres of way.
  mutating func leaveGround(_ distance: Double) {
    fadeHere(exp(-distance / parameters.compassHereLength.value))
    leaveSpot(distance)
    let keep = exp(-distance / parameters.compassNeighbourhoodLength.value)
    let sigma = parameters.compassNeighbourhood.radians
    neighbourhood *= keep
    covariance.scale(Index.neighbourhood, by: keep)
    covariance.add(sigma * sigma * (1 - keep * keep), to: Index.neighbourhood)
  }
}
