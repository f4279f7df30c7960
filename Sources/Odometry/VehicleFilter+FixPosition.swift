import Geodesy
import Geometry
import Samples

// Position: z = p_then + g + w. The slow error g is a state, so that a hundred fixes count for the few independent ones
// they are; w is what is new in each.
extension VehicleFilter {
  mutating func fusePosition(
    _ place: SIMD3<Double>, _ fix: Fix, _ claim: FixClaim, _ past: MotionHistory.Moment, after span: Double
  ) {
    let (shrink, rest) = fixes.horizontal.take(claim.horizontal, after: TimeSpan(span), rise: TimeSpan(5))
    let (shrinkUp, restUp) = fixes.vertical.take(claim.vertical, after: TimeSpan(span), rise: TimeSpan(5))
    for axis in 0..<3 {
      let factor = axis == 1 ? shrinkUp : shrink
      if factor < 1 {
        fixBias[axis] *= factor
        covariance.scale(Index.fixBias + axis, by: factor)
      }
    }
    let white = parameters.fixWhiteShare * parameters.fixWhiteShare
    var surprise = 0.0, off = SIMD2(0.0, 0.0)
    for axis in 0..<3 where axis != 1 || fix.height != nil {
      var row = pastRows(past, axis).position
      row.add(Index.fixBias + axis, 1)
      let sigma = axis == 1 ? claim.vertical : claim.horizontal
      let variance = sigma * sigma * white + (axis == 1 ? restUp : rest)
      let innovation = place[axis] - past.position[axis] - fixBias[axis]
      if axis != 1 { off[axis / 2] = innovation }
      if axis != 1, innovation.magnitude > parameters.fixTolerance.value {
        surprise = max(surprise, innovation * innovation / (covariance.covariance(row, row) + variance))
      }
      fuse(
        row, innovation: innovation, variance: variance, gate: gate,
        tolerance: parameters.fixTolerance.value)
    }
    note(surprise, off, claim, after: span)
  }

  /// Fixes that go on surprising are right, and the motion is wrong: after a while they are no longer held back. Unless each
  /// is off another way than the last: then it is they who are.
  private mutating func note(_ surprise: Double, _ off: SIMD2<Double>, _ claim: FixClaim, after span: Double) {
    let isSurprising = surprise > parameters.fixGate * parameters.fixGate
    if isSurprising { diagnostics.fixesSurprising += 1 }
    let change = off - (fixes.lastSurprise ?? off), size = (off * off).sum().squareRoot()
    let isOfOneMind = (change * change).sum().squareRoot() < 0.5 * size + 10 * claim.horizontal
    fixes.lastSurprise = isSurprising ? off : nil
    fixes.surprisingTime = isSurprising && isOfOneMind ? fixes.surprisingTime + min(span, 2) : 0
    fixes.worst = isSurprising ? surprise : 0
  }

  var gate: Double? { fixes.surprisingTime > Self.patience ? nil : parameters.fixGate }
  private static let patience = 3.0

  /// g ← g e^(−T/τ), its variance returning to the level's.
  mutating func forgetFixBias(_ span: Double) {
    let kept = exp(-span / parameters.fixBiasTime.value)
    fixBias *= kept
    for axis in 0..<3 {
      let i = Index.fixBias + axis, level = (axis == 1 ? fixes.vertical : fixes.horizontal).value ?? 0
      covariance.scale(i, by: kept)
      covariance.add(level * level * (1 - kept * kept), to: i)
    }
  }

  /// Fixes insist on a place far beyond what the slow error can explain: the filter is elsewhere, not they.
  mutating func relocateIfInsisted(_ fix: Fix, _ claim: FixClaim, _ place: SIMD3<Double>) {
    guard gate == nil, fixes.worst > 10 * parameters.fixGate * parameters.fixGate else { return }
    fixes.surprisingTime = 0
    diagnostics.relocations += 1
    let step = place - position
    position = place
    history.revise { $0.position += step }
    placeUncertainty(claim, velocity: nil)
  }
}
