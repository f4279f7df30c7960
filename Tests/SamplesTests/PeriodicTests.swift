import Expectations
import Geometry
import Samples
import Testing

/// Work that is due once in a period.
@Suite struct PeriodicTests {
  private func due(_ work: inout Periodic, _ seconds: Double...) -> [Bool] {
    seconds.map { work.isDue(at: BootInstant(seconds: $0)) }
  }

  @Test func workIsDueOnceInAPeriod() {
    var work = Periodic(every: TimeSpan(0.5))
    let found = due(&work, 10, 10.1, 10.49, 10.5, 10.9, 12, 12.4)
    expect(found, equals: [true, false, false, true, false, true, false])
  }

  /// A small step back changes nothing; a longer one is another time.
  @Test func afterAJumpBackItIsDueAtOnce() {
    var work = Periodic(every: TimeSpan(0.5))
    let found = due(&work, 10, 9.6, 9.4, 9.5)
    expect(found, equals: [true, false, true, false])
    work.restart()
    let again = due(&work, 9.6)
    expect(again, equals: [true])
  }
}
