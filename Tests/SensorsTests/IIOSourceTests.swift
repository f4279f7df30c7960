import Expectations
import Geometry
import Samples
import Sensors
import TestSupport
import Testing

/// Devices that libiio reads through its network backend: the buffers, the attributes and the faults are simulated by the server,
/// everything from libiio upward is real.
@Suite(.serialized, .enabled(if: RigProcess.has("python3"))) struct IIOSourceTests {
  private typealias Channel = IIOServer.Channel
  private typealias Device = IIOServer.Device

  private static func imu(_ stream: [String: Any] = ["hz": 100], mount: String? = nil, stamped: Bool = true) -> Device {
    Device(
      channels: Channel.axes("accel", scale: "0.01", mount: mount) + Channel.axes("anglvel", scale: "0.001")
        + (stamped ? [Channel.timestamp] : []), stream: stream)
  }

  /// Returns the scan's number in a force: its first channel holds it, modulo 1000.
  private func number(_ sample: AccelerometerSample) -> Int { Int((sample.force.x / 0.01).rounded()) }

  /// Every scan arrives, in order, with scale and unit, at the time of its driver's stamp.
  @Test func aCombinedIMUInItsBuffer() throws {
    let server = try IIOServer([Self.imu()])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.rates.count >= 150 }
    let forces = events.forces, rates = events.rates
    #expect(forces.count >= 150 && rates.count >= 150)
    for (k, sample) in forces.prefix(150).enumerated() {
      expect(number(sample), equals: k)
      expect(
        sample.force.components,
        equals: SIMD3(0.01 * Double(k), 0.02 * Double(k), 0.01 * Double(3 * k % 1000)).rounded(6))
    }
    for (k, sample) in rates.prefix(150).enumerated() {
      expect((sample.rate.x - 0.001 * Double(4 * k % 1000)).magnitude, isBelow: 1e-7)
    }
    let gaps = zip(forces, forces.dropFirst()).map { ($1.time - $0.time).value }
    #expect(gaps.allSatisfy { ($0 - 0.01).magnitude < 1e-6 })
    #expect(zip(forces, rates).allSatisfy { $0.time == $1.time })
    #expect(source.close(within: .seconds(5)))
  }

  /// A hub's clock starts at any number; the samples keep its spacing and are shortly before their arrival.
  @Test func aSensorWithAClockOfItsOwn() throws {
    let server = try IIOServer([Self.imu(["hz": 100, "clock": "own"])])
    defer { server.stop() }
    let source = server.source()
    let begun = BootInstant.now
    let events = drive(source) { $0.forces.count >= 100 }
    let now = BootInstant.now, forces = events.forces
    #expect(forces.allSatisfy { $0.time <= now && $0.time > begun - .seconds(0.1) })
    let gaps = zip(forces.dropFirst(50), forces.dropFirst(51)).map { ($1.time - $0.time).value }
    expect(gaps.reduce(0, +) / Double(gaps.count), isBelow: 0.012)
    #expect(source.close(within: .seconds(5)))
  }

  @Test(arguments: [true, false]) func aSensorWithoutTimes(_ hasChannel: Bool) throws {
    let server = try IIOServer([Self.imu(["hz": 100, "clock": "zero"], stamped: hasChannel)])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.forces.count >= 100 }
    let now = BootInstant.now, forces = events.forces
    #expect(forces.count >= 100 && forces.allSatisfy { $0.time <= now })
    #expect(zip(forces, forces.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(source.close(within: .seconds(5)))
  }

  /// One read of a FIFO has one stamp for all its samples: they are spread over the time between two reads.
  @Test func aBurstIsSpread() throws {
    let server = try IIOServer([Self.imu(["hz": 100, "burst": 10])])
    defer { server.stop() }
    let source = server.source()
    let forces = drive(source) { $0.forces.count >= 120 }.forces
    let gaps = zip(forces.dropFirst(20), forces.dropFirst(21)).map { ($1.time - $0.time).value }
    #expect(gaps.allSatisfy { (0.005...0.02).contains($0) })
    #expect(source.close(within: .seconds(5)))
  }

  /// The matrix turns both sensors' axes; a reflection is refused, for that sensor alone.
  @Test func mounts() throws {
    let server = try IIOServer([Self.imu(mount: "0, 1, 0; -1, 0, 0; 0, 0, 1")])
    defer { server.stop() }
    let source = server.source { $0.gyroscope.mount = "1, 0, 0; 0, -1, 0; 0, 0, 1" }
    let events = drive(source) { $0.forces.count >= 20 && $0.says("gyroscope", "reflection") }
    #expect(events.says("gyroscope (bmi160, iio:device0)", "the configured mount matrix"))
    #expect(events.rates.isEmpty)
    for (k, sample) in events.forces.prefix(20).enumerated() {
      expect(sample.force.components, equals: SIMD3(0.02 * Double(k), -0.01 * Double(k), 0.03 * Double(k)).rounded(6))
    }
    #expect(source.close(within: .seconds(5)))
  }

  /// Gauss and kilopascal become microtesla and pascal; two devices become one stream in the order of time.
  @Test func otherSensorsOnOtherDevices() throws {
    let magnetometer = Device(
      id: "iio:device1", name: "hmc5883",
      channels: ["x", "y", "z"].enumerated().map {
        Channel(id: "magn_\($1)", format: "be:S16/16>>0", attributes: ["raw": "0", "scale": "0.001"])
      } + [Channel.timestamp], stream: ["hz": 40])
    let barometer = Device(
      id: "iio:device2", name: "bmp280",
      channels: [
        Channel(id: "pressure", attributes: ["input": "101.325"]), Channel(id: "temp", attributes: ["input": "21500"]),
      ])
    let server = try IIOServer([Self.imu(), magnetometer, barometer])
    defer { server.stop() }
    let source = server.source {
      $0.magnetometer.isUsed = true
      $0.barometer.isUsed = true
      $0.magnetometer.isReversed = true
    }
    let samples = drive(source) { $0.forces.count >= 200 }.samples
    var fields: [MagnetometerSample] = [], pressures: [Double] = [], temperatures: [Double] = []
    for sample in samples {
      switch sample {
      case .magnetometer(let sample): fields.append(sample)
      case .barometer(let sample): pressures.append(sample.pressure.value)
      case .temperature(let sample) where sample.sensor == .baro: temperatures.append(sample.temperature.value)
      default: break
      }
    }
    #expect(fields.count > 20 && pressures.count > 20 && !temperatures.isEmpty && temperatures.count < 10)
    #expect(pressures.allSatisfy { $0 == 101_325 } && temperatures.allSatisfy { $0 == 21.5 })
    for (k, sample) in fields.prefix(20).enumerated() {
      #expect(
        (sample.field.x + 0.1 * Double(k)).magnitude < 1e-4 && (sample.field.y + 0.2 * Double(k)).magnitude < 1e-4)
    }
    // A machine under load may delay one of them longer than the merger waits; mostly it does not.
    let backwards = zip(samples, samples.dropFirst()).filter { $1.time < $0.time }.count
    expect(backwards, isBelow: samples.count / 10)
    #expect(source.close(within: .seconds(5)))
  }

  /// Without a buffer, or with one that refuses, the attributes are read one by one.
  @Test(arguments: [true, false]) func withoutABuffer(_ refuses: Bool) throws {
    let buffered = Self.imu(["hz": 100, "open": 22])
    let bare = Device(channels: buffered.channels.dropLast().map { Channel(id: $0.id, attributes: $0.attributes) })
    let server = try IIOServer([refuses ? buffered : bare])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.forces.count >= 10 && $0.rates.count >= 10 }
    expect(events.forces.count, isAtLeast: 10)
    #expect(events.forces.allSatisfy { $0.force.components == SIMD3(0.1, 0.2, 0.3) })
    #expect(events.rates.allSatisfy { $0.rate.components == SIMD3(0.01, 0.02, 0.03) })
    #expect(zip(events.forces, events.forces.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(source.close(within: .seconds(5)))
  }

  /// A device that is read by attributes states the reason, and changes to its buffer when a trigger appears; samples continue in
  /// order.
  @Test func aTriggerThatComesLater() throws {
    let server = try IIOServer([Self.imu(["hz": 100, "trigger": 200])])
    defer { server.stop() }
    let source = server.source()
    let before = drive(source) { $0.says("accelerometer", "it has a trigger now") }
    #expect(
      before.says(
        "accelerometer", "Hz; read attribute by attribute, because its buffer gives no samples: it has no trigger"))
    #expect(!before.forces.isEmpty && before.forces.allSatisfy { $0.force.components == SIMD3(0.1, 0.2, 0.3) })
    let after = drive(source) { $0.forces.count >= 100 }
    let buffered = after.forces.drop { $0.force.components == SIMD3(0.1, 0.2, 0.3) }
    #expect(buffered.count >= 50 && buffered.prefix(50).map(number) == Array(0..<50))
    #expect(!after.says("accelerometer", "attribute"))
    let times = (before + after).forces.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(source.close(within: .seconds(5)))
  }

  /// A trigger with which the buffer does not work is tried once, not repeatedly.
  @Test func aTriggerThatDoesNotHelp() throws {
    let server = try IIOServer([Self.imu(["hz": 100, "trigger": 100, "open": 22])])
    defer { server.stop() }
    let source = server.source()
    drive(source) { $0.says("accelerometer", "it has a trigger now") }
    let after = drive(source) { $0.forces.count >= 400 }
    expect(after.forces.count, isAtLeast: 400)
    expect(after.statuses.count { $0.description.contains("turning its buffer on failed") }, isAtLeast: 1)
    #expect(!after.says("accelerometer", "it has a trigger now"))
    #expect(source.close(within: .seconds(5)))
  }

  @Test(arguments: [("13", "group iio"), ("16", "another program holds")])
  func theObstacleIsInTheStatus(_ errno: String, _ words: String) throws {
    let server = try IIOServer([Self.imu(["hz": 100, "open": Int(errno) ?? 0])])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.says("accelerometer", words) && $0.says("gyroscope", words) }
    #expect(events.says("accelerometer (bmi160, iio:device0)", words))
    #expect(source.close(within: .seconds(5)))
  }

  /// A device that disappears and returns is found again; a silent one is reported and opened again.
  @Test(arguments: ["enodev", "drop", "stall"]) func faultsPass(_ fault: String) throws {
    let server = try IIOServer([Self.imu(["hz": 100, "fault": fault, "after": 60])])
    defer { server.stop() }
    let source = server.source()
    let before = drive(source) { events in
      events.statuses.contains {
        switch $0.state {
        case .silent, .absent, .failed: true
        default: false
        }
      }
    }
    #expect(before.forces.count >= 50 && before.forces.count <= 60)
    let after = drive(source, for: .seconds(60)) { $0.forces.count >= 80 }
    expect(after.forces.count, isAtLeast: 80)
    expect(after.forces.prefix(60).map(number), equals: Array(0..<60))
    let times = (before + after).forces.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    _ = source.close(within: .seconds(5))
  }

  /// A device that slept is read from its buffer again: attributes are for devices whose buffer never worked.
  @Test func aSleepingDeviceIsReadFromItsBufferAgain() throws {
    let server = try IIOServer([Self.imu(["hz": 100, "fault": "sleep", "after": 60])])
    defer { server.stop() }
    let source = server.source()
    let before = drive(source) { $0.says("accelerometer", "silent") }
    #expect(before.forces.count >= 50 && before.forces.count <= 60)
    let after = drive(source, for: .seconds(60)) { $0.forces.count >= 80 }
    expect(after.forces.prefix(60).map(number), equals: Array(0..<60))
    #expect(!after.says("accelerometer", "attribute"))
    #expect(source.close(within: .seconds(5)))
  }

  /// A driver with half of its stated rate: the true rate is found, and no sample is counted twice.
  @Test func halfTheRate() throws {
    let server = try IIOServer([Self.imu(["hz": 50])])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.forces.count >= 150 }
    let rates = events.statuses.compactMap { if case .streaming(let rate) = $0.state { rate.value } else { nil } }
    #expect((45...55).contains(rates.last ?? 0))
    let forces = events.forces
    expect(forces.prefix(150).map(number), equals: Array(0..<150))
    let gaps = zip(forces.dropFirst(50), forces.dropFirst(51)).map { ($1.time - $0.time).value }
    #expect(gaps.allSatisfy { ($0 - 0.02).magnitude < 0.005 })
    #expect(source.close(within: .seconds(5)))
  }

  /// A clock that is set forward or backward during the reading: samples continue, each later than the one before, and none is in
  /// the future or far in the past.
  @Test(arguments: [-3.0, 3.0, -4000.0]) func aClockThatSteps(_ seconds: Double) throws {
    let server = try IIOServer([Self.imu(["hz": 100, "step": [100, seconds]])])
    defer { server.stop() }
    let source = server.source()
    var last = BootInstant(nanoseconds: 0), early = 0, old = 0, count = 0
    drive(source) { events in
      let now = BootInstant.now
      for sample in events.forces.dropFirst(count) {
        expect(sample.time, isAbove: last)
        if sample.time > now { early += 1 }
        if now - sample.time > .seconds(1) { old += 1 }
        last = sample.time
      }
      count = events.forces.count
      return count >= 250
    }
    #expect(count >= 250 && early == 0 && old == 0)
    #expect(source.close(within: .seconds(5)))
  }

  /// Stopping keeps its time limit, even with a reader that hangs in the kernel or on a network connection.
  @Test func stoppingIsBounded() throws {
    let server = try IIOServer([Self.imu(["hz": 100, "fault": "stall", "after": 10])])
    defer { server.stop() }
    let source = server.source()
    drive(source) { !$0.forces.isEmpty }
    let begun = BootInstant.now
    _ = source.close(within: .seconds(0.2))
    expect((BootInstant.now - begun).value, isBelow: 10)
    source.wake(at: .now) { _ in Issue.record("a stopped source says something") }
  }

  @Test func anAmbiguousChoiceIsReported() throws {
    var second = Self.imu()
    second.id = "iio:device1"
    second.name = "icm20608"
    let server = try IIOServer([Self.imu(), second])
    defer { server.stop() }
    let source = server.source { $0.gyroscope.device = "icm20608" }
    let events = drive(source) { $0.says("accelerometer", "several") && $0.rates.count >= 10 }
    #expect(events.says("accelerometer", "'bmi160, iio:device0'; 'icm20608, iio:device1'"))
    #expect(events.forces.isEmpty && events.rates.count >= 10)
    #expect(source.close(within: .seconds(5)))
  }

  @Test func missingDevicesAreReportedAndSearchedAgain() throws {
    let server = try IIOServer([])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.says("accelerometer", "no IIO device") }
    #expect(events.says("gyroscope", "no IIO device"))
    expect(source.deadline, isBelow: BootInstant.now + .seconds(60))
    #expect(source.close(within: .seconds(5)))
  }
}

extension SIMD3<Double> {
  fileprivate func rounded(_ decimals: Int) -> Self {
    SIMD3(
      Quantization.quantize(x, decimals: decimals), Quantization.quantize(y, decimals: decimals),
      Quantization.quantize(z, decimals: decimals))
  }
}
