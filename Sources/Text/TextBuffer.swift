/// A reused output buffer of bytes (UTF-8 if only UTF-8 is appended). Once it has the size of its longest content,
/// appending does not allocate.
public struct TextBuffer: Equatable, Sendable {
  @usableFromInline var storage: [UInt8]

  public init(capacity: Int = 0) {
    storage = []
    storage.reserveCapacity(capacity)
  }

  /// The content. If the caller keeps this array, the next append copies it; `withBytes` avoids that.
  @inlinable public var bytes: [UInt8] { storage }
  @inlinable public var count: Int { storage.count }
  @inlinable public var isEmpty: Bool { storage.isEmpty }
  public var string: String { String(decoding: storage, as: UTF8.self) }

  /// Gives `body` access to the content in place, for example to send it to a socket.
  @inlinable public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBufferPointer(body)
  }

  /// Frees the memory of an empty buffer whose capacity is larger than this.
  public mutating func shrink(to capacity: Int) { if storage.isEmpty, storage.capacity > capacity { storage = [] } }

  /// Removes the content and keeps the memory.
  @inlinable public mutating func removeAll() { storage.removeAll(keepingCapacity: true) }

  @inlinable public mutating func append(_ byte: UInt8) { storage.append(byte) }
  @inlinable public mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    storage.append(contentsOf: bytes)
  }
  @inlinable public mutating func append(_ other: TextBuffer) { storage.append(contentsOf: other.storage) }
  @inlinable public mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { storage.append(contentsOf: $0) }
  }
  @inlinable public mutating func append(_ text: String) { storage.append(contentsOf: text.utf8) }
}
