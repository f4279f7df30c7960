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
    let bounds = pose.headingBounds, known = withCovariance ? pose.covariance : nil
    self.init(
      time: pose.time.nanoseconds, utc: utc?.nanosecondsSince1970, scene: pose.scene,
      sceneHeading: pose.sceneHeading.rawValue, position: pose.pose.position, orientation: pose.pose.rotation,
      velocity: pose.velocity, heading: pose.heading, headingSigma: bounds?.nominal ?? pose.yawSigma,
      headingBound: bounds?.conservative, latitude: pose.place?.latitude, longitude: pose.place?.longitude,
      horizontalAccuracy: pose.horizontalAccuracy,
      covariance: known.map {
        CovarianceMessage(position: $0.position, orientation: $0.orientation, cross: $0.cross)
      }, tracking: TrackingReport(pose.tracking), localization: LocalizationReport(pose.localization))
  }
}

extension AlignmentMessage {
  public init(_ pose: TrackedPose, revision: Int) {
    self.init(
      time: pose.time.nanoseconds, scene: pose.scene, sceneHeading: pose.sceneHeading.rawValue,
      sceneHeadingSigma: pose.sceneHeadingSigma, revision: revision, yaw: pose.yaw, yawSigma: pose.yawSigma,
      appliedYaw: pose.appliedYaw, appliedShift: pose.appliedShift, snaps: pose.appliedSnaps,
      scenePosition: pose.pose.position,
      place: pose.place, horizontalAccuracy: pose.horizontalAccuracy, verticalAccuracy: pose.verticalAccuracy,
      isPinned: pose.localization.isPinned, isHeadingConfirmed: pose.isHeadingConfirmed)
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
    self.init(code: GuidanceCode(guidance.code), parameters: .object(guidance.parameters), english: guidance.english)
  }
}

extension AidsMessage {
  public init(_ pose: TrackedPose, aids: [Fusion.Aid], states: [FilterState], hypotheses: [TieHypothesis] = []) {
    self.init(
      time: pose.time.nanoseconds, scene: pose.scene, aids: aids.map { AidMessage($0, at: pose.time) },
      states: states.map { FilterStateMessage(name: $0.name, unit: $0.unit, value: $0.value, sigma: $0.sigma) },
      hypotheses: hypotheses.map { HypothesisMessage($0) })
  }
}

extension HypothesisMessage {
  public init(_ one: TieHypothesis) {
    self.init(
      weight: one.weight, motion: one.motion.rawValue, yaw: one.yaw, yawSigma: one.yawSigma,
      east: one.place.map { Length($0.x) },
      north: one.place.map { Length($0.y) }, radius: one.radius, doubts: one.doubts)
  }
}

extension MotionBeliefMessage {
  /// How the wearer moves by hypotheses; nil without any.
  public init?(_ hypotheses: [TieHypothesis]) {
    guard !hypotheses.isEmpty else { return nil }
    let each = MotionCase.allCases.map { one in
      hypotheses.reduce(0) { $1.motion == one ? $0 + $1.weight : $0 }
    }
    let most = each.indices.max { each[$0] < each[$1] } ?? 0
    self.init(motion: MotionCase.allCases[most].rawValue, walks: each[0], rests: each[1], carried: each[2])
  }
}

extension TrackingReport {
  public init(_ state: TrackingState) {
    var reasons: TrackingReasons = []
    if state.contains(.noGyroscope) { reasons.insert(.noGyro) }
    if state.contains(.saturated) { reasons.insert(.saturated) }
    if state.contains(.odometryLost) { reasons.insert(.odometryLost) }
    if state.contains(.stale) { reasons.insert(.stale) }
    self.init(state: state.isInitializing ? .initializing : state.isLimited ? .limited : .normal, reasons: reasons)
  }
}

extension LocalizationReport {
  public init(_ state: LocalizationState) {
    let phase: LocalizationPhase =
      switch state.phase {
      case .none: .none
      case .localizing: .localizing
      case .localized: .localized
      case .lost: .lost
      }
    var reasons: LocalizationReasons = []
    for known in LocalizationReasons.all where state.reasons & known.bit != 0 { reasons.formUnion(known.word) }
    self.init(state: phase, reasons: reasons, isPinned: state.isPinned)
  }
}

