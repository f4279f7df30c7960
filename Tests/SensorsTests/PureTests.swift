import Expectations
import Geodesy
import Geometry
import Samples
import Testing

@testable import Sensors

@Suite struct MountMatrixTests {
  @Test func theKernelsTextIsRead() throws {
    let mount = try MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1", from: .driver)
    expect(mount(Vector<MetrePerSecondSquared, Chip>(1, 2, 3)), equals: Vector(2, -1, 3))
    let turned = try MountMatrix(" 0.7071068,0,0.7071068;0,1,0; -0.7071068, 0, 0.7071068 ", from: .configuration)
    expect((turned.matrix.determinant - 1).magnitude, isBelow: 1e-6)
  }

  @Test(arguments: [
    ("1, 0, 0; 0, 1, 0", "three rows"), ("1, 0, 0; 0, 1, 0; 0, 0", "three rows"), ("", "three rows"),
    ("1, 0, 0; 0, x, 0; 0, 0, 1", "three rows"), ("1, 0, 0; 0, 1, 0; 0, 0, nan", "three rows"),
    ("2, 0, 0; 0, 1, 0; 0, 0, 1", "not a rotation"), ("1, 0, 0; 1, 0, 0; 0, 0, 1", "not a rotation"),
    ("0, 0, 0; 0, 0, 0; 0, 0, 0", "not a rotation"), ("1e200, 0, 0; 0, 1, 0; 0, 0, 1", "not a rotation"),
    ("1, 0, 0; 0, -1, 0; 0, 0, 1", "reflection"), ("-1, 0, 0; 0, -1, 0; 0, 0, -1", "reflection"),
  ])
  func invalidMountsAreRefusedWithASentence(_ text: String, _ words: String) {
    do throws(MountFault) {
      _ = try MountMatrix(text, from: .driver)
      Issue.record("accepted '\(text)'")
    } catch {
      #expect(error.description.contains(words) && error.description.contains("in sysfs"))
    }
  }

  /// Configuration before driver before hardware database; the last is not used if it is for screens only.
  @Test func precedence() throws {
    let turn = "0, 1, 0; -1, 0, 0; 0, 0, 1", flip = "1, 0, 0; 0, -1, 0; 0, 0, 1"
    let half = "-1, 0, 0; 0, -1, 0; 0, 0, 1"
    try expect(MountMatrix.choose(configured: half, driver: turn, database: flip).mount.origin, equals: .configuration)
    try expect(MountMatrix.choose(configured: nil, driver: turn, database: half).mount.origin, equals: .driver)
    try expect(MountMatrix.choose(configured: nil, driver: "", database: half).mount.origin, equals: .hardwareDatabase)
    let left = try MountMatrix.choose(configured: nil, driver: "", database: flip)
    #expect(left.mount == .identity && left.note?.reason == .reflection)
    #expect(throws: MountFault.self) { try MountMatrix.choose(configured: nil, driver: flip, database: nil) }
  }
}

@Suite struct ScanElementTests {
  private func element(_ bits: Int, _ length: Int, _ shift: Int, signed: Bool, big: Bool, at offset: Int = 0)
    -> ScanElement?
  {
    ScanElement(
      offset: offset,
      format: .integer(bits: bits, length: length, shift: shift, isSigned: signed, isBigEndian: big))
  }

  private func number(_ element: ScanElement?, _ bytes: [UInt8]) -> Double? {
    bytes.withUnsafeBytes { bytes in element?.number(in: bytes) }
  }

