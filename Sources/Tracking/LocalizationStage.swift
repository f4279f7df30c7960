import Alignment
import Geodesy
import Geometry
import Samples

/// The output on the alignment besides its numbers: how it is drawn, whether the heading is held by hand, the localization state,
/// and the guidance.
struct LocalizationStage: Sendable {
  private(set) var applied: AppliedAlignment
  private(set) var pin: HeadingPin
  private var monitor: LocalizationMonitor
  private(set) var guidance: GuidanceMonitor
  private var standing: StandingTime
  private let needs: LocalizationParameters
  private let parameters: AlignmentParameters

  private(set) var newestFix: (held: BootInstant, radius: Length, timing: FixReading.Timing)?
  private var baseline = FixBaseline()
  private var lastPosition: Displacement<Scene>?
  /// The place at the last easing, and its corrections since then.
  private var lastPlace: Geodetic?
  private var near: NearPlaces?
  private var corrected = Displacement<Level>.zero
  /// Whether anything but a compass has told the heading, as of the last judgement.
  private var isHeadingConfirmed = false
  private var lastDrift = Angle.zero, lastTurnedBack = Angle.zero
  private var judgementPeriod = Periodic(every: TimeSpan(0.1))
  private var sinceEased = TimeSpan.zero
  /// Turn about the vertical since then, as a size.
  private var turned = Angle.zero

  init(_ parameters: AlignmentParameters) {
    self.parameters = parameters
    needs = parameters.localization
    applied = AppliedAlignment(parameters.applied, good: parameters.localization)
    pin = HeadingPin(parameters.pin)
    monitor = LocalizationMonitor(parameters.localization)
    guidance = GuidanceMonitor(parameters.guidance, needs: parameters.localization)
    standing = StandingTime(parameters.guidance)
  }

  /// Restarts for a new scene: the drawing of the old one does not carry over, and the heading is not pinned.
  mutating func restart() {
    applied.restart()
    pin = HeadingPin(parameters.pin)
    standing = StandingTime(parameters.guidance)
    baseline = FixBaseline()
    lastPosition = nil
    lastPlace = nil
    corrected = .zero
    lastDrift = .zero
    lastTurnedBack = .zero
    isHeadingConfirmed = false
  }

  mutating func ingest(_ fix: FixReading) {
    newestFix = (fix.held, fix.radius, fix.timing)
    baseline.ingest(fixAt: lastPosition)
  }
  mutating func ingest(_ correction: Correction) {
    guard correction.shift != .zero else { return }
    applied.corrected(by: correction.shift)
    corrected += correction.shift
  }
  mutating func nudge(by angle: Angle, target: Angle) throws(HeadingPin.Refusal) {
    try pin.nudge(by: angle, target: target)
  }
  mutating func release() throws(HeadingPin.Refusal) { try pin.release() }

  var state: LocalizationState { monitor.state }

  /// Follows a pose in the scene.
  @inline(__always)
  mutating func advance(to pose: ScenePose, rate: AngularVelocity<Body>, speed: Speed, over interval: TimeSpan) {
    standing.ingest(rate: rate, speed: speed, over: interval)
    sinceEased += interval
    turned += Angle.radians(abs(pose.pose.rotation(rate).y * interval.value))
  }

  /// Whether the alignment is due: fifty times a second, so that a drawing at sixty frames a second shows no step of a tenth of a
  /// degree.
  var isEasingDue: Bool { sinceEased >= AppliedAlignment.interval || lastPosition == nil }

  /// Advances a yaw held by hand and the applied alignment. `turnedBack` is how far the published scene has been turned back on
  /// Earth since it began.
  mutating func ease(_ pose: inout TrackedPose, turnedBack: Angle) {
    applied.sceneTurned(by: turnedBack - lastTurnedBack)
    lastTurnedBack = turnedBack
    pin = drifted(pin, with: pose)
    lastDrift = pose.drift
    hold(&pose, by: pin)
    applied.advance(
      toward: pose.yaw, isKnown: isWithinLimits(pose), moved: ownMotion(to: pose.place), turned: turned,
      over: sinceEased)
    turned = .zero
    lastPosition = pose.pose.position
    lastPlace = pose.place
    corrected = .zero
    sinceEased = .zero
  }