extension LocalizationReasons {
  /// The word of each reason of the engine.
  fileprivate static let all: [(bit: UInt16, word: LocalizationReasons)] = LocalizationReason.allCases.map {
    (1 << UInt16($0.rawValue), LocalizationReasons($0))
  }

  private init(_ reason: LocalizationReason) {
    self =
      switch reason {
      case .waitingForFix: .waitingForFix
      case .noMotion: .noMotion
      case .magneticDisturbance: .magneticDisturbance
      case .poorFix: .poorFix
      case .undecidedWalk: .undecidedWalk
      case .contradictedHeading: .contradictedHeading
      case .compassContradicted: .compassContradicted
      case .receiverElsewhere: .receiverElsewhere
      case .carried: .carried
      case .receiverDoubted: .receiverDoubted
      case .compassUnproved: .compassUnproved
      }
  }
}

extension GuidanceCode {
  fileprivate init(_ code: Guidance.Code) {
    self =
      switch code {
      case .standStill: .standStill
      case .goOutside: .goOutside
      case .openSky: .openSky
      case .walk: .walk
      case .leaveMetal: .leaveMetal
      case .turnDevice: .turnDevice
      case .lookAround: .lookAround
      }
  }
}

extension AidState {
  fileprivate init(_ state: Aid.State) {
    self =
      switch state {
      case .off: .off
      case .waiting: .waiting
      case .fusing: .fusing
      case .refused: .refused
      case .timedOut: .timedOut
      }
  }
}

extension CorrectionSource {
  fileprivate init(_ source: Correction.Source) {
    self =
      switch source {
      case .fix: .fix
      case .compass: .compass
      case .antennas: .antennas
      case .leg: .leg
      case .nudge: .nudge
      case .memory: .memory
      case .rest: .rest
      case .gait: .gait
      case .relocation: .relocation
      case .restart: .restart
      case .method: .unlisted(source.rawValue)
      }
  }
}

extension AidMessage {
  public init(_ aid: Aid, at now: BootInstant) {
    let shown = aid.description.shownUnit, factor = shown.factor, last = aid.last, axes = 0..<last.count
    self.init(
      name: aid.description.name, unit: shown.symbol, axes: aid.description.axes, state: AidState(aid.state(at: now)),
      reason: aid.reason?.name, english: aid.reason?.text, measuredTime: aid.lastMeasured?.nanoseconds,
      fusedTime: aid.lastFused?.nanoseconds, observation: axes.map { last.observation[$0] * factor },
      variance: axes.map { last.variance[$0] * factor * factor },
      innovation: axes.map { last.innovation[$0] * factor },
      innovationVariance: axes.map { last.innovationVariance[$0] * factor * factor },
      ratio: last.count > 0 ? last.ratio : nil, fused: aid.fused,
      refused: aid.refusals.map {
        AidRefusedMessage(reason: $0.reason.name, english: $0.reason.text, count: $0.count)
      }, turned: aid.turned, turnedInAll: aid.turnedInAll, lastTurn: aid.lastTurn)
  }
}

extension CorrectionMessage {
  public init(_ correction: Correction) {
    self.init(
      time: correction.time.nanoseconds, scene: correction.scene, source: CorrectionSource(correction.source),
      oldYaw: correction.oldYaw, newYaw: correction.newYaw, sigma: correction.sigma,
      measuredYaw: correction.measured, measuredSigma: correction.measuredSigma, shift: correction.shift,
      baseline: correction.baseline,
      grounds: correction.grounds.map { GroundsMessage($0) })
  }
}

extension GroundsMessage {
  public init(_ grounds: CorrectionGrounds) {
    let shown = grounds.source.shownUnit, fused = grounds.fused
    var sigma = SIMD3<Double>.zero
    for axis in 0..<fused.count {
      sigma[axis] = max(0, fused.innovationVariance[axis]).squareRoot() * shown.factor
    }
    self.init(
      source: grounds.source.name, readings: grounds.readings.count, firstTime: grounds.readings.first.nanoseconds,
      lastTime: grounds.readings.last.nanoseconds, unit: shown.symbol, axes: grounds.source.axes,
      innovation: UpToThree(fused.innovation * shown.factor, count: fused.count),
      innovationSigma: UpToThree(sigma, count: fused.count))
  }
}
