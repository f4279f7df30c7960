import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples
import Tracking
import Wire

// Values of the pipeline → messages of the socket.
extension Engine {
  func message(_ pose: TrackedPose) -> PoseMessage {
    PoseMessage(
      time: pose.time.nanoseconds, utc: civil.utc(at: pose.time)?.nanosecondsSince1970, scene: pose.scene,
      sceneHeading: pose.sceneHeading.rawValue, pose: pose.pose, velocity: pose.velocity, heading: pose.heading,
      headingSigma: pose.yawSigma,
      tracking: TrackingReport(pose.tracking), localization: LocalizationReport(pose.localization))
  }

  func alignmentMessage(_ pose: TrackedPose) -> AlignmentMessage {
    var message = AlignmentMessage(
      time: pose.time.nanoseconds, scene: pose.scene, revision: revision, yaw: pose.yaw, position: pose.pose.position)
    message.sceneHeading = pose.sceneHeading.rawValue
    message.sceneHeadingSigma = pose.sceneHeadingSigma
    message.yawSigma = pose.yawSigma
    message.appliedYaw = pose.appliedYaw
    message.appliedShift = pose.appliedShift
    message.place = pose.place
    message.horizontalAccuracy = pose.horizontalAccuracy
    message.verticalAccuracy = pose.verticalAccuracy
    message.isPinned = pose.localization.isPinned
    return message
  }

  func stateMessage(_ pose: TrackedPose) -> StateMessage {
    StateMessage(
      time: pose.time.nanoseconds, scene: pose.scene, tracking: TrackingReport(pose.tracking),
      localization: LocalizationReport(pose.localization))
  }

  var sensorsMessage: SensorsMessage {
    SensorsMessage(time: latest?.time.nanoseconds ?? 0, sensors: board.sensors)
  }

  var guidanceMessages: [GuidanceMessage] {
    tracker.guidance.map {
      GuidanceMessage(code: $0.code.rawValue, parameters: .object($0.parameters), english: $0.english)
    }
  }

  func aidsMessage(_ pose: TrackedPose) -> AidsMessage {
    var message = AidsMessage(time: pose.time.nanoseconds, scene: pose.scene)
    message.aids = aidMessages(at: pose.time)
    message.states = tracker.states.map {
      AidsMessage.State(name: $0.name, unit: $0.unit, value: $0.value, sigma: $0.sigma)
    }
    return message
  }

  func aidMessages(at now: BootInstant) -> [AidsMessage.Aid] { tracker.aids.map { AidsMessage.Aid($0, at: now) } }

  /// Refused or trusted less, by reason; a reason that never occurred is left out.
  var refused: [StatusMessage.Counter] {
    let sensors = board.sensors.map { ("invalid \($0.name) samples", $0.refused) }
    return (sensors + tracker.refusals.map { ($0.reason, $0.count) })
      .filter { $0.1 > 0 }.map { StatusMessage.Counter(reason: $0.0, count: $0.1) }
  }

  /// The pose at a moment of the session; the latest without one.
  func pose(at time: BootInstant?) -> (answer: PoseAnswer, geoPose: GeoPose?) {
    guard let latest else { return (PoseAnswer(.none), nil) }
    guard let time else {
      // The latest is exact while samples come.
      var pose = latest
      if !isFresh { pose.tracking.insert(.stale) }
      return (PoseAnswer(isFresh ? .exact : .stale, offset: 0, pose: message(pose)), pose.geoPose(civil))
    }
    // A client may ask for any time.
    let (difference, isBeyond) = time.nanoseconds.subtractingReportingOverflow(latest.time.nanoseconds)
    let offset = isBeyond ? .max : difference
    var pose = latest
    let kind: PoseAnswer.Kind
    switch tracker.history.pose(at: time) {
    case .none: return (PoseAnswer(.none, offset: offset), nil)
    case .stale:
      pose.tracking.insert(.stale)
      return (PoseAnswer(.stale, offset: offset, pose: message(pose)), pose.geoPose(civil))
    case .exact(let known): (kind, pose.pose) = (.exact, known)
    case .interpolated(let known): (kind, pose.pose) = (.interpolated, known)
    case .predicted(let known, _): (kind, pose.pose) = (.predicted, known)
    }
    pose.time = time
    pose.place = place(at: pose.pose.position)
    var heading = BodyHeading()
    pose.heading = latest.heading == nil ? nil : heading.update(pose.earthOrientation)
    return (PoseAnswer(kind, offset: offset, pose: message(pose)), pose.geoPose(civil))
  }
}

extension TrackingReport {
  init(_ state: TrackingState) {
    var reasons: Reasons = []
    if state.contains(.noGyroscope) { reasons.insert(.noGyroscope) }
    if state.contains(.saturated) { reasons.insert(.saturated) }
    if state.contains(.odometryLost) { reasons.insert(.odometryLost) }
    if state.contains(.stale) { reasons.insert(.stale) }
    self.init(state.isInitializing ? .initializing : state.isLimited ? .limited : .normal, reasons)
  }
}

extension LocalizationReport {
  init(_ state: LocalizationState) {
    var reasons: Reasons = []
    if state.contains(.waitingForFix) { reasons.insert(.waitingForFix) }
    if state.contains(.noMotion) { reasons.insert(.noMotion) }
    if state.contains(.magneticDisturbance) { reasons.insert(.magneticDisturbance) }
    if state.contains(.poorFix) { reasons.insert(.poorFix) }
    if state.contains(.undecidedWalk) { reasons.insert(.undecidedWalk) }
    if state.contains(.contradictedHeading) { reasons.insert(.contradictedHeading) }
    let phase: Phase =
      switch state.phase {
      case .none: .none
      case .localizing: .localizing
      case .localized: .localized
      case .lost: .lost
      }
    self.init(phase, reasons, isPinned: state.isPinned)
  }
}

extension AidsMessage.Aid {
  init(_ aid: Aid, at now: BootInstant) {
    self.init(name: aid.description.name, state: aid.state(at: now).rawValue)
    let shown = aid.description.shownUnit, factor = shown.factor
    unit = shown.symbol
    axes = aid.description.axes
    reason = aid.reason?.name
    english = aid.reason?.text
    measuredTime = aid.lastMeasured?.nanoseconds
    fusedTime = aid.lastFused?.nanoseconds
    let last = aid.last, axes = 0..<last.count
    observation = axes.map { last.observation[$0] * factor }
    variance = axes.map { last.variance[$0] * factor * factor }
    innovation = axes.map { last.innovation[$0] * factor }
    innovationVariance = axes.map { last.innovationVariance[$0] * factor * factor }
    ratio = last.count > 0 ? last.ratio : nil
    fused = aid.fused
    refused = aid.refusals.map { Count(reason: $0.reason.name, english: $0.reason.text, count: $0.count) }
    turned = aid.turned.degrees
    turnedInAll = aid.turnedInAll.degrees
    lastTurn = aid.lastTurn.degrees
  }
}

extension CorrectionMessage {
  init(_ correction: Correction) {
    self.init(
      time: correction.time.nanoseconds, scene: correction.scene, source: correction.source.rawValue,
      oldYaw: correction.oldYaw, newYaw: correction.newYaw, sigma: correction.sigma, shift: correction.shift)
    measured = correction.measured
    measuredSigma = correction.measuredSigma
    estimates = correction.estimates
    pairs = correction.pairs
    baseline = correction.baseline
  }
}
