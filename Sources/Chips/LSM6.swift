import Geometry
import Samples

/// LSM6DSO, LSM6DSOX, ISM330DHCX and LSM6DSR: accelerometer and gyroscope at 208 Hz, by the FIFO with the chip's own stamps.
///
/// Registers and values: drivers/iio/imu/st_lsm6dsx of Linux 6.1 (Debian's linux-source-6.1 6.1.192-3), by file and line; a fact of
/// no driver is marked *unverified*. It was tried with a model of these registers, and with no chip.
struct LSM6: ChipReader {
  private let chip: ServedChip
  private let address: UInt8
  var counts = ChipCounts()
  private var clock = ChipClock(tick: 25e-6, tolerance: 0.01)
  private var counter = CounterUnroll()
  private var fifo = LSM6FIFO()
  private var forecast = FIFOForecast()
  private var readings = 0
  private var lastSample = BootInstant(nanoseconds: 0)
  private var bytes = [UInt8](repeating: 0, count: LSM6FIFO.word * Self.mostWords)

  private let isWide: Bool
  private var lastTurn = BootInstant(nanoseconds: 0)

  var setting: String { "±\(isWide ? 16 : 8) g, ±2000 °/s" }

  private enum Register {
    /// core.c:832 and :846 (rate and range; their registers), :769, :773, :777 (reset, boot, block update)
    static let accelerometer: UInt8 = 0x10, gyroscope: UInt8 = 0x11, control: UInt8 = 0x12
    /// core.c:943 (the counter's switch), :919 and :923 (what goes into the FIFO), :947 and buffer.c:44 (stamps, mode)
    static let timer: UInt8 = 0x19, batch: UInt8 = 0x09, mode: UInt8 = 0x0a
    /// core.c:935 (words in the FIFO), buffer.c:49 (the FIFO's words)
    static let level: UInt8 = 0x3a, words: UInt8 = 0x78
    /// buffer.c:50 has the third byte of the counter, by which it is reset, at 0x42: so it begins at 0x40.
    static let counter: UInt8 = 0x40, counterReset: UInt8 = 0x42
    /// core.c:950
    static let trim: UInt8 = 0x63
    /// Two bytes, 256 to a degree, 0 at 25 °C: *unverified*.
    static let temperature: UInt8 = 0x20
  }

  /// 208 Hz (core.c:839 and :853), 8 or 16 g (:867, :868) and 2000 °/s (:879), in the bits of one register each.
  private var accelerometer: UInt8 { 0x5 << 4 | (isWide ? 0x1 : 0x3) << 2 }
  private static let gyroscope: UInt8 = 0x5 << 4 | 0x3 << 2
  /// Both at 208 Hz, and a stamp with every sample; mode 6 keeps the newest (st_lsm6dsx.h:337).
  private static let batch: UInt8 = 0x55, stream: UInt8 = 0x1 << 6 | 0x6
  /// Block update; and bit 2, the register's number goes on within a transfer, which is on after a reset: *unverified*.
  private static let control: UInt8 = 0x44
  private static let mostWords = 256
  /// Samples a second, and words: stamp, accelerometer, gyroscope.
  private static let rate = 208.0, wordsOfSample = 3

  /// Turns of the program: the FIFO's level is asked in every fourth, the chip's counter in the first twenty and then in every
  /// twentieth, the temperature in every fortieth.
  private static let levelSpan = TimeSpan.seconds(0.19), first = 20, counterTurns = 20, temperatureTurns = 40
  /// Without a sample for so long the chip measures nothing.
  private static let silence = TimeSpan.seconds(0.5), pause = TimeSpan.seconds(1)
  /// The FIFO holds 0.8 s.
  private static let oldest = TimeSpan.seconds(2)

  /// `isWide`: 16 g, for a foot.
  init(_ chip: ServedChip, at address: UInt8, isWide: Bool) {
    (self.chip, self.address, self.isWide) = (chip, address, isWide)
    fifo = LSM6FIFO(isWide: isWide)
  }

