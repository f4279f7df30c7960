public import Alignment
public import Fusion
public import Geodesy
import Geometry
public import Samples
public import Tie
public import Tracking
public import Wire

// Values of the pipeline → messages of the socket.

extension PoseMessage {
  public init(_ pose: TrackedPose, utc: UTC?, withCovariance: Bool = false) {
    let bounds = pose.headingBounds
    self.init(
      time: pose.time.nanoseconds, utc: utc?.nanosecondsSince1970, scene: pose.scene,
      sceneHeading: pose.sceneHeading.rawValue, pose: pose.pose, velocity: pose.velocity, heading: pose.heading,
      headingSigma: bounds?.nominal ?? pose.yawSigma,
      tracking: TrackingReport(pose.tracking), localization: LocalizationReport(pose.localization))
    headingBound = bounds?.conservative
    place = pose.place
    horizontalAccuracy = pose.horizontalAccuracy
    guard withCovariance else { return }
    let known = pose.covariance
    covariance = CovarianceMessage(position: known.position, orientation: known.orientation, cross: known.cross)
  }
}

extension AlignmentMessage {
  public init(_ pose: TrackedPose, revision: Int) {
    self.init(
      time: pose.time.nanoseconds, scene: pose.scene, revision: revision, yaw: pose.yaw, position: pose.pose.position)
    sceneHeading = pose.sceneHeading.rawValue
    sceneHeadingSigma = pose.sceneHeadingSigma
    yawSigma = pose.yawSigma
    appliedYaw = pose.appliedYaw
    appliedShift = pose.appliedShift
    place = pose.place
    horizontalAccuracy = pose.horizontalAccuracy
    verticalAccuracy = pose.verticalAccuracy
    isPinned = pose.localization.isPinned
  }
}

extension StateMessage {
  public init(_ pose: TrackedPose) {
    self.init(
      time: pose.time.nanoseconds, scene: pose.scene, tracking: TrackingReport(pose.tracking),
      localization: LocalizationReport(pose.localization))
  }
}

extension GuidanceMessage {
  public init(_ guidance: Guidance) {
    self.init(code: guidance.code.rawValue, parameters: .object(guidance.parameters), english: guidance.english)
  }
}

extension AidsMessage {
  public init(_ pose: TrackedPose, aids: [Fusion.Aid], states: [FilterState], hypotheses: [TieHypothesis] = []) {
    self.init(time: pose.time.nanoseconds, scene: pose.scene)
    self.aids = aids.map { AidsMessage.Aid($0, at: pose.time) }
    self.states = states.map {
      AidsMessage.State(name: $0.name, unit: $0.unit, value: $0.value, sigma: $0.sigma)
    }
    self.hypotheses = hypotheses.map { AidsMessage.Hypothesis($0) }
  }
}

extension AidsMessage.Hypothesis {
  public init(_ one: TieHypothesis) {
    self.init(weight: one.weight, yaw: one.yaw, yawSigma: one.yawSigma)
    if let place = one.place { (east, north) = (Length(place.x), Length(place.y)) }
    radius = one.radius
    doubts = one.doubts
  }
}

extension TrackingReport {
  public init(_ state: TrackingState) {
    var reasons: Reasons = []
    if state.contains(.noGyroscope) { reasons.insert(.noGyroscope) }
    if state.contains(.saturated) { reasons.insert(.saturated) }
    if state.contains(.odometryLost) { reasons.insert(.odometryLost) }
    if state.contains(.stale) { reasons.insert(.stale) }
    self.init(state.isInitializing ? .initializing : state.isLimited ? .limited : .normal, reasons)
  }
}

extension LocalizationReport {
  public init(_ state: LocalizationState) {
    let phase: Phase =
      switch state.phase {
      case .none: .none
      case .localizing: .localizing
      case .localized: .localized
      case .lost: .lost
      }
    // The order of the names is that of the cases; a test compares them.
    self.init(phase, Reasons(rawValue: state.reasons), isPinned: state.isPinned)
  }
}

extension AidsMessage.Aid {
  public init(_ aid: Aid, at now: BootInstant) {
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
  public init(_ correction: Correction) {
    self.init(
      time: correction.time.nanoseconds, scene: correction.scene, source: correction.source.rawValue,
      oldYaw: correction.oldYaw, newYaw: correction.newYaw, sigma: correction.sigma, shift: correction.shift)
    measured = correction.measured
    measuredSigma = correction.measuredSigma
    estimates = correction.estimates
    pairs = correction.pairs
    baseline = correction.baseline
    grounds = correction.grounds.map { GroundsMessage($0) }
  }
}

extension GroundsMessage {
  public init(_ grounds: CorrectionGrounds) {
    self.init(
      source: grounds.source.name, readings: grounds.readings.count, first: grounds.readings.first.nanoseconds,
      last: grounds.readings.last.nanoseconds)
    let shown = grounds.source.shownUnit
    unit = shown.symbol
    axes = grounds.source.axes
    count = grounds.fused.count
    for axis in 0..<count {
      innovation[axis] = grounds.fused.innovation[axis] * shown.factor
      sigma[axis] = max(0, grounds.fused.innovationVariance[axis]).squareRoot() * shown.factor
    }
  }
}
