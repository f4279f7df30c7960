public import Geometry
public import Samples

/// Description of an aiding source: its name, and what it measures.
public struct AidDescription: Sendable, Equatable {
  /// Name of the source, unique in a motion: "compass".
  public let name: String
  /// Unit of observation and innovation; variances are in its square. "" for a ratio.
  public let unit: String
  /// Names of the components: "east", "north".
  public let axes: [String]
  /// Longest time without a measurement before the source has timed out.
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

/// One aiding source of a filter: its last measurement and the result of it. The counterpart of PX4's `estimator_aid_source`
/// messages, with the reason of a refusal, the counts of all reasons, and how far the source has turned the heading.
public struct Aid: Sendable {
  public enum State: String, CaseIterable, Sendable {
    /// Not used in this profile or with these settings.
    case off
    /// On, but there is no measurement to fuse yet, or not now.
    case waiting
    case fusing
    /// The last measurement was refused.
    case refused
    /// It gave measurements before, and has been silent for longer than `patience`.
    case timedOut = "timed-out"
  }

  public let description: AidDescription
  private var lastState = State.waiting
  /// Reason why it is off, waits, was refused, or was trusted less.
  public private(set) var reason: AidReason? = .noMeasurement
  /// Times of the last measurement and of the last fused one.
  public private(set) var lastMeasured: BootInstant?
  public private(set) var lastFused: BootInstant?
  /// Last measurement that was fused or that reached a gate.
  public private(set) var last = Fused()
  /// Count of fused measurements, including those that were trusted less.
  public private(set) var fused = 0
  public private(set) var tally = Tally<AidReason>()
  /// Sum of the turns that it has caused in its filter's heading, clockwise: signed (`turned`) and without signs (`turnedInAll`).
  public private(set) var turned = Angle.zero
  public private(set) var turnedInAll = Angle.zero
  /// The last turn.
  public private(set) var lastTurn = Angle.zero

  public init(_ description: AidDescription) { self.description = description }

  /// Returns a source that is permanently off.
  public static func off(_ name: String, _ reason: AidReason) -> Aid {
    var aid = Aid(AidDescription(name, unit: "", axes: [], patience: .zero))
    aid.switchOff(reason)
    return aid
  }

  /// State at a moment. The moment is needed because a timeout is found only by comparing times.
  public func state(at now: BootInstant) -> State {
    guard lastState == .fusing || lastState == .refused, let lastMeasured else { return lastState }
    return now - lastMeasured > description.patience ? .timedOut : lastState
  }

  /// Reasons for which measurements were refused or trusted less, each with its count.
  public var refusals: [(reason: AidReason, count: Int)] {
    AidReason.allCases.compactMap { tally[$0] > 0 ? ($0, tally[$0]) : nil }
  }

  /// Records that there is nothing to fuse now. This is no refusal and is not counted.
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
