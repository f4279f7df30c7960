import CPosix
import Expectations
import Testing

/// The one meaning of "the clock is synchronized", for daemon and doctor.
@Suite struct ClockTests {
  /// As in adjtimex(2) and linux/timex.h.
  private static let ok: CInt = 0, insertsLeapSecond: CInt = 1, error: CInt = 5
  private static let phaseLocked: CInt = 0x0001, unsynchronized: CInt = 0x0040
  private static let notPermitted: CInt = 1

  @Test func theKernelsAnswerHasOneMeaning() {
    expect(gnomon_clock_verdict(Self.ok, Self.phaseLocked, 0), equals: 1)
    expect(gnomon_clock_verdict(Self.insertsLeapSecond, 0, 0), equals: 1)
    expect(gnomon_clock_verdict(Self.ok, Self.unsynchronized, 0), equals: 0)
    expect(gnomon_clock_verdict(Self.error, 0, 0), equals: 0)
    expect(gnomon_clock_verdict(Self.error, Self.unsynchronized, 0), equals: 0)
    expect(gnomon_clock_verdict(-1, 0, Self.notPermitted), equals: -Self.notPermitted)
  }

  @Test func thisMachineAnswers() {
    expect(gnomon_clock_is_synchronized(), isAtMost: 1)
  }
}
