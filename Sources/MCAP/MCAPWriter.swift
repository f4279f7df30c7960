import Text

/// A writer of an MCAP file (mcap.dev/spec, version 0): messages in compressed chunks, each with its checksum and the index of its
/// messages, and a summary at the end with the index of the chunks and the counts.
///
/// It writes in one direction. Its memory is a chunk and, for each chunk, its entry in the summary: 150 bytes for each MiB. The
/// caller sends `output` to the file and calls `removeOutput`.
public struct MCAPWriter: Sendable {
  /// A chunk is closed once its records have this size.
  static let chunkBytes = 1 << 20

  /// Bytes that are not in the file yet.
  public private(set) var output: [UInt8] = []
  public private(set) var messages: UInt64 = 0

  private struct Channel {
    var topic: String
    var record: [UInt8]
    var count: UInt64 = 0
    /// Times and offsets of its messages within the open chunk.
    var index: [(time: UInt64, offset: UInt64)] = []
  }
  private struct ChunkEntry {
    var start: UInt64, end: UInt64, offset: UInt64, length: UInt64
    var indexOffsets: [(channel: UInt16, offset: UInt64)] = []
    var indexLength: UInt64 = 0
    var packed: UInt64, unpacked: UInt64
  }

  private let compression: String
  private let compress: @Sendable ([UInt8]) -> [UInt8]
  private var schemas: [[UInt8]] = []
  private var channels: [Channel] = []
  private var chunk = LittleEndianWriter(capacity: Self.chunkBytes + 1 << 16)
  private var chunkTimes: ClosedRange<UInt64>?
  private var chunks: [ChunkEntry] = []
  private var metadata: [(offset: UInt64, length: UInt64, name: String)] = []
  private var times: ClosedRange<UInt64>?
  /// Bytes of the file so far, and their checksum.
  private var size: UInt64 = 0
  private var checksum = CRC32()

  /// `compression` is the name of what `compress` does: `zstd`, `lz4`, or empty.
  public init(
    profile: String, library: String, compression: String, compress: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.compression = compression
    self.compress = compress
    var head = LittleEndianWriter()
    head.append(contentsOf: MCAP.magic)
    head.append(.header) {
      $0.append(text: profile)
      $0.append(text: library)
    }
    emit(head.bytes)
  }

  public mutating func removeOutput() { output.removeAll(keepingCapacity: true) }

  private mutating func emit(_ bytes: [UInt8]) {
    output += bytes
    size += UInt64(bytes.count)
    bytes.withUnsafeBytes { checksum.ingest($0) }
  }

  /// Adds a schema and returns its number.
  public mutating func addSchema(name: String, encoding: String, text: String) -> UInt16 {
    let id = UInt16(schemas.count + 1)
    var record = LittleEndianWriter()
    record.append(.schema) {
      $0.append(id)
      $0.append(text: name)
      $0.append(text: encoding)
      $0.append(text: text)
    }
    schemas.append(record.bytes)
    chunk.append(contentsOf: record.bytes)
    return id
  }

  /// Adds a channel and returns its number, from 0.
  public mutating func addChannel(
    topic: String, schema: UInt16, encoding: String, metadata: [(key: String, value: String)] = []
  ) -> UInt16 {
    let id = UInt16(channels.count)
    var record = LittleEndianWriter()
    record.append(.channel) {
      $0.append(id)
      $0.append(schema)
      $0.append(text: topic)
      $0.append(text: encoding)
      $0.append(map: metadata)
    }
    channels.append(Channel(topic: topic, record: record.bytes))
    chunk.append(contentsOf: record.bytes)
    return id
  }

  /// Appends a message. Times are nanoseconds; `published` is the time of the content, `logged` that of its arrival.
  public mutating func append(channel: UInt16, logged: UInt64, published: UInt64, _ data: some Collection<UInt8>) {
    let index = Int(channel)
    channels[index].index.append((logged, UInt64(chunk.count)))
    chunk.append(MCAPRecord.message.rawValue)
    chunk.append(UInt64(22 + data.count))
    chunk.append(channel)
    chunk.append(UInt32(truncatingIfNeeded: channels[index].count))
    chunk.append(logged)
    chunk.append(published)
    chunk.append(contentsOf: data)
    channels[index].count += 1
    messages += 1
    chunkTimes = chunkTimes.map { min($0.lowerBound, logged)...max($0.upperBound, logged) } ?? logged...logged
    if chunk.count >= Self.chunkBytes { closeChunk() }
  }

  /// Appends a record of pairs of texts that belong to the whole file.
  public mutating func appendMetadata(name: String, _ pairs: [(key: String, value: String)]) {
    closeChunk()
    var record = LittleEndianWriter()
    record.append(.metadata) {
      $0.append(text: name)
      $0.append(map: pairs)
    }
    metadata.append((size, UInt64(record.count), name))
    emit(record.bytes)
  }

