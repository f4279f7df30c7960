import Glibc

/// A socket that receives datagrams on a free port of the loopback.
public final class DatagramReceiver {
  public let descriptor: CInt, port: UInt16

  public init() {
    let descriptor = internetSocket(.datagram)
    var address = sockaddr_in(), length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        _ = getsockname(descriptor, $0, &length)
      }
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Returns the next datagram; empty if none comes in time, or none is there now (0x40 is MSG_DONTWAIT).
  public func receive(waits: Bool = true) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = recv(descriptor, &bytes, bytes.count, waits ? 0 : CInt(0x40))
    return Array(bytes.prefix(max(0, count)))
  }
}
