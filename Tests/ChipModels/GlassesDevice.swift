import Text

/// A pair of XREAL glasses behind its HID interface: what it answers, and the reports that it sends.
public struct GlassesDevice {
  /// The true motion at a time, in the body's axes: rad/s, m/s², µT.
  public var rate: (Double) -> SIMD3<Double> = { _ in .zero }
  public var force: (Double) -> SIMD3<Double> = { _ in SIMD3(0, 9.80665, 0) }
  public var field: (Double) -> SIMD3<Double> = { _ in SIMD3(0, -45, -20) }
  /// Degrees Celsius.
  public var temperature = 37.0
  /// The factory record; nil: it does not answer to questions for one.
  public var record: [UInt8]? = Array(Self.usualRecord.utf8)
  /// Bytes of a report, and bytes before the text of a piece.
  public var length = 64, shift = 0
  public var mostPiece = Int.max
  /// Reports a second.
  public var rateOfReports = 1_000.0
  public var isFresh = true
  /// Whether it answers, and sends reports.
  public var answers = true, sends = true
  /// Changes each report before it is sent.
  public var spoils: (inout [UInt8], Int) -> Void = { _, _ in }
  /// Its clock: nanoseconds at time zero, and its relative error.
  public var clock: UInt64 = 24_564_377_043_000, error = 30e-6

  public private(set) var isStreaming = false
  /// Messages that came, by their number.
  public private(set) var messages: [UInt8] = []
  private var sent = 0, start = 0.0
  private var place = 0

  public init() {}

  public static let usualRecord = """
    {"glasses_version": 7, "IMU": {"device_1": {"accel_bias": [0.01, -0.02, 0.03], "gyro_bias": [-0.0106, -0.0071, 0.0053], \
    "gyro_q_mag": [0.353553, 0.612372, 0.353553, 0.612372], "mag_bias": [0, 0, 0], "scale_mag": [1, 1, 1]}}}
    """

  // MARK: messages

  /// Takes a message, and returns its answers.
  public mutating func receive(_ frame: [UInt8], at time: Double) -> [[UInt8]] {
    guard frame.count >= 8, frame[0] == 0xaa else { return [] }
    messages.append(frame[7])
    guard answers else { return [] }
    switch frame[7] {
    case 0x19:
      isStreaming = frame.count > 8 && frame[8] == 1
      start(at: time)
      return [answer(0x19, Array(frame[8...]))]
    case 0x14:
      guard let record else { return [] }
      place = 0
      let count = UInt32(record.count)
      return [answer(0x14, (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(8 * $0)) })]
    case 0x15:
      guard let record else { return [] }
      let most = min(mostPiece, (length == 64 ? 56 : 504) - shift)
      let piece = record[min(place, record.count)..<min(place + most, record.count)]
      place += piece.count
      return [answer(0x15, [UInt8](repeating: 0, count: shift) + piece)]
    default: return []
    }
  }

  /// The reports are counted from here.
  public mutating func start(at time: Double) { (start, sent) = (time, 0) }

  public func answer(_ message: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = 3 + payload.count
    let checked = [UInt8(count & 0xff), UInt8(count >> 8), message] + payload
    let sum = checked.withUnsafeBytes { CRC32.of($0) }
    let frame = [0xaa] + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) } + checked
    return frame + [UInt8](repeating: 0, count: max(0, length - frame.count))
  }

  // MARK: reports

  /// The reports up to a time: a thousand in a second of its clock.
  public mutating func reports(until time: Double) -> [[UInt8]] {
    guard isStreaming else { return [] }
    var reports: [[UInt8]] = []
    let period = 1 / rateOfReports / (1 + error)
    while start + Double(sent + 1) * period <= time {
      sent += 1
      guard sends else { continue }
      var report = self.report(sent, at: start + Double(sent) * period)
      spoils(&report, sent)
      if !report.isEmpty { reports.append(report) }
    }
    return reports
  }

  private func report(_ number: Int, at time: Double) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    func put(_ value: UInt64, _ count: Int, _ place: Int) {
      for index in 0..<count { bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
    }
    func put(_ value: Double, _ place: Int) {
      put(UInt64(bitPattern: Int64(max(-8_388_608, min(8_388_607, value.rounded())))), 3, place)
    }
    (bytes[0], bytes[1]) = (0x01, 0x02)
    put(UInt64(bitPattern: Int64((temperature - 25) * 132.48)), 2, 2)
    put(clock &+ UInt64(bitPattern: Int64((time * 1e9 * (1 + error)).rounded())), 8, 4)
    put(4000, 2, 12)
    put(1 << 24, 4, 14)
    put(32, 2, 27)
    put(1 << 24, 4, 29)
    let rate = rate(time) * (180 / .pi * 16_777_216 / 4000), force = force(time) * (16_777_216 / 32 / 9.80665)
    // The sensor's x is the body's left, its y the body's back, its z the body's up.
    for (index, value) in [-rate.x, rate.z, rate.y].enumerated() { put(value, 18 + 3 * index) }
    for (index, value) in [-force.x, force.z, force.y].enumerated() { put(value, 33 + 3 * index) }
    put(0x8000, 2, 42)
    put(1024, 4, 44)
    let b = field(time), side = 0.75.squareRoot()
    let sensor = [-b.z, side * b.x - 0.5 * b.y, -0.5 * b.x - side * b.y]
    for (index, value) in sensor.enumerated() {
      put(UInt64(max(0, min(65_535, (value * 10.24).rounded() + 32_768))), 2, 48 + 2 * index)
    }
    // 150 in 1,000.
    bytes[62] = isFresh && number * 3 / 20 != (number - 1) * 3 / 20 ? 1 : 0
    return bytes
  }
}
