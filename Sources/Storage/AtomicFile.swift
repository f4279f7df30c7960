import Glibc

/// A file that is replaced whole or not at all: whoever reads it, at any moment and after any loss of power, finds the old or the
/// new content.
///
/// The new content is written beside it and brought to the disk (fsync), takes its name (rename), and then the folder that holds
/// the name is brought to the disk: after Pillai et al., All File Systems Are Not Created Equal, OSDI 2014, § 4.
public struct AtomicFile: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Where a file that could not be understood was set aside.
  var aside: String { path + ".unread" }

  /// Where the new content is while it is not yet whole. One writer: the daemon's socket sees to that.
  var temporary: String { path + ".new" }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Readable by its owner alone: what is kept tells of a person.
  public func replace(with bytes: [UInt8]) throws(StorageFault) { try replace(with: bytes) { _ in } }

  /// What has been done of a replacement.
  enum Step: CaseIterable { case opened, written, synchronized, renamed, finished }

  /// `reached`: told of each step, so that a test can see what a crash there would leave.
  func replace(with bytes: [UInt8], _ reached: (Step) -> Void) throws(StorageFault) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StorageFault(path, "cannot be written", errno) }
    reached(.opened)
    var failure = write(bytes, to: descriptor)
    reached(.written)
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == nil { failure = errno }
    reached(.synchronized)
    if failure == nil, rename(temporary, path) != 0 { failure = errno }
    if let failure {
      unlink(temporary)
      throw StorageFault(path, "cannot be written", failure)
    }
    reached(.renamed)
    let holder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard holder >= 0 else { throw StorageFault(folder, "cannot be brought to the disk", errno) }
    defer { close(holder) }
    // A file system that cannot do it (some network ones) says EINVAL; the rename has been done all the same.
    if fsync(holder) != 0, errno != EINVAL { throw StorageFault(folder, "cannot be brought to the disk", errno) }
    reached(.finished)
  }

  private func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt? {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return errno }
      }
      return nil
    }
  }

  /// nil if there is none.
  public func read(atMost most: Int = 1 << 24) throws(StorageFault) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StorageFault(path, "cannot be read", errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw StorageFault(path, "cannot be read", errno)
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      if bytes.count > most { throw StorageFault(path, "cannot be read", EFBIG) }
    }
  }

  /// Takes away what a replacement that was cut off has left.
  public func discardUnfinished() { unlink(temporary) }

  /// Takes its name from it, so that a new one can be written and this one looked at; the name it has then.
  public func setAside() -> String? {
    rename(path, aside) == 0 ? aside : nil
  }
}

/// Why something was not kept, or not found again.
public struct StorageFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var path: String
  public var complaint: String
  public var errno: CInt

  init(_ path: String, _ complaint: String, _ errno: CInt) {
    self.path = path
    self.complaint = complaint
    self.errno = errno
  }

  public var reason: String { String(cString: strerror(errno)) }
  public var description: String { "\(path): \(complaint): \(reason)" }
}
