/// Bytes from a socket, taken apart at varlink's NUL.
///
/// Memory is reused, so that taking bytes allocates nothing; but not kept beyond `most` once what needed it has gone.
public struct MessageSplitter: Sendable {
  private var bytes: [UInt8] = []
  /// Where the next message begins, and up to where no NUL was found.
  private var start = 0
  private var searched = 0
  private let limit: Int
  private static let most = 1 << 17

  public init(limit: Int = Limits.message) { self.limit = limit }

  /// More bytes; false when the message they belong to is longer than the limit, and what follows means nothing.
  public mutating func append(_ more: UnsafeRawBufferPointer) -> Bool {
    if start > Self.most / 2 { compact() }
    // A long message grows by steps, not to twice what it needs.
    if bytes.count > Self.most, bytes.capacity < bytes.count + more.count {
      bytes.reserveCapacity(bytes.count + more.count + Self.most)
    }
    bytes.append(contentsOf: more)
    return bytes.count - start <= limit || bytes[start...].prefix(limit + 1).contains(0)
  }

  /// The next whole message, without its NUL; nil until there is one.
  public mutating func next() -> [UInt8]? {
    guard hasMessage() else { return nil }
    let end = searched
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }

  /// Whether a whole message is there. If not, memory that is no longer needed is given back.
  public mutating func hasMessage() -> Bool {
    if let end = bytes[searched...].firstIndex(of: 0) {
      searched = end
      return true
    }
    searched = bytes.count
    if start == bytes.count || bytes.capacity > Self.most { compact() }
    return false
  }

  /// The length of the next whole message; 0 until there is one.
  public var nextLength: Int {
    mutating get { hasMessage() ? searched - start : 0 }
  }

  /// The memory it holds.
  public var held: Int { bytes.capacity }

  /// Whether a message has begun and not ended.
  public var isWithinMessage: Bool { start < bytes.count }

  /// Forgets all of it, and the memory too.
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
