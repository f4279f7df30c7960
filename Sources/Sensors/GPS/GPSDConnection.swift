import CPosix
import Glibc

/// A TCP connection to gpsd: it is begun, read and written without waiting, and each read takes a bounded portion, so that no
/// peer holds up whoever reads it.
final class GPSDConnection {
  enum Outcome: Equatable {
    /// Nothing is left to read for now; the connection may not even be made yet.
    case empty
    /// A portion was read, and there may be more.
    case portion
    /// Gone: 0 when gpsd closed it, else an errno.
    case lost(CInt)
  }

  let descriptor: CInt
  private(set) var isMade = false
  private(set) var reader = GPSDReader()
  /// How often gpsd has told its version: once by itself, at the beginning, and once for each time that it was asked.
  private(set) var versions = 0
  private var portion = [UInt8](repeating: 0, count: 16 << 10)

  struct Fault: Error { var errno: CInt }

  init(host: String, port: UInt16) throws(Fault) {
    descriptor = gnomon_connect_to_address(host, String(port))
    guard descriptor >= 0 else { throw Fault(errno: -descriptor) }
  }

  deinit { if descriptor >= 0 { gnomon_close(descriptor) } }

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

  /// Counts what the last line lacks.
  func end() { reader.end() }

  /// Asks gpsd for its version; it answers when it has dealt with what its devices had sent until then. False when it is gone.
  func ask() -> Bool { send("?VERSION;") }

  private func send(_ request: String) -> Bool {
    let bytes = Array((request + "\n").utf8)
    return bytes.withUnsafeBytes { gnomon_send(descriptor, $0.baseAddress, Int64($0.count)) } == Int64(bytes.count)
  }
}
