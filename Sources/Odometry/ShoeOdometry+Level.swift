import Fusion
import Geometry
import Samples

// A shoe that stands again where it stood before is as high as it was then (`FloorLevels`): z = p, the height. Its variance is
// raised to that of the drift since then, because the height drifts mostly by errors of the swing that are no states of this
// filter. The correlations stay: as far as a bias has caused the drift, it is corrected too.
extension AidingSource<ShoeOdometry> {
  static let footLevel = AidingSource(
    AidDescription("foot-level", unit: "m", axes: ["up"], patience: TimeSpan(120))
  ) { filter, event, measurement in
    guard case .level(let match) = event else { return .nothing }
    return filter.proposeLevel(match, &measurement)
  }
}

extension ShoeOdometry {
  /// Compares a stance that has ended with the remembered levels, unless that was done while it lasted.
  mutating func endStance() {
    if !isLevelCompared, let stance = gait.lastStance { compare(stance) }
    isLevelCompared = false
  }

  /// Compares a stance that lasts.
  mutating func ingestLongStance() {
    guard !isLevelCompared, let stance = gait.lastStanding else { return }
    isLevelCompared = true
    compare(stance)
  }

  /// Offers a stance to the memory of levels, and corrects the height by it.
  private mutating func compare(_ stance: ShoeGait.Moment) {
    guard floor.isStill,
      let match = levels.ingest(stance.position, at: Double(stance.time.nanoseconds) * 1e-9)
    else { return }
    strapdown.propagate()
    let up = Index.position + 1, height = position.y
    let before = max(covariance[up, up], match.drift)
    covariance[up, up] = before
    let isFused = ingest(.level(match), at: time) != nil
    let correction = position.y - height
    gait.raise(by: correction)
    levels.settle(match, isFused ? (correction, covariance[up, up] / before) : nil)
  }

  fileprivate mutating func proposeLevel(_ match: FloorLevels.Match, _ measurement: inout Measurement) -> Proposal {
    // So much has drifted since then that the spot may be on another floor.
    guard match.limit > 0 else { return .refuse(.tooOld) }
    // A single stance on a step beside the spot is as high above it.
    guard match.isConfirmed else { return .refuse(.walkTooShort) }
    let up = Index.position + 1, sigma = (covariance[up, up] + match.variance).squareRoot()
    measurement.gate = .refuse(beyond: match.limit / sigma)
    measurement.add(
      levelRow, observation: match.height, innovation: match.innovation, variance: match.variance)
    return .fuse
  }

  var levelRow: SparseRow { SparseRow(Index.position + 1, 1) }
}
