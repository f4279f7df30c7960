/// A position in bytes from which little-endian numbers are read. Every read checks the end, and returns nil beyond it.
struct LittleEndianCursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var rest: Int { bytes.count - offset }

  mutating func read<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    let size = MemoryLayout<Integer>.size
    guard rest >= size else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self)
    offset += size
    return Integer(littleEndian: value)
  }

  mutating func read(count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, count <= rest else { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// Reads a text with its length before it. Bytes that are not UTF-8 are replaced.
  mutating func readText() -> String? {
    guard let count = read(UInt32.self), let text = read(count: Int(count)) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