  @Test func theFormatsOfRealDrivers() {
    // le:s16/16>>0, be:s16/16>>0, le:s12/16>>4 (kxcjk-1013), be:u24/32>>8, le:s14/16>>2, le:u20/24 does not exist.
    expect(number(element(16, 16, 0, signed: true, big: false), [0xFE, 0xFF]), equals: -2)
    expect(number(element(16, 16, 0, signed: true, big: true), [0xFF, 0xFE]), equals: -2)
    expect(number(element(12, 16, 4, signed: true, big: false), [0xF5, 0x7F]), equals: 2047)
    expect(number(element(12, 16, 4, signed: true, big: false), [0x0A, 0x80]), equals: -2048)
    expect(number(element(12, 16, 4, signed: false, big: false), [0x0A, 0x80]), equals: 2048)
    expect(number(element(24, 32, 8, signed: false, big: true), [0x01, 0x02, 0x03, 0xFF]), equals: 66051)
    expect(number(element(14, 16, 2, signed: true, big: false), [0xFD, 0xFF]), equals: -1)
    expect(number(element(32, 32, 0, signed: true, big: false, at: 1), [9, 0, 0, 0, 0x80]), equals: -2_147_483_648)
    expect(number(element(64, 64, 0, signed: false, big: false), Array(repeating: 0xFF, count: 8)), equals: 0x1p64)
    expect(number(element(8, 8, 0, signed: true, big: false), [0x80]), equals: -128)
    let stamp = element(64, 64, 0, signed: true, big: false)
    let bytes = withUnsafeBytes(of: Int64(1_234_567_890_123_456_789).littleEndian) { Array($0) }
    expect(bytes.withUnsafeBytes { bytes in stamp?.integer(in: bytes) }, equals: 1_234_567_890_123_456_789)
  }

  @Test func invalidScanElementsAreRefused() {
    #expect(element(16, 12, 0, signed: true, big: false) == nil)
    #expect(element(16, 16, 4, signed: true, big: false) == nil)
    #expect(element(0, 16, 0, signed: true, big: false) == nil)
    #expect(element(16, 16, -1, signed: true, big: false) == nil)
    expect(number(element(16, 16, 0, signed: true, big: false, at: 1), [0, 0])?.isNaN, equals: true)
  }
}

@Suite struct DiscoveryTests {
  private func device(_ id: Int, _ name: String, _ roles: [SensorRole], label: String = "") -> DeviceDescription {
    DeviceDescription(
      id: "iio:device\(id)", name: name, label: label,
      channels: roles.flatMap { role in
        (0..<(role == .barometer ? 1 : 3)).map { (axis: Int) -> DeviceDescription.Channel in
          DeviceDescription.Channel(
            id: "\(role.name)\(axis)", quantity: .role(role), axis: role == .barometer ? nil : axis, hasRaw: true)
        }
      })
  }

  private func choose(
    _ devices: [DeviceDescription], _ configure: (inout SensorConfiguration) -> Void = { _ in }
  ) -> Discovery {
    var configuration = SensorConfiguration()
    configure(&configuration)
    return Discovery(devices, configuration)
  }

  @Test func capabilityDecides() {
    let found = choose([
      device(0, "ads1015", []), device(1, "bmi160", [.accelerometer, .gyroscope]),
      device(2, "lis3mdl", [.magnetometer]),
      device(3, "bmp280", [.barometer]),
    ])
    expect(found.devices, equals: [.accelerometer: 1, .gyroscope: 1, .magnetometer: 2, .barometer: 3])
    #expect(found.sentences.isEmpty)
  }

  @Test func oneDeviceForBothComesBeforeAPair() {
    let found = choose([
      device(0, "kxcj", [.accelerometer]), device(1, "bmi160", [.accelerometer, .gyroscope]),
    ])
    #expect(found.devices[.accelerometer] == 1 && found.devices[.gyroscope] == 1)
  }

  @Test func labelsAndNamesDecideBetweenDevices() {
    let laptop = choose([
      device(0, "accel_3d", [.accelerometer], label: "accel-base"),
      device(1, "accel_3d", [.accelerometer], label: "accel-display"),
    ])
    expect(laptop.devices[.accelerometer], equals: 1)
    let pair = choose([
      device(0, "lsm6dsm_gyro", [.gyroscope]), device(1, "lsm6dsm_accel", [.accelerometer]),
      device(2, "l3g4200d", [.gyroscope]),
    ])
    #expect(pair.devices[.accelerometer] == 1 && pair.devices[.gyroscope] == 0)
  }

