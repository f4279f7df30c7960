import Geodesy
import Geometry
public import Samples

extension LoggedSession {
  /// Creates a session from gpsd's fixes of a receiver's log, timed by the receiver's own clock.
  ///
  /// Receivers get the date late, and setting the clock in between would put all earlier fixes into another year. The fixes are
  /// divided into stretches in which UTC advances by a day at most from fix to fix; the longest stretch is used, and the fixes of
  /// the others are refused.
  public init(receiver fixes: [Fix]) {
    self.init()
    let day: Int64 = 86_400_000_000_000
    var stretches: [[Fix]] = [[]], last: Int64?
    for fix in fixes {
      guard let utc = fix.utc?.nanosecondsSince1970 else { continue }
      if let last, utc < last || utc &- last > day { stretches.append([]) }
      stretches[stretches.count - 1].append(fix)
      last = utc
    }
    let longest = stretches.indices.max { stretches[$0].count < stretches[$1].count } ?? 0
    report.countUnused("fixes without a time", count: fixes.count { $0.utc == nil })
    for (index, stretch) in stretches.enumerated() where index != longest {
      report.countUnused("fixes before or after the receiver's clock was set", count: stretch.count)
    }
    for (index, var fix) in stretches[longest].enumerated() {
      fix.time = BootInstant(nanoseconds: fix.utc?.nanosecondsSince1970 ?? 0)
      fix.arrival = fix.time
      do throws(LogRefusal) { try add(fix) } catch { report.refuse(error, file: "fix", line: index + 1) }
    }
    utcOfZero = 0
    removeSwappedFixes()
    addNotesOnMissingSensors()
    beginAtZero()
  }
}
