import Geometry
import Samples

/// Judges the state of localization, sample by sample.
///
///     none ── the first pose ──→ localizing ── good, 2 s ──→ localized ── bad, 2 s ──→ lost ── good, 2 s ──→ localized
///
/// Good is a place within 10 m and a heading within 15°, not told by a compass alone, while motion is tracked; bad is a place
/// beyond 20 m or a heading beyond 25°; an unknown accuracy is bad. A new scene starts with localizing, from any state of the old
/// one. A reason is reported while its condition holds, not when it might explain the state: during its delay there may be none.
public struct LocalizationMonitor: Sendable {
  private let parameters: LocalizationParameters
  public private(set) var state = LocalizationState()
  private var scene: Int?
  private var clock = IntervalClock()
  private var good = Dwell(), bad = Dwell()
  /// Whether a compass alone has told the heading since the state is localized.
  private var isByCompass = false
  private var latches = LocalizationReason.allCases.map { _ in Latch() }

  public init(_ parameters: LocalizationParameters) { self.parameters = parameters }

  /// Ingests the evidence of a sample. True if the state has changed.
  public mutating func update(_ evidence: LocalizationEvidence) -> Bool {
    let before = state
    if scene != evidence.scene { restart(evidence.scene) }
    let interval = clock.step(to: evidence.time)
    movePhase(evidence, over: interval)
    judgeReasons(evidence, over: interval)
    state.isPinned = evidence.isPinned
    return state != before
  }

  private mutating func restart(_ scene: Int) {
    self.scene = scene
    state.phase = .none
    good = Dwell()
    bad = Dwell()
  }

  private mutating func movePhase(_ evidence: LocalizationEvidence, over interval: TimeSpan) {
    let isGood =
      evidence.isTrackedNormally && evidence.isPlaced(within: parameters.radius)
      && !evidence.lacksHeading(parameters)
    let isBad =
      !evidence.isPlaced(within: parameters.lostRadius) || !evidence.isHeaded(within: parameters.lostHeading)
      || isByCompass && !evidence.isHeadingConfirmed(parameters)
    let hasBeenGood = good.holds(isGood, for: parameters.dwell, over: interval)
    let hasBeenBad = bad.holds(isBad, for: parameters.dwell, over: interval)
    switch state.phase {
    case .none: state.phase = .localizing
    case .localizing, .lost:
      if hasBeenGood { state.phase = .localized }
      isByCompass = evidence.grounds.isCompassProven
    case .localized: if hasBeenBad { state.phase = .lost }
    }
    if evidence.isPinned || evidence.hasWay(for: 2 * parameters.heading, parameters) { isByCompass = false }
  }

  private mutating func judgeReasons(_ evidence: LocalizationEvidence, over interval: TimeSpan) {
    state.removeReasons()
    let isTold = state.phase == .localizing || state.phase == .lost
    for reason in LocalizationReason.allCases {
      let i = reason.rawValue
      latches[i].update(reason.holds(evidence, parameters), after: parameters.reasonDwell, over: interval)
      if isTold, latches[i].isSet == true { state.insert(reason) }
    }
  }
}

// Conditions on the evidence. An unknown value or NaN never counts as good.
extension LocalizationEvidence {
  func isPlaced(within radius: Length) -> Bool { horizontalAccuracy.map { $0 <= radius } ?? false }
  func isHeaded(within sigma: Angle) -> Bool { yawSigma.map { $0 <= sigma } ?? false }

  /// The heading is not known well enough, or rests on a compass that nothing has confirmed: it may be turned by any angle, which
  /// its 1 σ does not show.
  func lacksHeading(_ parameters: LocalizationParameters) -> Bool {
    !isPinned
      && (!isHeaded(within: parameters.heading) || !isHeadingConfirmed(parameters))
  }

  /// Whether anything but a compass has told the heading: the path between the fixes shows it within 30°, or a person or a route.
  public func isHeadingConfirmed(_ parameters: LocalizationParameters) -> Bool {
    isPinned || !grounds.restsOnCompass || hasWay(for: 2 * parameters.heading, parameters)
  }

  /// Place or heading are not known well enough.
  func isUnsure(_ parameters: LocalizationParameters) -> Bool {
    lacksHeading(parameters) || !isPlaced(within: parameters.radius)
  }

  /// Whether the path between the fixes is long enough to have shown a heading within an angle.
  func hasWay(for heading: Angle, _ parameters: LocalizationParameters) -> Bool {
    baseline >= Alignment.baseline(for: heading, radius: fixRadius ?? parameters.assumedRadius)
  }

  /// No fix yet, or no recent one.
  func lacksFix(_ parameters: LocalizationParameters) -> Bool { !(fixAge.map { $0 <= parameters.fixAge } ?? false) }

  /// Fixes come, but the radius of the newest and the place's accuracy are both worse than needed.
  func hasPoorFix(_ parameters: LocalizationParameters) -> Bool {
    !lacksFix(parameters) && fixRadius.map { $0 > parameters.radius } ?? false && !isPlaced(within: parameters.radius)
  }

  /// The heading is not good enough, whatever the compass, and the path between the estimates is too short to improve it. A carried
  /// wearer is not asked to walk.
  func lacksMotion(_ parameters: LocalizationParameters) -> Bool {
    lacksHeading(parameters) && !hasWay(for: parameters.heading, parameters) && !isCarried
  }

  /// Whether something other than the steps probably moves the wearer.
  var isCarried: Bool { grounds.doubts.counts(.steps) }

  /// The heading is not good enough, a compass contributes to it, and the field deviates from the Earth's.
  func isDisturbed(_ parameters: LocalizationParameters, share: Double = 1) -> Bool {
    lacksHeading(parameters) && grounds.usesCompass
      && grounds.disturbance.map { $0 > parameters.disturbance * share } ?? false
  }
}
