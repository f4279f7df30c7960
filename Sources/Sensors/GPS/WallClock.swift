import CPosix
public import Geodesy
import Geometry

/// CLOCK_REALTIME, used to check that a fix is current. Otherwise a receiver that repeats an old fix, a recording that feeds
/// gpsd, or a gpsd that hung for minutes would move the wearer to an old position.
///
/// The check applies only while the kernel reports that the clock follows a time source; a clock that was set by hand is not
/// trusted.
public struct WallClock: Equatable, Sendable {
  public var utc: UTC
  public var isDisciplined: Bool

  public init(utc: UTC, isDisciplined: Bool) {
    self.utc = utc
    self.isDisciplined = isDisciplined
  }

  public static var now: WallClock {
    WallClock(utc: UTC(nanosecondsSince1970: gnomon_real_time()), isDisciplined: gnomon_clock_is_disciplined() == 1)
  }

  /// GPS counts weeks modulo 1024 (IS-GPS-200, § 20.3.3.3.1.1): an old receiver states a correct position, but a
  /// time 19.6 years too early.
  static let rollover: Int64 = 1024 * 7 * 86_400 * 1_000_000_000

  /// Returns the time of a current fix, corrected for roll-overs of the week count; nil for a fix of another time.
  func timely(_ time: UTC, within tolerance: TimeSpan) -> UTC? {
    guard isDisciplined, tolerance.value < Double(Self.rollover / 2) * 1e-9 else { return time }
    let (difference, overflow) = time.nanosecondsSince1970.subtractingReportingOverflow(utc.nanosecondsSince1970)
    guard !overflow, difference.magnitude < UInt64(Int64.max / 2) else { return nil }
    let half = Self.rollover / 2
    let rollovers = (difference + (difference < 0 ? -half : half)) / Self.rollover
    let rest = difference - rollovers * Self.rollover
    guard Double(rest.magnitude) * 1e-9 <= tolerance.value else { return nil }
    return UTC(nanosecondsSince1970: utc.nanosecondsSince1970 + rest)
  }
}
