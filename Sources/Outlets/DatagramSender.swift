import CPosix
import Glibc

/// Datagrams to an address of this machine. One that does not leave at once is dropped and counted.
struct DatagramSender {
  let address: String
  private var descriptor: CInt = -1
  private(set) var counts = OutletCounts()

  init(address: String) { self.address = address }

  var isOpen: Bool { descriptor >= 0 }

  /// Returns 0 or −errno.
  mutating func open() -> CInt {
    close()
    let parts = LoopbackAddress(address)
    guard let parts else { return -EAFNOSUPPORT }
    descriptor = gnomon_datagrams_to_address(parts.host, parts.port)
    return min(descriptor, 0)
  }

  mutating func close() {
    if descriptor >= 0 { gnomon_close(descriptor) }
    descriptor = -1
  }

  mutating func send(_ bytes: UnsafeRawBufferPointer) {
    guard descriptor >= 0 else { return }
    // A program that does not listen causes ECONNREFUSED at the next datagram.
    if gnomon_send(descriptor, bytes.baseAddress, Int64(bytes.count)) == Int64(bytes.count) {
      counts.sent += 1
    } else {
      counts.dropped += 1
    }
  }
}

/// HOST:PORT on this machine, the host numeric or `localhost`; an address of version 6 in brackets.
public struct LoopbackAddress: Equatable, Sendable {
  public let host: String, port: String

  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let number = UInt16(text[text.index(after: colon)...]), number > 0
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard host == "localhost" || host == "::1" || Self.isLoopback(host) else { return nil }
    self.host = host == "localhost" ? "127.0.0.1" : String(host)
    port = "\(number)"
  }

  private static func isLoopback(_ host: Substring) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
