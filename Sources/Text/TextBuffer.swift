/// A reused output buffer of bytes (UTF-8 by what is appended). Once it has grown to the size of its longest content,
/// nothing that is appended allocates.
public struct TextBuffer: Equatable, Sendable {
  @usableFromInline var storage: [UInt8]

  public init(capacity: Int = 0) {
    storage = []
    storage.reserveCapacity(capacity)
  }

  /// The content. Who keeps this array makes the next append copy it; `withBytes` does not.
  @inlinable public var bytes: [UInt8] { storage }
  @inlinable public var count: Int { storage.count }
  @inlinable public var isEmpty: Bool { storage.isEmpty }
  public var string: String { String(decoding: storage, as: UTF8.self) }

  /// The content where it lies, for as long as `body` runs: to hand to a socket.
  @inlinable public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBufferPointer(body)
  }

  /// Forgets the content and keeps the memory.
  /// Gives memory back beyond so many bytes; only of an empty one.
  public mutating func shrink(to capacity: Int) { if storage.isEmpty, storage.capacity > capacity { storage = [] } }

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
