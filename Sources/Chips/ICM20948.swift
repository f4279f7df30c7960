import Geometry
import Samples

/// ICM-20948: accelerometer and gyroscope at 225 Hz by the FIFO, and the AK09916 behind it.
///
/// No driver of Linux has this chip. Of its data sheet (DS-000189, revision 1.3) these pages were read: 12 and 13 (scales of the
/// accelerometer and the field, 100 Hz), 37 (PWR_MGMT_1), 77 to 79 (registers of the AK09916, as in ak8975.c:79 to :119). All other
/// registers and values, and the axes of the field, are *unverified*: they are those of public register lists. It was tried with a
/// model of these registers, and with no chip. The FIFO has no stamps: samples are counted, and the count is the chip's clock.
struct ICM20948: ChipReader {
  private let address: UInt8
  /// Whether the chip's own magnetometer is read: another one may be on the bus.
  private let hasField: Bool
  private let isWide: Bool
  private(set) var fieldFault: ChipFault?
  var counts = ChipCounts()
  private var clock = ChipClock(tick: 1 / Self.rate, tolerance: 0.03)
  private var forecast = FIFOForecast()
  /// Samples that were read since the start.
  private var taken: Int64 = 0
  private var lastSample = BootInstant(nanoseconds: 0)
  private var bytes = [UInt8](repeating: 0, count: Self.sample * Self.most)
  private var stale = 0

  var setting: String { "±\(isWide ? 16 : 8) g, ±2000 °/s" }

  static let compass: UInt8 = 0x0c
  /// 1125 Hz divided by five.
  private static let rate = 225.0, divider: UInt8 = 4
  /// Bytes of a sample: accelerometer, then gyroscope, the high byte first; and samples that a FIFO of 512 bytes holds.
  private static let sample = 12, most = 42
  private var force: Double { 9.80665 / (isWide ? 2048 : 4096) }
  private static let turn = Double.pi / 180 / 16.4, step = 0.15
  private static let levelSpan = TimeSpan.seconds(0.09), silence = TimeSpan.seconds(0.5)
  private static let mostStale = 20, temperatureTurns = 40, retryTurns = 200

  /// `isWide`: 16 g, for a foot.
  init(at address: UInt8, hasField: Bool, isWide: Bool) {
    (self.address, self.hasField, self.isWide) = (address, hasField, isWide)
  }

  mutating func start(_ bus: some ChipBus) throws(ChipFault) {
    try bus.put(address, 0x7f, 0x00)
    try bus.identify(.icm20948, at: address)
    try bus.put(address, 0x06, 0x80)
    bus.pause(.seconds(0.1))
    try bus.wait(for: .seconds(0.2)) { () throws(ChipFault) in try bus.byte(address, 0x06) & 0x80 == 0 }
    // The best clock; all axes.
    try bus.set(address, 0x06, to: 0x01)
    bus.pause(.seconds(0.03))
    try bus.set(address, 0x07, to: 0x00)
    // Bank 2: rates; low passes of some 110 Hz; 2000 °/s and 8 or 16 g.
    try bus.put(address, 0x7f, 0x20)
    try bus.set(address, 0x00, to: Self.divider)
    try bus.set(address, 0x01, to: 0x17)
    try bus.set(address, 0x10, to: 0x00)
    try bus.set(address, 0x11, to: Self.divider)
    try bus.set(address, 0x14, to: isWide ? 0x17 : 0x15)
    try bus.put(address, 0x7f, 0x00)
    // The magnetometer on the same bus; the FIFO with both, the newest kept.
    try bus.set(address, 0x0f, to: 0x02)
    try bus.set(address, 0x69, to: 0x00)
    try bus.set(address, 0x03, to: 0x40)
    try empty(bus)
    try bus.set(address, 0x67, to: 0x1e)
    lastSample = bus.now
    stale = 0
    startField(bus)
  }

  /// Identity by page 78; mode 8, which is *unverified*, is 100 Hz. Without its field the chip is still worth its place.
  private mutating func startField(_ bus: some ChipBus) {
    guard hasField else { return }
    do throws(ChipFault) {
      fieldFault = try bus.byte(Self.compass, 0x01) == 0x09 ? nil : .noCompass
      if fieldFault == nil { try bus.set(Self.compass, 0x31, to: 0x08) }
    } catch {
      fieldFault = .noCompass
    }
  }

  /// Empties the FIFO; the count of samples begins anew.
  private mutating func empty(_ bus: some ChipBus) throws(ChipFault) {
    try bus.put(address, 0x68, 0x1f)
    try bus.put(address, 0x68, 0x00)
    clock.restart()
    forecast.restart()
    taken = 0
  }

