public import Glibc

/// A file that is replaced whole or not at all: a reader finds the old or the new content, at any moment and after any loss of
/// power.
///
/// The new content is written to a second file and synchronized to the disk (fsync), takes the name (rename), and then the folder
/// with the name is synchronized: after Pillai et al., All File Systems Are Not Created Equal, OSDI 2014, § 4.
public struct AtomicFile: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Path to which an unreadable file is moved.
  public var aside: String { path + ".unread" }

  /// Path of the new content until it is complete. There is one writer: the user of this type ensures that.
  public var temporary: String { path + ".new" }

  /// Path of the folder that holds it.
  public var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Those who may read the new content: its owner alone unless stated, because most content is personal.
  public struct Readers: Sendable {
    public var mode: mode_t
    /// A group other than the writer's.
    public var group: gid_t?

    public static let owner = Readers(mode: 0o600), everybody = Readers(mode: 0o644)
    /// The owner and a group: that of the writer unless stated.
    public static func group(_ group: gid_t? = nil) -> Readers { Readers(mode: 0o640, group: group) }

    /// Of a folder for such a file: those who may read it may also enter.
    public var folderMode: mode_t { mode | (mode & 0o444) >> 2 }

    private init(mode: mode_t, group: gid_t? = nil) {
      self.mode = mode
      self.group = group
    }
  }

  /// Makes the folders above it that are missing, for those who may read it. Where that fails, `replace` says so.
  public func makeFolders(for readers: Readers) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      made += "/\(part)"
      mkdir(made, readers.folderMode)
    }
  }

  /// Replaces the content. `isLasting` is false for content that a start makes anew: it is not synchronized to the disk, so a loss
  /// of power may leave the file empty.
  public func replace(
    with bytes: [UInt8], readers: Readers = .owner, isLasting: Bool = true
  ) throws(FileFault) {
    try replace(with: bytes, readers: readers, isLasting: isLasting) { _ in }
  }

  /// Steps of a replacement.
  public enum Step: CaseIterable, Sendable { case opened, written, synchronized, renamed, finished }

  /// Replaces the content; calls `reached` after each step, so that a test can see what a crash there would leave.
  public func replace(
    with bytes: [UInt8], readers: Readers = .owner, isLasting: Bool = true, _ reached: (Step) -> Void
  ) throws(FileFault) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, readers.mode)
    guard descriptor >= 0 else { throw FileFault(path, "cannot be written", errno) }
    reached(.opened)
    var failure: CInt?
    if let group = readers.group, fchown(descriptor, uid_t.max, group) != 0 { failure = errno }
    // The mask of this user, or a file that an interrupted replacement has left, may have set other rights.
    if failure == nil, fchmod(descriptor, readers.mode) != 0 { failure = errno }
    if failure == nil { failure = write(bytes, to: descriptor) }
    reached(.written)
    if isLasting, failure == nil, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == nil { failure = errno }
    reached(.synchronized)
    if failure == nil, rename(temporary, path) != 0 { failure = errno }
    if let failure {
      unlink(temporary)
      throw FileFault(path, "cannot be written", failure)
    }
    reached(.renamed)
    guard isLasting else { return }
    let holder = Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard holder.isOpen else { throw FileFault(folder, "cannot be synchronized to the disk", errno) }
    // A file system that cannot do it (some network ones) returns EINVAL; the rename has succeeded anyway.
    if fsync(holder.number) != 0, errno != EINVAL {
      throw FileFault(folder, "cannot be synchronized to the disk", errno)
    }
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
  public func read(atMost most: Int = 1 << 24) throws(FileFault) -> [UInt8]? {
    do throws(FileFault) { return try content(atMost: most) } catch {
      guard error.errno == ENOENT else { throw error }
      return nil
    }
  }

  /// Returns the content; its absence is a fault.
  public func content(atMost most: Int = 1 << 24) throws(FileFault) -> [UInt8] { try wholeFile(path, atMost: most) }

  /// Removes the remains of an interrupted replacement.
  public func discardUnfinished() { unlink(temporary) }

  /// Renames the file, so that a new one can be written and this one inspected; returns the new name.
  public func setAside() -> String? {
    rename(path, aside) == 0 ? aside : nil
  }
}
