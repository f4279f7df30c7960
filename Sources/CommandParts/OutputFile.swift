import Glibc
public import Text

/// A text file that is written line by line, in larger pieces; `-` is standard output. On a terminal, control characters are
/// replaced as in `TerminalText`, so that text of unknown origin cannot control it. Standard output gets its lines at the latest a
/// tenth of a second after the one before, so that a program at the other end of a pipe can follow a session.
public struct OutputFile {
  /// Text that is not written yet; after each line the caller calls `endLine`.
  public var text: TextBuffer
  private var descriptor: CInt?
  private let path: String
  private var isTerminal = false
  private var isStandardOutput = false
  private var lastDrain = 0.0
  private static let patience = 0.1

  /// Opens the file; nil opens none, and the text is discarded.
  public init(path: String?) throws(Failure) {
    self.path = path ?? ""
    text = TextBuffer(capacity: path == nil ? 0 : 1 << 17)
    guard let path else { return }
    let opened = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw .inputOutput("\(path): cannot write: \(String(cString: strerror(errno)))") }
    descriptor = opened
    isStandardOutput = opened == STDOUT_FILENO
    isTerminal = isatty(opened) == 1
  }

  public var isOpen: Bool { descriptor != nil }

  public mutating func endLine() throws(Failure) {
    text.append(UInt8(ascii: "\n"))
    try drainIfDue()
  }

  /// Writes the gathered bytes if they are many, or if standard output waits for them.
  public mutating func drainIfDue() throws(Failure) {
    if text.count > 100_000 { return try drain() }
    guard isStandardOutput else { return }
    let time = Self.now()
    guard time - lastDrain >= Self.patience else { return }
    lastDrain = time
    try drain()
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  public mutating func close() throws(Failure) {
    try drain()
    if let descriptor, descriptor != STDOUT_FILENO { Glibc.close(descriptor) }
    descriptor = nil
  }

  private mutating func drain() throws(Failure) {
    defer { text.removeAll() }
    guard let descriptor else { return }
    if isTerminal {
      let shown = text.withBytes { TerminalText.lines(String(decoding: $0, as: UTF8.self)) }
      text.removeAll()
      text.append(shown)
    }
    let failure = text.withBytes { bytes -> CInt? in
      var written = 0
      while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return errno }
      }
      return nil
    }
    guard let failure else { return }
    removePart(descriptor)
    throw .inputOutput("\(path): cannot write: \(String(cString: strerror(failure)))")
  }

  /// Removes a file that cannot be finished: a half would look like the whole.
  private mutating func removePart(_ descriptor: CInt) {
    guard !isStandardOutput else { return }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
    Glibc.close(descriptor)
    self.descriptor = nil
  }
}
