import Geometry
import Samples

// A fix as a measurement of where the walker was when it held: z = p − Rot(δ) q + g + w, q the way since in the scene.
// ∂z/∂δ = −(v_n, −v_e) and ∂z/∂σ = −v with v = Rot(δ) q. Its error is a slow bias g of the level that the stated radius
// tells, and white w = (1 m)² + (2 s r / 5 m)² + what a sudden rise of the radius leaves unexplained: smaller radii are also
// steadier ("docs/odometry.md", fixes). A fix stating under half a metre is taken at its word.
extension PlanarFilter {
  /// radius: 68 %; place: east and north of the origin; since: the scene's way since the fix held.
  mutating func fuse(fix z: SIMD2<Double>, radius stated: Double, isPrecise: Bool, since q: SIMD2<Double>) {
    guard z.x.isFinite, z.y.isFinite, stated.isFinite, stated > 0 else {
      refusals.fixNotFinite += 1
      return
    }
    let radius = isPrecise ? max(stated, 1e-3) : max(stated, parameters.fixFloor.value)
    let sigma = radius / RadiusPerSigma.of68
    let isFirst = biasLevel.value == nil
    let (shrink, rest) = biasLevel.take(sigma, after: TimeSpan(min(sinceFix, 10)), rise: parameters.biasRise)
    for i in Index.bias...Index.bias + 1 {
      if isFirst { covariance.reset(i, variance: sigma * sigma) }
      if shrink < 1 { covariance.scale(i, by: shrink) }
    }
    bias *= shrink
    let white = isPrecise ? 0 : parameters.fixNoise.value
    let excess = 2 * sigma * radius / parameters.fixExcess.value
    var variance = white * white + excess * excess + rest + 1e-6

    let v = turned(q, by: yaw) * shrinkage
    let innovation = z - place + v - bias  // of z = p − v + g
    let rows = fixRows(v)
    let limit = parameters.fixOutlier * parameters.fixOutlier
    let known = SIMD2(
      covariance.covariance(rows.east, rows.east), covariance.covariance(rows.north, rows.north))
    variance = max(variance, (innovation * innovation / limit - known).max())
    let yawBefore = covariance[Index.yaw, Index.yaw]
    let before = SIMD4(place.x, place.y, yaw, stride), biasBefore = bias
    guard fuse(rows.east, innovation: innovation.x, variance: variance) != nil else {
      refusals.degenerate += 1
      return
    }
    // The second innovation as the first has changed it, along the same rows.
    let moved = SIMD4(place.x, place.y, yaw, stride) - before
    let change = moved.y + rows.north.value(1) * moved.z + rows.north.value(2) * moved.w + bias.y - biasBefore.y
    fuse(rows.north, innovation: innovation.y - change, variance: variance)
    let learned = 1 / covariance[Index.yaw, Index.yaw] - 1 / yawBefore
    yawVarianceByFixes = 1 / (1 / yawVarianceByFixes + max(0, learned))
    bestRadius = min(bestRadius, radius)
    sinceFix = 0
  }

  /// v: the way since, on Earth.
  func fixRows(_ v: SIMD2<Double>) -> (east: SparseRow, north: SparseRow) {
    var east = SparseRow(Index.place, 1)
    east.add(Index.yaw, -v.y)
    east.add(Index.stride, -v.x)
    east.add(Index.bias, 1)
    var north = SparseRow(Index.place + 1, 1)
    north.add(Index.yaw, v.x)
    north.add(Index.stride, -v.y)
    north.add(Index.bias + 1, 1)
    return (east, north)
  }
}
