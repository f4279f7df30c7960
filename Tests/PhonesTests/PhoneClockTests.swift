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
      #expect(time > last)
      last = time
    }
    #expect(worst < 45_000_000 && clock.steps == 0, "\(worst)")
  }

  @Test func aClockThatIsSetIsSetHere() {
    for jump in [-3600 * Self.second, 3600 * Self.second] {
      var clock = PhoneClock()
      for index in 1...100 { clock.record(Int64(index) * 100_000_000, at: Int64(index) * 100_000_000 + 10) }
      for index in 101...200 { clock.record(Int64(index) * 100_000_000 + jump, at: Int64(index) * 100_000_000 + 10) }
      #expect(clock.steps == 1)
      let error = (clock.time(20 * Self.second + jump) ?? 0) - 20 * Self.second
      #expect(abs(error) < 21_000_000, "\(jump): \(error)")
    }
  }

  /// Batches that were held up for ten seconds come together: their times are right.
  @Test func aHeldUpBatchMovesNothing() {
    var clock = PhoneClock()
    for index in 1...50 { clock.record(Int64(index) * 100_000_000, at: Int64(index) * 100_000_000 + 5_000_000) }
    for index in 51...150 { clock.record(Int64(index) * 100_000_000, at: 15 * Self.second + Int64(index) * 1_000_000) }
    #expect(clock.steps == 0)
    #expect(abs((clock.time(15 * Self.second) ?? 0) - 15 * Self.second) < 25_000_000)
  }

  @Test func impossibleStampsDoNothing() {
    var clock = PhoneClock()
    for stamp in [Int64.min, .max, 1 << 62, 0, -5] { clock.record(stamp, at: 1000) }
    _ = clock.time(.max)
    clock.record(.max - 1, at: 2000)
    #expect(clock.time(0) != nil)
  }

  /// Samples by a clock that sleeps with the telephone, locations by one that does not: the samples' clock is not disturbed.
  @Test(arguments: [0, 3600, -3600]) func locationsMayHaveAnotherClock(seconds: Int64) {
    var feed = PhoneFeed(.sensorServer), lines: [PhoneFeed.Line] = []
    for index in 0..<2000 {
      let stamp = Int64(index) * 10_000_000, arrival = BootInstant(nanoseconds: stamp + 1_000_000_000_000)
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
    #expect(feed.hasOtherClock == (seconds != 0))
    let gyroscope = lines.filter { $0.text.hasPrefix("G") }
    #expect(zip(gyroscope, gyroscope.dropFirst()).allSatisfy { abs(($1.time - $0.time).value - 0.01) < 1e-6 })
    // Of the same clock, a location has its own time, 0.3 s before its arrival.
    let last = fixes.last?.time.nanoseconds ?? 0, arrival: Int64 = 1_000_000_000_000 + 1950 * 10_000_000
    #expect(last == (seconds == 0 ? arrival - 300_000_000 : arrival))
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
    #expect(feed.gravity.verdict == .mirrored)
    #expect(ingest(60, mirrored: true) == 0)
    let advice = feed.advice(PhoneAppFacts(), at: 61 * Self.second)
    #expect(advice.first?.kind == .mirrored && advice.first?.isFatal == true)
    for second in 61..<80 { _ = ingest(second, mirrored: false) }
    #expect(feed.isPassing)
  }
}
