import Text

/// A reader of the messages of an MCAP file that arrives in pieces. It reads the data in their order, without the index, so that
/// a file that was cut off, or that comes from a pipe, is read as far as it goes.
///
/// Memory is bounded by `mostRecordBytes` for a record and as much for its unpacked content. Records that are not needed
/// (attachments, indexes, the summary) are skipped without being held.
public struct MCAPReader: Sendable {
  public static let mostRecordBytes = 64 << 20
  /// Unpacked bytes of a chunk for each packed one, above the first `unratedBytes`.
  public static let mostRatio = 200
  static let unratedBytes = 1 << 20
  static let mostChannels = 4096, mostSchemas = 4096
  /// Longer names of topics and schemas are cut.
  private static let longestName = 256

  public struct Channel: Equatable, Sendable {
    public var topic: String
    /// The encoding of its messages: `cdr`, `json`, `protobuf` …
    public var encoding: String
    /// The name of its schema; empty if there is none.
    public var schema: String
  }

  public struct Message {
    /// The number of its channel in the file.
    public var id: UInt16
    public var channel: Channel
    /// Nanoseconds.
    public var logged: UInt64, published: UInt64
    /// Valid until the next message.
    public var data: UnsafeRawBufferPointer
  }

  /// A part of the file that was not read, with the offset of its record in the file.
  public struct Refusal: Equatable, Sendable {
    public var reason: String
    public var offset: UInt64
  }

  /// Unpacks a chunk to exactly `size` bytes; nil if it is damaged, or the compression unknown.
  public typealias Unpack = (_ compression: String, _ packed: UnsafeRawBufferPointer, _ size: Int) -> [UInt8]?

  /// The profile that the file states: `ros2`, or empty.
  public private(set) var profile = ""
  public private(set) var refusals: [Refusal] = []
  public private(set) var refused = 0
  /// Whether the reading has ended: at the end of the data, or at a part after which nothing can be read.
  public private(set) var isAtEnd = false
  public private(set) var channels: [UInt16: Channel] = [:]

  private var schemas: [UInt16: String] = [:]
  private var buffer: [UInt8] = []
  /// The start of the buffer's first byte in the file, and the bytes that are to be skipped.
  private var offset: UInt64 = 0
  private var skip: UInt64 = 0
  private var hasMagic = false

  public init() {}

  private mutating func refuse(_ reason: String, at offset: UInt64) {
    refused += 1
    if refusals.count < 8 { refusals.append(Refusal(reason: reason, offset: offset)) }
  }

  private mutating func stop(_ reason: String, at offset: UInt64) {
    refuse(reason, at: offset)
    isAtEnd = true
    buffer = []
  }