  @Test func anOpenChoiceIsDecidedBySettings() {
    let devices = [device(0, "lis3mdl", [.magnetometer], label: "left"), device(1, "ak8975", [.magnetometer])]
    let open = choose(devices)
    #expect(open.devices[.magnetometer] == nil && open.ambiguous == [.magnetometer])
    expect(
      open.sentences[.magnetometer]?.contains("'lis3mdl, iio:device0, label left'; 'ak8975, iio:device1'"), equals: true
    )
    for name in ["lis3mdl", "left", "iio:device0"] {
      expect(choose(devices) { $0.magnetometer.device = name }.devices[.magnetometer], equals: 0)
    }
    let wrong = choose(devices) { $0.magnetometer.device = "lis2mdl" }
    expect(wrong.sentences[.magnetometer]?.hasPrefix("no magnetometer is called 'lis2mdl'; there are"), equals: true)
    #expect(choose(devices) { $0.magnetometer.isUsed = false }.sentences[.magnetometer] == nil)
  }
}

@Suite struct RateTests {
  @Test(arguments: [
    (200.0, "12.5 26 52 104 208 416 833", "208"), (200, "25 50 100 200 400", "200"), (1000, "25 50 100", "100"),
    (10, "25.000000 50.000000", "25.000000"), (200, "[5 5 500]", "200"), (201, "[5 5 500]", "205"),
    (1, "[5 5 500]", "5"), (900, "[5 5 500]", "500"),
  ])
  func theLowestThatIsEnough(_ wanted: Double, _ offered: String, _ chosen: String) {
    expect(RateChoice.choose(Frequency(wanted), from: offered), equals: chosen)
  }

  @Test func noOfferedRateMeansNoChosenRate() {
    #expect(RateChoice.choose(Frequency(100), from: "") == nil)
    #expect(RateChoice.text(100) == "100" && RateChoice.text(12.5) == "12.5")
  }

  @Test func pausesGrowAndBeginAnew() {
    var backoff = Backoff(from: .seconds(1), to: .seconds(5))
    expect((0..<5).map { _ in backoff.fail().value }, equals: [1, 2, 4, 5, 5])
    for _ in 0..<100_000 { _ = backoff.fail() }
    expect(backoff.fail(), equals: .seconds(5))
    backoff.succeed()
    expect(backoff.fail(), equals: .seconds(1))
  }
}

@Suite struct EpochGateTests {
  private func report(_ second: Int64?, mode: Int = 3, _ change: (inout GPSReport) -> Void = { _ in }) -> GPSReport {
    var report = GPSReport(mode: mode, utcNanoseconds: second.map { (1_700_000_000 + $0) * 1_000_000_000 })
    report.latitude = 47
    report.longitude = 8
    report.ellipsoidHeight = 400
    report.horizontalError = 3
    report.verticalError = 5
    report.track = 90
    report.speed = 2
    report.climb = 0.5
    report.speedError = 0.4
    change(&report)
    return report
  }

  private func arrival(_ milliseconds: Int64) -> BootInstant { BootInstant(nanoseconds: milliseconds * 1_000_000) }

  @Test func aCompleteFixGoesAtOnceAndItsRepetitionsNot() {
    var gate = EpochGate(), fixes: [Fix] = []
    for second in 0..<3 {
      for repetition in 0..<5 {
        gate.ingest(report(Int64(second)), arrival: arrival(Int64(1000 * second + 3 * repetition))) { fixes.append($0) }
      }
    }
    expect(fixes.map { $0.arrival.nanoseconds / 1_000_000 }, equals: [0, 1000, 2000])
    #expect(gate.counters.fixes == 3 && gate.counters.duplicates == 12 && gate.deadline == .never)
    let fix = fixes[0]
    #expect(fix.time == fix.arrival && fix.height == Length(400) && fix.horizontalError == Length(3))
    #expect((fix.velocityEast?.value ?? 0) == 2 && (fix.velocityNorth?.value ?? 1).magnitude < 1e-12)
    #expect(fix.velocityUp == Speed(0.5) && fix.utc?.nanosecondsSince1970 == 1_700_000_000_000_000_000)
  }

  /// gpsd 3.22 repeats the climb of the first fix forever; the receiver's downward velocity is the present one.
  @Test func theReceiversVerticalVelocityComesBeforeTheClimb() throws {
    let both = report(1) { $0.velocityDown = -1.5 }
    try expect(both.fix(arrival: arrival(0)).get().velocityUp, equals: Speed(1.5))
    let climbing = report(1) { $0.velocityDown = .nan }
    try expect(climbing.fix(arrival: arrival(0)).get().velocityUp, equals: Speed(0.5))
  }

