/// A reused output buffer of bytes (UTF-8 if only UTF-8 is appended). Once it has the size of its longest content,
/// appending does not allocate.
public struct TextBuffer: Sendable {
  /// The content, and behind it memory for more: an append writes there at once, with one check for room.
  @usableFromInline var storage: [UInt8]
  public private(set) var count = 0

  public init(capacity: Int = 0) {
    storage = []
    storage.reserveCapacity(capacity)
  }

  /// A copy of the content; `withBytes` gives access to it in place.
  public var bytes: [UInt8] { Array(storage[..<count]) }
  public var isEmpty: Bool { count == 0 }
  public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Gives `body` access to the content in place, for example to send it to a socket.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  /// Frees the memory of an empty buffer whose capacity is larger than this.
  public mutating func shrink(to capacity: Int) { if isEmpty, storage.capacity > capacity { storage = [] } }

  /// Removes the content and keeps the memory.
  public mutating func removeAll() { count = 0 }

  public mutating func append(_ byte: UInt8) {
    extend(by: 1) { end in
      end.pointee = byte
      return 1
    }
  }
  public mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    extend(by: bytes.count) { end in
      end.copy(start, bytes.count)
      return bytes.count
    }
  }
  public mutating func append(_ other: TextBuffer) { other.withBytes { append(contentsOf: $0) } }
  public mutating func append(_ text: StaticString) {
    extend(by: text.utf8CodeUnitCount) { end in
      end.copy(text.utf8Start, text.utf8CodeUnitCount)
      return text.utf8CodeUnitCount
    }
  }
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Lets `write` write at most `most` bytes behind the content. It returns how many of them are content.
  @inline(__always) mutating func extend(by most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    if storage.count &- count < most { grow(by: most) }
    let end = count
    count = storage.withUnsafeMutableBufferPointer { memory in
      guard let start = memory.baseAddress else { return end }
      return end &+ write(start + end)
    }
  }

  /// Doubles the memory that is in use, within what is reserved as long as that is enough: reserved pages cost nothing until then.
  @inline(never) private mutating func grow(by most: Int) {
    let more = max(most, storage.count, 64), reserved = storage.capacity - storage.count
    storage.append(contentsOf: repeatElement(0, count: reserved >= most ? min(more, reserved) : more))
  }
}

extension TextBuffer: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.withBytes { a in b.withBytes { a.elementsEqual($0) } } }
}

extension UnsafeMutablePointer<UInt8> {
  /// Copies bytes to here. Most texts are short: up to 16 bytes take two moves that may overlap, and no call.
  @inline(__always) func copy(_ source: UnsafePointer<UInt8>, _ count: Int) {
    let from = UnsafeRawPointer(source), to = UnsafeMutableRawPointer(self)
    if count > 16 {
      to.copyMemory(from: from, byteCount: count)
    } else if count >= 8 {
      let tail = from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
      to.storeBytes(of: tail, toByteOffset: count &- 8, as: UInt64.self)
    } else if count >= 4 {
      let tail = from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
      to.storeBytes(of: tail, toByteOffset: count &- 4, as: UInt32.self)
    } else {
      for index in 0..<max(count, 0) { self[index] = source[index] }
    }
  }
}
