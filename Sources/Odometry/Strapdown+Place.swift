import Fusion
import Geometry
import Samples

// A precise place: z = p(t − τ) + w, t the moment at which it is believed to have held. ∂z/∂τ = −v(t − τ). It counts for what
// it states, whatever it says; one beyond the gate is refused. A wrong place and a filter that has gone astray look alike at
// first: later places that are off as the refused one was are refused with it, though by then the filter is so uncertain that
// they would pass, until they have insisted for `patience` (`CarriedStrapdown`).
extension AidingSource<Strapdown> {
  static let precisePlace = AidingSource(
    AidDescription("precise-fix", unit: "m", axes: ["east", "south", "up"], patience: TimeSpan(3))
  ) { filter, event, measurement in
    guard case .fix = event, let place = filter.fixAtHand?.place else { return .nothing }
    return filter.proposePlace(place, &measurement)
  }
}

/// Places that were refused one after the other.
struct RefusedPlaces: Sendable {
  /// The first of them, and how far the last was off, east and south.
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

  /// Whether a place is off as the last one was that was refused.
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

  /// East, south and up, as components are fused: up comes last, since a two-dimensional fix has none.
  static let axisOrder = [0, 2, 1]
  /// No antenna is closer than this to where the device is, in metres.
  private static let finest = 0.02
}