  mutating func read(_ bus: some ChipBus, turn: Int, into samples: inout [ChipSample]) throws(ChipFault) {
    if forecast.isDue(at: bus.now, every: Self.levelSpan) { try readLevel(bus) }
    let count = min(forecast.words(at: bus.now, rate: Self.rate, margin: 1), Self.most)
    // Without a clock the samples stay in the FIFO.
    if count > 0, clock.moment(of: taken) != nil { try readSamples(count, bus, &samples) }
    if bus.now - lastSample > Self.silence {
      try bus.identify(.icm20948, at: address)
      throw try bus.byte(address, 0x03) == 0x40 ? .silent : .wasReset
    }
    if turn % Self.temperatureTurns == 0 { try readTemperature(bus, &samples) }
    guard hasField else { return }
    if fieldFault != nil, turn % Self.retryTurns == 0 { startField(bus) }
    guard fieldFault == nil, turn % 2 == 0 else { return }
    do throws(ChipFault) { try readField(bus, &samples) } catch {
      counts.busErrors += 1
      missField()
    }
  }

  private mutating func readLevel(_ bus: some ChipBus) throws(ChipFault) {
    var level: UInt16 = 0
    let first = bus.now
    try bus.fetch(address, 0x70, into: &level)
    let size = Int(UInt16(bigEndian: level) & 0x1fff)
    guard size < Self.sample * Self.most else {
      // It is full: samples were thrown away, and the oldest may be cut.
      counts.lost += Self.most
      lastSample = bus.now
      return try empty(bus)
    }
    let count = size / Self.sample
    forecast.record(count, at: first)
    // The newest sample is between nothing and one period old.
    if count > 0 {
      let period = TimeSpan(1 / Self.rate)
      clock.observe(taken + Int64(count) - 1, between: first - period, and: bus.now)
    }
  }

  private mutating func readSamples(
    _ count: Int, _ bus: some ChipBus, _ samples: inout [ChipSample]
  ) throws(ChipFault) {
    do throws(ChipFault) { try bus.fetch(address, 0x72, into: &bytes, count: count * Self.sample) } catch {
      // How far the FIFO was read is not known.
      counts.lost += count
      try empty(bus)
      throw error
    }
    for index in 0..<count {
      guard let time = clock.moment(of: taken + Int64(index)) else { continue }
      let start = index * Self.sample
      func value(_ byte: Int) -> Double { littleEndian(bytes[start + byte + 1], bytes[start + byte]) }
      samples.append(ChipSample(.force, time, SIMD3(value(0), value(2), value(4)) * force))
      samples.append(ChipSample(.rate, time, SIMD3(value(6), value(8), value(10)) * Self.turn))
    }
    forecast.subtract(count)
    taken += Int64(count)
    lastSample = bus.now
  }

  private func readTemperature(_ bus: some ChipBus, _ samples: inout [ChipSample]) throws(ChipFault) {
    var value: UInt16 = 0
    try bus.fetch(address, 0x39, into: &value)
    let degrees = 21 + Double(Int16(bitPattern: UInt16(bigEndian: value))) / 333.87
    samples.append(ChipSample(.inertialTemperature, bus.now, SIMD3(degrees, 0, 0)))
  }

  private mutating func missField() {
    stale += 1
    guard stale >= Self.mostStale else { return }
    stale = 0
    fieldFault = .noCompass
  }

  /// Status, three values, and the second status, whose reading lets the chip go on (pages 78 and 79).
  private mutating func readField(_ bus: some ChipBus, _ samples: inout [ChipSample]) throws(ChipFault) {
    var data: (UInt64, UInt8) = (0, 0)
    let before = bus.now
    try bus.fetch(Self.compass, 0x10, into: &data)
    let word = UInt64(littleEndian: data.0)
    guard word & 0x01 != 0 else {
      counts.stale += 1
      return missField()
    }
    stale = 0
    guard data.1 & 0x08 == 0 else {
      counts.overflows += 1
      return
    }
    func value(_ shift: Int) -> Double {
      Double(Int16(truncatingIfNeeded: word >> UInt64(shift))) * Self.step
    }
    // Its axes y and z are against those of the accelerometer: *unverified*. A measurement is up to 10 ms old.
    let field = SIMD3(value(8), -value(24), -value(40))
    samples.append(ChipSample(.field, before - .seconds(0.005), field))
  }
}
