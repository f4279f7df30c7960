public import Chips
import CPosix
import Files
public import Geometry
import Glibc
public import Samples

/// A bus of this machine, by its node /dev/i2c-N (Documentation/i2c/dev-interface.rst).
public final class MachineBus: ChipBus {
  private let node: Descriptor

  /// Why a bus cannot be used.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
    /// Whether the node is missing, or its rights are wrong: both are mended outside this program.
    public let isAbsence: Bool
  }

  public init(_ path: String) throws(Fault) {
    node = Descriptor(gnomon_bus_open(path))
    if node.isOpen { return }
    let reason = -node.number
    switch reason {
    case ENOENT:
      throw Fault(
        description:
          "\(path): there is no such bus; on a Raspberry Pi dtparam=i2c_arm=on in /boot/firmware/config.txt, and 'modprobe i2c-dev'",
        isAbsence: true)
    case EACCES, EPERM:
      throw Fault(description: "\(path): not permitted; its group is i2c (72-gnomon-drivers.rules)", isAbsence: true)
    case EOPNOTSUPP:
      throw Fault(description: "\(path): this bus has no I²C transfers, only SMBus: another bus", isAbsence: false)
    default: throw Fault(description: "\(path): \(String(cString: strerror(reason)))", isAbsence: true)
    }
  }

  public var now: BootInstant { BootInstant(nanoseconds: gnomon_boot_time()) }

  public func pause(_ span: TimeSpan) { usleep(UInt32(max(0, span.value) * 1e6)) }

  public func claim(_ address: UInt8) throws(BusFault) {
    try Self.check(gnomon_bus_claim(node.number, address))
  }

  public func read(
    _ address: UInt8, _ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) throws(BusFault) {
    try Self.check(gnomon_bus_read(node.number, address, register, bytes.baseAddress, CInt(bytes.count)))
  }

  public func write(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(BusFault) {
    try Self.check(gnomon_bus_write(node.number, address, register, value))
  }

  /// ENXIO or EREMOTEIO: no acknowledgement (Documentation/i2c/fault-codes.rst; i2c-bcm2835.c has EREMOTEIO).
  private static func check(_ result: CInt) throws(BusFault) {
    switch -result {
    case ...0: return
    case ENXIO, EREMOTEIO: throw .noAnswer
    case EBUSY: throw .held
    case let reason: throw .failed(String(cString: strerror(reason)))
    }
  }
}
