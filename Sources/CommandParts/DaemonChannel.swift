import CPosix
import Files
import Glibc
public import GnomonClient
import Text
public import Wire

/// A connection to the daemon for an event loop: it sends calls and hands over each reply as its bytes.
public final class DaemonChannel {
  private let socket: Descriptor
  public var descriptor: CInt { socket.number }
  private var splitter = MessageSplitter(limit: 64 << 20)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// True while its page reads slowly: nothing is read then, and the daemon keeps the latest of each stream.
  public var isHeld = false

  public init(path: String, _ request: Request) throws(ClientFault) {
    socket = Descriptor(gnomon_connect(path))
    if !socket.isOpen { throw .cannotConnect(path: path, errno: -socket.number) }
    try send(request)
    _ = gnomon_set_nonblocking(descriptor)
  }

  /// Sends one more call. It is short, and few answers are outstanding, so the socket's buffer has room for it.
  public func send(_ request: Request) throws(ClientFault) {
    var writer = JSONWriter(capacity: 256)
    request.write(to: &writer)
    let (sent, count) = writer.buffer.withBytes { (gnomon_send(descriptor, $0.baseAddress, Int64($0.count)), $0.count) }
    if sent < 0 { throw .broken(errno: CInt(-sent)) }
    if sent < count { throw .closed }
  }

  /// Reads what has arrived; returns false when the daemon has closed the connection.
  public func receive(_ each: ([UInt8]) -> Void) -> Bool {
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
