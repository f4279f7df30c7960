public import Geometry
public import Samples

/// Access to the registers of chips on one bus, and its time. The program has a bus of the machine, the tests have one with models.
public protocol ChipBus: AnyObject {
  /// The time on the clock of the samples.
  var now: BootInstant { get }
  func pause(_ span: TimeSpan)
  /// Reserves an address; throws `held` where a driver of the kernel has it.
  func claim(_ address: UInt8) throws(BusFault)
  /// Fills `bytes` from a register on: those of the next registers, or of a FIFO behind this one.
  func read(_ address: UInt8, _ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) throws(BusFault)
  func write(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(BusFault)
}

/// A transfer that failed.
public enum BusFault: Error, Equatable, Sendable {
  /// Nothing acknowledges the address.
  case noAnswer
  /// A driver of the kernel has the address.
  case held
  /// Anything else, in the system's words.
  case failed(String)
}

// The same, with the faults of a chip.
extension ChipBus {
  /// A register; a transfer that failed is tried once more, as no FIFO is read by it.
  func byte(_ address: UInt8, _ register: UInt8) throws(ChipFault) -> UInt8 {
    var value: UInt8 = 0
    do throws(ChipFault) { try fetch(address, register, into: &value) } catch {
      guard case .bus(.failed) = error else { throw error }
      try fetch(address, register, into: &value)
    }
    return value
  }

  /// Reads as many bytes as the value is long.
  func fetch<Value: BitwiseCopyable>(_ address: UInt8, _ register: UInt8, into value: inout Value) throws(ChipFault) {
    var fault: ChipFault?
    withUnsafeMutableBytes(of: &value) { bytes in
      do throws(ChipFault) { try fetch(address, register, bytes.bindMemory(to: UInt8.self)) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  func fetch(_ address: UInt8, _ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) throws(ChipFault) {
    do throws(BusFault) { try read(address, register, bytes) } catch { throw .bus(error) }
  }

  /// Fills the first `count` bytes of an array.
  func fetch(_ address: UInt8, _ register: UInt8, into bytes: inout [UInt8], count: Int) throws(ChipFault) {
    var fault: ChipFault?
    bytes.withUnsafeMutableBufferPointer { all in
      let part = UnsafeMutableBufferPointer(rebasing: all.prefix(count))
      do throws(ChipFault) { try fetch(address, register, part) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  func put(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(ChipFault) {
    do throws(BusFault) { try write(address, register, value) } catch {
      guard case .failed = error else { throw .bus(error) }
      do throws(BusFault) { try write(address, register, value) } catch { throw .bus(error) }
    }
  }

  /// Writes a value, and asks whether the chip has taken it.
  func set(_ address: UInt8, _ register: UInt8, to value: UInt8) throws(ChipFault) {
    try put(address, register, value)
    guard try byte(address, register) == value else { throw .refusedSetting(register) }
  }

  /// Throws unless the chip at the address is the expected one.
  func identify(_ chip: ServedChip, at address: UInt8) throws(ChipFault) {
    let value = try byte(address, chip.identity.register)
    guard value == chip.identity.value else { throw .otherChip(value) }
  }

  /// Waits until a condition holds: a chip in its reset may not even acknowledge its address.
  func wait(for span: TimeSpan, _ isReady: () throws(ChipFault) -> Bool) throws(ChipFault) {
    let end = now + span
    var fault = ChipFault.notReady
    while true {
      do throws(ChipFault) {
        if try isReady() { return }
        fault = .notReady
      } catch {
        fault = error
      }
      guard now < end else { throw fault }
      pause(.seconds(0.005))
    }
  }
}
