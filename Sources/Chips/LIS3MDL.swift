import Geometry
import Samples

/// LIS3MDL: magnetometer at 80 Hz, of which the newest measurement is read; it has no FIFO and no clock.
///
/// Registers: drivers/iio/magnetometer/st_magn_core.c of Linux 6.1, by line; a fact from elsewhere is marked *unverified*. It was
/// tried with a model of these registers, and with no chip.
struct LIS3MDL: ChipReader {
  private let address: UInt8
  var counts = ChipCounts()
  private var stale = 0
  private var bytes = [UInt8](repeating: 0, count: 9)

  var setting: String { "±400 µT" }

  /// Temperature on (bit 7) and the quietest mode of x and y (bits 6 and 5): *unverified*; 80 Hz (:321).
  private static let rate: UInt8 = 0x80 | 0x60 | 0x07 << 2
  /// 4 gauss (:336), continuous (:327), the quietest mode of z (*unverified*), block update (:358).
  private static let settings: [(register: UInt8, value: UInt8)] = [
    (0x20, rate), (0x21, 0x00), (0x22, 0x00), (0x23, 0x0c), (0x24, 0x40),
  ]
  /// 146 millionths of a gauss (:337), in microtesla.
  private static let step = 0.0146
  /// The bit that lets the register's number go on within a transfer (st_sensors_i2c.c:18, st_magn_core.c:371).
  private static let several: UInt8 = 0x80
  /// Status, three values of two bytes, and the temperature (*unverified*: eight steps to a degree, 0 at 25 °C).
  private static let status: UInt8 = 0x27
  private static let period = TimeSpan.seconds(1 / 80.0)
  private static let mostStale = 10, temperatureTurns = 40

  init(at address: UInt8) { self.address = address }

  mutating func start(_ bus: some ChipBus) throws(ChipFault) {
    try bus.identify(.lis3mdl, at: address)
    for setting in Self.settings { try bus.set(address, setting.register, to: setting.value) }
    stale = 0
  }

  mutating func read(_ bus: some ChipBus, turn: Int, into samples: inout [ChipSample]) throws(ChipFault) {
    guard turn % 2 == 0 else { return }
    let before = bus.now
    try bus.fetch(address, Self.status | Self.several, into: &bytes, count: bytes.count)
    record(before, turn, &samples)
    guard stale < Self.mostStale else {
      stale = 0
      throw try bus.byte(address, 0x20) == Self.rate ? .silent : .wasReset
    }
  }

  private mutating func record(_ time: BootInstant, _ turn: Int, _ samples: inout [ChipSample]) {
    // All three are new (:363).
    guard bytes[0] & 0x07 == 0x07 else {
      counts.stale += 1
      stale += 1
      return
    }
    stale = 0
    let x = littleEndian(bytes[1], bytes[2]), y = littleEndian(bytes[3], bytes[4])
    let z = littleEndian(bytes[5], bytes[6])
    // The measurement is up to a period old.
    let moment = time - Self.period / 2
    if max(abs(x), abs(y), abs(z)) >= 32_767 {
      counts.overflows += 1
    } else {
      samples.append(ChipSample(.field, moment, SIMD3(x, y, z) * Self.step))
    }
    guard turn % Self.temperatureTurns == 0 else { return }
    let degrees = 25 + littleEndian(bytes[7], bytes[8]) / 8
    samples.append(ChipSample(.fieldTemperature, moment, SIMD3(degrees, 0, 0)))
  }
}
