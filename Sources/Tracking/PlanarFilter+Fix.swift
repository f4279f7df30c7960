import Fusion
import Geometry
import Samples

// A fix as a measurement of the walker's place at its time: z = p − Rot(δ) q + g + w, with q the path since in the scene and δ
// the `yaw`. ∂z/∂δ = −(v_n, −v_e) and ∂z/∂σ = −v with v = Rot(δ) q and σ the log `stride`. The error is a slow bias g (`bias`) of
// the level of the stated radius, and white w = (1 m)² + (2 s r / 5 m)² + the unexplained part of a sudden rise of the radius:
// smaller radii are also steadier ("docs/odometry.md", fixes). A fix that states less than half a meter is used as stated.
extension AidingSource<PlanarFilter> {
  static let fix = AidingSource(
    AidDescription("fix", unit: "m", axes: ["east", "north"], patience: TimeSpan(10)),
    propose: { filter, event, measurement in
      guard case .fix(let fix) = event else { return .nothing }
      return filter.proposePosition(fix, &measurement)
    },
    settle: { filter, event in
      guard case .fix(let fix) = event else { return }
      filter.settle(fix)
    })
}

extension PlanarFilter {
  struct FixReading: Sendable {
    /// Place, east and north of the origin.
    var place: SIMD2<Double>
    /// Radius of 68 %, as stated.
    var radius: Double
    var isPrecise: Bool
    /// The scene's path since the fix was valid, along the scene's east and north.
    var since: SIMD2<Double>
    /// Sum of all steps until then, believed or not.
    var counted = SIMD2(0.0, 0.0)
  }

  /// Returns the radius to use: the stated one, or at least the floor.
  private func believedRadius(_ fix: FixReading) -> Double {
    fix.isPrecise ? max(fix.radius, 1e-3) : max(fix.radius, parameters.fixFloor.value)
  }

  fileprivate mutating func proposePosition(_ fix: FixReading, _ measurement: inout Measurement) -> Proposal {
    let z = fix.place, q = fix.since
    guard z.x.isFinite, z.y.isFinite, fix.radius.isFinite, fix.radius > 0 else { return .refuse(.notFinite) }
    let radius = believedRadius(fix)
    let sigma = radius / RadiusPerSigma.of68
    evidence.ingest(
      fix: z, scene: fix.counted, sigma: sigma, after: TimeSpan(min(sinceFix, Self.longestEvidenceGap)), parameters)
    let isFirst = biasLevel.value == nil
    let (shrink, rest) = biasLevel.ingest(
      sigma, after: TimeSpan(min(sinceFix, Self.longestFixInterval)), rise: parameters.biasRise)
    for i in Index.bias...Index.bias + 1 {
      if isFirst { covariance.reset(i, variance: sigma * sigma) }
      if shrink < 1 { covariance.scale(i, by: shrink) }
    }
    bias *= shrink
    let white = fix.isPrecise ? 0 : parameters.fixNoise.value
    let excess = 2 * sigma * radius / parameters.fixExcess.value
    let variance = white * white + excess * excess + rest + 1e-6

    let v = turned(q, by: yaw) * shrinkage
    let innovation = z - place + v - bias  // of z = p − v + g
    let rows = fixRows(v)
    yawInformationBeforeFix = 1 / covariance[Index.yaw, Index.yaw]
    placeVarianceBeforeFix = placeVariance
    measurement.gate = .inflateTogether(beyond: parameters.fixOutlier)
    measurement.add(rows.east, observation: z.x, innovation: innovation.x, variance: variance)
    measurement.add(rows.north, observation: z.y, innovation: innovation.y, variance: variance)
    return .fuse
  }

  /// Time without fixes, in seconds, beyond which the next accuracy is followed as after this time.
  private static let longestFixInterval = 10.0
  /// Time without fixes, in seconds, after which all evidence has faded.
  private static let longestEvidenceGap = 1000.0

  private var placeVariance: Double {
    covariance[Index.place, Index.place] + covariance[Index.place + 1, Index.place + 1]
  }

  fileprivate mutating func settle(_ fix: FixReading) {
    let learned = 1 / covariance[Index.yaw, Index.yaw] - yawInformationBeforeFix
    yawVarianceByFixes = 1 / (1 / yawVarianceByFixes + max(0, learned))
    // The gain for the place, as far as the fix measures the place alone.
    settleRun(share: 1 - placeVariance / placeVarianceBeforeFix)
    bestRadius = min(bestRadius, believedRadius(fix))
    sinceFix = 0
  }

  /// Adopts a place from a path that is known better than this filter's. The fix's difference from it is the fix's slow error.
  mutating func adopt(place: SIMD2<Double>, besides fix: FixReading) {
    self.place = place
    bias = fix.place - place + turned(fix.since, by: yaw) * shrinkage
  }

  /// Returns the rows of the Jacobian; v is the path since the fix, on Earth.
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