  mutating func start(_ bus: some ChipBus) throws(ChipFault) {
    try bus.identify(chip, at: address)
    // In the order of core.c:1930: the FIFO is emptied, then reset and boot with 50 ms each.
    try bus.put(address, Register.mode, 0)
    try bus.put(address, Register.control, 0x01)
    bus.pause(.seconds(0.05))
    try bus.wait(for: .seconds(0.2)) { () throws(ChipFault) in try bus.byte(address, Register.control) & 0x01 == 0 }
    try bus.put(address, Register.control, 0x84)
    bus.pause(.seconds(0.05))
    try bus.wait(for: .seconds(0.2)) { () throws(ChipFault) in try bus.byte(address, Register.control) & 0x80 == 0 }
    try bus.set(address, Register.control, to: Self.control)
    try bus.set(address, Register.accelerometer, to: accelerometer)
    try bus.set(address, Register.gyroscope, to: Self.gyroscope)
    try bus.set(address, Register.batch, to: Self.batch)
    try bus.set(address, Register.timer, to: 0x20)
    // The length of a tick from the factory's trimming: 1 / (40 kHz · (1 + 0.0015 · value)), core.c:1917.
    let trim = Int8(bitPattern: try bus.byte(address, Register.trim))
    let ticks = 40_000 * (1 + 0.0015 * Double(trim))
    clock = ChipClock(tick: 1 / ticks, tolerance: 0.01)
    try bus.put(address, Register.counterReset, 0xaa)
    try bus.set(address, Register.mode, to: Self.stream)
    counter = CounterUnroll()
    fifo = LSM6FIFO(isWide: isWide)
    forecast.restart()
    readings = 0
    lastSample = bus.now
    lastTurn = bus.now
    try readCounter(bus)
  }

  mutating func read(_ bus: some ChipBus, turn: Int, into samples: inout [ChipSample]) throws(ChipFault) {
    // After a pause, as of a machine that slept, its clock has to be read before its stamps.
    if bus.now - lastTurn > Self.pause || bus.now < lastTurn { readings = 0 }
    lastTurn = bus.now
    readings += 1
    if readings <= Self.first || readings % Self.counterTurns == 0 { try readCounter(bus) }
    if forecast.isDue(at: bus.now, every: Self.levelSpan) {
      var level: UInt16 = 0
      let before = bus.now
      try bus.fetch(address, Register.level, into: &level)
      forecast.record(Int(UInt16(littleEndian: level) & 0x3ff), at: before)
    }
    let wanted = forecast.words(
      at: bus.now, rate: Self.rate * Double(Self.wordsOfSample), margin: Self.wordsOfSample)
    let words = min(wanted, Self.mostWords)
    if words > 0 { try readWords(words, bus, &samples) }
    if bus.now - lastSample > Self.silence { try explainSilence(bus) }
    if readings % Self.temperatureTurns == 1 { try readTemperature(bus, &samples) }
  }

  /// The counter and the moment of its transfer.
  private mutating func readCounter(_ bus: some ChipBus) throws(ChipFault) {
    var value: UInt32 = 0
    let first = bus.now
    try bus.fetch(address, Register.counter, into: &value)
    clock.observe(counter.unroll(UInt32(littleEndian: value)), between: first, and: bus.now)
  }

  private mutating func readWords(_ words: Int, _ bus: some ChipBus, _ samples: inout [ChipSample]) throws(ChipFault) {
    let length = words * LSM6FIFO.word
    do throws(ChipFault) { try bus.fetch(address, Register.words, into: &bytes, count: length) } catch {
      // Whether words were taken out before is not known.
      forecast.restart()
      throw error
    }
    forecast.subtract(words)
    // A time ahead of now is of another clock, and so are samples that are all older than the FIFO holds. A few such are words
    // whose stamp the full FIFO has thrown away.
    let limit = bus.now + .seconds(0.02), first = bus.now - Self.oldest
    var isBeyond = false, count = 0, old = 0
    let (clock, counts) = (clock, counts)
    var news = counts
    bytes.withUnsafeBufferPointer { all in
      fifo.read(UnsafeBufferPointer(rebasing: all[..<length]), &news) { kind, ticks, value in
        guard let time = clock.moment(of: ticks) else { return }
        guard time >= first else {
          old += 1
          return
        }
        if time > limit { isBeyond = true }
        count += 1
        samples.append(ChipSample(kind, time, value))
      }
    }
    if news.unknownWords > counts.unknownWords { forecast.restart() }
    news.invalid += old
    self.counts = news
    if count > 0 { lastSample = bus.now }
    if isBeyond || count == 0 && old > 0 { throw .clock }
  }

  /// Throws the reason why no words come.
  private func explainSilence(_ bus: some ChipBus) throws(ChipFault) {
    try bus.identify(chip, at: address)
    throw try bus.byte(address, Register.gyroscope) == Self.gyroscope ? .silent : .wasReset
  }

  private func readTemperature(_ bus: some ChipBus, _ samples: inout [ChipSample]) throws(ChipFault) {
    var value: UInt16 = 0
    try bus.fetch(address, Register.temperature, into: &value)
    let degrees = 25 + Double(Int16(bitPattern: UInt16(littleEndian: value))) / 256
    samples.append(ChipSample(.inertialTemperature, bus.now, SIMD3(degrees, 0, 0)))
  }
}
