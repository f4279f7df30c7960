import Fusion
import Geometry

// Rest as a measurement of β (`rate`), the drift of the scene's heading, from the attitude filter's latest correction of the
// gyroscope's bias about the vertical. Its estimate moved by Δb while its variance fell from V to v, so rest by itself measured b
// + Δb · (1/v)/(1/v − 1/V); relative to the bias now in use that is a drift of β = −Δb (1/V)/(1/v − 1/V), with variance 1/(1/v −
// 1/V). δ (`yaw`) is corrected through its correlation with β, so that drift which compass or fixes have already removed is not
// removed again, as it would be if the attitude filter's own correction of the heading were added to δ.
extension AidingSource<PlanarFilter> {
  static let restDrift = AidingSource(
    AidDescription("rest-drift", unit: "rad/s", axes: ["drift"], patience: TimeSpan(300))
  ) { filter, event, measurement in
    guard case .rest(let reading) = event else { return .nothing }
    return filter.proposeRestDrift(reading, &measurement)
  }
}

extension PlanarFilter {
  struct RestReading: Sendable {
    /// Change of the bias about the vertical, anticlockwise, and the bias's variance before (V) and after (v).
    var change: Double
    var before: Double
    var after: Double
  }

  /// Ingests a change of the bias in use about the vertical, anticlockwise: the scene's drift falls by the same amount.
  mutating func correct(drift: Double) { rate -= drift }

  fileprivate func proposeRestDrift(_ reading: RestReading, _ measurement: inout Measurement) -> Proposal {
    let before = reading.before, after = reading.after
    guard after > 0, before > after * 1.000_001 else { return .nothing }
    let gained = 1 / after - 1 / before
    let drift = -reading.change / (before * gained)
    measurement.add(SparseRow(Index.rate, 1), observation: drift, innovation: drift - rate, variance: 1 / gained)
    return .fuse
  }
}
