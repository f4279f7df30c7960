import Geometry
import Samples

/// Time for which a condition has held without a break, in sample time.
struct Dwell: Sendable {
  /// nil while the condition does not hold.
  private(set) var held: TimeSpan?

  /// Ingests the condition at a sample. True if it has held for at least `limit`.
  mutating func holds(_ condition: Bool, for limit: TimeSpan, over interval: TimeSpan) -> Bool {
    guard condition else {
      held = nil
      return false
    }
    let time = held.map { $0 + interval } ?? .zero
    held = time
    return time >= limit
  }
}

/// A Bool that changes only after the opposite has held for a while; the first value is taken at once.
struct Latch: Sendable {
  private(set) var isSet: Bool?
  private var opposite = Dwell()

  mutating func update(_ condition: Bool, after limit: TimeSpan, over interval: TimeSpan) {
    guard let current = isSet else {
      isSet = condition
      return
    }
    if opposite.holds(condition != current, for: limit, over: interval) {
      isSet = condition
      opposite = Dwell()
    }
  }
}

/// The time from one sample to the next. A gap counts as one second at most, because the state within it is unknown; time that
/// runs backwards counts as zero.
struct IntervalClock: Sendable {
  private var last: BootInstant?
  private static let longest = TimeSpan(1)

  mutating func step(to time: BootInstant) -> TimeSpan {
    guard let last else {
      self.last = time
      return .zero
    }
    guard time > last else { return .zero }
    self.last = time
    return min(time - last, Self.longest)
  }
}
