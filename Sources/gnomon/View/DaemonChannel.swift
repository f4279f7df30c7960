import CPosix
import Glibc
import GnomonClient
import Text
import Wire

/// A connection to the daemon that is read when there is something: one call, and its replies as the bytes they came in.
final class DaemonChannel {
  let descriptor: CInt
  /// Whose page it is for.
  let owner: UInt64
  /// What its replies are called there.
  let event: String
  private var splitter = MessageSplitter(limit: 64 << 20)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// While a page reads slowly nothing is taken from the daemon, which then keeps the latest of everything.
  var isHeld = false

  init(path: String, owner: UInt64, event: String, _ request: Request) throws(ClientFault) {
    self.owner = owner
    self.event = event
    descriptor = gnomon_connect(path)
    if descriptor < 0 { throw .cannotConnect(path: path, errno: -descriptor) }
    var writer = JSONWriter(capacity: 256)
    request.write(to: &writer)
    // A new connection has room for one short call.
    let (sent, count) = writer.buffer.withBytes { (gnomon_send(descriptor, $0.baseAddress, Int64($0.count)), $0.count) }
    if sent < 0 { throw .broken(errno: CInt(-sent)) }
    if sent < count { throw .closed }
    _ = gnomon_set_nonblocking(descriptor)
  }

  deinit { if descriptor >= 0 { gnomon_close(descriptor) } }

  /// Takes what has come; false when the daemon has gone.
  func receive(_ each: ([UInt8]) -> Void) -> Bool {
    let count = chunk.withUnsafeMutableBytes { gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }
    if count == -Int64(EAGAIN) { return true }
    guard count > 0 else { return false }
    guard chunk.withUnsafeBytes({ splitter.append(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }) else {
      return false
    }
    while let message = splitter.next() { each(message) }
    return true
  }
}
