import Expectations
import Geometry
import Testing
import Text

@testable import Glasses

private func bytes(_ text: String) -> [UInt8] {
  text.split { $0 == " " || $0 == "\n" }.compactMap { UInt8($0, radix: 16) }
}

/// The first of 1,000 reports of an XREAL Air (jakedowns/xreal-webxr 9d977d6eb6, samples-2.csv), with its numbers computed by hand.
private let recorded = bytes(
  """
  01 02 8b 06 38 c0 f7 56 57 16 00 00 a0 0f 00 00 00 01 e0 dc fc 20 5b 02 00 a0 01 20 00 00 00 00
  01 c0 b1 fe 40 d6 00 40 32 08 00 80 00 04 00 00 e6 7e 1d 80 93 82 68 9b 77 02 00 00 00 00 00 00
  """)

@Suite struct GlassesReportTests {
  private func read(_ bytes: [UInt8]) throws(MotionReport.Fault) -> MotionReport {
    var fault = MotionReport.Fault.truncated, report: MotionReport?
    bytes.withUnsafeBytes { bytes in
      do throws(MotionReport.Fault) { report = try MotionReport(reading: bytes) } catch { fault = error }
    }
    guard let report else { throw fault }
    return report
  }

  private func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ step: Double) -> Bool {
    let d = a - b
    return max(abs(d.x), abs(d.y), abs(d.z)) <= step
  }

  @Test func theRecordedReport() throws {
    let report = try read(recorded)
    expect(report.stamp, equals: 24_564_377_043_000)
    expect(abs(report.temperature - 37.64), isBelow: 0.005)
    #expect(isNear(report.rate * (180 / .pi), SIMD3(-49.01886, 36.81183, 25.39063), 6e-6))
    #expect(isNear(report.force / 9.80665, SIMD3(-0.163208, 0.104614, 1.024536), 5e-7))
    // Not fresh.
    #expect(report.field == nil && !report.hasWrongField)
    var fresh = recorded
    fresh[62] = 1
    let field = try #require(try read(fresh).field)
    #expect(isNear(field / 100, SIMD3(-0.275391, 0.028320, 0.643555), 5e-7))
    for index in 44..<48 { fresh[index] = 0 }
    let withoutScale = try read(fresh)
    #expect(withoutScale.field == nil && withoutScale.hasWrongField && withoutScale.rate == report.rate)
    // An Ultra fills its reports.
    try expect(read(recorded + [UInt8](repeating: 0, count: 448)), equals: report)
  }

  @Test func otherReports() {
    for count in 0..<63 {
      #expect(throws: MotionReport.Fault.truncated) { try read(Array(recorded.prefix(count))) }
    }
    var older = recorded
    older[1] = 1
    #expect(throws: MotionReport.Fault.unknown) { try read(older) }
    for place in [14, 29] {
      var zero = recorded
      for index in 0..<4 { zero[place + index] = 0 }
      #expect(throws: MotionReport.Fault.invalid) { try read(zero) }
      // A divisor of one: two million turns.
      zero[place] = 1
      #expect(throws: MotionReport.Fault.invalid) { try read(zero) }
    }
  }

  @Test func theFramesAreThoseOfTheSources() throws {
    expect(ControlFrame.stop.bytes, equals: bytes("aa 53 e1 26 35 04 00 19 00"))
    expect(ControlFrame.start.bytes, equals: bytes("aa c5 d1 21 42 04 00 19 01"))
    expect(ControlFrame(.recordLength).bytes, equals: bytes("aa 36 b3 dd e7 03 00 14"))
    expect(ControlFrame(.recordPiece).bytes, equals: bytes("aa a0 83 da 90 03 00 15"))
    expect(Array("123456789".utf8).withUnsafeBytes { CRC32.of($0) }, equals: 0xCBF4_3926)
  }

  private func frame(_ bytes: [UInt8]) throws(ControlFrame.Fault) -> ControlFrame {
    var fault = ControlFrame.Fault.truncated, frame: ControlFrame?
    bytes.withUnsafeBytes { bytes in
      do throws(ControlFrame.Fault) { frame = try ControlFrame(reading: bytes) } catch { fault = error }
    }
    guard let frame else { throw fault }
    return frame
  }

  @Test func answersAreRead() throws {
    let piece = ControlFrame(.recordPiece, Array("{\"a\": 1}".utf8))
    try expect(frame(piece.bytes + [UInt8](repeating: 7, count: 40)), equals: piece)
    for count in 0..<piece.bytes.count {
      #expect(throws: ControlFrame.Fault.truncated) { try frame(Array(piece.bytes.prefix(count))) }
    }
    for place in 1..<piece.bytes.count {
      var wrong = piece.bytes
      wrong[place] ^= 0x10
      // A longer length reaches beyond the report.
      #expect(throws: ControlFrame.Fault.self) { try frame(wrong) }
    }
  }

  @Test func theFieldsAxesAreThoseThatWereCheckedWithData() throws {
    let half = 0.5, side = 0.75.squareRoot()
    for v in [SIMD3(1.0, 0, 0), SIMD3(0, 1.0, 0), SIMD3(0, 0, 1.0), SIMD3(3, -7, 5)] {
      let expected = SIMD3(side * v.y - half * v.z, -half * v.y - side * v.z, -v.x)
      #expect(isNear(GlassesAxes.bodyOfField(v), expected, 1e-5))
    }
  }

  @Test func factoryRecords() throws {
    func record(_ direction: String) throws -> FactoryRecord {
      try FactoryRecord(reading: Array("{\"IMU\": {\"device_1\": {\"gyro_q_mag\": \(direction)}}}".utf8))
    }
    try expect(record("[0.353553, 0.612372, 0.353553, 0.612372]").isKnown, equals: true)
    // The same rotation.
    try expect(record("[-0.353553, -0.612372, -0.353553, -0.612372]").isKnown, equals: true)
    // A degree beside it.
    try expect(record("[0.36, 0.61, 0.353553, 0.612372]").isKnown, equals: true)
    try expect(record("[0, 0, 0, 1]").isKnown, equals: false)
    try expect(record("[-0.5, -0.5, 0.5, 0.5]").isKnown, equals: false)
    try expect(record("[0, 0, 0, 0]").isKnown, equals: false)
    #expect(try record("[0, 0, 0]").isKnown == nil)
    #expect(try record("[0, 0, 0, \"1\"]").isKnown == nil)
    #expect(try FactoryRecord(reading: Array("[]".utf8)).isKnown == nil)
  }

  @Test func theNodesOfTheKernel() throws {
    let uevent = """
      DRIVER=hid-generic
      HID_ID=0003:00003318:00000424
      HID_NAME=MRG Nreal Air
      HID_PHYS=usb-0000:00:14.0-1.2/input3
      HID_UNIQ=
      MODALIAS=hid:b0003g0001v00003318p00000424
      """
    let place = try #require(HIDPlace(uevent: uevent))
    #expect(place.glasses == .air && place.place == "xreal" && place.interface == 3)
    let other = uevent.replacing("input3", with: "input4")
    let display = try #require(HIDPlace(uevent: other))
    #expect(display.glasses == nil)
    let ultra = uevent.replacing("00000424", with: "00000426").replacing("input3", with: "input2")
    let large = try #require(HIDPlace(uevent: ultra))
    expect(large.glasses, equals: .air2Ultra)
    // A keyboard, by Bluetooth.
    #expect(HIDPlace(uevent: uevent.replacing("=0003:", with: "=0005:")) == nil)
    let serial = try #require(HIDPlace(uevent: uevent.replacing("UNIQ=", with: "UNIQ=123456789")))
    expect(serial.place, equals: "xreal/cbf43926")
    for text in ["", "HID_ID=", "HID_ID=0003:xx:yy", "HID_ID=0003:FFFFFFFFF:0\nHID_PHYS=/input1", "HID_PHYS=a/inputx"] {
      #expect(HIDPlace(uevent: text) == nil)
    }
  }

  @Test func theSearch() {
    var files: [String: String] = [:], folders: [String: [String]] = [:], links: [String: String] = [:]
    func all() -> [FoundGlasses] {
      GlassesSearch(names: { folders[$0] ?? [] }, text: { files[$0] }, target: { links[$0] }).all()
    }
    #expect(all().isEmpty)
    let nodes = "/sys/class/hidraw", devices = "/sys/bus/usb/devices"
    folders[devices] = ["usb1", "1-1", "1-1:1.0", "1-1:1.3", "1-1:1.4"]
    files["\(devices)/usb1/idVendor"] = "1d6b\n"
    files["\(devices)/1-1/idVendor"] = "3318\n"
    files["\(devices)/1-1/idProduct"] = "0424\n"
    links["\(devices)/1-1:1.3/driver"] = "usbfs"
    expect(all(), equals: [FoundGlasses(name: "XREAL Air", model: .air, way: .taken(driver: "usbfs"))])
    folders[nodes] = ["hidraw10", "hidraw2"]
    files["\(nodes)/hidraw10/device/uevent"] = "HID_ID=0003:00003318:00000424\nHID_PHYS=usb-1/input3\n"
    files["\(nodes)/hidraw2/device/uevent"] = "HID_ID=0003:00003318:00000424\nHID_PHYS=usb-1/input4\n"
    expect(all().count, equals: 1)
    if case .node("hidraw10", let place) = all().first?.way {
      expect(place.interface, equals: 3)
    } else {
      Issue.record("\(all())")
    }
    files["\(devices)/1-1/idProduct"] = "0437\n"
    folders[nodes] = []
    expect(all().map(\.way), equals: [.network])
  }
}

extension FactoryRecord {
  fileprivate var isKnown: Bool? {
    switch direction {
    case .missing: nil
    case .checked: true
    case .other: false
    }
  }
}
