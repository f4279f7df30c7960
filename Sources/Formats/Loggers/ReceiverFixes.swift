import Geodesy
import Geometry
public import Samples

extension LoggedSession {
  /// What gpsd understood of a receiver's log, timed by the receiver's own clock.
  ///
  /// Receivers learn the date late, and a clock that is set in between would put everything before it into another year: of the stretches in
  /// which UTC runs on, by a day at most from fix to fix, the longest counts, and the fixes of the others are refused.
  public init(receiver fixes: [Fix]) {
    self.init()
    let day: Int64 = 86_400_000_000_000
    var stretches: [Range<Int>] = [], start = 0, last: Int64?
    for (index, fix) in fixes.enumerated() {
      guard let utc = fix.utc?.nanosecondsSince1970 else { continue }
      if let last, utc < last || utc - last > day {
        stretches.append(start..<index)
        start = index
      }
      last = utc
    }
    stretches.append(start..<fixes.count)
    let longest = stretches.max { $0.count < $1.count } ?? 0..<0
    for (index, fix) in fixes.enumerated() {
      do throws(LogRefusal) {
        guard let utc = fix.utc else { throw LogRefusal(reason: "a fix whose time the receiver did not know") }
        guard longest.contains(index) else {
          throw LogRefusal(reason: "a fix before or after the receiver's clock was set")
        }
        var fix = fix
        fix.time = BootInstant(nanoseconds: utc.nanosecondsSince1970)
        fix.arrival = fix.time
        try take(fix)
      } catch {
        report.refuse(error, file: "fix", line: index + 1)
      }
    }
    utcOfZero = 0
    noteWhatIsMissing()
    beginAtZero()
  }
}
