import Alignment
public import Geodesy
public import Geometry
import Samples

// Effects of a fix on the alignment beside the filter, and the correction that is logged for each change.
extension Tracker {
  mutating func ingest(_ fix: Fix) {
    memory.ingest(fix)
    let held = stage.held(fix, remembering: memory), radius = fix.radius(assuming: parameters.fixes.assumptions)
    localization.ingest(fixHeld: held, radius: radius)
    motion.ingest(.fix(fix, held: held))
    collectCorrections()
    estimate(fix, held: held)
    guard let latest else { return }
    stage.choose(from: latest.pose.position, way: way, at: latest.time, after: true)
    guard let fit = stage.startingFit(drift: latest.drift, sigma: filtered.sigma) else { return }
    let sigma = fit.sigma * AlignmentStage.caution
    var correction = Correction(
      time: latest.time, scene: scene, source: .fit, oldYaw: filtered.yaw, newYaw: fit.yaw, sigma: sigma)
    correction.measured = fit.yaw
    correction.measuredSigma = fit.sigma
    correction.estimates = fit.estimates
    correction.baseline = fit.baseline
    correction.grounds = stage.grounds(of: fit, filtered: filtered, at: latest.time)
    motion.ingest(.heading(.adopted(yaw: fit.yaw + turned, sigma: sigma)))
    record(correction)
  }

  /// Collects the motion's corrections, converted to the published scene.
  mutating func collectCorrections() {
    guard frame != nil else { return motion.log.removeAll() }
    let first = corrections.count
    if !motion.log.isEmpty { motion.log.handOver(to: &corrections) }
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

  /// Returns the place by dead reckoning from the best estimate, with its 68 % radius; nil before the first.
  public func deadReckoned(_ pose: TrackedPose) -> (place: Geodetic, radius: Length)? {
    guard let best = stage.best, let position = stage.path.position(pose.pose.position, at: pose.time) else {
      return nil
    }
    let drift = parameters.estimates.drift * (way - best.way).value
    return (
      best.deadReckoned(to: position, yaw: pose.yaw - pose.drift), Length(hypot(best.radius.value, drift))
    )
  }

  /// Publishes the best estimate's place instead of the filter's (`place.anchor=estimate`).
  func anchor(_ pose: inout TrackedPose) {
    guard let reckoned = deadReckoned(pose) else { return }
    let height = pose.place?.height
    pose.place = reckoned.place
    if let height { pose.place?.height = height }
    pose.horizontalAccuracy = reckoned.radius
  }

  /// Compares the route's leg with the walk, if the heading can still gain from it.
  mutating func followLeg(_ pose: TrackedPose) {
    guard let compared = leg.advance(pose, way: way, filtered: filtered) else { return }
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
