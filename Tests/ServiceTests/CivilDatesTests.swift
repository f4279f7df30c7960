import Geometry
import Geodesy
import Testing

@testable import Service

@Suite struct CivilDatesTests {
  /// Dates of receivers: believed, 1024 weeks back, without a battery, a day and an hour ahead, and the hour of a wrong zone.
  @Test(arguments: [
    ("2027-03-01T12:00:00Z", true, nil), ("2007-07-17T12:00:00Z", true, "this program is of"),
    ("1980-01-06T00:00:00Z", false, "this program is of"), ("2027-03-02T13:00:00Z", true, "the machine's clock"),
    ("2027-02-28T11:00:00Z", true, "the machine's clock 2027-03-01"), ("2027-03-01T14:00:00Z", true, nil),
    ("2027-03-02T13:00:00Z", false, nil),
  ])
  func aDateIsComparedWithTheMachines(_ said: String, _ isSynchronized: Bool, _ words: String?) throws {
    let utc = try #require(UTC(said)), clock = try #require(UTC("2027-03-01T12:00:00Z"))
    let found = CivilDates.contradiction(to: utc, clock: clock, isSynchronized: isSynchronized)
    #expect((found == nil) == (words == nil) && (words.map { found?.contains($0) == true } ?? true), "\(found ?? "")")
  }
}
