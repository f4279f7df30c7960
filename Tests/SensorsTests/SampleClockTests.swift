import Expectations
import Geometry
import Samples
import Testing

@testable import Sensors

@Suite struct SampleClockTests {
  private func date(_ clock: inout SampleClock, _ stamps: [Int64], at arrival: Int64) -> [Int64] {
    var times = [BootInstant](repeating: BootInstant(nanoseconds: 0), count: stamps.count)
    stamps.withUnsafeBufferPointer { stamps in
      times.withUnsafeMutableBufferPointer {
        clock.date(stamps: stamps, arrival: BootInstant(nanoseconds: arrival), into: $0)
      }
    }
    return times.map(\.nanoseconds)
  }

  private let start: Int64 = 1_000_000_000_000
  private let period: Int64 = 5_000_000
  /// Delays of 0.2 … 3 ms that match no formula of the clock.
  private func delay(_ k: Int) -> Int64 { 200_000 + Int64((k &* 7919) % 2_800_000) }

  @Test func bootTimeIsUsedUnchanged() {
    var clock = SampleClock(isBootClock: true, nominal: Frequency(100))
    for k in 0..<400 {
      let stamp = start + Int64(k) * period
      expect(date(&clock, [stamp], at: stamp + delay(k)), equals: [stamp])
    }
    #expect(clock.basis == .boot && clock.counters == .init())
    #expect((clock.rate?.value ?? 0) > 199.9 && (clock.rate?.value ?? 0) < 200.1)
  }

  /// A device whose clock is 100 ppm fast and began at any number: the error is at most the least delay and the drift.
  @Test(arguments: [1e-4, 0, -1e-4]) func aClockOfItsOwnIsFollowed(_ drift: Double) {
    var clock = SampleClock(isBootClock: false)
    var worst = 0.0
    for k in 0..<60_000 {
      let truth = start + Int64(k) * period
      let stamp = 5_000_000_000 + Int64(Double(k) * Double(period) * (1 + drift))
      let time = date(&clock, [stamp], at: truth + delay(k))[0]
      if k > 2000 { worst = max(worst, Double(abs(time - truth)) * 1e-9) }
    }
    #expect(clock.basis == .own && clock.counters.steps == 0)
    expect(worst, isBelow: 0.001)
  }

  /// A reader that sleeps for a fifth of a second delivers the samples of that time as one batch: their times are unaffected.
  @Test(arguments: [SampleClock.Basis.boot, .own, .arrival]) func aSleepingReadersBatches(_ basis: SampleClock.Basis) {
    var clock = SampleClock(isBootClock: basis == .boot, nominal: Frequency(400))
    let period: Int64 = 2_500_000
    var k: Int64 = 0, worst: Int64 = 0, last: Int64 = 0
    for batch in 0..<2000 {
      let size: Int64 = 600..<1000 ~= batch ? 80 : 4
      let truths = (k..<k + size).map { start + $0 * period }
      k += size
      let stamps: [Int64] =
        switch basis {
        case .boot: truths
        case .own: truths.map { $0 - start + 5_000_000_000 }
        case .arrival: truths.map { _ in 0 }
        }
      let times = date(&clock, stamps, at: start + (k - 1) * period + delay(batch))
      for (time, truth) in zip(times, truths) {
        expect(time, isAbove: last)
        last = time
        if batch > 100 { worst = max(worst, abs(time - truth)) }
      }
    }
    #expect(clock.basis == basis && clock.counters.steps == 0 && clock.counters.gaps == 0)
    expect(worst, isAtMost: 3_000_000, "\(worst) ns")
  }

  /// Stamps that are wrongly declared as boot time are detected.
  @Test func aClaimedBootTimeIsChecked() {
    var clock = SampleClock(isBootClock: true)
    let time = date(&clock, [5_000_000_000], at: start)
    #expect(time == [start] && clock.basis == .own)
  }

  @Test func aClockThatIsSetBeginsAnew() {
    var clock = SampleClock(isBootClock: false)
    var last: Int64 = 0
    for k in 0..<1000 {
      let truth = start + Int64(k) * period
      // An hour forward at 300, two back at 600.
      let jump: Int64 = k < 300 ? 0 : k < 600 ? 3_600_000_000_000 : -3_600_000_000_000
      let time = date(&clock, [truth + 7_200_000_000_000 + jump], at: truth + delay(k))[0]
      #expect(time > last && abs(time - truth) < 4_000_000)
      last = time
    }
    expect(clock.counters.steps, equals: 2)
  }

  /// A thread that was blocked for two seconds delivers the samples that the kernel stored: their stamps still count.
  @Test func aLateArrivalIsNotAStep() {
    for isBoot in [true, false] {
      var clock = SampleClock(isBootClock: isBoot)
      for k in 0..<2000 {
        let truth = start + Int64(k) * period
        let arrival = (500..<900).contains(k) ? start + 900 * period + Int64(k) * 1000 : truth + delay(k)
        let time = date(&clock, [truth], at: arrival)[0]
        expect(abs(time - truth), isBelow: 4_000_000)
      }
      #expect(clock.counters.steps == 0 && clock.basis == (isBoot ? .boot : .own))
    }
  }

