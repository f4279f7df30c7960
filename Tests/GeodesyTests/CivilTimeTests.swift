import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct CivilTimeTests {
  /// Every day of three centuries and of the years around 0 and ±400, counted by the calendar's own rules.
  @Test func daysFollowOneAnother() throws {
    for first in [-401, -1, 1, 1582, 1699, 1899, 1969, 1999, 2099, 2399] {
      let start = try #require(CivilDate(year: first, month: 1, day: 1))
      var (year, month, day) = (first, 1, 1)
      for number in start.daysSince1970..<(start.daysSince1970 + 1100) {
        let date = CivilDate(daysSince1970: number)
        #expect(date.year == year && date.month == month && date.day == day)
        expect(date.daysSince1970, equals: number)
        day += 1
        let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        if day > [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
          (month, day) = (month + 1, 1)
        }
        if month > 12 { (year, month) = (year + 1, 1) }
      }
    }
  }

  @Test func knownDays() throws {
    func days(_ y: Int, _ m: Int, _ d: Int) -> Int? { CivilDate(year: y, month: m, day: d)?.daysSince1970 }
    expect(days(1970, 1, 1), equals: 0)
    expect(days(2000, 3, 1), equals: 11_017)
    expect(days(1858, 11, 17), equals: -40_587)  // the modified Julian day's zero
    expect(days(1, 1, 1), equals: -719_162)
    expect(days(2026, 11, 20), equals: 20_777)
    for (y, m, d) in [
      (2025, 2, 29), (1900, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31), (2026, 1, 0), (Int.max, 1, 1),
    ] { #expect(days(y, m, d) == nil) }
    expect(CivilDate(year: 2024, month: 12, day: 31)?.dayOfYear, equals: 366)
    let early = try #require(CivilDate(year: 2026, month: 2, day: 28)), late = CivilDate(daysSince1970: 20_777)
    #expect(early < late && !(late < early))
  }

  @Test(arguments: [
    ("2026-11-20T09:15:00Z", 1_795_166_100_000_000_000), ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59.5Z", -500_000_000), ("2000-02-29T12:00:00.000000001Z", 951_825_600_000_000_001),
    ("2262-04-11T23:47:16.854775807Z", Int64.max), ("1677-09-21T00:12:43.145224192Z", Int64.min),
  ]) func textAndNanoseconds(_ text: String, _ nanoseconds: Int64) throws {
    let time = try #require(UTC(text))
    expect(time.nanosecondsSince1970, equals: nanoseconds)
    expect(UTC(nanosecondsSince1970: nanoseconds).description, equals: text)
  }

  @Test func leapSecondsAndFractions() {
    expect(UTC("2016-12-31T23:59:60Z"), equals: UTC("2017-01-01T00:00:00Z"))
    #expect(UTC("2016-12-31T23:59:60Z") != nil)
    expect(UTC("2026-01-01T00:00:00.250Z")?.description, equals: "2026-01-01T00:00:00.25Z")
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T09:15Z", "2026-11-20 09:15:00Z", "2026-11-20T09:15:00", "2026-11-20T09:15:00+00:00",
    "2026-11-20T24:00:00Z", "2026-11-20T09:60:00Z", "2026-11-20T09:15:60Z", "2026-02-30T09:15:00Z",
    "2026-1-20T09:15:00Z",
    "2026-11-20T09:15:00.Z", "2026-11-20T09:15:00.1234567890Z", "2026-11-20T09:15:00ZZ", "2263-01-01T00:00:00Z",
    "1677-01-01T00:00:00Z", "２０２６-11-20T09:15:00Z", "+026-11-20T09:15:00Z",
  ]) func otherTextsAreRefused(_ text: String) { #expect(UTC(text) == nil) }

  @Test func textComesBack() {
    var g = Generator(seed: 15, stream: "utc")
    for _ in 0..<20_000 {
      let time = UTC(nanosecondsSince1970: Int64(bitPattern: g.next()))
      expect(UTC(time.description), equals: time)
      expect(UTC(secondsSince1970: time.nanosecondsSince1970 / 1_000_000_000)?.description.hasSuffix("Z"), equals: true)
    }
  }

  @Test func spansBetweenInstants() throws {
    let a = try #require(UTC("2026-11-20T09:15:00Z")), b = try #require(UTC("2026-11-20T09:15:00.000000001Z"))
    #expect(b.since(a) == .seconds(1e-9) && a.since(b) == .seconds(-1e-9) && a < b)
    let span = UTC(nanosecondsSince1970: .max).since(UTC(nanosecondsSince1970: .min)).value
    expect((span - 18_446_744_073.709_55).magnitude, isBelow: 1e-3)
    expect(a.timeOfDay, equals: .seconds(33_300))
    #expect(UTC(secondsSince1970: .max) == nil && UTC(secondsSince1970: 0, nanosecond: 1_000_000_000) == nil)
  }

  @Test func decimalYears() throws {
    func year(_ text: String) throws -> Double { DecimalYear(try #require(UTC(text))).value }
    try expect(year("2025-01-01T00:00:00Z"), equals: 2025)
    try expect(year("2025-07-02T12:00:00Z"), equals: 2025.5)
    try expect(year("2024-07-02T00:00:00Z"), equals: 2024.5)
    try expect(year("2024-12-31T23:59:59Z"), isBelow: 2025)
    try expect((year("2024-12-31T23:59:59Z") - (2025 - 1 / 366.0 / 86_400)).magnitude, isBelow: 1e-11)
    expect(DecimalYear(try #require(CivilDate(year: 2026, month: 3, day: 15))).value, equals: 2026 + 73.0 / 365)
    expect(DecimalYear(2025).description, equals: "2025.0")
  }
}
