import CPosix
import Files
import Glibc

/// A TCP connection to gpsd. Connecting, reading and writing never block, and each read is bounded, so a busy gpsd cannot delay
/// the daemon's loop.
final class GPSDConnection {
  enum Outcome: Equatable {
    /// Nothing to read for now; the connection may not even be established yet.
    case empty
    /// A portion was read, and there may be more.
    case portion
    /// The connection is lost: 0 when gpsd closed it, else an errno.
    case lost(CInt)
  }

  private let socket: Descriptor
  var descriptor: CInt { socket.number }
  private(set) var isMade = false
  private(set) var reader = GPSDReader()
  /// Version messages from gpsd: one as its greeting, and one as the answer to each `ask()`.
  private(set) var versions = 0
  private var portion = [UInt8](repeating: 0, count: 16 << 10)

  struct Fault: Error { var errno: CInt }

  init(host: String, port: UInt16) throws(Fault) {
    socket = Descriptor(gnomon_connect_to_address(host, String(port)))
    guard socket.isOpen else { throw Fault(errno: -socket.number) }
  }

  /// Asks for reports once the connection is made, then reads one portion.
  func read(into output: (GPSDMessage) -> Void) -> Outcome {
    if !isMade {
      let state = gnomon_connection_is_made(descriptor)
      guard state > 0 else { return state == 0 ? .empty : .lost(-state) }
      isMade = true
      guard send(#"?WATCH={"enable":true,"json":true};"#) else { return .lost(EPIPE) }
    }
    let count = portion.withUnsafeMutableBytes { gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }
    guard count > 0 else { return count == -Int64(EAGAIN) ? .empty : .lost(CInt(-count)) }
    portion.withUnsafeBytes { bytes in
      reader.ingest(UnsafeRawBufferPointer(rebasing: bytes[..<Int(count)])) { message in
        if case .version = message { versions += 1 }
        output(message)
      }
    }
    return .portion
  }

  /// Ends the stream; an incomplete last line is counted as refused.
  func end() { reader.end() }

  /// Asks gpsd for its version; gpsd answers after it has processed the earlier data of its devices. False if the connection is
  /// lost.
  func ask() -> Bool { send("?VERSION;") }

  private func send(_ request: String) -> Bool {
    let bytes = Array((request + "\n").utf8)
    return bytes.withUnsafeBytes { gnomon_send(descriptor, $0.baseAddress, Int64($0.count)) } == Int64(bytes.count)
  }
}
