/// A day of the proleptic Gregorian calendar (continued before 1582), with year 0 before year 1.
public struct CivilDate: Hashable, Comparable, Sendable {
  public let year: Int
  /// 1 … 12
  public let month: Int
  /// 1 … 31
  public let day: Int

  /// nil for a day that the calendar does not have, or a year beyond ±1 000 000.
  public init?(year: Int, month: Int, day: Int) {
    guard year.magnitude <= 1_000_000, 1...12 ~= month, day >= 1 else { return nil }
    guard day <= Self.length(ofMonth: month, year: year) else { return nil }
    self.init(unchecked: year, month, day)
  }

  /// The day at a number of days after 1970-01-01, within a million years of it.
  public init(daysSince1970 days: Int) {
    precondition(days.magnitude <= 365_000_000, "a day beyond a million years")
    // The mean year has 146 097/400 days, so this year is correct or next to the correct one.
    var year = 1970 + Int((Double(days) * 400 / 146_097).rounded(.down))
    while Self.daysBefore(year: year) > days { year -= 1 }
    while Self.daysBefore(year: year + 1) <= days { year += 1 }
    var rest = days - Self.daysBefore(year: year)
    var month = 1
    while rest >= Self.length(ofMonth: month, year: year) {
      rest -= Self.length(ofMonth: month, year: year)
      month += 1
    }
    self.init(unchecked: year, month, rest + 1)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  public var daysSince1970: Int { Self.daysBefore(year: year) + dayOfYear - 1 }

  /// The day of the year; 1 on 1 January.
  public var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.length(ofMonth: $1, year: year) }
  }

  public static func < (a: Self, b: Self) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }

  /// True for years divisible by 4, except those divisible by 100 and not by 400.
  public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  static func daysInYear(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the days from 1970-01-01 to 1 January of a year: 365 for each year, and the leap days between.
  static func daysBefore(year: Int) -> Int {
    func leapDays(before year: Int) -> Int {
      let y = year - 1
      return floorDivide(y, 4) - floorDivide(y, 100) + floorDivide(y, 400)
    }
    return 365 * (year - 1970) + leapDays(before: year) - leapDays(before: 1970)
  }
}

/// Returns ⌊a / b⌋ for b > 0, where `/` rounds toward zero.
func floorDivide(_ a: Int, _ b: Int) -> Int {
  let quotient = a / b
  return a % b < 0 ? quotient - 1 : quotient
}

extension CivilDate: CustomStringConvertible {
  /// `2026-11-20`
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (value < 0 ? "-" : "") + zeros + digits
}
