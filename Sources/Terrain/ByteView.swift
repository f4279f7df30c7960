/// Bytes of a file in memory, read within their bounds. It owns nothing: valid as long as the bytes are.
public struct ByteView {
  let bytes: UnsafeRawBufferPointer

  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  public var count: Int { bytes.count }

  func has(_ count: Int, at offset: Int) -> Bool { offset >= 0 && count >= 0 && offset <= bytes.count - count }

  /// Returns a part; nil if it is not within the bytes.
  func part(_ count: Int, at offset: Int) -> UnsafeRawBufferPointer? {
    has(count, at: offset) ? UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]) : nil
  }

  // Numbers at an offset that was checked before.
  @inline(__always) func big16(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1]) }
  @inline(__always) func little16(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }
  func little32(_ offset: Int) -> UInt32 { UInt32(little16(offset)) | UInt32(little16(offset + 2)) << 16 }
  func little64(_ offset: Int) -> UInt64 { UInt64(little32(offset)) | UInt64(little32(offset + 4)) << 32 }
}

/// CRC-32 as of ISO 3309 and zlib: polynomial 0xEDB88320, reflected, start and end inverted.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var value = UInt32.max
    table.withUnsafeBufferPointer { table in
      for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
    }
    return ~value
  }
}

extension [UInt8] {
  mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
