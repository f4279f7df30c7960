public import Geometry
public import Samples

/// What an aiding source is called and measures.
public struct AidDescription: Sendable, Equatable {
  /// "compass"; one name in a motion.
  public let name: String
  /// Of observation and innovation; variances are in its square. "" for a ratio.
  public let unit: String
  /// What the components are: "east", "north".
  public let axes: [String]
  /// Without a measurement for this long it has timed out.
  public let patience: TimeSpan
  public var shownUnit: ShownUnit { ShownUnit(unit) }

  public init(_ name: String, unit: String, axes: [String], patience: TimeSpan) {
    precondition(axes.count <= Measurement.capacity, "more axes than a measurement has components")
    self.name = name
    self.unit = unit
    self.axes = axes
    self.patience = patience
  }
}

/// One aiding source of a filter: what it measured last and what became of it. The counterpart of PX4's `estimator_aid_source`
/// messages, with the reason of a refusal, the counts of all reasons, and how far the source has turned the heading.
public struct Aid: Sendable {
  public enum State: String, CaseIterable, Sendable {
    /// Not used in this profile or with these settings.
    case off
    /// On, and nothing to fuse so far, or not now.
    case waiting
    case fusing
    /// The last measurement was refused.
    case refused
    /// It has spoken, and then not for longer than it may.
    case timedOut = "timed-out"
  }

  public let description: AidDescription
  private var lastState = State.waiting
  /// Why it is off, waits, was refused, or was trusted less.
  public private(set) var reason: AidReason? = .noMeasurement
  /// When a measurement came in, and when one was fused.
  public private(set) var lastMeasured: BootInstant?
  public private(set) var lastFused: BootInstant?
  /// The last measurement that was fused or reached a gate.
  public private(set) var last = Fused()
  /// Fused so far, those of them that were trusted less included.
  public private(set) var fused = 0
  public private(set) var tally = Tally<AidReason>()
  /// How far it has turned the heading of its filter so far, clockwise: the sum, and the sum without signs.
  public private(set) var turned = Angle.zero
  public private(set) var turnedInAll = Angle.zero
  /// The last turn.
  public private(set) var lastTurn = Angle.zero

  public init(_ description: AidDescription) { self.description = description }

  /// A source that is off for good.
  public static func off(_ name: String, _ reason: AidReason) -> Aid {
    var aid = Aid(AidDescription(name, unit: "", axes: [], patience: .zero))
    aid.switchOff(reason)
    return aid
  }

  /// The state at a moment; silence is known only then.
  public func state(at now: BootInstant) -> State {
    guard lastState == .fusing || lastState == .refused, let lastMeasured else { return lastState }
    return now - lastMeasured > description.patience ? .timedOut : lastState
  }

  /// Measurements that were refused, by reason, and those trusted less.
  public var refusals: [(reason: AidReason, count: Int)] {
    AidReason.allCases.compactMap { tally[$0] > 0 ? ($0, tally[$0]) : nil }
  }

  /// Nothing to fuse now. It is no refusal, and is not counted.
  public mutating func wait(_ reason: AidReason) { (lastState, self.reason) = (.waiting, reason) }

  public mutating func switchOff(_ reason: AidReason) { (lastState, self.reason) = (.off, reason) }

  public mutating func refuse(_ reason: AidReason, at time: BootInstant) {
    (lastState, self.reason) = (.refused, reason)
    lastMeasured = time
    tally.record(reason)
  }

  public mutating func record(_ outcome: FusionOutcome, turning turn: Angle = .zero, at time: BootInstant) {
    switch outcome {
    case .fused(let fused): fuse(fused, nil, turn, time)
    case .trustedLess(let fused):
      tally.record(.trustedLess)
      fuse(fused, .trustedLess, turn, time)
    case .beyondGate(let judged):
      last = judged
      refuse(.beyondGate, at: time)
    case .noEffect(let judged):
      last = judged
      let isFinite = (0..<judged.count).allSatisfy { judged.innovation[$0].isFinite }
      refuse(isFinite ? .noEffect : .notFinite, at: time)
    }
  }

  private mutating func fuse(_ fused: Fused, _ reason: AidReason?, _ turn: Angle, _ time: BootInstant) {
    (lastState, self.reason) = (.fusing, reason)
    last = fused
    lastMeasured = time
    lastFused = time
    self.fused += 1
    lastTurn = turn
    turned += turn
    turnedInAll += turn.magnitude
  }
}
