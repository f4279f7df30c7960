import CPosix
import Files
public import Glasses
import Glibc
public import Samples

/// A descriptor that carries reports, each by one read: a node of hidraw (Documentation/hid/hidraw.rst), or one end of a pair of
/// sockets that keep the borders of messages; or a stream of bytes.
public final class DescriptorPort: GlassesPort {
  private let node: Descriptor

  /// Owns a descriptor that does not wait.
  public init(_ number: CInt) { node = Descriptor(number) }

  public var now: BootInstant { BootInstant(nanoseconds: gnomon_boot_time()) }

  public func send(_ frame: [UInt8]) throws(PortFault) {
    let count = frame.withUnsafeBytes { write(node.number, $0.baseAddress, $0.count) }
    guard count < 0 else { return }
    throw Self.fault(errno)
  }

  public func receive(_ bytes: UnsafeMutableRawBufferPointer) throws(PortFault) -> Int? {
    let count = read(node.number, bytes.baseAddress, bytes.count)
    if count > 0 { return count }
    // The other end of sockets is closed.
    if count == 0 { throw .gone }
    switch errno {
    case EAGAIN, EINTR: return nil
    case let reason: throw Self.fault(reason)
    }
  }

  /// hidraw says ENODEV, or EIO, once the device is unplugged.
  private static func fault(_ reason: CInt) -> PortFault {
    switch reason {
    case ENODEV, EIO, ENXIO, EPIPE, ECONNRESET: .gone
    default: .failed(String(cString: strerror(reason)))
    }
  }
}
