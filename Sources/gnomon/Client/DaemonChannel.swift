import CPosix
import Glibc
import GnomonClient
import Text
import Wire

/// A connection to the daemon that is read when there is something: calls, and their replies as the bytes they came in.
final class DaemonChannel {
  let descriptor: CInt
  /// Whose page it is for, where it is for one.
  let owner: UInt64
  /// What its replies are called there.
  let event: String
  private var splitter = MessageSplitter(limit: 64 << 20)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// While a page reads slowly nothing is taken from the daemon, which then keeps the latest of everything.
  var isHeld = false

  init(path: String, owner: UInt64 = 0, event: String = "", _ request: Request) throws(ClientFault) {
    self.owner = owner
    self.event = event
    descriptor = gnomon_connect(path)
    if descriptor < 0 { throw .cannotConnect(path: path, errno: -descriptor) }
    try send(request)
    _ = gnomon_set_nonblocking(descriptor)
  }

  /// One more call. A connection on which few answers are waited for has room for a short one.
  func send(_ request: Request) throws(ClientFault) {
    var writer = JSONWriter(capacity: 256)
    request.write(to: &writer)
    let (sent, count) = writer.buffer.withBytes { (gnomon_send(descriptor, $0.baseAddress, Int64($0.count)), $0.count) }
    if sent < 0 { throw .broken(errno: CInt(-sent)) }
    if sent < count { throw .closed }
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
