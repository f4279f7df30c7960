import CPosix
import Geometry

/// A detector of the machine's sleep, during which CLOCK_BOOTTIME goes on and CLOCK_MONOTONIC does not.
struct SleepWatch {
  /// CLOCK_BOOTTIME − CLOCK_MONOTONIC in nanoseconds: the total sleep since the machine was started.
  var slept: () -> Int64 = { gnomon_boot_time() - gnomon_monotonic_time() }
  private var before: Int64?

  /// The shortest detected sleep: the process may be paused between the readings of the two clocks, but not for this long.
  private static let shortest: Int64 = 100_000_000

  init() {}

  /// Returns the length of the sleep since the last call; nil without sleep.
  mutating func sleptSpan() -> TimeSpan? {
    let now = slept()
    defer { before = now }
    guard let before, now - before > Self.shortest else { return nil }
    return TimeSpan(Double(now - before) * 1e-9)
  }
}
