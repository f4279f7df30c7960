import Glibc

/// A file that is replaced whole or not at all: a reader finds the old or the new content, at any moment and after any loss of
/// power.
///
/// The new content is written to a second file and synchronized to the disk (fsync), takes the name (rename), and then the folder
/// with the name is synchronized: after Pillai et al., All File Systems Are Not Created Equal, OSDI 2014, § 4.
public struct AtomicFile: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Path to which an unreadable file is moved.
  var aside: String { path + ".unread" }

  /// Path of the new content until it is complete. There is one writer: the daemon's socket ensures that.
  var temporary: String { path + ".new" }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Replaces the content. Readable by its owner alone: the content is personal.
  public func replace(with bytes: [UInt8]) throws(StorageFault) { try replace(with: bytes) { _ in } }

  /// Steps of a replacement.
  enum Step: CaseIterable { case opened, written, synchronized, renamed, finished }

  /// Replaces the content; calls `reached` after each step, so that a test can see what a crash there would leave.
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
    guard holder >= 0 else { throw StorageFault(folder, "cannot be synchronized to the disk", errno) }
    defer { close(holder) }
    // A file system that cannot do it (some network ones) returns EINVAL; the rename has succeeded anyway.
    if fsync(holder) != 0, errno != EINVAL { throw StorageFault(folder, "cannot be synchronized to the disk", errno) }
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

  /// Returns the content; nil if there is no file.
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

  /// Removes the remains of an interrupted replacement.
  public func discardUnfinished() { unlink(temporary) }

  /// Renames the file, so that a new one can be written and this one inspected; returns the new name.
  public func setAside() -> String? {
    rename(path, aside) == 0 ? aside : nil
  }
}

/// Fault of writing to or reading from storage.
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
