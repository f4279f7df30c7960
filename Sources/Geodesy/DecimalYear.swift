import Geometry

/// A date as a year and its elapsed part, the way magnetic models count time: 2026.5 is noon of 2 July 2026.
@frozen public struct DecimalYear: Hashable, Comparable, Sendable {
  /// The bare figure.
  public var value: Double

  @inlinable public init(_ value: Double) { self.value = value }

  /// The year, plus the part of its 365 or 366 days that has passed.
  public init(_ time: UTC) {
    let year = time.date.year
    let days = Double(time.days - CivilDate.daysBefore(year: year))
    self.init(Double(year) + (days + time.timeOfDay.value / 86_400) / Double(CivilDate.daysInYear(year)))
  }

  /// The beginning of a day.
  public init(_ date: CivilDate) {
    self.init(Double(date.year) + Double(date.dayOfYear - 1) / Double(CivilDate.daysInYear(date.year)))
  }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

extension DecimalYear: CustomStringConvertible {
  public var description: String { "\((value * 100).rounded() / 100)" }
}
