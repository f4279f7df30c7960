import Chips
import Expectations
import Geometry
import Samples
import Testing

@Suite struct ChipClockTests {
  /// Reads a counter of `rate` ticks a second by transfers of random length; returns the worst error of a moment after `settling`.
  private func worst(
    rate: (Double) -> Double, seconds: Double, every step: Double, settling: Double, transfer: ClosedRange<Double>,
    seed: UInt64
  ) -> Double {
    var random = Generator(seed: seed), clock = ChipClock(tick: 25e-6, tolerance: 0.03)
    var time = 500.0, ticks = 7_000_000.0, worst = 0.0
    let begin = time
    while time < begin + seconds {
      let length = Double.random(in: transfer, using: &random)
      let at = Double.random(in: 0...1, using: &random)
      let inside = time + length * at
      let value = ticks + rate(time - begin) * length * at
      clock.observe(Int64(value), between: BootInstant(seconds: time), and: BootInstant(seconds: time + length))
      // A sample that comes before the next reading.
      let later = inside + step / 2
      if time > begin + settling, let moment = clock.moment(of: Int64(value + rate(time - begin) * step / 2)) {
        worst = max(worst, abs(Double(moment.nanoseconds) * 1e-9 - later))
      }
      ticks += rate(time - begin) * step
      time += step
    }
    return worst
  }

  @Test(arguments: [-0.03, -0.004, 0, 0.011, 0.03])
  func anyRateIsFound(error: Double) {
    let off = worst(
      rate: { _ in 40_000 * (1 + error) }, seconds: 120, every: 1, settling: 3, transfer: 0.3e-3...0.6e-3, seed: 5)
    expect(off, isBelow: 0.6e-3, "\(off)")
  }

  @Test func warmingIsFollowed() {
    // One part in a thousand within five minutes.
    let off = worst(
      rate: { 40_000 * (1 + 1e-3 * $0 / 300) }, seconds: 300, every: 1, settling: 3, transfer: 0.3e-3...0.6e-3, seed: 6)
    expect(off, isBelow: 0.7e-3, "\(off)")
  }

  @Test func anInterruptedTransferCountsLittle() {
    var clock = ChipClock(tick: 25e-6, tolerance: 0.01)
    for second in 0..<30 {
      let time = Double(second)
      clock.observe(
        Int64(time * 40_000), between: BootInstant(seconds: time - 0.0002), and: BootInstant(seconds: time + 0.0002))
    }
    // The counter was read at the begin of a transfer that took 60 ms.
    clock.observe(30 * 40_000, between: BootInstant(seconds: 30), and: BootInstant(seconds: 30.06))
    let moment = Double(clock.moment(of: 31 * 40_000)?.nanoseconds ?? 0) * 1e-9
    expect(abs(moment - 31), isBelow: 0.3e-3, "\(moment)")
    expect(clock.steps, equals: 0)
  }

  @Test func aCounterThatWasSetBeginsAnew() {
    var clock = ChipClock(tick: 25e-6, tolerance: 0.01)
    for second in 0..<10 {
      clock.observe(
        Int64(second) * 40_000, between: BootInstant(seconds: Double(second)), and: BootInstant(seconds: Double(second))
      )
    }
    clock.observe(0, between: BootInstant(seconds: 10), and: BootInstant(seconds: 10.0002))
    expect(clock.steps, equals: 1)
    let moment = Double(clock.moment(of: 4000)?.nanoseconds ?? 0) * 1e-9
    expect(abs(moment - 10.1), isBelow: 0.5e-3)
  }

  @Test func extremeValuesPass() {
    var clock = ChipClock(tick: 25e-6, tolerance: 0.01)
    let moments = [Int64.min, -1, 0, 1, .max].map { BootInstant(nanoseconds: $0) }
    for value in [Int64.min, 0, .max] {
      for first in moments { for last in moments { clock.observe(value, between: first, and: last) } }
      _ = clock.moment(of: .min)
      _ = clock.moment(of: .max)
    }
  }
}
