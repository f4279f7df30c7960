public import Geometry

/// An instant of civil time: nanoseconds since 1970-01-01T00:00:00Z, each day counted as 86 400 s (as in POSIX, so a
/// leap second has the same number as the second after it). The range is from the year 1677 to 2262.
@frozen public struct UTC: Hashable, Comparable, Sendable {
  public var nanosecondsSince1970: Int64

  @inlinable public init(nanosecondsSince1970 nanoseconds: Int64) { nanosecondsSince1970 = nanoseconds }

  /// nil outside the range.
  public init?(secondsSince1970 seconds: Int64, nanosecond: Int = 0) {
    guard 0...999_999_999 ~= nanosecond else { return nil }
    // scaled from the side nearer to zero, so that the first and last representable instants can be reached
    let borrow: Int64 = seconds < 0 && nanosecond > 0 ? 1 : 0
    let (scaled, tooFar) = (seconds + borrow).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, beyond) = scaled.addingReportingOverflow(Int64(nanosecond) - borrow * 1_000_000_000)
    guard !tooFar, !beyond else { return nil }
    self.init(nanosecondsSince1970: sum)
  }

  /// nil for a time of day that the clock does not have, or a date outside the range.
  public init?(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0) {
    guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    self.init(secondsSince1970: Int64(seconds), nanosecond: nanosecond)
  }

  public static func < (a: Self, b: Self) -> Bool { a.nanosecondsSince1970 < b.nanosecondsSince1970 }

  /// Returns the time since another instant; exact to the nanosecond within 104 days, then to double precision.
  @inlinable public func since(_ other: Self) -> TimeSpan {
    let (difference, overflow) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
    guard !overflow else {
      return .seconds((Double(nanosecondsSince1970) - Double(other.nanosecondsSince1970)) / 1e9)
    }
    return .seconds(Double(difference) / 1e9)
  }

  /// The time rounded to milliseconds.
  public var millisecondsSince1970: Int64 {
    let whole = floorDivide(Int(nanosecondsSince1970), 1_000_000)
    let rest = Int(nanosecondsSince1970) % 1_000_000  // has the sign of the time
    return Int64(rest >= 500_000 || rest < 0 && rest >= -500_000 ? whole + 1 : whole)
  }

  public var date: CivilDate { CivilDate(daysSince1970: days) }
  /// The time since midnight.
  public var timeOfDay: TimeSpan { .seconds(Double(nanosecondsOfDay) / 1e9) }

  var days: Int { floorDivide(Int(nanosecondsSince1970), Self.nanosecondsPerDay) }
  var nanosecondsOfDay: Int {
    let rest = Int(nanosecondsSince1970) % Self.nanosecondsPerDay  // days × 86 400 s may be outside the range
    return rest < 0 ? rest + Self.nanosecondsPerDay : rest
  }

  static var nanosecondsPerDay: Int { 86_400_000_000_000 }
}
