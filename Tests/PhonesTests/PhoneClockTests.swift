import Expectations
import Geometry
import Loggers
import Samples
import Testing

@testable import Phones

@Suite struct PhoneClockTests {
  private static let second: Int64 = 1_000_000_000

  /// Two crystals that differ by 50 ppm for an hour: the delay stays within the tolerance and the least delay.
  @Test(arguments: [-50e-6, 50e-6]) func aDriftIsFollowed(drift: Double) {
    var clock = PhoneClock(), worst: Int64 = 0, last = Int64.min
    for index in 1...36_000 {
      let real = Int64(index) * 100_000_000
      let stamp = Int64(Double(real) * (1 + drift)) + 77 * Self.second
      clock.record(stamp, at: real + 20_000_000 + Int64(index * 7919 % 50) * 1_000_000)
      guard let time = clock.time(stamp) else { return }
      if index > 20 { worst = max(worst, abs(time - real - 20_000_000)) }
      expect(time, isAbove: last)
      last = time
    }
    #expect(worst < 45_000_000 && clock.steps == 0, "\(worst)")
  }

  @Test func aClockThatIsSetIsSetHere() {
    for jump in [-3600 * Self.second, 3600 * Self.second] {
      var clock = PhoneClock()
      let base = 10_000 * Self.second
      for index in 1...100 { clock.record(base + Int64(index) * 100_000_000, at: Int64(index) * 100_000_000 + 10) }
      for index in 101...200 {
        clock.record(base + Int64(index) * 100_000_000 + jump, at: Int64(index) * 100_000_000 + 10)
      }
      expect(clock.steps, equals: 1)
      let error = (clock.time(base + 20 * Self.second + jump) ?? 0) - 20 * Self.second
      expect(abs(error), isBelow: 21_000_000, "\(jump): \(error)")
    }
  }

  /// Batches that were held up for ten seconds come together: their times are right.
  @Test func aHeldUpBatchMovesNothing() {
    var clock = PhoneClock()
    for index in 1...50 { clock.record(Int64(index) * 100_000_000, at: Int64(index) * 100_000_000 + 5_000_000) }
    for index in 51...150 { clock.record(Int64(index) * 100_000_000, at: 15 * Self.second + Int64(index) * 1_000_000) }
    expect(clock.steps, equals: 0)
    expect(abs((clock.time(15 * Self.second) ?? 0) - 15 * Self.second), isBelow: 25_000_000)
  }

  @Test func impossibleStampsDoNothing() {
    var clock = PhoneClock()
    for stamp in [Int64.min, .max, 1 << 62, 0, -5] { clock.record(stamp, at: 1000) }
    clock.record(.max - 1, at: 2000)
    #expect(clock.time(0) != nil && clock.time(.max) == nil && clock.time(-1) == nil && clock.steps == 0)
  }

  /// One stamp that is wrong by seconds or years is one sample that is not used.
  @Test(arguments: [9_500_000_000, 1 << 61, -3_000_000_000]) func oneWrongStampIsOneLostSample(error: Int64) {
    var feed = PhoneFeed(.sensorServer), lines = 0
    for index in 0..<1000 {
      let now = Int64(index) * 10_000_000, stamp = now + 10_000 * Self.second + (index == 500 ? error : 0)
      let readings = [PhoneReading(stamp, .force(SIMD3(0, 9.81, 0))), PhoneReading(stamp, .rate(.zero))]
      lines += feed.ingest(readings, at: BootInstant(nanoseconds: now + Self.second), utc: 0).count
    }
    #expect(feed.refused.values.reduce(0, +) == 2 && lines > 1500, "\(feed.refused), \(lines)")
  }