  private mutating func closeChunk() {
    guard let span = chunkTimes else { return }
    let records = chunk.bytes
    let packed = compress(records)
    let checksum = records.withUnsafeBytes { CRC32.of($0) }
    var record = LittleEndianWriter(capacity: packed.count + 256)
    record.append(.chunk) {
      $0.append(span.lowerBound)
      $0.append(span.upperBound)
      $0.append(UInt64(records.count))
      $0.append(checksum)
      $0.append(text: compression)
      $0.append(UInt64(packed.count))
      $0.append(contentsOf: packed)
    }
    var entry = ChunkEntry(
      start: span.lowerBound, end: span.upperBound, offset: size, length: UInt64(record.count),
      packed: UInt64(packed.count), unpacked: UInt64(records.count))
    emit(record.bytes)
    let indexStart = size
    for id in channels.indices where !channels[id].index.isEmpty {
      entry.indexOffsets.append((UInt16(id), size))
      var index = LittleEndianWriter()
      index.append(.messageIndex) { writer in
        writer.append(UInt16(id))
        writer.append(UInt32(channels[id].index.count * 16))
        for (time, offset) in channels[id].index {
          writer.append(time)
          writer.append(offset)
        }
      }
      emit(index.bytes)
      channels[id].index.removeAll(keepingCapacity: true)
    }
    entry.indexLength = size - indexStart
    chunks.append(entry)
    chunk.removeAll()
    chunkTimes = nil
    times = times.map { min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound) } ?? span
  }

  /// Ends the file: the open chunk, the summary, the footer.
  public mutating func finish() {
    closeChunk()
    let dataChecksum = checksum.value
    var end = LittleEndianWriter()
    end.append(.dataEnd) { $0.append(dataChecksum) }
    emit(end.bytes)

    let summaryStart = size
    var summary = LittleEndianWriter(), groups: [(MCAPRecord, start: Int, length: Int)] = []
    func group(_ record: MCAPRecord, _ write: (inout LittleEndianWriter) -> Void) {
      let start = summary.count
      write(&summary)
      if summary.count > start { groups.append((record, start, summary.count - start)) }
    }
    group(.schema) { for schema in schemas { $0.append(contentsOf: schema) } }
    group(.channel) { for channel in channels { $0.append(contentsOf: channel.record) } }
    group(.statistics) { appendStatistics(&$0) }
    group(.chunkIndex) { for entry in chunks { Self.append(entry, compression, &$0) } }
    group(.metadataIndex) {
      for (offset, length, name) in metadata {
        $0.append(.metadataIndex) {
          $0.append(offset)
          $0.append(length)
          $0.append(text: name)
        }
      }
    }
    let offsetsStart = summaryStart + UInt64(summary.count)
    for (record, start, length) in groups {
      summary.append(.summaryOffset) {
        $0.append(record.rawValue)
        $0.append(summaryStart + UInt64(start))
        $0.append(UInt64(length))
      }
    }
    // The checksum of the summary covers the footer up to the checksum itself.
    summary.append(MCAPRecord.footer.rawValue)
    summary.append(UInt64(20))
    summary.append(summaryStart)
    summary.append(offsetsStart)
    summary.append(summary.bytes.withUnsafeBytes { CRC32.of($0) })
    summary.append(contentsOf: MCAP.magic)
    emit(summary.bytes)
  }

  private func appendStatistics(_ writer: inout LittleEndianWriter) {
    writer.append(.statistics) {
      $0.append(messages)
      $0.append(UInt16(schemas.count))
      $0.append(UInt32(channels.count))
      $0.append(UInt32(0))
      $0.append(UInt32(metadata.count))
      $0.append(UInt32(chunks.count))
      $0.append(times?.lowerBound ?? 0)
      $0.append(times?.upperBound ?? 0)
      $0.append(UInt32(channels.count * 10))
      for (id, channel) in channels.enumerated() {
        $0.append(UInt16(id))
        $0.append(channel.count)
      }
    }
  }

  private static func append(_ entry: ChunkEntry, _ compression: String, _ writer: inout LittleEndianWriter) {
    writer.append(.chunkIndex) {
      $0.append(entry.start)
      $0.append(entry.end)
      $0.append(entry.offset)
      $0.append(entry.length)
      $0.append(UInt32(entry.indexOffsets.count * 10))
      for (channel, offset) in entry.indexOffsets {
        $0.append(channel)
        $0.append(offset)
      }
      $0.append(entry.indexLength)
      $0.append(text: compression)
      $0.append(entry.packed)
      $0.append(entry.unpacked)
    }
  }

  /// The number of messages of each topic, in the order in which the channels were added.
  public var counts: [(topic: String, count: UInt64)] { channels.map { ($0.topic, $0.count) } }
}
