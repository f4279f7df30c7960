import Alignment
public import Geodesy
public import Geometry
import Samples

// Effects of a fix on the alignment beside the filter, and the correction that is logged for each change.
extension Tracker {
  mutating func ingest(_ stated: Fix) {
    memory.ingest(stated)
    let fix = stage.believed(stated, remembering: memory)
    let held = stage.held(fix), radius = fix.radius(assuming: parameters.fixes.assumptions)
    localization.ingest(fixHeld: held, radius: radius)
    let isRelocation =
      latest.map { stage.overrulesPlace(fix, radius: radius, held: held, history: history, $0) } ?? false
    if isRelocation { motion.apply(.resetPlace) }
    motion.ingest(.fix(fix, held: held))
    // A vehicle's filter moves its place by itself, and logs it.
    collectCorrections(as: isRelocation && profile != .vehicle ? relocated(to: fix) : nil)
    estimate(fix, held: held)
    guard let latest else { return }
    stage.choose(from: latest.pose.position, way: way, at: latest.time, after: true)
    if parameters.alignment.method == .filter, motion.log.followsPreciseFixes { return }
    guard let advice = stage.advice(latest, filtered: filtered) else { return }
    var correction = Correction(
      time: latest.time, scene: scene, source: advice.source, oldYaw: filtered.yaw, newYaw: advice.yaw,
      sigma: advice.sigma)
    correction.measured = advice.measured
    correction.measuredSigma = advice.measuredSigma
    correction.estimates = advice.estimates
    correction.pairs = advice.pairs
    correction.baseline = advice.baseline
    correction.grounds = stage.grounds(of: advice, filtered: filtered, at: latest.time)
    if profile == .vehicle { compared = (advice.yaw, advice.sigma) }
    motion.ingest(.heading(.adopted(yaw: advice.yaw + turned, sigma: advice.sigma)))
    record(correction)
  }

  /// Replaces the yaw by that of the compared method. A vehicle's heading belongs to its filter, which needs it, so the method
  /// only overrides the output.
  func compare(_ pose: inout TrackedPose) {
    guard let compared else { return }
    if let heading = pose.heading { pose.heading = (heading + compared.yaw - pose.yaw).azimuth }
    pose.yaw = compared.yaw
    pose.yawSigma = compared.sigma
  }

  /// Collects the motion's corrections, converted to the published scene.
  mutating func collectCorrections(as jump: Displacement<Level>? = nil) {
    guard frame != nil else { return motion.log.removeAll() }
    let first = corrections.count
    if !motion.log.isEmpty { motion.log.handOver(to: &corrections) }
    for i in first..<corrections.count {
      if let jump {
        corrections[i].source = .relocation
        corrections[i].shift = jump
        if let agreeing = stage.agreeing { corrections[i].grounds?.readings = agreeing }
      }
      // The published height approaches a new one by itself, so the applied alignment must not ease it.
      corrections[i].shift.y = 0
      corrections[i].scene = scene
      corrections[i].oldYaw = (corrections[i].oldYaw - turned).wrapped
      corrections[i].newYaw = (corrections[i].newYaw - turned).wrapped
      corrections[i].measured = corrections[i].measured.map { ($0 - turned).wrapped }
      corrections[i] = noted(corrections[i])
    }
  }

  /// Returns the shift of the place when it is replaced by that of a fix.
  private func relocated(to fix: Fix) -> Displacement<Level>? {
    latest?.place.map {
      TangentPlane(origin: $0).level(Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: $0.height))
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
