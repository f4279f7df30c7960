import CLZ4
import CZstd

/// The compressions of an MCAP file's chunks: `zstd` (RFC 8878), and `lz4` in the form of LZ4's frames.
public enum ChunkCompression {
  /// zstd's own usual level.
  private static let level: Int32 = 3

  /// Compresses the records of a chunk with zstd.
  public static func zstd(_ records: [UInt8]) -> [UInt8] {
    let most = ZSTD_compressBound(records.count)
    return [UInt8](unsafeUninitializedCapacity: most) { output, count in
      count = records.withUnsafeBytes { input in
        ZSTD_compress(output.baseAddress, most, input.baseAddress, input.count, level)
      }
      precondition(ZSTD_isError(count) == 0, "zstd refuses a buffer of the size that it asked for")
    }
  }

  /// Unpacks a chunk to exactly `size` bytes, which the caller limits; nil if it is damaged, has another length, or its
  /// compression is unknown.
  public static func unpack(_ compression: String, _ packed: UnsafeRawBufferPointer, _ size: Int) -> [UInt8]? {
    switch compression {
    case "zstd": unpackZstd(packed, size)
    case "lz4": unpackLZ4(packed, size)
    default: nil
    }
  }

  private static func unpackZstd(_ packed: UnsafeRawBufferPointer, _ size: Int) -> [UInt8]? {
    var isWhole = false
    let content = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
      count = ZSTD_decompress(output.baseAddress, size + 1, packed.baseAddress, packed.count)
      isWhole = ZSTD_isError(count) == 0 && count == size
      if !isWhole { count = 0 }
    }
    return isWhole ? content : nil
  }

  private static func unpackLZ4(_ packed: UnsafeRawBufferPointer, _ size: Int) -> [UInt8]? {
    var context: OpaquePointer?
    guard LZ4F_isError(LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))) == 0, let context else {
      return nil
    }
    defer { LZ4F_freeDecompressionContext(context) }
    var isWhole = false
    let content = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
      var read = 0
      count = 0
      while true {
        var consumed = packed.count - read, produced = size + 1 - count
        let hint = LZ4F_decompress(
          context, output.baseAddress.map { $0 + count }, &produced, packed.baseAddress.map { $0 + read }, &consumed,
          nil)
        guard LZ4F_isError(hint) == 0 else { break }
        read += consumed
        count += produced
        if hint == 0 {
          isWhole = count == size
          break
        }
        if consumed == 0, produced == 0 { break }
      }
      if !isWhole { count = 0 }
    }
    return isWhole ? content : nil
  }
}
