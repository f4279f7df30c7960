import CPosix
public import Geodesy
import Geometry

/// CLOCK_REALTIME as a judge of whether a fix is one of now: a receiver that gives out an old fix, a recording that feeds gpsd, or
/// a gpsd that had hung for minutes otherwise moves the wearer to where somebody was.
///
/// It judges only while the kernel says that it follows a time source. A clock that was set by hand judges nothing.
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

  /// GPS counts weeks modulo 1024 (IS-GPS-200, § 20.3.3.3.1.1): an old receiver states a true place, 19.6 years ago.
  static let rollover: Int64 = 1024 * 7 * 86_400 * 1_000_000_000

  /// The time of a fix of now, without roll-overs of the week count; nil for a fix of another time.
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
