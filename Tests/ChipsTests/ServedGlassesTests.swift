import ChipModels
import Chips
import Expectations
import Geometry
import Glasses
import Samples
import Testing

/// Glasses that are started, read, lose reports, fall silent, and come back, on a port with its own time.
@Suite struct ServedGlassesTests {
  private static func run(
    _ port: FakeGlasses, _ served: inout ServedGlasses, for span: Double, late: (Int) -> Double = { _ in 100e-6 }
  ) throws -> [ChipSample] {
    let end = port.seconds + span
    var samples: [ChipSample] = [], turn = 0
    while port.seconds < end {
      port.wait(until: served.next, late: late(turn))
      turn += 1
      try served.turn(port, into: &samples)
    }
    return samples
  }

  private static func glasses(_ port: FakeGlasses, _ model: GlassesModel = .air) -> ServedGlasses {
    ServedGlasses(model, every: .seconds(0.01), at: port.now)
  }

  private func rate(_ kind: ChipSample.Kind, _ samples: [ChipSample]) -> Int { samples.count { $0.kind == kind } }

  @Test func theyAreStartedAndRead() throws {
    let port = FakeGlasses()
    port.device.rate = { SIMD3(0.1, 0.2, 0.3) * $0.truncatingRemainder(dividingBy: 7) }
    port.device.force = { SIMD3(1, 9.5, -2) + SIMD3(0.3, 0.1, 0) * $0.truncatingRemainder(dividingBy: 7) }
    port.device.field = { _ in SIMD3(12, -38, 21) }
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 20)
    #expect(
      served.state == .running && served.fieldFault == nil && served.record?.direction != .missing
        && served.fieldFault == nil)
    #expect(served.counts.named.isEmpty, "\(served.counts.named)")
    // Stop, length, pieces, start, in this order.
    let messages = port.device.messages
    #expect(messages.first == 0x19 && messages.dropFirst().first == 0x14 && messages.last == 0x19)
    #expect(messages.dropFirst(2).dropLast().allSatisfy { $0 == 0x15 } && messages.count > 5)
    let begin = try #require(samples.first).time
    let span = try #require(samples.last).time - begin
    expect(span.value, isAbove: 19)
    #expect(abs(Double(rate(.rate, samples)) / span.value - 250) < 1 && rate(.rate, samples) == rate(.force, samples))
    expect(abs(Double(rate(.field, samples)) / span.value - 50), isBelow: 1)
    expect(rate(.inertialTemperature, samples), isAtLeast: 19)
    var worst = 0.0, latest: [ChipSample.Kind: BootInstant] = [:]
    for sample in samples {
      if let before = latest[sample.kind] { expect(sample.time, isAbove: before) }
      latest[sample.kind] = sample.time
      let time = Double(sample.time.nanoseconds) * 1e-9
      // The clock is found within a fraction of the time between two reports.
      switch sample.kind {
      case .rate where time - Double(begin.nanoseconds) * 1e-9 > 1:
        // The rate says at which time it was measured, but at the jump.
        let phase = sample.value.x / 0.1
        let error = abs(phase - time.truncatingRemainder(dividingBy: 7))
        if error < 3 { worst = max(worst, error) }
      case .field:
        #expect(abs(sample.value.x - 12) < 0.06 && abs(sample.value.y + 38) < 0.06 && abs(sample.value.z - 21) < 0.06)
      case .inertialTemperature: expect(abs(sample.value.x - 37), isBelow: 0.01)
      default: break
      }
    }
    expect(worst, isBelow: 1.2e-3, "\(worst) s")
    served.stop(port)
    #expect(!port.device.isStreaming)
  }

  /// Turns that come late, up to the 64 reports that the kernel keeps, and beyond.
  @Test func lateTurns() throws {
    let port = FakeGlasses()
    var served = Self.glasses(port)
    _ = try Self.run(port, &served, for: 20) { $0 % 7 == 0 ? 0.05 : 100e-6 }
    #expect(port.overruns == 0 && served.counts.lost == 0)
    let samples = try Self.run(port, &served, for: 10) { $0 % 50 == 0 ? 0.2 : 100e-6 }
    expect(port.overruns, isAbove: 100)
    // A gap at the end is not known yet.
    expect(abs(served.counts.lost - port.overruns), isBelow: 150, "\(served.counts.lost) of \(port.overruns)")
    #expect(
      served.counts.undated == 0 && served.counts.clockSteps == 0 && served.state == .running
        && rate(.rate, samples) > 1500)
  }

  @Test func withoutAFactoryRecord() throws {
    for (model, fault) in [(GlassesModel.air, nil), (.air2Pro, .unknownDirection)] as [(GlassesModel, FieldFault?)] {
      let port = FakeGlasses()
      port.device.record = nil
      var served = Self.glasses(port, model)
      let samples = try Self.run(port, &served, for: 6)
      #expect(served.state == .running && served.counts.records == 1 && served.fieldFault == fault)
      #expect((rate(.field, samples) > 50) == (fault == nil) && rate(.rate, samples) > 500)
    }
    // Two bytes of them are wrong, one has no end, one turns the magnetometer otherwise.
    for text in ["no record", "{\"IMU\": {", "{}", String(repeating: "[", count: 5000)] {
      let port = FakeGlasses()
      port.device.record = Array(text.utf8)
      var served = Self.glasses(port, .air2)
      let samples = try Self.run(port, &served, for: 3)
      #expect(served.state == .running && served.fieldFault == .unknownDirection && rate(.field, samples) == 0)
    }
    let port = FakeGlasses()
    port.device.record = Array(GlassesDevice.usualRecord.replacing("0.353553, 0.612372,", with: "0.5, -0.5,").utf8)
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 3)
    #expect(served.fieldFault == .otherDirection && rate(.field, samples) == 0 && rate(.force, samples) > 100)
  }

  /// Of an Ultra, and of those whose pieces have a byte before the text.
  @Test func otherPieces() throws {
    for (length, shift) in [(64, 1), (512, 0), (512, 1)] {
      let port = FakeGlasses()
      (port.device.length, port.device.shift) = (length, shift)
      let long = GlassesDevice.usualRecord.replacing(
        "\"IMU\"", with: "\"filling\": \"\(String(repeating: "x", count: 20_000))\", \"IMU\"")
      port.device.record = Array(long.utf8)
      var served = Self.glasses(port, .air2Ultra)
      let samples = try Self.run(port, &served, for: 8)
      #expect(
        served.record?.direction != .missing && served.fieldFault == nil && served.counts.records == 0,
        "\(length), \(shift): \(served.counts.named)")
      expect(rate(.field, samples), isAbove: 50)
    }
  }

  @Test func noAnswerAndNoReports() throws {
    let port = FakeGlasses()
    port.device.answers = false
    var served = Self.glasses(port)
    #expect(try Self.run(port, &served, for: 12).isEmpty)
    expect(served.state, equals: .failed(.silent))
    // It answers, but sends nothing.
    (port.device.answers, port.device.sends) = (true, false)
    #expect(try Self.run(port, &served, for: 20).isEmpty)
    #expect(served.state == .failed(.silent) && served.counts.restarts > 1)
    port.device.sends = true
    let samples = try Self.run(port, &served, for: 20)
    #expect(served.state == .running && rate(.rate, samples) > 500)
  }

  /// Another program reads the same device: its stop ends the reports of both, and its answers come here, too.
  @Test func aSecondReader() throws {
    let port = FakeGlasses()
    var served = Self.glasses(port)
    _ = try Self.run(port, &served, for: 5)
    let other = port.device
    port.foreign = [Array(other.answer(0x14, []).prefix(8))]
    _ = try Self.run(port, &served, for: 1)
    #expect(served.counts.foreign == 1 && served.state == .running)
    let before = served.changes
    port.foreign = [[0xaa, 0x53, 0xe1, 0x26, 0x35, 0x04, 0x00, 0x19, 0x00]]
    _ = try Self.run(port, &served, for: 0.8)
    #expect(served.state == .failed(.silent) && served.changes > before)
    let samples = try Self.run(port, &served, for: 3)
    #expect(served.state == .running && rate(.rate, samples) > 400 && served.counts.restarts == 1)
  }

  @Test func spoiltReports() throws {
    let port = FakeGlasses()
    port.device.spoils = { report, number in
      switch number % 10 {
      case 1: report.removeLast(20)
      case 2: report[1] = 1
      case 3: (report[14], report[15], report[16], report[17]) = (0, 0, 0, 0)
      case 4: report = [0xaa, 1, 2, 3, 4, 4, 0, 0x19, 1]
      case 5: report = []
      default: break
      }
    }
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 5)
    let counts = served.counts
    for count in [counts.truncated, counts.unknown, counts.invalid, counts.checksums] {
      expect(abs(count - 500), isBelow: 60, "\(counts.named)")
    }
    #expect(abs(counts.lost - 2500) < 300 && served.state == .running)
    #expect(samples.allSatisfy { abs($0.value.y) < 60 })
  }

  /// The clock of the glasses passes the end of its counter, begins anew, and stands still.
  @Test func theirClock() throws {
    let port = FakeGlasses()
    port.device.clock = UInt64.max - 1_003_000_000_000
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 6)
    #expect(served.counts.named.isEmpty && rate(.rate, samples) > 1000, "\(served.counts.named)")
    port.device.clock = 5
    let after = try Self.run(port, &served, for: 4)
    #expect(served.counts.clockSteps == 1 && served.state == .running && rate(.rate, after) > 900)
    let times = (samples + after).filter { $0.kind == .rate }.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    expect(times.last.map { abs(Double($0.nanoseconds) * 1e-9 - port.seconds) < 0.05 }, equals: true)
    port.device.spoils = { report, _ in for index in 4..<12 { report[index] = 9 } }
    let still = try Self.run(port, &served, for: 2)
    #expect(served.counts.repeated > 1500 && rate(.rate, still) < 5)
  }

  @Test func aMagnetometerThatIsNeverFresh() throws {
    let port = FakeGlasses()
    port.device.isFresh = false
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 6)
    #expect(served.fieldFault == .neverFresh && rate(.field, samples) == 0 && rate(.rate, samples) > 1000)
    let before = served.changes
    port.device.isFresh = true
    let fresh = try Self.run(port, &served, for: 2)
    #expect(served.fieldFault == nil && served.changes > before && rate(.field, fresh) > 80)
  }

  @Test func unplugged() throws {
    let port = FakeGlasses()
    var served = Self.glasses(port)
    _ = try Self.run(port, &served, for: 3)
    port.isThere = false
    #expect(throws: PortFault.gone) { try Self.run(port, &served, for: 1) }
  }

  /// A sensor that needs its time before the first report, and one whose reports are of another kind.
  @Test func slowAndUnreadable() throws {
    let port = FakeGlasses()
    port.device.spoils = { report, number in if number < 2_000 { report = [] } }
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 8)
    #expect(served.state == .running && served.counts.restarts == 0 && rate(.rate, samples) > 900)
    port.device.spoils = { report, _ in report[1] = 1 }
    _ = try Self.run(port, &served, for: 10)
    #expect(served.state == .failed(.unreadable) && served.counts.unknown > 1_000)
  }

  /// They fall silent for a minute, so that the pauses grow, and send again by themselves.
  @Test func theyComeBackInAPause() throws {
    let port = FakeGlasses()
    var served = Self.glasses(port)
    _ = try Self.run(port, &served, for: 3)
    port.device.sends = false
    _ = try Self.run(port, &served, for: 60)
    let restarts = served.counts.restarts
    expect(served.state, equals: .failed(.silent))
    port.device.sends = true
    port.device.start(at: port.seconds)
    let samples = try Self.run(port, &served, for: 1)
    #expect(served.state == .running && served.counts.restarts == restarts && rate(.rate, samples) > 200)
  }

  /// Half of the rate, as other models may have: nothing is lost.
  @Test func anotherRate() throws {
    let port = FakeGlasses()
    port.device.rateOfReports = 500
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 10)
    #expect(served.counts.lost == 0 && served.counts.skipped < 110, "\(served.counts.named)")
    expect(abs(rate(.rate, samples) - 1_240), isBelow: 60)
    // One of a thousand is left out, which is no loss.
    let other = FakeGlasses()
    other.device.spoils = { report, number in if number % 1_000 == 500 { report = [] } }
    served = Self.glasses(other)
    _ = try Self.run(other, &served, for: 10)
    #expect(served.counts.lost == 0 && abs(served.counts.skipped - 10) < 2, "\(served.counts.named)")
  }

  /// The machine sleeps: what waits has no time, and what comes after has the right one.
  @Test func theMachineSleeps() throws {
    let port = FakeGlasses()
    var served = Self.glasses(port)
    _ = try Self.run(port, &served, for: 5)
    for sleep in [1.0, 5, 3600] {
      // Nothing comes while it sleeps, and five reports before the first turn.
      port.seconds += sleep
      port.device.start(at: port.seconds)
      let woken = port.seconds
      port.seconds += 0.0055
      let samples = try Self.run(port, &served, for: 2)
      let times = samples.map { Double($0.time.nanoseconds) * 1e-9 }
      #expect(rate(.rate, samples) > 400 && served.state == .running)
      // A mean that was begun before is dated there.
      let before = woken - sleep
      #expect(times.allSatisfy { $0 > woken - 0.005 || abs($0 - before) < 0.02 }, "\(sleep): \(times.prefix(9))")
    }
    expect(served.counts.undated, isAbove: 0)
  }

  /// Pieces of one byte: the factory record is given up.
  @Test func anEndlessRecord() throws {
    let port = FakeGlasses()
    port.device.record = [UInt8](repeating: UInt8(ascii: " "), count: 200_000)
    port.device.mostPiece = 1
    var served = Self.glasses(port)
    let samples = try Self.run(port, &served, for: 20)
    #expect(served.state == .running && served.counts.records == 1 && rate(.rate, samples) > 500)
  }
}
