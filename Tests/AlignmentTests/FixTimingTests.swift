import Alignment
import Geodesy
import Geometry
import Samples
import Testing

/// The time for which a fix is valid.
@Suite struct FixTimingTests {
  /// A fix with this time of arrival; its UTC is the receiver's own time of the measurement.
  func fix(arrival: Double, utc: Double?, stamped: Double? = nil) -> Fix {
    var fix = Fix(
      time: BootInstant(seconds: stamped ?? arrival), arrival: BootInstant(seconds: arrival), mode: .threeDimensional,
      latitude: Degrees(48), longitude: Degrees(9))
    fix.utc = utc.map { UTC(nanosecondsSince1970: 1_780_000_000_000_000_000 + Int64(($0 * 1e9).rounded())) }
    return fix
  }

  let radius = Length(3)
  func seconds(_ time: BootInstant) -> Double { Double(time.nanoseconds) * 1e-9 }

  @Test func aStampedFixIsValidAtItsStamp() {
    var timing = FixTiming(FixParameters())
    #expect(timing.held(fix(arrival: 10, utc: 10, stamped: 9.7), radius: radius) == BootInstant(seconds: 9.7))
    #expect(timing.source == .stamped)
  }

  @Test func withoutUTCTheLatencyIsAssumed() {
    var timing = FixTiming(FixParameters())
    #expect(timing.held(fix(arrival: 10, utc: nil), radius: radius) == BootInstant(seconds: 9.75))
    #expect(timing.source == .assumed)
    #expect(timing.held(fix(arrival: 11, utc: nil), radius: Length(0.1)) == BootInstant(seconds: 10.9))
  }

  @Test func aDelayAboveTheFloorIsLearned() {
    var timing = FixTiming(FixParameters())
    var generator = Generator(seed: 2)
    for i in 0..<100 {
      let delay = i % 4 == 0 ? 0 : 0.3 * generator.uniform()
      let held = timing.held(fix(arrival: Double(i) + 0.25 + delay, utc: Double(i)), radius: radius)
      #expect(timing.source == .learned)
      if i > 4 { #expect(abs(seconds(held) - Double(i)) < 0.001) }
    }
    #expect(timing.steps == 0)
  }

  @Test(arguments: [18.0, -18, 0.7, -0.7, 619_315_200.0]) func aStepOfUTCStartsTheLearnerAnew(step: Double) {
    var timing = FixTiming(FixParameters())
    for i in 0..<60 {
      let utc = Double(i) + (i < 30 ? 0 : step)
      let held = timing.held(fix(arrival: Double(i) + 0.25, utc: utc), radius: radius)
      // Until a change is confirmed a fix may count as delayed, by no more than a second.
      #expect(seconds(held) <= Double(i) + 1e-6 && seconds(held) >= Double(i) - 1.01)
      if i < 30 || i > 33 { #expect(abs(seconds(held) - Double(i)) < 0.001) }
    }
    #expect(timing.steps == 1)
  }

  @Test func oneLateFixIsNotCountedAsAStep() {
    var timing = FixTiming(FixParameters())
    for i in 0..<30 {
      let held = timing.held(fix(arrival: Double(i) + (i == 15 ? 1.0 : 0.25), utc: Double(i)), radius: radius)
      #expect(abs(seconds(held) - Double(i)) < 0.002)
    }
    #expect(timing.steps == 0)
  }

  /// Crystals are off by up to 50 ppm: over an hour by 0.2 s, which is no delay.
  @Test(arguments: [5e-5, -5e-5]) func aDriftingClockIsFollowed(drift: Double) {
    var timing = FixTiming(FixParameters())
    var worst = 0.0
    for i in 0..<3600 {
      let held = timing.held(fix(arrival: Double(i) + 0.25, utc: Double(i) * (1 - drift)), radius: radius)
      worst = max(worst, abs(seconds(held) - Double(i)))
    }
    #expect(timing.steps == 0 && worst < 0.01)
  }
}
