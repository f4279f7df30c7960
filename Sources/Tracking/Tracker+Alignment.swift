import Alignment
public import Geodesy
public import Geometry
import Samples

// What a fix means for the alignment beside the filter, and how every change of it becomes a correction.
extension Tracker {
  mutating func ingest(_ stated: Fix) {
    memory.note(stated)
    let fix = stage.believed(stated, remembering: memory)
    let held = stage.held(fix), radius = fix.radius(assuming: parameters.fixes.assumptions)
    localization.note(fixHeld: held, radius: radius)
    let isRelocation = latest.map { stage.insists(fix, radius: radius, held: held, history: history, $0) } ?? false
    if isRelocation { motion.apply(.forgetPlace) }
    motion.ingest(.fix(fix, held: held))
    // A vehicle's filter gives its place up by itself, and says so.
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
    if profile == .vehicle { compared = (advice.yaw, advice.sigma) }
    motion.ingest(.heading(.adopted(yaw: advice.yaw + turned, sigma: advice.sigma)))
    record(correction)
  }

  /// A vehicle's heading belongs to its filter, which cannot do without it; a method that is to be compared is laid over it.
  func compare(_ pose: inout TrackedPose) {
    guard let compared else { return }
    if let heading = pose.heading { pose.heading = (heading + compared.yaw - pose.yaw).azimuth }
    pose.yaw = compared.yaw
    pose.yawSigma = compared.sigma
  }

  /// The motion's corrections, as of the scene that is published.
  mutating func collectCorrections(as jump: Displacement<Level>? = nil) {
    guard frame != nil else { return motion.log.removeAll() }
    let first = corrections.count
    if !motion.log.isEmpty { motion.log.handOver(to: &corrections) }
    for i in first..<corrections.count {
      if let jump {
        corrections[i].source = .relocation
        corrections[i].shift = jump
      }
      // The published height is led to a new one by itself, which is no correction that what is drawn would have to ease.
      corrections[i].shift.y = 0
      corrections[i].scene = scene
      corrections[i].oldYaw = (corrections[i].oldYaw - turned).wrapped
      corrections[i].newYaw = (corrections[i].newYaw - turned).wrapped
      corrections[i] = noted(corrections[i])
    }
  }

  /// By how much the place moves when it is given up for that of a fix.
  private func relocated(to fix: Fix) -> Displacement<Level>? {
    latest?.place.map {
      TangentPlane(origin: $0).level(Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: $0.height))
    }
  }

  /// A correction of the tracker's own.
  mutating func record(_ correction: Correction) {
    corrections.append(noted(correction))
  }

  /// Tells who draws; and while a hand holds the heading, says what the filter has learned, but not that the target has moved.
  private mutating func noted(_ correction: Correction) -> Correction {
    var correction = correction
    localization.note(correction)
    if correction.source != .nudge { filtered = (correction.newYaw, correction.sigma) }
    guard let held = localization.pin.yaw, correction.source != .nudge, correction.source != .restart else {
      return correction
    }
    correction.measured = correction.measured ?? correction.newYaw
    correction.oldYaw = held
    correction.newYaw = held
    return correction
  }

  /// The place by dead reckoning from the best estimate, with its 68 % radius; nil before the first.
  public func deadReckoned(_ pose: TrackedPose) -> (place: Geodetic, radius: Length)? {
    guard let best = stage.best, let position = stage.path.position(pose.pose.position, at: pose.time) else {
      return nil
    }
    let drift = parameters.estimates.drift * (way - best.way).value
    return (
      best.deadReckoned(to: position, yaw: pose.yaw - pose.drift), Length(hypot(best.radius.value, drift))
    )
  }

  /// Publishes the best estimate's place instead of the filter's, where that is asked for (`alignment.anchor`).
  func anchor(_ pose: inout TrackedPose) {
    guard let reckoned = deadReckoned(pose) else { return }
    let height = pose.place?.height
    pose.place = reckoned.place
    if let height { pose.place?.height = height }
    pose.horizontalAccuracy = reckoned.radius
  }

  /// The leg of a route, where the heading can still use one.
  mutating func followLeg(_ pose: TrackedPose) {
    guard let compared = leg.advance(pose, way: way, filtered: filtered) else { return }
    motion.ingest(.heading(.leg(compared.map { ($0.yaw + turned, $0.sigma) })))
    collectCorrections()
  }
}
