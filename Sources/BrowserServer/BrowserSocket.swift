import CPosix
import CTLS
import Files
import Glibc

/// The bytes of a browser's connection, as they are or by TLS.
struct BrowserSocket: ~Copyable {
  private let socket: Descriptor
  /// nil: the bytes as they are.
  private let session: OpaquePointer?
  /// True if the system had no memory for a session: the connection then has ended.
  private let hasFailed: Bool

  /// Owns an accepted descriptor.
  init(_ descriptor: CInt, _ identity: BrowserIdentity?) {
    socket = Descriptor(descriptor)
    session = identity.flatMap { ctls_session_create($0.pointer, descriptor) }
    hasFailed = identity != nil && session == nil
  }

  deinit { ctls_session_free(session) }

  var descriptor: CInt { socket.number }

  /// Returns the bytes that have arrived, and nil at the end of the connection. Nothing stays behind in a buffer of TLS, which the
  /// poller would not report: at most one record of 16 KiB is decrypted at a time (RFC 8446, § 5.1).
  func receive() -> [UInt8]? {
    if hasFailed { return nil }
    var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 8192)
    repeat {
      let count =
        session.map { ctls_receive($0, &chunk, Int64(chunk.count)) }
        ?? gnomon_receive(socket.number, &chunk, Int64(chunk.count))
      if count == -Int64(EAGAIN) { break }
      guard count > 0 else { return nil }
      bytes += chunk[..<Int(count)]
    } while session.map(ctls_pending) ?? 0 > 0
    return bytes
  }

  /// Returns how many bytes were accepted, or −errno.
  func send(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int64 {
    if hasFailed { return -Int64(EPIPE) }
    return session.map { ctls_send($0, bytes, Int64(count)) } ?? gnomon_send(socket.number, bytes, Int64(count))
  }

  var isEstablished: Bool { session.map { ctls_is_established($0) != 0 } ?? !hasFailed }
  /// True if the last receiving goes on when bytes can be sent.
  var receivingWaitsForRoom: Bool { session.map { ctls_receiving_waits_for_room($0) != 0 } ?? false }
  /// True if the last sending goes on when bytes have arrived.
  var sendingWaitsForBytes: Bool { session.map { ctls_sending_waits_for_bytes($0) != 0 } ?? false }

  /// Sends the end. Returns false to try again when bytes can be sent.
  func endOutput() -> Bool {
    if let session, ctls_finish(session) == -EAGAIN { return false }
    shutdown(socket.number, Int32(SHUT_WR))
    return true
  }
}