  @Test func theRestOfAnEpochIsWaitedFor() {
    var gate = EpochGate(), fixes: [Fix] = []
    let bare = report(1) {
      $0.horizontalError = .nan
      $0.speed = .nan
      $0.track = .nan
    }
    gate.ingest(bare, arrival: arrival(1000)) { fixes.append($0) }
    gate.drain(at: arrival(1030)) { fixes.append($0) }
    #expect(fixes.isEmpty && gate.deadline == arrival(1060))
    gate.ingest(report(1), arrival: arrival(1040)) { fixes.append($0) }
    #expect(fixes.count == 1 && fixes[0].arrival == arrival(1000) && fixes[0].horizontalError == Length(3))
    // A report that stays incomplete is used when the wait is over, or when the next epoch begins.
    let silent = report(2) { $0.horizontalError = .nan }
    gate.ingest(silent, arrival: arrival(2000)) { fixes.append($0) }
    gate.drain(at: arrival(2060)) { fixes.append($0) }
    #expect(fixes.count == 2 && fixes[1].horizontalError == nil)
    gate.ingest(report(3) { $0.speedError = .nan }, arrival: arrival(3000)) { fixes.append($0) }
    gate.ingest(report(4), arrival: arrival(3010)) { fixes.append($0) }
    expect(fixes.count, equals: 4)
  }

  @Test func reportsWithoutAFixAreLeftOut() {
    var gate = EpochGate(), fixes: [Fix] = []
    func ingest(_ report: GPSReport) {
      gate.ingest(report, arrival: arrival(Int64(gate.counters.fixes) * 1000)) { fixes.append($0) }
    }
    ingest(report(1, mode: 0))
    ingest(report(1, mode: 1))
    ingest(report(1) { $0.latitude = .nan })
    expect(gate.counters.searching, equals: 3)
    ingest(report(1) { $0.latitude = 91 })
    #expect(gate.counters.refused == 1 && fixes.isEmpty)
    // A fix of two dimensions has no height; an accuracy of zero and infinite numbers are left out.
    ingest(
      report(2, mode: 2) {
        $0.horizontalError = 0; $0.eastError = 2; $0.northError = 2; $0.climb = .infinity
      })
    #expect(fixes.count == 1 && fixes[0].height == nil && fixes[0].verticalError == nil && fixes[0].velocityUp == nil)
    expect(((fixes[0].horizontalError?.value ?? 0) - 2 / 1.960 * 2.448).magnitude, isBelow: 1e-9)
    // A standing receiver has no course.
    ingest(
      report(3) {
        $0.track = .nan; $0.speed = 0
      })
    #expect(fixes.last?.velocityEast == .zero && fixes.last?.velocityNorth == .zero)
    #expect(fixes.allSatisfy { Sample.fix($0).refusal == nil })
  }

  @Test func aReceiversClockMayBeSet() {
    var gate = EpochGate(), fixes: [Fix] = []
    for (k, second) in [10, 11, 10, 11, -600_000, -599_999].enumerated() {
      gate.ingest(report(Int64(second)), arrival: arrival(Int64(k) * 1000)) { fixes.append($0) }
    }
    #expect(fixes.count == 4 && gate.counters.duplicates == 2 && gate.counters.steps == 1)
  }

  @Test func withoutATimeTheSameNumbersAreTheSameFix() {
    var gate = EpochGate(), fixes: [Fix] = []
    func ingest(_ latitude: Double, _ milliseconds: Int64) {
      gate.ingest(report(nil) { $0.latitude = latitude }, arrival: arrival(milliseconds)) { fixes.append($0) }
      gate.drain(at: arrival(milliseconds + 100)) { fixes.append($0) }
    }
    ingest(47, 0)
    ingest(47, 200)
    ingest(47.1, 1000)
    #expect(fixes.count == 2 && fixes.allSatisfy { $0.utc == nil })
  }
}
