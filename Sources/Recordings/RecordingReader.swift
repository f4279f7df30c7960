import Glibc
public import Samples
import Text

/// A recording read line by line: a file, standard input or bytes in memory, plain or gzip.
///
/// Path of a line: bytes (`ByteStream`) → a line in the buffer (here) → typed (`LineParser`, in Samples) → the caller. Refused
/// lines are counted in `statistics` and skipped. Nothing is allocated per line.
public final class RecordingReader {
  public let path: String
  public private(set) var statistics = RecordingStatistics()
  /// The number of the line last returned, from 1.
  public private(set) var lineNumber = 0
  /// The share of the file read so far; nil if its size is unknown, as in a pipe.
  public var fractionRead: Double? { size > 0 ? Double(stream.bytesRead) / Double(size) : nil }

  private let stream: ByteStream
  private let size: Int
  private var parser = LineParser()
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0, end = 0
  /// Start of the search for the next newline; the bytes before it have been searched.
  private var searched = 0
  private var isSkippingLongLine = false
  private var pendingFault: RecordingFault.Reason?
  private var hasEnded = false

  public static let longestLine = 1 << 20

  /// Opens a file; `-` is standard input.
  public convenience init(path: String) throws(RecordingFault) {
    let descriptor: CInt
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw RecordingFault(path: path, line: 0, reason: .cannotOpen(errno: errno)) }
    }
    let file = FileDescriptor(descriptor, closes: path != "-")
    try self.init(path: path == "-" ? "standard input" : path, size: file.size) { file.read(into: $0) }
  }

  /// Reads bytes in memory.
  public convenience init(bytes: [UInt8], named name: String = "bytes") throws(RecordingFault) {
    var position = 0
    try self.init(path: name, size: bytes.count) { output in
      let count = min(output.count, bytes.count - position)
      bytes.withUnsafeBytes {
        output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
      }
      position += count
      return count
    }
  }

  init(path: String, size: Int = 0, source: @escaping ByteStream.Source) throws(RecordingFault) {
    self.path = path
    self.size = size
    stream = ByteStream(source: source)
    buffer = .allocate(byteCount: Self.longestLine + (1 << 18), alignment: 16)
    try readFirstLine()
  }

  deinit { buffer.deallocate() }

  /// Returns the next good line; nil at the end. A fault is thrown after all good lines before it were returned.
  public func next() throws(RecordingFault) -> RecordingLine? {
    while let line = try nextBytes() {
      switch parser.parse(line) {
      case .line(let line):
        statistics.record(line)
        return line
      case .refused(let refusal): statistics.refuse(refusal, line: lineNumber)
      case .unknownTag: statistics.unknownTags += 1
      }
    }
    return nil
  }

  private func readFirstLine() throws(RecordingFault) {
    guard let line = try nextBytes() else {
      if isSkippingLongLine { throw fault(.firstLineTooLong(limit: Self.longestLine)) }
      let text = statistics.endsWithinLine ? printable(UnsafeBufferPointer(rebasing: bytes(start..<end))) : ""
      throw fault(text.isEmpty ? .empty : .notARecording(firstLine: text))
    }
    let mark = "gnomon-recording,"
    guard line.count > mark.utf8.count, line.starts(with: mark.utf8), line.last != 0x0D else {
      throw fault(.notARecording(firstLine: printable(line)))
    }
    let version = line[mark.utf8.count...]
    let major = version.prefix { $0 != 0x2C && $0 != 0x2E }
    guard major.elementsEqual("1".utf8) else {
      throw fault(.otherVersion(printable(UnsafeBufferPointer(rebasing: version))))
    }
  }

  /// Returns the next line's bytes, valid until the next call.
  private func nextBytes() throws(RecordingFault) -> UnsafeBufferPointer<UInt8>? {
    while true {
      if let base = buffer.baseAddress, let found = memchr(base + searched, 0x0A, end - searched) {
        let newline = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        let line = bytes(start..<newline)
        start = newline + 1
        searched = start
        lineNumber += 1
        if isSkippingLongLine {
          isSkippingLongLine = false
          statistics.refuse(Refusal(.lineTooLong), line: lineNumber)
          continue
        }
        return UnsafeBufferPointer(rebasing: line)
      }
      searched = end
      if end - start > Self.longestLine {
        isSkippingLongLine = true
        start = end
        // With such a first line it is not a recording; further lines cannot change that.
        if lineNumber == 0 { return nil }
      }
      guard try fill() else { return nil }
    }
  }

  /// Makes room and reads more bytes; returns false at the end.
  private func fill() throws(RecordingFault) -> Bool {
    if hasEnded { return false }
    if let pendingFault {
      hasEnded = true
      lineNumber += 1
      throw fault(pendingFault)
    }
    if start > 0 {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      end -= start
      searched -= start
      start = 0
    }
    switch stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...])) {
    case .bytes(let count): end += count
    case .end:
      hasEnded = true
      statistics.endsWithinLine = end > start || isSkippingLongLine
      return false
    case .failed(let reason): pendingFault = reason
    }
    return true
  }

  private func bytes(_ range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self))[range]
  }

  private func fault(_ reason: RecordingFault.Reason) -> RecordingFault {
    RecordingFault(path: path, line: lineNumber, reason: reason)
  }
}

/// Returns the beginning of a line for an error message: at most 40 bytes.
private func printable(_ bytes: some Collection<UInt8>) -> String {
  let text = TerminalText.line(String(decoding: bytes.prefix(40), as: UTF8.self))
  return bytes.count > 40 ? text + "…" : text
}
