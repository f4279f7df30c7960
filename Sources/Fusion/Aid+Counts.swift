public import Samples

extension Array where Element == Aid {
  /// Returns the source that decided an event at a time: of those fused since then that which turned the heading most.
  public func decisive(since time: BootInstant) -> Aid? {
    var decisive: Int?
    for index in indices where self[index].lastFused.map({ $0 >= time }) ?? false {
      if let other = decisive, self[index].lastTurn.magnitude <= self[other].lastTurn.magnitude { continue }
      decisive = index
    }
    return decisive.map { self[$0] }
  }
}

extension Aid {
  /// Measurements refused so far; those trusted less are not among them.
  public var refused: Int { tally.total - tally[.trustedLess] }
  /// Measurements so far, fused or refused.
  public var measured: Int { fused + refused }
  /// The time of the latest measurement. The attitude filter measures before it is given a time, while it runs over the samples of
  /// the start; these measurements count as made at `now`.
  public func measuredTime(at now: BootInstant) -> BootInstant {
    lastMeasured.flatMap { $0.nanoseconds == .min ? nil : $0 } ?? now
  }
  /// Whether `last` compares a measurement with what was expected: a source that drives the prediction compares nothing.
  public var isCompared: Bool { last.innovationVariance.max() > 0 }
  /// Whether `last` is the latest measurement: one that was refused before it reached the filter left no numbers.
  public var isLastCurrent: Bool {
    guard last.count > 0 else { return false }
    switch reason {
    case nil, .trustedLess, .beyondGate, .noEffect: return lastMeasured != nil
    default: return false
    }
  }
}
