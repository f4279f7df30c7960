public import Geometry

/// Work that is due at most once in a period, by the time of the samples. After a jump of the time back by more than two periods
/// it is due at once.
public struct Periodic: Equatable, Sendable {
  private let period: TimeSpan
  private var next = BootInstant(nanoseconds: .min)

  /// Makes work that is due at the first time that comes.
  public init(every period: TimeSpan) { self.period = period }

  /// Returns whether the work is due, and if so, sets the next time.
  public mutating func isDue(at time: BootInstant) -> Bool {
    if time < next, next - time <= period * 2 { return false }
    next = time + period
    return true
  }

  /// Makes the work due at once.
  public mutating func restart() { next = BootInstant(nanoseconds: .min) }
}
