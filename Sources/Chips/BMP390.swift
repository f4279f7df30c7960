import Geometry
import Samples

/// BMP388 and BMP390: pressure at 25 Hz, of which the newest measurement is read.
///
/// Registers: drivers/iio/pressure/bmp280.h and bmp280-core.c of Linux 6.1, by line; the formula is that of the data sheet
/// (BST-BMP388-DS001, section 9), in floating point. It was tried with a model of these registers, and with no chip.
struct BMP390: ChipReader {
  private let chip: ServedChip
  private let address: UInt8
  var counts = ChipCounts()
  private var compensation = BMP390Compensation(bytes: [UInt8](repeating: 0, count: 21))
  private var stale = 0

  var setting: String { "8 measurements in one" }

  /// Eight measurements of the pressure in one, one of the temperature (bmp280.h:53); 25 Hz (core.c:116); no filter (bmp280.h:44);
  /// both, always (bmp280.h:59 to :64).
  private static let settings: [(register: UInt8, value: UInt8)] = [
    (0x1c, 0x03), (0x1d, 0x03), (0x1f, 0x00), (0x1b, 0x33),
  ]
  private static let period = TimeSpan.seconds(1 / 25.0)
  private static let mostStale = 10

  init(_ chip: ServedChip, at address: UInt8) { (self.chip, self.address) = (chip, address) }

  mutating func start(_ bus: some ChipBus) throws(ChipFault) {
    try bus.identify(chip, at: address)
    // bmp280.h:74, and ready for the next command by bit 4 of the status (:76).
    try bus.put(address, 0x7e, 0xb6)
    bus.pause(.seconds(0.005))
    try bus.wait(for: .seconds(0.1)) { () throws(ChipFault) in try bus.byte(address, 0x03) & 0x10 != 0 }
    // core.c:1163: 21 bytes from 0x31 on.
    var bytes = [UInt8](repeating: 0, count: 21)
    try bus.fetch(address, 0x31, into: &bytes, count: bytes.count)
    compensation = BMP390Compensation(bytes: bytes)
    for setting in Self.settings { try bus.set(address, setting.register, to: setting.value) }
    stale = 0
  }

  mutating func read(_ bus: some ChipBus, turn: Int, into samples: inout [ChipSample]) throws(ChipFault) {
    guard turn % 8 == 0 else { return }
    // Status, three bytes of pressure and three of temperature, the lowest first (bmp280.h:16, :32 to :38); the eighth is not used.
    var data: UInt64 = 0
    let before = bus.now
    try bus.fetch(address, 0x03, into: &data)
    data = UInt64(littleEndian: data)
    // Both are new (bmp280.h:77).
    guard data & 0x60 == 0x60 else {
      counts.stale += 1
      stale += 1
      guard stale < Self.mostStale else {
        stale = 0
        throw try bus.byte(address, 0x1b) == 0x33 ? .silent : .wasReset
      }
      return
    }
    stale = 0
    let pressure = Double(data >> 8 & 0xff_ffff), temperature = Double(data >> 32 & 0xff_ffff)
    let degrees = compensation.temperature(temperature)
    let moment = before - Self.period / 2
    samples.append(ChipSample(.pressure, moment, SIMD3(compensation.pressure(pressure), 0, 0)))
    if turn % 40 == 0 { samples.append(ChipSample(.airTemperature, moment, SIMD3(degrees, 0, 0))) }
  }
}

/// The factory's numbers, scaled as in the data sheet, and its formula.
struct BMP390Compensation: Sendable {
  private let t: (Double, Double, Double)
  private let p: [Double]
  private var warmth = 0.0

  /// `bytes`: 21, in the order of core.c:226.
  init(bytes: [UInt8]) {
    func word(_ index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
    func long(_ index: Int) -> Double { Double(Int16(bitPattern: word(index))) }
    func short(_ index: Int) -> Double { Double(Int8(bitPattern: bytes[index])) }
    func power(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }
    t = (Double(word(0)) * power(8), Double(word(2)) * power(-30), short(4) * power(-48))
    p = [
      (long(5) - 16_384) * power(-20), (long(7) - 16_384) * power(-29), short(9) * power(-32), short(10) * power(-37),
      Double(word(11)) * power(3), Double(word(13)) * power(-6), short(15) * power(-8), short(16) * power(-15),
      long(17) * power(-48), short(19) * power(-48), short(20) * power(-65),
    ]
  }

  /// In degrees Celsius; the pressure's formula uses the last one.
  mutating func temperature(_ raw: Double) -> Double {
    let above = raw - t.0
    warmth = above * t.1 + above * above * t.2
    return warmth
  }

  /// In pascals.
  func pressure(_ raw: Double) -> Double {
    let c = warmth, square = c * c, cube = c * c * c
    let offset = p[4] + p[5] * c + p[6] * square + p[7] * cube
    let gain = p[0] + p[1] * c + p[2] * square + p[3] * cube
    let bend = (p[8] + p[9] * c) * raw * raw
    return offset + gain * raw + bend + p[10] * raw * raw * raw
  }
}
