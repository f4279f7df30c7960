import Alignment
import Expectations
import Geodesy
import Geometry
import Samples
import Testing

/// The time for which a fix is valid.
@Suite struct FixReaderTests {
  /// A fix with this time of arrival; its UTC is the receiver's own time of the measurement.
  func fix(arrival: Double, utc: Double?, stamped: Double? = nil, error: Double = 5) -> Fix {
    var fix = Fix(
      time: BootInstant(seconds: stamped ?? arrival), arrival: BootInstant(seconds: arrival), mode: .threeDimensional,
      latitude: Degrees(48), longitude: Degrees(9))
    fix.horizontalError = Length(error)
    fix.utc = utc.map { UTC(nanosecondsSince1970: 1_780_000_000_000_000_000 + Int64(($0 * 1e9).rounded())) }
    return fix
  }

  private func read(_ fix: Fix, by reader: inout FixReader) throws -> FixReading {
    let reading = reader.read(fix)
    return try #require(reading)
  }

  func seconds(_ time: BootInstant) -> Double { Double(time.nanoseconds) * 1e-9 }

  @Test func aStampedFixIsValidAtItsStamp() throws {
    var reader = FixReader(FixParameters())
    let reading = try read(fix(arrival: 10, utc: 10, stamped: 9.7), by: &reader)
    #expect(reading.held == BootInstant(seconds: 9.7) && reading.timing == .stamped)
  }

  /// A receiver that is late by a quarter of a second, as is configured.
  private static let late: FixParameters = {
    var parameters = FixParameters()
    parameters.latency = TimeSpan(0.25)
    return parameters
  }()

  @Test func withoutUTCTheLatencyIsAssumed() throws {
    var reader = FixReader(Self.late)
    let reading = try read(fix(arrival: 10, utc: nil), by: &reader)
    #expect(reading.held == BootInstant(seconds: 9.75) && reading.timing == .assumed)
    let precise = try read(fix(arrival: 11, utc: nil, error: 0.1), by: &reader)
    expect(precise.held, equals: BootInstant(seconds: 10.9))
  }

  @Test func aDelayAboveTheFloorIsLearned() throws {
    var reader = FixReader(Self.late)
    var generator = Generator(seed: 2)
    for i in 0..<100 {
      let delay = i % 4 == 0 ? 0 : 0.3 * generator.uniform()
      let reading = try read(fix(arrival: Double(i) + 0.25 + delay, utc: Double(i)), by: &reader)
      expect(reading.timing, equals: .learned)
      if i > 4 { expect(abs(seconds(reading.held) - Double(i)), isBelow: 0.001) }
    }
    expect(reader.incidents[.stepped], equals: 0)
  }

  @Test(arguments: [18.0, -18, 0.7, -0.7, 619_315_200.0]) func aStepOfUTCStartsTheLearnerAnew(step: Double) throws {
    var reader = FixReader(Self.late)
    for i in 0..<60 {
      let utc = Double(i) + (i < 30 ? 0 : step)
      let reading = try read(fix(arrival: Double(i) + 0.25, utc: utc), by: &reader)
      // Until a change is confirmed a fix may count as delayed, by no more than a second.
      #expect(seconds(reading.held) <= Double(i) + 1e-6 && seconds(reading.held) >= Double(i) - 1.01)
      if i < 30 || i > 33 { expect(abs(seconds(reading.held) - Double(i)), isBelow: 0.001) }
    }
    expect(reader.incidents[.stepped], equals: 1)
  }

  @Test func oneLateFixIsNotCountedAsAStep() throws {
    var reader = FixReader(Self.late)
    for i in 0..<30 {
      let reading = try read(fix(arrival: Double(i) + (i == 15 ? 1.0 : 0.25), utc: Double(i)), by: &reader)
      expect(abs(seconds(reading.held) - Double(i)), isBelow: 0.002)
    }
    expect(reader.incidents[.stepped], equals: 0)
  }

  /// Crystals are off by up to 50 ppm: over an hour by 0.2 s, which is no delay.
  @Test(arguments: [5e-5, -5e-5]) func aDriftingClockIsFollowed(drift: Double) throws {
    var reader = FixReader(Self.late)
    var worst = 0.0
    for i in 0..<3600 {
      let reading = try read(fix(arrival: Double(i) + 0.25, utc: Double(i) * (1 - drift)), by: &reader)
      worst = max(worst, abs(seconds(reading.held) - Double(i)))
    }
    #expect(reader.incidents[.stepped] == 0 && worst < 0.01)
  }

  /// A receiver that states the error of its velocity does not smooth its places as telephones do.
  @Test func anUnstatedErrorOfAVelocityIsAssumed() throws {
    var parameters = FixParameters()
    parameters.latency = TimeSpan(1.6)
    var reader = FixReader(parameters), moving = fix(arrival: 10, utc: nil)
    let silent = try read(moving, by: &reader)
    expect(silent.held, equals: BootInstant(seconds: 8.4))
    moving.velocityEast = Speed(1)
    moving.velocityNorth = Speed(-1)
    moving.arrival = BootInstant(seconds: 11)
    moving.time = moving.arrival
    let unstated = try read(moving, by: &reader)
    #expect(unstated.held == BootInstant(seconds: 9.4) && unstated.assumed == .speedError)
    #expect(unstated.velocity?.sigma == 0.3 && unstated.statedVelocity == nil)
    moving.speedError = Speed(0.5)
    moving.arrival = BootInstant(seconds: 12)
    moving.time = moving.arrival
    let stated = try read(moving, by: &reader)
    #expect(stated.held == BootInstant(seconds: 10.4) && stated.assumed == [])
    expect(((stated.statedVelocity?.sigma ?? 0) - 0.5 / 2.448).magnitude, isBelow: 1e-9)
  }

  /// Receivers state 0 where they have no estimate: the assumed errors count then.
  @Test func errorsOfZeroAreNotUsed() throws {
    var reader = FixReader(Self.late), silent = fix(arrival: 10, utc: nil, error: 0)
    silent.height = Length(200)
    silent.verticalError = .zero
    let reading = try read(silent, by: &reader)
    #expect(reading.assumed == .radius && reader.incidents[.assumed] == 1 && reading.heightSigma == nil)
    #expect((reading.radius.value - 5 * 1.515 / 2.448).magnitude < 1e-9 && reading.height == Length(200))
  }
}
