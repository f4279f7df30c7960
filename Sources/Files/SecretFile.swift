public import Glibc

/// A file with a secret: it is found under its own name only, without a symbolic link, and is never written over.
public struct SecretFile: Sendable {
  public let bytes: [UInt8]
  private let mode: mode_t

  public var isRegular: Bool { mode & S_IFMT == S_IFREG }
  /// True if users beside the owner have one of these rights, such as 0o077.
  public func permits(_ rights: mode_t) -> Bool { mode & rights != 0 }

  /// Reads the file, up to `most` bytes; one that is no regular file has none.
  public init(_ path: String, atMost most: Int) throws(FileFault) {
    let file = Descriptor(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    guard file.isOpen else { throw FileFault(path, "cannot open", errno) }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw FileFault(path, "cannot read", errno) }
    mode = status.st_mode
    guard mode & S_IFMT == S_IFREG else {
      bytes = []
      return
    }
    var chunk = [UInt8](repeating: 0, count: most)
    let count = read(file.number, &chunk, chunk.count)
    guard count >= 0 else { throw FileFault(path, "cannot read", errno) }
    bytes = Array(chunk[..<count])
  }

  /// Makes the file with this mode; EEXIST if there is one.
  public static func make(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(FileFault) {
    let file = Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode))
    guard file.isOpen else { throw FileFault(path, "cannot be written", errno) }
    // The umask may have removed bits.
    guard fchmod(file.number, mode) == 0, write(file.number, bytes, bytes.count) == bytes.count else {
      let reason = errno
      unlink(path)
      throw FileFault(path, "cannot be written", reason)
    }
  }
}
