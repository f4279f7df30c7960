import Geometry

// Rest as a measurement of β, the drift of the scene's heading: what the attitude filter has just learned of the gyroscope's
// bias about the vertical. Its estimate moved by Δb while its variance fell from V to v, so rest by itself read
// b + Δb · (1/v)/(1/v − 1/V); against the bias now in use that is a drift of β = −Δb (1/V)/(1/v − 1/V), with variance
// 1/(1/v − 1/V). δ follows through its correlation with β, so that drift which compass or fixes have already taken out is not
// taken out again, as it would be if the attitude filter's own correction of the heading went into δ.
extension PlanarFilter {
  /// The bias in use has changed by that much about the vertical, anticlockwise: the scene drifts the less by it.
  mutating func correct(drift: Double) { rate -= drift }

  mutating func fuse(restDrift change: Double, from before: Double, to after: Double) {
    guard after > 0, before > after * 1.000_001 else { return }
    let gained = 1 / after - 1 / before
    let innovation = -change / (before * gained) - rate
    if fuse(SparseRow(Index.rate, 1), innovation: innovation, variance: 1 / gained) == nil { refusals.degenerate += 1 }
  }
}
