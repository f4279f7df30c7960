import Glibc

/// A LIS3MDL in a field of 20, −30 and 40 µT, with a new measurement at 80 Hz.
public final class LIS3MDLModel: RegisterFile {
  public var isDead = false
  private var last = -1

  public override init() {
    super.init()
    registers[0x0f] = 0x3d
  }

  public override func read(_ register: UInt8, _ count: Int, at time: Double) -> [UInt8]? {
    let number = Int(time * 80)
    let start = register & 0x7f
    if start == 0x27, register & 0x80 != 0 {
      registers[0x27] = number != last && !isDead && registers[0x22] == 0 ? 0x0f : 0x00
      last = number
    }
    put(Int(20 / 0.0146), at: 0x28)
    put(Int(-30 / 0.0146), at: 0x2a)
    put(Int(40 / 0.0146), at: 0x2c)
    put(8 * 5, at: 0x2e)
    // Without the bit for several registers it gives the same one again.
    guard count == 1 || register & 0x80 != 0 else { return [UInt8](repeating: registers[Int(start)], count: count) }
    return super.read(start, count, at: time)
  }
}

/// A BMP280 with the numbers of its data sheet's example (section 3.12): 25.08 °C and 100653.27 Pa.
public final class BMP280Model: RegisterFile {
  public override init() {
    super.init()
    registers[0xd0] = 0x58
    let words = [27504, 26435, -1000, 36477, -10685, 3024, 2855, 140, -7, 15500, -14600, 6000]
    for (index, word) in words.enumerated() {
      let value = UInt16(truncatingIfNeeded: word)
      registers[0x88 + 2 * index] = UInt8(value & 0xff)
      registers[0x89 + 2 * index] = UInt8(value >> 8)
    }
  }

  public override func refresh(at time: Double) {
    let isMeasuring = registers[0xf4] & 0x03 == 3
    for (start, value) in [(0xf7, isMeasuring ? 415_148 : 0x80000), (0xfa, isMeasuring ? 519_888 : 0x80000)] {
      registers[start] = UInt8(value >> 12)
      registers[start + 1] = UInt8(value >> 4 & 0xff)
      registers[start + 2] = UInt8(value << 4 & 0xff)
    }
  }
}

/// A BMP390 with numbers like those of a real chip.
public final class BMP390Model: RegisterFile {
  /// By the integer formula of the kernel's driver (bmp280-core.c:1033 and :1058), in another program.
  public static let warmth = 19.26, pressure = 105_083.86
  public static let numbers: [UInt8] = [
    0x23, 0x6b, 0x15, 0x4b, 0xf6, 0x35, 0xff, 0x1b, 0xf5, 0x23, 0x00, 0x1f, 0x62, 0x0d, 0x79, 0xf3, 0xf6, 0x8b, 0x40,
    0x16, 0xc4,
  ]

  public override init() {
    super.init()
    registers[0x00] = 0x60
    for (index, value) in Self.numbers.enumerated() { registers[0x31 + index] = value }
  }

  public override func refresh(at time: Double) {
    registers[0x03] = registers[0x1b] == 0x33 ? 0x70 : 0x10
    for (start, value) in [(0x04, 6_500_000), (0x07, 8_100_000)] {
      for byte in 0..<3 { registers[start + byte] = UInt8(value >> (8 * byte) & 0xff) }
    }
  }
}

/// An ICM-20948: banks, and a FIFO of 512 bytes without stamps.
public final class ICM20948Model: ChipModel {
  private var banks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 4)
  private var bank = 0
  private var fifo: [UInt8] = []
  private var next = 0.0
  public private(set) var truth: [Double] = []
  public private(set) var emptied = 0
  private let period: Double
  private var awayUntil = -1.0

  public init(error: Double = 0) { period = 1 / (225 * (1 + error)) }

  private var isOn: Bool { banks[0][0x67] == 0x1e && banks[0][0x03] & 0x40 != 0 && banks[0][0x06] == 0x01 }

  private func refresh(at time: Double) {
    banks[0][0x00] = 0xea
    guard isOn else { return }
    while next <= time {
      let force = 4096, rate = Int16(16.4 * 10)
      var sample: [UInt8] = [0, 0, UInt8(force >> 8), UInt8(force & 0xff), 0, 0, 0, 0, 0, 0]
      sample += [UInt8(UInt16(bitPattern: rate) >> 8), UInt8(UInt16(bitPattern: rate) & 0xff)]
      fifo += sample
      if fifo.count > 512 { fifo.removeFirst(fifo.count - 512) }
      truth.append(next)
      next += period
    }
  }

  public func read(_ register: UInt8, _ count: Int, at time: Double) -> [UInt8]? {
    guard time >= awayUntil else { return nil }
    refresh(at: time)
    if bank == 0, register == 0x72 {
      let taken = Array(fifo.prefix(count))
      fifo.removeFirst(taken.count)
      return taken + [UInt8](repeating: 0, count: count - taken.count)
    }
    banks[0][0x70] = UInt8(fifo.count >> 8)
    banks[0][0x71] = UInt8(fifo.count & 0xff)
    return (0..<count).map { banks[bank][(Int(register) + $0) & 0x7f] }
  }

  public func write(_ register: UInt8, _ value: UInt8, at time: Double) -> Bool {
    guard time >= awayUntil else { return false }
    refresh(at: time)
    if register == 0x7f {
      bank = Int(value >> 4 & 3)
      return true
    }
    if bank == 0, register == 0x06, value & 0x80 != 0 {
      banks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 4)
      banks[0][0x06] = 0x41
      awayUntil = time + 0.02
      return true
    }
    if bank == 0, register == 0x68, value == 0x1f {
      fifo = []
      truth = []
      emptied += 1
    }
    let wasOn = isOn
    banks[bank][Int(register & 0x7f)] = value
    if isOn, !wasOn { next = time + period }
    return true
  }
}

/// The magnetometer behind an ICM-20948.
public final class AK09916Model: RegisterFile {
  public override init() {
    super.init()
    (registers[0x00], registers[0x01]) = (0x48, 0x09)
  }

  public override func refresh(at time: Double) {
    registers[0x10] = registers[0x31] == 0x08 ? 0x01 : 0x00
    put(100, at: 0x11)
    put(-200, at: 0x13)
    put(300, at: 0x15)
  }
}
