public import Geometry
public import Samples

/// The choice of one receiver of a gpsd that has several: reports in, the fixes of the chosen receiver out.
///
/// Fixes of two receivers belong to two places, so only one receiver is used at a time. The first receiver with a fix is used
/// until another one has been clearly better for `patience`. Clearly better is: the present one is silent, or only the other one
/// has a fix of three dimensions, or the other one states at most half of the error and no fewer dimensions. This relation has no
/// cycles, so receivers with constant properties cause at most one change each.
///
/// A value without a clock and without a descriptor.
public struct ReceiverChoice: Sendable {
  public enum Output: Equatable, Sendable {
    case fix(Fix)
    case change(ReceiverChange)
  }

  /// Reports that are not used because of their receiver.
  public struct Counters: Equatable, Sendable {
    /// Reports of known receivers that are not in use.
    public var others = 0
    /// Reports of receivers beyond `most`, or with a name longer than `longestName`.
    public var refused = 0
    public init() {}
  }

  public static let most = 16
  /// Bytes of a device's name; a path of Linux is rarely longer than 30.
  static let longestName = 255
  /// A receiver without reports for this long is replaced by a new one when there are `most`.
  static let forgottenAfter = TimeSpan.seconds(60)
  /// The time for which another receiver has to be clearly better.
  public static let patience = TimeSpan.seconds(5)

  /// The known receivers, in the order of their first reports.
  public private(set) var receivers: [KnownReceiver] = []
  public private(set) var counters = Counters()
  /// The change that led to the receiver in use.
  public private(set) var lastChange: ReceiverChange?
  /// gpsd's path of the only device to use; nil permits all.
  private let configured: String?
  private var usedIndex: Int?
  /// The arrival of the last fix passed on.
  private var lastArrival: BootInstant?
  /// Counters of the gates of replaced receivers.
  private var formerGates = EpochGate.Counters()

  public init(configured: String? = nil) {
    self.configured = configured
    guard let configured else { return }
    receivers = [KnownReceiver(configured, at: BootInstant(nanoseconds: 0))]
    usedIndex = 0
    lastChange = ReceiverChange(from: nil, to: configured, reason: .configured)
  }

  /// The receiver in use; nil before the first fix.
  public var used: KnownReceiver? { usedIndex.map { receivers[$0] } }

  /// The counters of all receivers' gates together.
  public var gateCounters: EpochGate.Counters { receivers.reduce(formerGates) { $0 + $1.gate.counters } }

  /// Ingests a report. `clock`: the machine's clock, if the fix's time is to be checked against it; `tolerance`: the largest
  /// difference allowed. Returns whether the report is of the receiver in use, or might become so because none is in use.
  @discardableResult
  public mutating func ingest(
    _ report: GPSReport, of device: String, at now: BootInstant, clock: WallClock? = nil,
    within tolerance: TimeSpan = .zero,
    into output: (Output) -> Void
  ) -> Bool {
    guard let index = index(of: device, at: now) else {
      counters.refused += 1
      return false
    }
    receivers[index].lastReport = now
    if report.mode == 1 { receivers[index].mode = nil }
    var gate = receivers[index].gate
    gate.ingest(report, arrival: now, clock: clock, within: tolerance) { ingest($0, of: index, at: now, into: output) }
    receivers[index].gate = gate
    guard usedIndex == nil || usedIndex == index else {
      counters.others += 1
      return false
    }
    return true
  }

  /// Ingests a complete fix of the receiver with that index.
  private mutating func ingest(_ fix: Fix, of index: Int, at now: BootInstant, into output: (Output) -> Void) {
    receivers[index].record(fix, at: now)
    if let change = nextChange(index, at: now) {
      usedIndex = receivers.firstIndex { $0.device == change.to }
      lastChange = change
      for other in receivers.indices { receivers[other].betterSince = nil }
      output(.change(change))
    }
    // After a change a fix that has waited for the rest of its epoch may be older than the last one.
    guard index == usedIndex, lastArrival.map({ fix.arrival > $0 }) ?? true else {
      receivers[index].unusedCount += 1
      return
    }
    receivers[index].usedCount += 1
    lastArrival = fix.arrival
    output(.fix(fix))
  }