  public mutating func ingest(_ piece: UnsafeRawBufferPointer, unpack: Unpack, _ body: (Message) -> Void) {
    guard !isAtEnd else { return }
    var piece = piece
    if skip > 0 {
      let count = Int(min(skip, UInt64(piece.count)))
      skip -= UInt64(count)
      offset += UInt64(count)
      piece = UnsafeRawBufferPointer(rebasing: piece[count...])
      if piece.isEmpty { return }
    }
    buffer.append(contentsOf: piece)
    var used = 0
    if !hasMagic {
      guard buffer.count >= MCAP.magic.count else { return }
      guard buffer.starts(with: MCAP.magic) else { return stop("not the first bytes of an MCAP file", at: 0) }
      hasMagic = true
      used = MCAP.magic.count
    }
    // Taken out, so that the records can be read in place while the state changes.
    let held = buffer
    buffer = []
    held.withUnsafeBytes { bytes in
      while !isAtEnd, bytes.count - used >= MCAPRecord.headBytes {
        let length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: used + 1, as: UInt64.self))
        let place = offset + UInt64(used)
        let record = MCAPRecord(rawValue: bytes[used])
        guard isNeeded(record) else {
          let rest = UInt64(bytes.count - used - MCAPRecord.headBytes)
          guard length <= UInt64.max >> 1 else { return stop("a record of impossible length", at: place) }
          skip = length > rest ? length - rest : 0
          used = skip > 0 ? bytes.count : used + MCAPRecord.headBytes + Int(length)
          continue
        }
        guard length <= UInt64(Self.mostRecordBytes) else {
          return stop("a record of \(length) bytes, longer than \(Self.mostRecordBytes >> 20) MiB", at: place)
        }
        let start = used + MCAPRecord.headBytes, end = start + Int(length)
        guard end <= bytes.count else { break }
        let content = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if record == .dataEnd || record == .footer {
          isAtEnd = true
        } else if record == .chunk {
          readChunk(content, at: place, unpack, body)
        } else {
          read(record, content, at: place, body)
        }
        used = end
      }
    }
    guard !isAtEnd else { return }
    buffer = used == 0 ? held : Array(held[used...])
    offset += UInt64(used)
  }

  /// Ends the file: a rest that is no whole record is a refusal.
  public mutating func finish() {
    guard !isAtEnd else { return }
    stop(
      hasMagic
        ? "the file ends before its data do: it was cut off, or is still being written"
        : "not the first bytes of an MCAP file", at: offset + UInt64(buffer.count))
  }

  private func isNeeded(_ record: MCAPRecord?) -> Bool {
    switch record {
    case .header, .schema, .channel, .message, .chunk, .dataEnd, .footer: true
    default: false
    }
  }

  private mutating func read(
    _ record: MCAPRecord?, _ content: UnsafeRawBufferPointer, at place: UInt64, _ body: (Message) -> Void
  ) {
    var cursor = LittleEndianCursor(content)
    switch record {
    case .header:
      guard let name = cursor.readText() else { return refuse("a header that ends early", at: place) }
      profile = Self.cut(name)
    case .schema:
      guard let id = cursor.read(UInt16.self), let name = cursor.readText() else {
        return refuse("a schema that ends early", at: place)
      }
      guard schemas[id] != nil || schemas.count < Self.mostSchemas else {
        return refuse("more than \(Self.mostSchemas) schemas", at: place)
      }
      schemas[id] = Self.cut(name)
    case .channel:
      guard let id = cursor.read(UInt16.self), let schema = cursor.read(UInt16.self), let topic = cursor.readText(),
        let encoding = cursor.readText()
      else { return refuse("a channel that ends early", at: place) }
      guard channels[id] != nil || channels.count < Self.mostChannels else {
        return refuse("more than \(Self.mostChannels) channels", at: place)
      }
      channels[id] = Channel(
        topic: Self.cut(topic), encoding: Self.cut(encoding), schema: schemas[schema] ?? "")
    case .message:
      guard let id = cursor.read(UInt16.self), cursor.read(UInt32.self) != nil,
        let logged = cursor.read(UInt64.self), let published = cursor.read(UInt64.self),
        let data = cursor.read(count: cursor.rest)
      else { return refuse("a message that ends early", at: place) }
      guard let channel = channels[id] else { return refuse("a message of an unknown channel", at: place) }
      body(Message(id: id, channel: channel, logged: logged, published: published, data: data))
    default: break
    }
  }

  private static func cut(_ name: String) -> String {
    name.utf8.count <= longestName ? name : String(name.prefix(longestName / 4))
  }

  private mutating func readChunk(
    _ content: UnsafeRawBufferPointer, at place: UInt64, _ unpack: Unpack, _ body: (Message) -> Void
  ) {
    var cursor = LittleEndianCursor(content)
    guard cursor.read(UInt64.self) != nil, cursor.read(UInt64.self) != nil, let size = cursor.read(UInt64.self),
      let checksum = cursor.read(UInt32.self), let compression = cursor.readText(),
      let count = cursor.read(UInt64.self),
      count <= UInt64(cursor.rest), let packed = cursor.read(count: Int(count))
    else { return refuse("a chunk that ends early", at: place) }
    guard size <= UInt64(Self.mostRecordBytes) else {
      return refuse("a chunk of \(size) bytes, larger than \(Self.mostRecordBytes >> 20) MiB", at: place)
    }
    if compression.isEmpty {
      guard size == count else { return refuse("a chunk that has not the size that it states", at: place) }
      return readRecords(packed, checksum, at: place, body)
    }
    guard size <= UInt64(Self.unratedBytes) || size / UInt64(Self.mostRatio) <= count else {
      return refuse("a chunk that unpacks to more than \(Self.mostRatio) times its size", at: place)
    }
    guard let records = unpack(compression, packed, Int(size)), records.count == Int(size) else {
      let isKnown = compression == "zstd" || compression == "lz4"
      return refuse(
        isKnown ? "a damaged chunk (\(compression))" : "a chunk in an unknown compression (not zstd or lz4)",
        at: place)
    }
    records.withUnsafeBytes { readRecords($0, checksum, at: place, body) }
  }

  private mutating func readRecords(
    _ bytes: UnsafeRawBufferPointer, _ checksum: UInt32, at place: UInt64, _ body: (Message) -> Void
  ) {
    // A checksum of zero means that there is none.
    guard checksum == 0 || CRC32.of(bytes) == checksum else {
      return refuse("a chunk with a wrong checksum", at: place)
    }
    var cursor = LittleEndianCursor(bytes)
    while cursor.rest > 0 {
      guard let kind = cursor.read(UInt8.self), let length = cursor.read(UInt64.self),
        length <= UInt64(cursor.rest), let content = cursor.read(count: Int(length))
      else { return refuse("a record of a chunk that ends early", at: place) }
      let record = MCAPRecord(rawValue: kind)
      if record == .schema || record == .channel || record == .message { read(record, content, at: place, body) }
    }
  }
}
