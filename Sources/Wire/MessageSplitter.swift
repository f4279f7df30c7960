/// Bytes from a socket, taken apart at varlink's NUL.
///
/// The memory is reused: once it has the size of the longest message, taking bytes allocates nothing.
public struct MessageSplitter: Sendable {
  private var bytes: [UInt8] = []
  /// Where the next message begins, and up to where no NUL was found.
  private var start = 0
  private var searched = 0
  private let limit: Int

  public init(limit: Int = Limits.message) { self.limit = limit }

  /// More bytes; false when the message they belong to is longer than the limit, and what follows means nothing.
  public mutating func append(_ more: UnsafeRawBufferPointer) -> Bool {
    if start == bytes.count { removeAll() } else if start > 1 << 16 { compact() }
    bytes.append(contentsOf: more)
    return bytes.count - start <= limit || bytes[start...].prefix(limit + 1).contains(0)
  }

  /// The next whole message, without its NUL; nil until there is one.
  public mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      return nil
    }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }

  /// Whether a message has begun and not ended.
  public var isWithinMessage: Bool { start < bytes.count }

  private mutating func compact() {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
  }

  private mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
    start = 0
    searched = 0
  }
}
