import BrowserServer
import CPosix
import CommandParts
import Files
import Glibc
import Phones

/// The address of a telephone: numbers, and a port.
struct PhoneAddress: Equatable {
  var host: String
  var port: UInt16

  /// `192.168.1.30`, `192.168.1.30:8080`, `ws://192.168.1.30:8080/`, `http://…`
  init(_ text: String, _ app: PhoneApp) throws(Failure) {
    var rest = text[...]
    for scheme in ["ws://", "http://"] where rest.hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
    if let slash = rest.firstIndex(of: "/") { rest = rest[..<slash] }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    let port = parts.count == 2 ? UInt16(parts[1]) : app.usualPort
    guard parts.count <= 2, let port, port > 0, parts[0] == "localhost" || Self.isNumeric(String(parts[0])) else {
      throw Failure(
        status: .usage,
        message:
          "'\(DaemonCall.plain(text))' is not the address of a telephone; expected numbers as \(app.title) shows them, such as 192.168.1.30:\(app.usualPort ?? 8080)"
      )
    }
    (host, self.port) = (String(parts[0]), port)
  }

  private static func isNumeric(_ host: String) -> Bool {
    var four = in_addr()
    return inet_pton(AF_INET, host, &four) == 1
  }

  var text: String { "\(host):\(port)" }
}

/// A connection to a telephone: bytes out and in, without waiting.
final class PhoneConnection {
  private let socket: Descriptor
  let key: UInt64
  private var output = OutputQueue()
  private(set) var isMade = false
  private var failure: CInt?
  let since: Int64

  init(_ address: PhoneAddress, key: UInt64, at time: Int64) {
    socket = Descriptor(gnomon_connect_to_address(address.host, "\(address.port)"))
    (self.key, since) = (key, time)
  }

  var descriptor: CInt { socket.number }

  /// The reason why there is no connection, as errno; nil while it is being made, and once it is there.
  func fault() -> CInt? {
    guard socket.isOpen else { return -socket.number }
    if isMade || failure != nil { return failure }
    let made = gnomon_connection_is_made(descriptor)
    isMade = made > 0
    // The kernel gives it once.
    if made < 0 { failure = -made }
    return failure
  }

  func add(_ bytes: [UInt8]) { output.add(bytes) }

  var waiting: Int { output.waiting }

  /// Sends as much as the kernel accepts; false when the telephone has gone.
  func send() -> Bool {
    let descriptor = descriptor
    return output.send { gnomon_send(descriptor, $0, Int64($1)) } != nil
  }

  /// Returns what has arrived, at most 64 KiB; nil at the end of the connection.
  func receive() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = gnomon_receive(descriptor, &chunk, Int64(chunk.count))
    if count == -Int64(EAGAIN) { return [] }
    return count > 0 ? Array(chunk[..<Int(count)]) : nil
  }
}