  /// Numbers at the ends of their range, of every kind, in every order: refused and counted.
  @Test func extremeNumbersAreRefused() {
    let stamps: [Int64] = [.min, .min + 1, -(1 << 62), -5, -1, 0, 5, (1 << 62) - 1, 1 << 62, .max - 1, .max]
    let numbers = [0, 1e300, -1e308, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
    for app in PhoneApp.allCases {
      for first in stamps {
        for second in stamps {
          var feed = PhoneFeed(app)
          for (index, stamp) in [first, second, first, second, 0, 1_000_000_000, 2_000_000_000, first, second]
            .enumerated()
          {
            let value = numbers[index % numbers.count], v = SIMD3(value, 9.81, value)
            var location = StatedLocation()
            (location.latitude, location.longitude, location.utc) = (value, value, stamp)
            (location.speed, location.bearing, location.horizontalAccuracy) = (value, value, value)
            let readings: [PhoneReading] = [
              .init(stamp, .force(SIMD3(0, 9.81, 0))), .init(stamp, .force(v)), .init(stamp, .field(v)),
              .init(stamp, .rate(v)),
              .init(stamp, .pressure(value)), .init(stamp, .location(location)),
            ]
            _ = feed.ingest(readings, at: BootInstant(nanoseconds: Int64(index) * Self.second), utc: stamp)
            _ = feed.advice(PhoneAppFacts(), at: Int64(index) * Self.second)
          }
          let isPossible = [first, second].allSatisfy { 0..<1 << 62 ~= $0 }
          #expect(isPossible || feed.refused.values.reduce(0, +) > 0)
        }
      }
    }
  }

  /// Samples by a clock that sleeps with the telephone, locations by one that does not: the samples' clock is not disturbed.
  @Test(arguments: [0, 3600, -3600]) func locationsMayHaveAnotherClock(seconds: Int64) {
    var feed = PhoneFeed(.sensorServer), lines: [PhoneFeed.Line] = []
    for index in 0..<2000 {
      let now = Int64(index) * 10_000_000, stamp = now + 10_000 * Self.second
      let arrival = BootInstant(nanoseconds: now + 1_000_000_000_000)
      lines += feed.ingest(
        [PhoneReading(stamp, .force(SIMD3(0, 9.81, 0))), PhoneReading(stamp, .rate(.zero))], at: arrival, utc: 0)
      guard index % 100 == 50 else { continue }
      var location = StatedLocation()
      (location.latitude, location.longitude, location.horizontalAccuracy) = (48.2, 16.4, 5)
      let other = stamp - 300_000_000 + seconds * Self.second
      lines += feed.ingest([PhoneReading(other, .location(location))], at: arrival, utc: 0)
    }
    let fixes = lines.filter { $0.text.hasPrefix("P") }
    #expect(fixes.count == 18 && feed.refused == [:] && feed.clockSteps == 0)
    expect(feed.hasOtherClock, equals: (seconds != 0))
    let gyroscope = lines.filter { $0.text.hasPrefix("G") }
    #expect(zip(gyroscope, gyroscope.dropFirst()).allSatisfy { abs(($1.time - $0.time).value - 0.01) < 1e-6 })
    // Of the same clock, a location has its own time, 0.3 s before its arrival.
    let last = fixes.last?.time.nanoseconds ?? 0, arrival: Int64 = 1_000_000_000_000 + 1950 * 10_000_000
    expect(last, equals: (seconds == 0 ? arrival - 300_000_000 : arrival))
  }

  /// With the sign of Apple and upside down gravity looks right; the magnetic field of the place tells.
  @Test func theDipGivesTheSign() {
    var feed = PhoneFeed(.sensorLogger)
    func ingest(_ second: Int, mirrored: Bool) -> Int {
      var readings: [PhoneReading] = []
      for index in 0..<100 {
        let stamp = Int64(second) * Self.second + Int64(index) * 10_000_000
        // Vienna: 48.9 µT, 65° down; the screen is up, and the force of a mirrored one is down in truth.
        readings.append(PhoneReading(stamp, .force(SIMD3(0, 0, 9.81))))
        readings.append(PhoneReading(stamp, .field(SIMD3(0, 20.7, mirrored ? 44.3 : -44.3))))
      }
      var location = Loggers.StatedLocation()
      (location.latitude, location.longitude, location.horizontalAccuracy) = (48.2, 16.4, 5)
      readings.append(PhoneReading(Int64(second) * Self.second, .location(location)))
      return feed.ingest(
        readings, at: BootInstant(nanoseconds: Int64(second + 1) * Self.second), utc: 1_764_266_400_000_000_000
      )
      .count
    }
    for second in 0..<30 { _ = ingest(second, mirrored: false) }
    #expect(feed.gravity.verdict == .found && feed.isPassing)
    for second in 30..<60 { _ = ingest(second, mirrored: true) }
    expect(feed.gravity.verdict, equals: .mirrored)
    expect(ingest(60, mirrored: true), equals: 0)
    let advice = feed.advice(PhoneAppFacts(), at: 61 * Self.second)
    #expect(advice.first?.kind == .mirrored && advice.first?.isFatal == true)
    for second in 61..<80 { _ = ingest(second, mirrored: false) }
    #expect(feed.isPassing)
  }
}
