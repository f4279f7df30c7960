/// A splitter of the bytes from a socket into messages, which end with varlink's NUL.
///
/// Memory is reused, so that appending does not allocate; above `most` it is freed when it is no longer needed.
public struct MessageSplitter: Sendable {
  private var bytes: [UInt8] = []
  /// The start of the next message, and the end of the bytes that were searched for a NUL.
  private var start = 0
  private var searched = 0
  private let limit: Int
  private static let most = 1 << 17

  public init(limit: Int = Limits.message) { self.limit = limit }

  /// Appends bytes. Returns false if their message is longer than the limit; then the following bytes cannot be used.
  public mutating func append(_ more: UnsafeRawBufferPointer) -> Bool {
    if start > Self.most / 2 { compact() }
    // For a long message the capacity grows in steps, instead of doubling.
    if bytes.count > Self.most, bytes.capacity < bytes.count + more.count {
      bytes.reserveCapacity(bytes.count + more.count + Self.most)
    }
    bytes.append(contentsOf: more)
    return bytes.count - start <= limit || bytes[start...].prefix(limit + 1).contains(0)
  }

  /// Returns the next complete message without its NUL, or nil.
  public mutating func next() -> [UInt8]? {
    guard hasMessage() else { return nil }
    let message = Array(bytes[start..<searched])
    start = searched + 1
    searched = start
    // The memory of a long message is not held twice.
    if message.count > Self.most { compact() }
    return message
  }

  /// True if there is a complete message. If not, memory that is no longer needed is freed.
  public mutating func hasMessage() -> Bool {
    if let end = bytes[searched...].firstIndex(of: 0) {
      searched = end
      return true
    }
    searched = bytes.count
    if start == bytes.count || bytes.capacity > Self.most { compact() }
    return false
  }

  /// The length of the next complete message, or 0.
  public var nextLength: Int {
    mutating get { hasMessage() ? searched - start : 0 }
  }

  /// The allocated memory in bytes.
  public var held: Int { bytes.capacity }

  /// True if there is the start of an unfinished message.
  public var isWithinMessage: Bool { start < bytes.count }

  /// Discards all bytes and frees the memory.
  public mutating func drop() {
    bytes = []
    start = 0
    searched = 0
  }

  private mutating func compact() {
    searched -= start
    if bytes.capacity > Self.most && bytes.count - start <= Self.most / 2 {
      bytes = Array(bytes[start...])
    } else {
      bytes.removeSubrange(..<start)
    }
    start = 0
  }
}
