import Glibc

/// An LSM6DSOX: its FIFO with stamps, an oscillator of its own, and a reset that takes time.
public final class LSM6Model: RegisterFile {
  public static let most = 512
  /// How much faster its clock runs than 40 kHz, and what its factory says of that, in steps of 0.15 %.
  public let error: Double
  private let trim: Int8
  public private(set) var fifo: [[UInt8]] = []
  /// Samples that were measured since the last reset, and words that the full FIFO has thrown away.
  public private(set) var measured = 0, thrown = 0
  /// Words that were read beyond the end.
  public private(set) var overread = 0
  private var zero = 0.0
  private var next = 0.0
  private var isOn = false
  /// Stamp and true time of each sample.
  public private(set) var truth: [(ticks: UInt32, time: Double)] = []
  public var firstTicks: UInt32 = 0
  public var keepsSettings = true
  public var isDead = false
  public var resetTime = 0.02

  private let identity: UInt8

  public init(error: Double = 0, trim: Int8 = 0, identity: UInt8 = 0x6c) {
    (self.error, self.trim, self.identity) = (error, trim, identity)
    super.init()
    reset()
  }

  public func reset() {
    registers = [UInt8](repeating: 0, count: 256)
    registers[0x0f] = identity
    registers[0x63] = UInt8(bitPattern: trim)
    put(256 * 7, at: 0x20)
    fifo = []
    isOn = false
  }

  private var tickRate: Double { 40_000 * (1 + 0.0015 * Double(trim)) * (1 + error) }
  private var period: Double { 40_000 / 208 / tickRate }
  private func ticks(at time: Double) -> UInt32 {
    firstTicks &+ UInt32(truncatingIfNeeded: Int64((time - zero) * tickRate))
  }

  public override func refresh(at time: Double) {
    let counter = ticks(at: time)
    for byte in 0..<4 { registers[0x40 + byte] = UInt8(truncatingIfNeeded: counter >> UInt32(8 * byte)) }
    guard isOn, !isDead else { return }
    while next <= time {
      let stamp = ticks(at: next)
      var word: [UInt8] = [0x04 << 3, 0, 0, 0, 0, 0, 0]
      for byte in 0..<4 { word[1 + byte] = UInt8(truncatingIfNeeded: stamp >> UInt32(8 * byte)) }
      // Turning about z by a sine, at rest upright: 1 g on y.
      let rate = Int((1000 * sin(next)).rounded()), gravity = Int((1 / 0.244e-3).rounded())
      store(word)
      store(Self.word(0x01, 0, 0, rate))
      store(Self.word(0x02, 0, gravity, 0))
      truth.append((stamp, next))
      measured += 1
      next += period
    }
  }

  private func store(_ word: [UInt8]) {
    if fifo.count == Self.most {
      fifo.removeFirst()
      thrown += 1
    }
    fifo.append(word)
  }

  private static func word(_ tag: UInt8, _ values: Int...) -> [UInt8] {
    [tag << 3 | 0x02]
      + values.flatMap { value -> [UInt8] in
        let word = UInt16(bitPattern: Int16(value))
        return [UInt8(word & 0xff), UInt8(word >> 8)]
      }
  }

  public override func read(_ register: UInt8, _ count: Int, at time: Double) -> [UInt8]? {
    guard time >= awayUntil else { return nil }
    refresh(at: time)
    if register == 0x3a {
      registers[0x3a] = UInt8(fifo.count & 0xff)
      registers[0x3b] = UInt8(fifo.count >> 8)
    }
    guard register == 0x78 else { return super.read(register, count, at: time) }
    var bytes: [UInt8] = []
    while bytes.count < count {
      if fifo.isEmpty {
        overread += 1
        bytes += [UInt8](repeating: 0, count: 7)
      } else {
        bytes += fifo.removeFirst()
      }
    }
    return Array(bytes.prefix(count))
  }

  public override func write(_ register: UInt8, _ value: UInt8, at time: Double) -> Bool {
    guard time >= awayUntil else { return false }
    if register == 0x12, value & 0x81 != 0 {
      if value & 0x01 != 0 { reset() }
      awayUntil = time + resetTime
      return true
    }
    guard keepsSettings else { return true }
    refresh(at: time)
    if register == 0x42, value == 0xaa {
      zero = time
      return true
    }
    registers[Int(register)] = value
    if register == 0x0a {
      isOn = value & 0x07 == 6
      if isOn { next = time + period } else { fifo = [] }
    }
    return true
  }
}
