/// A buffer of bytes into which numbers are written in little-endian order, as in MCAP.
public struct LittleEndianWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  public var count: Int { bytes.count }

  /// Removes the content and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  public mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
  public mutating func append(_ value: Double) { append(value.bitPattern) }
  public mutating func append(contentsOf other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

  /// Appends a text with its length in four bytes before it: MCAP's `String`.
  mutating func append(text: String) {
    append(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends pairs of texts with the length of them all in four bytes before them: MCAP's `Map<string, string>`.
  mutating func append(map: [(key: String, value: String)]) {
    let start = count
    append(UInt32(0))
    for (key, value) in map {
      append(text: key)
      append(text: value)
    }
    overwrite(UInt32(count - start - 4), at: start)
  }

  mutating func overwrite(_ value: some FixedWidthInteger, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { source in
      for index in source.indices { bytes[offset + index] = source[index] }
    }
  }
}
