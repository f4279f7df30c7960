import Chips
import Geometry
import Samples

/// A chip as its registers: what a read gives and a write does, at a time.
protocol ChipModel: AnyObject {
  /// nil: it does not acknowledge.
  func read(_ register: UInt8, _ count: Int, at time: Double) -> [UInt8]?
  func write(_ register: UInt8, _ value: UInt8, at time: Double) -> Bool
}

/// A bus with models on it. Its time goes on by the length of each transfer at 400 kHz, and with the pauses.
final class FakeBus: ChipBus {
  var chips: [UInt8: any ChipModel] = [:]
  /// Addresses that a driver of the kernel has.
  var held: Set<UInt8> = []
  /// Calls of the system so far.
  private(set) var calls = 0
  /// Whether the next transfer fails.
  var fails: () -> Bool = { false }
  /// What a transfer takes beside its bytes, in seconds.
  var delay: () -> Double = { 60e-6 }
  var seconds = 1000.0

  var now: BootInstant { BootInstant(seconds: seconds) }
  func pause(_ span: TimeSpan) { seconds += span.value }

  func claim(_ address: UInt8) throws(BusFault) {
    calls += 1
    if held.contains(address) { throw .held }
  }

  func read(
    _ address: UInt8, _ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) throws(BusFault) {
    try transfer(bytes.count + 3)
    guard let values = chips[address]?.read(register, bytes.count, at: seconds) else { throw .noAnswer }
    for (index, value) in values.enumerated() { bytes[index] = value }
    finish(bytes.count + 3)
  }

  func write(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(BusFault) {
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
  func wait(until due: BootInstant, late: Double = 100e-6) {
    seconds = max(seconds, Double(due.nanoseconds) * 1e-9) + late
  }
}

/// A chip that is a file of registers.
class RegisterFile: ChipModel {
  var registers = [UInt8](repeating: 0, count: 256)
  /// Until when it does not acknowledge.
  var awayUntil = -1.0

  func read(_ register: UInt8, _ count: Int, at time: Double) -> [UInt8]? {
    guard time >= awayUntil else { return nil }
    refresh(at: time)
    return (0..<count).map { registers[(Int(register) + $0) & 0xff] }
  }

  func write(_ register: UInt8, _ value: UInt8, at time: Double) -> Bool {
    guard time >= awayUntil else { return false }
    registers[Int(register)] = value
    return true
  }

  func refresh(at time: Double) {}

  func put(_ value: Int, at register: Int) {
    let word = UInt16(bitPattern: Int16(clamping: value))
    registers[register] = UInt8(word & 0xff)
    registers[register + 1] = UInt8(word >> 8)
  }
}
