import CPosix
import CZlib
import Glibc
public import Samples
import Text

/// A recording being written: a file or standard output, plain, or gzip when the name ends in `.gz`.
///
/// Lines gather in a buffer until it is full or `flush` is called; a live session flushes every 100 ms. The same
/// lines give the same bytes, gzip included (its header carries no time).
public final class RecordingWriter {
  public let path: String
  private let file: FileDescriptor
  private let deflater: Deflater?
  private let isExclusive: Bool
  private var buffer = TextBuffer(capacity: 1 << 16)
  private static let fullAt = 60_000
  /// Bytes written to the file so far.
  public private(set) var size: Int64 = 0

  /// Creates or replaces a file, readable by its owner alone, since positions are personal; `-` is standard output. A file that
  /// cannot be finished is removed. With `isExclusive` an existing file is a fault, `cannotOpen` with EEXIST, and what could be
  /// written of a session stays.
  public init(path: String, compresses: Bool? = nil, isExclusive: Bool = false) throws(RecordingFault) {
    if path == "-" {
      self.path = "standard output"
      file = FileDescriptor(STDOUT_FILENO, closes: false)
    } else {
      let descriptor = open(path, O_WRONLY | O_CREAT | (isExclusive ? O_EXCL : O_TRUNC) | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw RecordingFault(path: path, line: 0, reason: .cannotOpen(errno: errno)) }
      self.path = path
      file = FileDescriptor(descriptor, closes: true)
    }
    self.isExclusive = isExclusive
    deflater = (compresses ?? path.hasSuffix(".gz")) ? Deflater() : nil
    buffer.append(TextBuffer.recordingHeader)
  }

  public func append(_ line: RecordingLine) throws(RecordingFault) {
    buffer.append(line: line)
    if buffer.count >= Self.fullAt { try drain(.none) }
  }

  /// Passes everything to the kernel: appended lines then survive a crash of this process.
  public func flush() throws(RecordingFault) { try drain(.sync) }

  /// Starts writing flushed bytes to the disk in the background: they then survive a loss of power too.
  public func synchronize() { gnomon_synchronize(file.number) }

  /// Ends the file. Without it the last lines may be missing, and a gzip file is truncated.
  public func close() throws(RecordingFault) { try drain(.finish) }

  private func drain(_ mode: Deflater.Mode) throws(RecordingFault) {
    let whole = size
    let failure: Int32? = buffer.withBytes { text in
      let bytes = UnsafeRawBufferPointer(text)
      if let deflater { return deflater.deflate(bytes, mode) { write($0) } }
      return write(bytes)
    }
    buffer.removeAll()
    if failure != nil {
      // A full disk accepts a part of a line: the file is cut back to its last whole line.
      if isExclusive { _ = ftruncate(file.number, off_t(whole)) } else if file.isRegular { unlink(path) }
    }
    if let failure { throw RecordingFault(path: path, line: 0, reason: .writeFailed(errno: failure)) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    let failure = file.write(bytes)
    if failure == nil { size += Int64(bytes.count) }
    return failure
  }
}

/// zlib's deflate into gzip members.
private final class Deflater {
  enum Mode { case none, sync, finish }

  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutableRawBufferPointer

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    output = .allocate(byteCount: 1 << 16, alignment: 16)
    let gzip: Int32 = 15 + 16
    let status = deflateInit2_(
      stream, 6, Z_DEFLATED, gzip, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib refuses constant arguments: \(status)")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  func deflate(_ input: UnsafeRawBufferPointer, _ mode: Mode, write: (UnsafeRawBufferPointer) -> Int32?) -> Int32? {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    let flush = mode == .none ? Z_NO_FLUSH : mode == .sync ? Z_SYNC_FLUSH : Z_FINISH
    repeat {
      stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      _ = CZlib.deflate(stream, flush)
      let produced = output.count - Int(stream.pointee.avail_out)
      if let failure = write(UnsafeRawBufferPointer(rebasing: output[..<produced])) { return failure }
    } while stream.pointee.avail_out == 0
    return nil
  }
}
