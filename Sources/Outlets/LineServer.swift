import CPosix
import Glibc

/// A server of lines on a Unix socket, or on a TCP port of the loopback: every reader gets the same lines.
///
/// A reader that is slow gets no line twice and no line half: while an earlier burst is not accepted by the kernel, later ones are
/// dropped for it and counted. One that reads nothing for five seconds is disconnected, as on the daemon's own socket.
final class LineServer {
  enum Place: Equatable {
    case path(String)
    case port(UInt16)

    var text: String {
      switch self {
      case .path(let path): path
      case .port(let port): "127.0.0.1:\(port)"
      }
    }
  }

  private struct Reader {
    var descriptor: CInt
    /// The end of a burst that the kernel has not accepted yet.
    var rest: [UInt8]
    var stalledSince: Int64?
  }

  let place: Place
  private var listener: CInt = -1
  private var inode: UInt64 = 0
  private var readers: [Reader] = []
  private let poller: CInt
  private var counts: OutletCounts

  /// Readers of one server. The kernel's buffer of each is small, so that a slow one does not read the past.
  static let mostReaders = 16
  private static let sendBuffer: CInt = 8192
  private static let patience: Int64 = 5_000_000_000
  private static let longestBurst = 2048

  init(_ place: Place) {
    self.place = place
    poller = gnomon_poller_create()
    counts = OutletCounts()
    readers.reserveCapacity(Self.mostReaders)
  }

  deinit {
    close()
    if poller >= 0 { gnomon_close(poller) }
  }

  /// Readable while a reader arrives, leaves, or sends something.
  var descriptor: CInt { poller }
  var isOpen: Bool { listener >= 0 }
  var count: Int { readers.count }
  var totals: OutletCounts { counts }

  /// Returns 0 or −errno.
  func open() -> CInt {
    close()
    switch place {
    case .port(let port): listener = gnomon_listen_on_loopback(port, 4)
    case .path(let path): listener = Self.listen(path)
    }
    guard listener >= 0 else { return listener }
    if case .path(let path) = place { inode = Self.inode(path) }
    gnomon_poller_add(poller, listener, UInt64.max, 1, 0)
    return 0
  }

  /// Listens at a path. A socket that refuses was left by a program that has ended, and is replaced; another file stays.
  private static func listen(_ path: String) -> CInt {
    let probe = gnomon_connect(path)
    if probe >= 0 {
      gnomon_close(probe)
      return -EADDRINUSE
    }
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else { return -EEXIST }
      if probe == -ECONNREFUSED { unlink(path) }
    }
    return gnomon_listen(path, 0o660, 4)
  }

  private static func inode(_ path: String) -> UInt64 {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  func close() {
    for reader in readers { end(reader) }
    readers.removeAll(keepingCapacity: true)
    guard listener >= 0 else { return }
    gnomon_poller_remove(poller, listener)
    if case .path(let path) = place, inode != 0, inode == Self.inode(path) { unlink(path) }
    gnomon_close(listener)
    listener = -1
  }

  private func end(_ reader: Reader) {
    gnomon_poller_remove(poller, reader.descriptor)
    gnomon_close(reader.descriptor)
  }

  /// Handles everything that is ready.
  func handle() {
    var ready = gnomon_readiness()
    for _ in 0..<Self.mostReaders where gnomon_poller_wait(poller, &ready, 1, 0) > 0 {
      if ready.key == UInt64.max { accept() } else { listen(to: CInt(truncatingIfNeeded: ready.key)) }
    }
  }

  private func accept() {
    let descriptor = gnomon_accept(listener, Self.sendBuffer)
    guard descriptor >= 0 else { return }
    guard readers.count < Self.mostReaders else {
      counts.closed += 1
      gnomon_close(descriptor)
      return
    }
    var reader = Reader(descriptor: descriptor, rest: [])
    reader.rest.reserveCapacity(Self.longestBurst)
    readers.append(reader)
    gnomon_poller_add(poller, descriptor, UInt64(descriptor), 1, 0)
  }

  /// Reads what a reader sends, which has no meaning, and notices its end.
  private func listen(to descriptor: CInt) {
    guard let index = readers.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    let count = withUnsafeMutableBytes(of: &bytes) { gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }
    if count == 0 || count < 0 && count != -Int64(EAGAIN) { remove(index) }
  }

  private func remove(_ index: Int) {
    end(readers[index])
    readers.remove(at: index)
  }

  /// Sends a burst of lines to every reader.
  func send(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    var index = 0
    while index < readers.count {
      if isSent(bytes, start, to: index) { index += 1 } else { remove(index) }
    }
  }

  /// Returns false if the reader is gone.
  private func isSent(_ bytes: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, to index: Int) -> Bool {
    let descriptor = readers[index].descriptor
    if !readers[index].rest.isEmpty {
      let sent = readers[index].rest.withUnsafeBytes { gnomon_send(descriptor, $0.baseAddress, Int64($0.count)) }
      if sent < 0, sent != -Int64(EAGAIN) { return false }
      if sent > 0 {
        readers[index].rest.removeFirst(Int(sent))
        readers[index].stalledSince = nil
      }
      guard readers[index].rest.isEmpty else {
        counts.dropped += 1
        return isPatient(index)
      }
    }
    let sent = gnomon_send(descriptor, start, Int64(bytes.count))
    if sent < 0, sent != -Int64(EAGAIN) { return false }
    if sent == Int64(bytes.count) {
      counts.sent += 1
      readers[index].stalledSince = nil
      return true
    }
    if sent <= 0 {
      counts.dropped += 1
      return isPatient(index)
    }
    counts.sent += 1
    readers[index].rest.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[Int(sent)...]))
    return true
  }

  private func isPatient(_ index: Int) -> Bool {
    let now = gnomon_monotonic_time()
    let since = readers[index].stalledSince ?? now
    readers[index].stalledSince = since
    guard now - since > Self.patience else { return true }
    counts.closed += 1
    return false
  }
}
