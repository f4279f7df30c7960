import Expectations
import Geodesy
import Geometry
import Samples
import Testing
import Text

/// The door passes the same samples live and from a recording.
@Suite struct DoorTests {
  /// Samples of every kind with numbers that no sensor gives: off the grid, out of range, not finite; times that stand still and
  /// run backward.
  private static func sequence(_ seed: UInt64, _ count: Int) -> [Sample] {
    var g = Generator(seed: seed), time: Int64 = 0
    func number(_ scale: Double) -> Double {
      switch g.next() % 40 {
      case 0: .nan
      case 1: .infinity
      case 2: g.uniform(in: -1...1) * 1e13
      default: g.gaussian() * scale
      }
    }
    func vector<U, F>(_ scale: Double) -> Vector<U, F> { Vector(SIMD3(number(scale), number(scale), number(scale))) }
    return (0..<count).map { _ in
      time += Int64(g.uniform(in: -2e5...1e6))
      if g.next() % 20 == 0 { time -= 3_000_000 }
      let moment = BootInstant(nanoseconds: time)
      switch g.next() % 8 {
      case 0: return .accelerometer(.init(time: moment, force: vector(10)))
      case 1, 2: return .gyroscope(.init(time: moment, rate: vector(1)))
      case 3: return .magnetometer(.init(time: moment, field: vector(40)))
      case 4: return .barometer(.init(time: moment, pressure: Pressure(1e5 + number(100))))
      case 5: return .temperature(.init(time: moment, sensor: .imu, temperature: Temperature(20 + number(3))))
      case 6:
        var fix = Fix(
          time: moment, arrival: moment + TimeSpan(g.uniform(in: -0.01...0.3)), mode: .threeDimensional,
          latitude: Degrees(48 + number(1e-3)), longitude: Degrees(16 + number(1e-3)), height: Length(200 + number(3)))
        fix.horizontalError = Length(number(5).magnitude)
        fix.velocityEast = Speed(number(1))
        fix.geoidSeparation = Length(44 + number(1))
        return .fix(fix)
      default: return .input(.init(time: moment, kind: "nudge", json: "{\"degrees\":\(g.uniform())}"))
      }
    }
  }

  private func admitted(_ samples: [Sample]) -> (samples: [Sample], door: Door) {
    var door = Door()
    return (
      samples.compactMap { arrived in
        var sample = arrived
        return door.admit(&sample) == nil ? sample : nil
      }, door
    )
  }

  /// Returns the samples written and read again, line by line.
  private func recorded(_ samples: [Sample]) -> [Sample] {
    var parser = LineParser()
    return samples.compactMap { sample in
      var text = TextBuffer()
      text.append(line: .sample(sample))
      let line = Array(text.string.utf8.dropLast())
      guard case .line(.sample(let read)) = line.withUnsafeBufferPointer({ parser.parse($0) }) else { return nil }
      return read
    }
  }

  @Test(arguments: 1...20) func liveAndRecordedAreTheSame(seed: UInt64) {
    let arrived = Self.sequence(seed, 2000)
    let live = admitted(arrived)
    #expect(live.samples.count == live.door.admitted && live.door.admitted + live.door.refused == arrived.count)
    #expect(live.door.admitted > 1000 && live.door.refused > 200)
    // A session is recorded behind the door, and all of its replay passes the door.
    let replayed = admitted(recorded(live.samples))
    #expect(replayed.samples == live.samples && replayed.door.refused == 0)
    // A device's raw output, recorded as it came, is the same session.
    expect(admitted(recorded(arrived)).samples, equals: live.samples)
  }

  /// A refused sample is not stored: the next one is compared with the last that has passed.
  @Test func theTimeOfARefusedSampleDoesNotCount() {
    var door = Door()
    func refusal(_ seconds: Double, _ x: Double) -> Refusal? {
      var sample = Sample.gyroscope(.init(time: BootInstant(seconds: seconds), rate: AngularVelocity(x, 0, 0)))
      return door.admit(&sample)
    }
    #expect(refusal(1, 0) == nil)
    #expect(refusal(5, .nan) == Refusal(.notFinite, .x) && refusal(5, 1e9) == Refusal(.outOfRange, .x))
    #expect(refusal(1, 0) == Refusal(.duplicateTime, .t) && refusal(0.5, 0) == Refusal(.timeRunsBackwards, .t))
    #expect(refusal(2, 0) == nil && door.admitted == 2 && door.refused == 4)
  }
}
