import Fusion
import Geometry
import Samples

// A precise place: z = p(t − τ) + w, with t the assumed moment of the place, τ the `placeDelay`, and w noise as stated. ∂z/∂τ =
// −v(t − τ). A place beyond the gate is refused. A wrong place and a filter that has diverged look alike at first: later places
// with a similar offset are refused with the first one, though by then the filter is so uncertain that they would pass, until
// they have persisted for `patience` (`CarriedStrapdown`).
extension AidingSource<Strapdown> {
  static let precisePlace = AidingSource(
    AidDescription("precise-fix", unit: "m", axes: ["east", "south", "up"], patience: TimeSpan(3))
  ) { filter, event, measurement in
    guard case .fix = event, let place = filter.fixAtHand?.place else { return .nothing }
    return filter.proposePlace(place, &measurement)
  }
}

/// Series of consecutive refused places.
struct RefusedPlaces: Sendable {
  /// Time of the first of them, and the offset of the last, east and south.
  var since: BootInstant?
  var off = SIMD2(0.0, 0.0)

  mutating func clear() { since = nil }
}

extension Strapdown {
  fileprivate mutating func proposePlace(_ place: StrapdownFix.Place, _ measurement: inout Measurement) -> Proposal {
    guard dot(place.position, place.position).isFinite, place.sigma.isFinite else { return .refuse(.notFinite) }
    guard let past = history.moment(at: place.held - TimeSpan(placeDelay)) else { return .refuse(.tooOld) }
    let innovation = place.position - past.position
    let gate = parameters.gate * parameters.gate
    var isSurprising = false
    for axis in Self.axisOrder where axis != 1 || place.hasHeight {
      let row = placeRow(past, axis)
      let sigma = max(axis == 1 ? place.sigmaUp : place.sigma, Self.finest), y = innovation[axis]
      let s = covariance.covariance(row, row) + sigma * sigma
      measurement.add(row, observation: place.position[axis], innovation: y, variance: sigma * sigma)
      guard axis != 1 else { continue }
      isSurprising = isSurprising || y * y > gate * s
      logLikelihood -= 0.5 * (min(y * y / s, gate) + log(s))
    }
    let off = SIMD2(innovation.x, innovation.z)
    guard isSurprising || isLikeRefused(off) else {
      refusals.clear()
      return .fuse
    }
    if refusals.since == nil { refusals.since = time }
    refusals.off = off
    return .refuse(.beyondGate)
  }

  /// Whether a place has an offset similar to that of the last refused one.
  private func isLikeRefused(_ off: SIMD2<Double>) -> Bool {
    guard refusals.since != nil else { return false }
    let change = off - refusals.off
    return (change * change).sum() < 0.25 * (refusals.off * refusals.off).sum()
  }

  func placeRow(_ past: MotionHistory.Moment, _ axis: Int) -> SparseRow {
    var row = pastRows(past, axis).position
    row.add(Index.placeDelay, -past.velocity[axis])
    return row
  }

  /// East, south and up, in the order of fusion: up comes last, since a two-dimensional fix has none.
  static let axisOrder = [0, 2, 1]
  /// Smallest standard deviation of a place, in meters: no antenna is closer than this to the device.
  private static let finest = 0.02
}
