import Glibc

/// The bytes of a file in pieces, gunzipped if it is gzip.
public final class FilePieces {
  public let path: String
  /// Size in bytes, and time of the last change in nanoseconds since 1970; 0 for a pipe.
  public let size: Int
  public let modified: Int64
  /// The share of the file read so far; nil if its size is unknown.
  public var fractionRead: Double? { size > 0 ? Double(stream.bytesRead) / Double(size) : nil }

  private let stream: ByteStream
  private let piece: UnsafeMutableRawBufferPointer

  /// Opens a file; `-` is standard input if `readsInput`.
  public init(path: String, readsInput: Bool = false) throws(RecordingFault) {
    let isInput = readsInput && path == standardInputPath
    let descriptor = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw RecordingFault(path: path, line: 0, reason: .cannotOpen(errno: errno)) }
    let file = FileDescriptor(descriptor, closes: !isInput)
    self.path = path
    size = file.size
    modified = file.modified
    stream = ByteStream { file.read(into: $0) }
    piece = .allocate(byteCount: 1 << 16, alignment: 16)
  }

  deinit { piece.deallocate() }

  /// Returns the next piece, which is valid until the next call; nil at the end.
  public func next() throws(RecordingFault) -> UnsafeRawBufferPointer? {
    switch stream.read(into: piece) {
    case .bytes(let count): return UnsafeRawBufferPointer(rebasing: piece[..<count])
    case .end: return nil
    case .failed(let reason): throw RecordingFault(path: path, line: 0, reason: reason)
    }
  }
}
