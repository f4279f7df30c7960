/// The kinds of records of an MCAP file by their first byte (mcap.dev/spec, version 0). A record is this byte, the length of its
/// content in eight bytes, and the content.
enum MCAPRecord: UInt8 {
  case header = 0x01, footer, schema, channel, message, chunk, messageIndex, chunkIndex, attachment
  case attachmentIndex, statistics, metadata, metadataIndex, summaryOffset, dataEnd

  /// The bytes before a record's content.
  static let headBytes = 9
}

public enum MCAP {
  /// The first and the last bytes of a file.
  public static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]
}

extension LittleEndianWriter {
  /// Appends a record whose content `body` writes.
  mutating func append(_ record: MCAPRecord, _ body: (inout LittleEndianWriter) -> Void) {
    append(record.rawValue)
    let start = count
    append(UInt64(0))
    body(&self)
    overwrite(UInt64(count - start - 8), at: start)
  }
}
