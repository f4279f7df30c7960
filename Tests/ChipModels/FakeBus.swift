public import Chips
public import Geometry
public import Samples

/// A chip as its registers: what a read gives and a write does, at a time.
public protocol ChipModel: AnyObject {
  /// nil: it does not acknowledge.
  func read(_ register: UInt8, _ count: Int, at time: Double) -> [UInt8]?
  func write(_ register: UInt8, _ value: UInt8, at time: Double) -> Bool
}

/// A bus with models on it. Its time goes on by the length of each transfer at 400 kHz, and with the pauses.
public final class FakeBus: ChipBus {
  public init() {}

  public var chips: [UInt8: any ChipModel] = [:]
  /// Addresses that a driver of the kernel has.
  public var held: Set<UInt8> = []
  /// Calls of the system so far.
  public private(set) var calls = 0
  /// Whether the next transfer fails.
  public var fails: () -> Bool = { false }
  /// The time of a transfer beside that of its bytes, in seconds.
  public var delay: () -> Double = { 60e-6 }
  public var seconds = 1000.0

  public var now: BootInstant { BootInstant(seconds: seconds) }
  public func pause(_ span: TimeSpan) { seconds += span.value }

  public func claim(_ address: UInt8) throws(BusFault) {
    calls += 1
    if held.contains(address) { throw .held }
  }

  public func read(
    _ address: UInt8, _ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) throws(BusFault) {
    try transfer(bytes.count + 3)
    guard let values = chips[address]?.read(register, bytes.count, at: seconds) else { throw .noAnswer }
    for (index, value) in values.enumerated() { bytes[index] = value }
    finish(bytes.count + 3)
  }

  public func write(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(BusFault) {
    try transfer(3)
    guard chips[address]?.write(register, value, at: seconds) == true else { throw .noAnswer }
    finish(3)
  }

  private func transfer(_ bytes: Int) throws(BusFault) {
    calls += 1
    seconds += delay()
    if fails() { throw .failed("Input/output error") }
  }

  private func finish(_ bytes: Int) { seconds += Double(bytes) * 9 / 400_000 }

  /// Waits until a turn is due, and a little longer.
  public func wait(until due: BootInstant, late: Double = 100e-6) {
    seconds = max(seconds, Double(due.nanoseconds) * 1e-9) + late
  }
}

/// A chip that is a file of registers.
open class RegisterFile: ChipModel {
  public init() {}

  public var registers = [UInt8](repeating: 0, count: 256)
  /// Until when it does not acknowledge.
  public var awayUntil = -1.0

  open func read(_ register: UInt8, _ count: Int, at time: Double) -> [UInt8]? {
    guard time >= awayUntil else { return nil }
    refresh(at: time)
    return (0..<count).map { registers[(Int(register) + $0) & 0xff] }
  }

  open func write(_ register: UInt8, _ value: UInt8, at time: Double) -> Bool {
    guard time >= awayUntil else { return false }
    registers[Int(register)] = value
    return true
  }

  open func refresh(at time: Double) {}

  public func put(_ value: Int, at register: Int) {
    let word = UInt16(bitPattern: Int16(clamping: value))
    registers[register] = UInt8(word & 0xff)
    registers[register + 1] = UInt8(word >> 8)
  }
}

/// The same models in real time: for a whole driver, with a daemon.
public final class LiveBus: ChipBus {
  private let models: FakeBus
  private let clock: () -> Int64

  /// `clock`: CLOCK_BOOTTIME in nanoseconds.
  public init(_ chips: [UInt8: any ChipModel], clock: @escaping () -> Int64) {
    models = FakeBus()
    models.chips = chips
    self.clock = clock
  }

  public var chips: [UInt8: any ChipModel] {
    get { models.chips }
    set { models.chips = newValue }
  }

  public var now: BootInstant { BootInstant(nanoseconds: clock()) }
  public func pause(_ span: TimeSpan) {
    let end = now + span
    while now < end {}
  }
  public func claim(_ address: UInt8) throws(BusFault) { try models.claim(address) }

  public func read(
    _ address: UInt8, _ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) throws(BusFault) {
    models.seconds = Double(clock()) * 1e-9
    try models.read(address, register, bytes)
  }

  public func write(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(BusFault) {
    models.seconds = Double(clock()) * 1e-9
    try models.write(address, register, value)
  }
}
