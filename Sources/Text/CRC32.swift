/// CRC-32 of ISO 3309 with the reflected polynomial 0xEDB88320, as in zlib and PNG (RFC 1952, §8), in MCAP and in the control
/// frames of XREAL glasses: eight bytes at a time with one table for each place of a byte.
public struct CRC32: Sendable {
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[byte] = value
    }
    for place in 1..<8 {
      for byte in 0..<256 {
        let before = tables[(place - 1) * 256 + byte]
        tables[place * 256 + byte] = before >> 8 ^ tables[Int(before & 0xff)]
      }
    }
    return tables
  }()

  private var state: UInt32 = .max

  public init() {}

  public var value: UInt32 { ~state }

  public mutating func ingest(_ bytes: UnsafeRawBufferPointer) {
    var state = state, index = 0
    Self.tables.withUnsafeBufferPointer { tables in
      while index + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(state)
        state = 0
        for place in 0..<8 {
          state ^= tables[(7 - place) * 256 + Int(truncatingIfNeeded: word >> UInt64(8 * place) & 0xff)]
        }
        index += 8
      }
      while index < bytes.count {
        state = state >> 8 ^ tables[Int((state ^ UInt32(bytes[index])) & 0xff)]
        index += 1
      }
    }
    self.state = state
  }

  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var crc = CRC32()
    crc.ingest(bytes)
    return crc.value
  }
}
