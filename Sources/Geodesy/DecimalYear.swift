import Geometry

/// A date as a year with its elapsed part, as used by magnetic models: 2026.5 is noon of 2 July 2026.
@frozen public struct DecimalYear: Hashable, Comparable, Sendable {
  /// The date as a number of years.
  public var value: Double

  @inlinable public init(_ value: Double) { self.value = value }

  /// The year, plus the elapsed part of its 365 or 366 days.
  public init(_ time: UTC) {
    let year = time.date.year
    let days = Double(time.days - CivilDate.daysBefore(year: year))
    self.init(Double(year) + (days + time.timeOfDay.value / 86_400) / Double(CivilDate.daysInYear(year)))
  }

  /// The start of a day.
  public init(_ date: CivilDate) {
    self.init(Double(date.year) + Double(date.dayOfYear - 1) / Double(CivilDate.daysInYear(date.year)))
  }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

extension DecimalYear: CustomStringConvertible {
  public var description: String { "\((value * 100).rounded() / 100)" }
}
