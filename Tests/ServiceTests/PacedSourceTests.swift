import Expectations
import Geometry
import Glibc
import Samples
import Sensors
import Service
import Testing

@Suite struct PacedSourceTests {
  /// Measured by the number of samples per wake-up.
  @Test func withoutAWaitingClientTheSourceWakesRarely() throws {
    var source = PacedSource(name: "steady") { () throws(SourceFault) -> PacedSource.Supply in
      var index: Int64 = 0
      return { () throws(SourceFault) -> Sample? in
        index += 1
        let time = BootInstant(nanoseconds: index * 2_500_000)
        return .gyroscope(GyroscopeSample(time: time, rate: AngularVelocity(0, 0, 0)))
      }
    }
    try source.open()
    defer { source.close(within: .zero) }
    var times: [Int64] = []
    func play(_ count: Int) -> (samples: Int, wakes: Int) {
      var samples = 0, wakes = 0
      while samples < count {
        let pause = (source.deadline - .now).value
        if pause > 0 { usleep(UInt32(min(pause, 1) * 1e6) + 1) }
        wakes += 1
        source.wake(at: .now) { event in
          guard case .sample(let sample) = event else { return }
          times.append(sample.time.nanoseconds)
          samples += 1
        }
      }
      return (samples, wakes)
    }
    _ = play(20)
    source.setBatching(true)
    _ = play(80)
    let relaxed = play(400)
    expect(relaxed.wakes, isAtMost: relaxed.samples / 40, "\(relaxed)")
    source.setBatching(false)
    _ = play(100)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 2_500_000 })
  }

  /// All samples before the start of the pace are due when the source is opened, also at another pace.
  @Test(arguments: [1, 8.0]) func samplesBeforeThePaceComeAtOnce(speed: Double) throws {
    var source = PacedSource(name: "late", speed: speed, from: .seconds(100)) {
      () throws(SourceFault) -> PacedSource.Supply in
      var index: Int64 = 0
      return { () throws(SourceFault) -> Sample? in
        index += 1
        let time = BootInstant(nanoseconds: index * 1_000_000_000)
        return index > 200 ? nil : .gyroscope(GyroscopeSample(time: time, rate: AngularVelocity(0, 0, 0)))
      }
    }
    try source.open()
    defer { source.close(within: .zero) }
    var times: [BootInstant] = []
    source.wake(at: .now) { if case .sample(let sample) = $0 { times.append(sample.time) } }
    // The first sample, a hundred seconds of samples, and those that have become due since on a slow machine.
    #expect(times.count > 100 && times.count < 200)
    expect(abs((source.clock.origin - times[0]).value - 100), isBelow: 1e-6)
  }
}