  /// Without stamps the times are even, follow the true rate (here 104 Hz instead of the requested 100), and never lead.
  @Test(arguments: [1, 8]) func withoutStampsTheRateIsFound(_ batch: Int) {
    var clock = SampleClock(isBootClock: false, nominal: Frequency(100))
    let period = Int64(1e9 / 104)
    var last: Int64 = 0, uneven = 0
    for k in 0..<(8000 / batch) {
      let newest = start + Int64((k + 1) * batch) * period
      let arrival = newest + delay(k)
      for time in date(&clock, Array(repeating: 0, count: batch), at: arrival) {
        #expect(time > last && time <= arrival)
        if k * batch > 2000 && abs(time - last - period) > period / 4 { uneven += 1 }
        last = time
      }
      if k * batch > 2000 { expect(abs(last - newest), isBelow: 4_000_000) }
    }
    #expect(clock.basis == .arrival && clock.counters.missing == 8000 / batch * batch)
    #expect((clock.rate?.value ?? 0) > 103.5 && (clock.rate?.value ?? 0) < 104.5)
    expect(uneven, isBelow: 20)
  }

  /// Bursts of 20 with one stamp, delivered in batches of other sizes.
  @Test(arguments: [20, 7, 32, 1]) func burstsAreSpread(_ batch: Int) {
    var clock = SampleClock(isBootClock: true)
    let all: [Int64] = (0..<2000).map { k in
      let last = Int64((k / 20 + 1) * 20 - 1)
      return start + last * period
    }
    var times: [Int64] = []
    var k = 0
    while k < all.count {
      let stamps = Array(all[k..<min(k + batch, all.count)])
      times += date(&clock, stamps, at: (stamps.last ?? 0) + 1_000_000)
      k += batch
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    for k in 60..<2000 {
      let truth: Int64 = start + Int64(k) * period
      expect(abs(times[k] - truth), isBelow: 10_000)
    }
    #expect((clock.rate?.value ?? 0) > 195 && (clock.rate?.value ?? 0) < 205)
    expect(clock.counters.spread, isAbove: 1500)
  }

  @Test func gapsAreCountedAndTheRateSurvivesThem() {
    var clock = SampleClock(isBootClock: true, nominal: Frequency(200))
    var stamp = start
    // An interval counts when the sample after it has arrived.
    for k in 0...1000 {
      stamp += k % 100 == 99 ? 40 * period : period
      _ = date(&clock, [stamp], at: stamp + delay(k))
    }
    expect(clock.counters.gaps, equals: 10)
    #expect((clock.rate?.value ?? 0) > 199 && (clock.rate?.value ?? 0) < 201)
  }
}

@Suite struct StreamMergerTests {
  private func gyroscope(_ seconds: Double) -> Sample {
    .gyroscope(GyroscopeSample(time: BootInstant(seconds: seconds), rate: .zero))
  }
  private func magnetometer(_ seconds: Double) -> Sample {
    .magnetometer(MagnetometerSample(time: BootInstant(seconds: seconds), field: .zero))
  }

  /// Two rates with different delays are merged in the order of time, completely, without a longer wait than allowed.
  @Test func twoRatesBecomeOneStream() {
    var merger = StreamMerger(lanes: 2)
    merger.expect(every: .seconds(0.005), in: 0)
    merger.expect(every: .seconds(0.02), in: 1)
    var out: [Sample] = [], longest = 0.0
    for tick in 0..<4000 {
      let now = BootInstant(seconds: 1 + Double(tick) * 0.001)
      func keep(_ sample: Sample) {
        out.append(sample)
        longest = max(longest, (now - sample.time).value)
      }
      if tick % 5 == 0 { merger.push(gyroscope(now.value), in: 0, at: now, into: keep) }
      // The magnetometer's samples are 12 ms late.
      if tick % 20 == 12 { merger.push(magnetometer(now.value - 0.012), in: 1, at: now, into: keep) }
      merger.drain(at: now, into: keep)
    }
    // A lane is unknown before its first sample, which may be late.
    #expect(zip(out.dropFirst(8), out.dropFirst(9)).allSatisfy { $0.time <= $1.time })
    #expect(out.count > 980 && merger.lateCount <= 1 && longest < 0.031)
  }

  @Test func aSilentLaneDelaysTheOthersBriefly() {
    var merger = StreamMerger(lanes: 2)
    merger.expect(every: .seconds(0.005), in: 0)
    merger.expect(every: .seconds(0.02), in: 1)
    merger.push(magnetometer(1), in: 1, at: BootInstant(seconds: 1)) { _ in }
    var waits: [Double] = []
    for k in 0..<400 {
      let now = BootInstant(seconds: 1.001 + 0.005 * Double(k))
      merger.push(gyroscope(now.value), in: 0, at: now) { _ in }
      merger.drain(at: now) { waits.append((now - $0.time).value) }
    }
    expect(waits.max() ?? 1, isBelow: 0.036)
    #expect(waits.suffix(300).allSatisfy { $0 == 0 })
  }

  @Test func aFloodOfOneLaneLosesNoSample() {
    var merger = StreamMerger(lanes: 2)
    merger.expect(every: .seconds(10), in: 1)
    let now = BootInstant(seconds: 1)
    merger.push(magnetometer(0.5), in: 1, at: now) { _ in }
    var count = 0
    for k in 0..<3000 { merger.push(gyroscope(1 + 1e-4 * Double(k)), in: 0, at: now) { _ in count += 1 } }
    merger.push(gyroscope(0.9), in: 0, at: now) { _ in count += 1 }
    merger.drain(at: BootInstant(seconds: 100)) { _ in count += 1 }
    #expect(count == 3001 && merger.disorderedCount == 1)
  }
}

extension BootInstant {
  fileprivate var value: Double { Double(nanoseconds) * 1e-9 }
}