  /// The time at which a fix that waits for the rest of its epoch is due.
  public var deadline: BootInstant { receivers.reduce(.never) { min($0, $1.gate.deadline) } }

  /// Passes on the fixes whose wait is over.
  public mutating func drain(at now: BootInstant, into output: (Output) -> Void) {
    for index in receivers.indices where now >= receivers[index].gate.deadline {
      var gate = receivers[index].gate
      gate.drain(at: now) { ingest($0, of: index, at: now, into: output) }
      receivers[index].gate = gate
    }
  }

  /// Drops the waiting fixes, as when the connection is lost.
  public mutating func disconnect() {
    for index in receivers.indices { receivers[index].gate.disconnect() }
  }

  // MARK: comparison

  /// The change that is due after a fix of that receiver.
  private mutating func nextChange(_ index: Int, at now: BootInstant) -> ReceiverChange? {
    guard configured == nil else { return nil }
    guard let usedIndex else { return ReceiverChange(from: nil, to: receivers[index].device, reason: .first) }
    let present = receivers[usedIndex]
    var best: (index: Int, reason: ReceiverChange.Reason)?
    for other in receivers.indices where other != usedIndex {
      guard let reason = Self.reason(for: receivers[other], before: present, at: now) else {
        receivers[other].betterSince = nil
        continue
      }
      var since = receivers[other].betterSince ?? now
      // A silent receiver counts from its last fix, if the other one has given fixes since then.
      if case .silence = reason, let last = present.lastFix, let streak = receivers[other].streakStart {
        since = min(since, max(last, streak))
      }
      receivers[other].betterSince = since
      guard now - since >= Self.patience else { continue }
      if let current = best, !Self.isFirstChoice(receivers[other], before: receivers[current.index]) { continue }
      best = (other, reason)
    }
    return best.map { ReceiverChange(from: present.device, to: receivers[$0.index].device, reason: $0.reason) }
  }

  /// The reason why a receiver is clearly better than the one in use; nil if it is not.
  private static func reason(
    for other: KnownReceiver, before present: KnownReceiver, at now: BootInstant
  ) -> ReceiverChange.Reason? {
    guard !other.isSilent(at: now), let mode = other.mode else { return nil }
    if present.isSilent(at: now) { return .silence(present.lastFix.map { now - $0 } ?? .zero) }
    if mode == .threeDimensional && present.mode != .threeDimensional { return .threeDimensional }
    guard mode == present.mode, other.comparedError <= 0.5 * present.comparedError else { return nil }
    return .statedError(other.comparedError, instead: present.comparedError)
  }

  /// The order of two receivers that are both clearly better than the one in use.
  private static func isFirstChoice(_ first: KnownReceiver, before second: KnownReceiver) -> Bool {
    let dimensions = (first.mode?.rawValue ?? 0, second.mode?.rawValue ?? 0)
    return dimensions.0 == dimensions.1 ? first.comparedError < second.comparedError : dimensions.0 > dimensions.1
  }

  // MARK: receivers

  /// The index of a receiver, which is added if it is new; nil if there are too many.
  private mutating func index(of device: String, at now: BootInstant) -> Int? {
    if let index = receivers.firstIndex(where: { $0.device == device }) { return index }
    guard device.utf8.count <= Self.longestName else { return nil }
    if receivers.count < Self.most {
      receivers.append(KnownReceiver(device, at: now))
      return receivers.count - 1
    }
    let forgotten = receivers.indices.first { $0 != usedIndex && now - receivers[$0].lastReport > Self.forgottenAfter }
    guard let forgotten else { return nil }
    formerGates = formerGates + receivers[forgotten].gate.counters
    receivers[forgotten] = KnownReceiver(device, at: now)
    return forgotten
  }
}

extension EpochGate.Counters {
  fileprivate static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum.fixes += other.fixes
    sum.duplicates += other.duplicates
    sum.searching += other.searching
    sum.refused += other.refused
    sum.untimely += other.untimely
    sum.steps += other.steps
    return sum
  }
}
