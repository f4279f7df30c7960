import CPosix
import Geometry
import Geodesy
import Wire

/// Which dates of a receiver are believed: none before this program was made, and none a day beside a clock of this machine that
/// follows a time server. A receiver whose count of weeks has begun anew is 1024 weeks off; one without a battery says 1980.
struct CivilDates {
  private static let made = UTC(Release.date + "T00:00:00Z"), day = TimeSpan(86_400)

  /// Returns what contradicts a date, as words of a sentence; nil if nothing does.
  static func contradiction(to utc: UTC, clock: UTC, isSynchronized: Bool) -> String? {
    func date(_ utc: UTC) -> Substring { utc.description.prefix(10) }
    if let made, utc.since(made) < .zero { return "it says \(date(utc)), and this program is of \(date(made))" }
    let off = utc.since(clock)
    guard isSynchronized, off > day || off < -day else { return nil }
    return "it says \(date(utc)), and the machine's clock \(date(clock))"
  }

  static func contradiction(to utc: UTC) -> String? {
    contradiction(to: utc, clock: Daemon.realTime, isSynchronized: gnomon_clock_is_synchronized() == 1)
  }
}
