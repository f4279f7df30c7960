import CPosix
import Geometry

/// Notices that the machine was asleep: CLOCK_BOOTTIME has gone on meanwhile, and CLOCK_MONOTONIC has not.
struct SleepWatch {
  /// CLOCK_BOOTTIME − CLOCK_MONOTONIC: all the time that was slept since the machine was started.
  var slept: () -> Int64 = { gnomon_boot_time() - gnomon_monotonic_time() }
  private var before: Int64?

  /// Between the readings of the two clocks there may be a pause of the process, but none of this length.
  private static let shortest: Int64 = 100_000_000

  init() {}

  /// How long the machine has slept since the last call; nil if it has not.
  mutating func sleptSpan() -> TimeSpan? {
    let now = slept()
    defer { before = now }
    guard let before, now - before > Self.shortest else { return nil }
    return TimeSpan(Double(now - before) * 1e-9)
  }
}
