import Glibc
import Text

/// Small files of the service.
enum ShareFile {
  /// A version of a file: another one means that the file was replaced or changed.
  struct Version: Equatable {
    var inode: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  static func version(_ path: String) -> Version? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Version(
      inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec),
      nanoseconds: Int(status.st_mtim.tv_nsec))
  }

  /// Returns the content, or the reason why there is none.
  static func read(_ path: String, atMost limit: Int) -> Result<[UInt8], FileFault> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(FileFault(path: path, number: errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(FileFault(path: path, number: errno))
      }
      if count == 0 { return .success(bytes) }
      bytes += chunk[..<count]
      if bytes.count > limit { return .failure(FileFault(path: path, number: EFBIG)) }
    }
  }

  /// Replaces a file as a whole; a reader finds the old or the new content. Returns the reason if that fails.
  static func replace(_ path: String, with bytes: [UInt8]) -> FileFault? {
    let next = "\(path).new"
    let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o640)
    guard descriptor >= 0 else { return FileFault(path: next, number: errno) }
    var written = 0, failure: CInt?
    bytes.withUnsafeBytes { bytes in
      while written < bytes.count, failure == nil {
        let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { failure = errno }
      }
    }
    close(descriptor)
    if failure == nil, rename(next, path) != 0 { failure = errno }
    if let failure {
      unlink(next)
      return FileFault(path: path, number: failure)
    }
    return nil
  }
}

/// A file that cannot be used, with the system's reason.
struct FileFault: Error, CustomStringConvertible {
  var path: String
  var number: CInt
  var description: String { "\(path): \(String(cString: strerror(number)))" }
}

/// The service's messages: lines on standard error, which the service manager keeps. They never contain a position.
enum Log {
  enum Level: Int { case warning = 4, notice = 5 }

  private static let isForJournal = getenv("JOURNAL_STREAM") != nil

  static func write(_ text: String, _ level: Level = .notice) {
    var line = (isForJournal ? "<\(level.rawValue)>" : "gnomon-share: ") + TerminalText.line(text) + "\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
