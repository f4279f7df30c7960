import Alignment
import Geometry
import Samples

// The correction that is logged for each change of the alignment.
extension Tracker {
  mutating func ingest(_ fix: FixReading) {
    memory.ingest(fix)
    localization.ingest(fix)
    motion.ingest(.fix(fix))
    collectCorrections()
  }

  /// Collects the motion's corrections, converted to the published scene.
  mutating func collectCorrections() {
    guard hasFrame else { return motion.dropCorrections() }
    let first = corrections.count
    motion.handOver(to: &corrections)
    for i in first..<corrections.count {
      // The published height approaches a new one by itself, so the applied alignment must not ease it.
      corrections[i].shift.y = 0
      corrections[i].scene = scene
      corrections[i].oldYaw = (corrections[i].oldYaw - turned).wrapped
      corrections[i].newYaw = (corrections[i].newYaw - turned).wrapped
      corrections[i].measured = corrections[i].measured.map { ($0 - turned).wrapped }
      corrections[i] = noted(corrections[i])
    }
  }

  /// Adds a correction of the tracker's own.
  mutating func record(_ correction: Correction) {
    corrections.append(noted(correction))
  }

  /// Passes a correction to the applied alignment. While the heading is held by hand, the correction reports the filter's yaw as
  /// measured, and no change of the target.
  private mutating func noted(_ correction: Correction) -> Correction {
    var correction = correction
    localization.ingest(correction)
    if correction.source != .nudge { filtered = (correction.newYaw, correction.sigma) }
    guard let held = localization.pin.yaw, correction.source != .nudge, correction.source != .restart else {
      return correction
    }
    correction.measured = correction.measured ?? correction.newYaw
    correction.oldYaw = held
    correction.newYaw = held
    return correction
  }

  /// Compares the route's leg with the walk, if the heading can still gain from it.
  mutating func followLeg() {
    guard let compared = leg.advance(inScene, way: way, filtered: filtered) else { return }
    let first = corrections.count
    motion.ingest(.heading(.leg(compared.map { ($0.yaw + turned, $0.sigma) })))
    collectCorrections()
    guard case .success(let measurement) = compared else { return }
    for i in first..<corrections.count where corrections[i].source == .leg {
      corrections[i].measured = measurement.yaw
      corrections[i].measuredSigma = measurement.sigma
      corrections[i].baseline = measurement.length
    }
  }
}
