import Geometry
import Samples

/// BMP280: pressure, by its registers; it has no FIFO.
///
/// Registers: drivers/iio/pressure/bmp280.h of Linux 6.1, by line; the formula is that of the data sheet (BST-BMP280-DS001, section
/// 8.1). It was tried with a model of these registers, and with no chip.
struct BMP280: ChipReader {
  private let address: UInt8
  var counts = ChipCounts()
  private var compensation = BMP280Compensation(words: [UInt16](repeating: 0, count: 12))

  var setting: String { "16 measurements in one" }

  /// Pressure 16 times, temperature once, always (:131 to :160); no pause and no filter (:124).
  private static let measure: UInt8 = 1 << 5 | 5 << 2 | 3, filter: UInt8 = 0
  /// A measurement takes 44 ms at most (data sheet, table 13: *unverified*); half of it, and half of the wait for it.
  private static let age = TimeSpan.seconds(0.044)

  init(at address: UInt8) { self.address = address }

  mutating func start(_ bus: some ChipBus) throws(ChipFault) {
    try bus.identify(.bmp280, at: address)
    // :117 and :182
    try bus.put(address, 0xe0, 0xb6)
    bus.pause(.seconds(0.005))
    try bus.wait(for: .seconds(0.1)) { () throws(ChipFault) in try bus.byte(address, 0xf3) & 0x01 == 0 }
    var words = [UInt16](repeating: 0, count: 12)
    for index in words.indices {
      var word: UInt16 = 0
      try bus.fetch(address, 0x88 + UInt8(2 * index), into: &word)
      words[index] = UInt16(littleEndian: word)
    }
    compensation = BMP280Compensation(words: words)
    try bus.set(address, 0xf5, to: Self.filter)
    try bus.set(address, 0xf4, to: Self.measure)
  }

  mutating func read(_ bus: some ChipBus, turn: Int, into samples: inout [ChipSample]) throws(ChipFault) {
    guard turn % 8 == 0 else { return }
    // Three bytes of pressure and three of temperature, the highest first (:90 to :95).
    var data: (UInt16, UInt16, UInt16) = (0, 0, 0)
    let before = bus.now
    try bus.fetch(address, 0xf7, into: &data)
    let (a, b, c) = (UInt16(bigEndian: data.0), UInt16(bigEndian: data.1), UInt16(bigEndian: data.2))
    let pressure = UInt32(a) << 4 | UInt32(b) >> 12
    let temperature = (UInt32(b) & 0xff) << 12 | UInt32(c) >> 4
    // bmp280.h:190: no measurement yet, as after a reset.
    guard pressure != 0x80000, temperature != 0x80000 else {
      counts.stale += 1
      guard try bus.byte(address, 0xf4) == Self.measure else { throw .wasReset }
      return
    }
    let degrees = compensation.temperature(Double(temperature))
    let moment = before - Self.age
    samples.append(ChipSample(.pressure, moment, SIMD3(compensation.pressure(Double(pressure)), 0, 0)))
    if turn % 40 == 0 { samples.append(ChipSample(.airTemperature, moment, SIMD3(degrees, 0, 0))) }
  }
}

/// The factory's twelve numbers, and the formula of the data sheet in floating point.
struct BMP280Compensation: Sendable {
  private let t: (Double, Double, Double)
  private let p: [Double]
  private var fine = 0.0

  init(words: [UInt16]) {
    func signed(_ index: Int) -> Double { Double(Int16(bitPattern: words[index])) }
    t = (Double(words[0]), signed(1), signed(2))
    p = [Double(words[3])] + (4..<12).map(signed)
  }

  /// In degrees Celsius; the pressure's formula uses the last one.
  mutating func temperature(_ raw: Double) -> Double {
    let first = (raw / 16384 - t.0 / 1024) * t.1
    let part = raw / 131_072 - t.0 / 8192
    fine = first + part * part * t.2
    return fine / 5120
  }

  /// In pascals.
  func pressure(_ raw: Double) -> Double {
    let half = fine / 2 - 64_000
    let offset = (half * half * p[5] / 32_768 + half * p[4] * 2) / 4 + p[3] * 65_536
    let slope = (p[2] * half * half / 524_288 + p[1] * half) / 524_288
    let gain = (1 + slope / 32_768) * p[0]
    guard gain != 0 else { return 0 }
    let value = (1_048_576 - raw - offset / 4096) * 6250 / gain
    let bend = p[8] * value * value / 2_147_483_648
    return value + (bend + value * p[7] / 32_768 + p[6]) / 16
  }
}
