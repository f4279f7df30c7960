public import Samples

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
