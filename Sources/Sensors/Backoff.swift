public import Geometry

/// The pauses between attempts: each is twice as long as the one before, up to `longest`; a success resets them to `shortest`.
public struct Backoff: Equatable, Sendable {
  public let shortest: TimeSpan
  public let longest: TimeSpan
  /// Failures since the last success.
  public private(set) var failures = 0

  public init(from shortest: TimeSpan, to longest: TimeSpan) {
    self.shortest = shortest
    self.longest = longest
  }

  /// Counts a failure and returns the pause before the next attempt.
  public mutating func fail() -> TimeSpan {
    var pause = shortest, doublings = 0
    // A loop, because a power of two would overflow after a night without the device.
    while pause < longest, doublings < failures {
      pause = pause * 2
      doublings += 1
    }
    failures += 1
    return pause < longest ? pause : longest
  }

  public mutating func succeed() { failures = 0 }
}