  /// Completes a pose: a yaw held by hand, the applied alignment, and whether its accuracies are within the limits.
  // Mutating, though it changes nothing: the stage would be copied.
  mutating func complete(_ pose: inout TrackedPose, turnedBack: Angle) {
    if pin.isPinned { hold(&pose, by: drifted(pin, with: pose)) }
    pose.appliedYaw = applied.yaw(afterTurn: turnedBack - lastTurnedBack)
    pose.appliedShift = applied.shift
    pose.appliedSnaps = applied.snaps
    pose.isWithinLimits = isWithinLimits(pose)
    pose.isHeadingConfirmed = isHeadingConfirmed
    pose.localization = state
  }

  /// The held yaw, after the scene's drift since the last easing.
  private func drifted(_ pin: HeadingPin, with pose: TrackedPose) -> HeadingPin {
    guard pin.isPinned else { return pin }
    var pin = pin
    pin.drift(by: pose.drift - lastDrift, error: pose.driftSigma * sinceEased)
    return pin
  }

  private func hold(_ pose: inout TrackedPose, by pin: HeadingPin) {
    guard let held = pin.yaw else { return }
    if let heading = pose.heading { pose.heading = (heading + held - pose.yaw).azimuth }
    pose.yaw = held
    pose.yawSigma = pin.sigma
  }

  /// Whether the accuracies of place and heading are within the limits of a lost localization.
  @inline(__always) private func isWithinLimits(_ pose: TrackedPose) -> Bool {
    (pose.yawSigma.map { $0 <= needs.lostHeading } ?? false)
      && (pose.horizontalAccuracy.map { $0 <= needs.lostRadius } ?? false)
  }

  /// How far the place has moved besides its corrections: only with steps that lead anywhere, not with all that are seen.
  private mutating func ownMotion(to place: Geodetic?) -> Displacement<Level> {
    guard let lastPlace, let place else { return .zero }
    guard let near else {
      near = NearPlaces(place)
      let moved = lastPlace.smallOffset(to: place) - corrected
      return Displacement<Level>(moved.x, 0, moved.z)
    }
    let from = near.offset(of: lastPlace), to = near.offset(of: place)
    if (to * to).sum() > NearPlaces.reach.value * NearPlaces.reach.value { self.near = nil }
    return Displacement<Level>(to.x - from.x - corrected.x, 0, from.y - to.y - corrected.z)
  }

  /// Whether the next judgement is due: ten times a second.
  mutating func isDue(at time: BootInstant) -> Bool { judgementPeriod.isDue(at: time) }

  /// Updates the localization state and the guidance.
  mutating func judge(_ pose: TrackedPose, _ grounds: LocalizationGrounds) {
    baseline.advance(to: pose.pose.position)
    var evidence = LocalizationEvidence(time: pose.time, scene: pose.scene)
    evidence.isTrackedNormally = pose.tracking == .normal
    evidence.horizontalAccuracy = pose.horizontalAccuracy
    evidence.yawSigma = pose.yawSigma
    evidence.isPinned = pin.isPinned
    evidence.fixAge = newestFix.map { pose.time - $0.held }
    evidence.fixRadius = newestFix?.radius
    evidence.baseline = baseline.length
    evidence.grounds = grounds
    evidence.stillness = standing.value
    evidence.driftSigma = pose.driftSigma > .zero ? pose.driftSigma : nil
    isHeadingConfirmed = evidence.isHeadingConfirmed(needs)
    _ = monitor.update(evidence)
    _ = guidance.update(evidence)
  }
}

/// The longest distance in the scene between the wearer and the place of the scene's first fix: the base line over which fixes show
/// a heading.
struct FixBaseline: Sendable {
  private var hasFix = false
  private var start: Displacement<Scene>?
  private(set) var length = Length.zero

  /// Ingests a fix, with the wearer's position; without one the next position counts.
  mutating func ingest(fixAt position: Displacement<Scene>?) {
    hasFix = true
    if start == nil { start = position }
  }

  mutating func advance(to position: Displacement<Scene>) {
    guard hasFix else { return }
    guard let start else { return start = position }
    let way = position - start
    length = max(length, Length(hypot(way.x, way.z)))
  }
}
