/// Splits an OpenStreetMap PBF file (wiki.openstreetmap.org/wiki/PBF_Format) that arrives in pieces into its blobs: a length of
/// four bytes, a BlobHeader, and a Blob with the content, compressed or not. Every size is checked before memory is used.
struct PBFBlobs: Sendable {
  struct Blob: Sendable {
    var type: String
    var content: [UInt8]
    /// Offset in the file.
    var offset: Int
  }

  /// The format's limits for a BlobHeader, and for a Blob before and after unpacking.
  static let mostHeader = 64 << 10, mostBlob = 32 << 20

  private let unpack: PlaceStream.Unpack?
  private var buffer: [UInt8] = []
  private var start = 0
  /// Offset in the file of the first byte in the buffer.
  private var base = 0
  private var isFinished = false

  init(_ unpack: PlaceStream.Unpack?) { self.unpack = unpack }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    buffer.removeFirst(start)
    base += start
    start = 0
    buffer += bytes
  }
  mutating func finish() { isFinished = true }

  /// Returns the next blob; nil if it is incomplete, or after the last.
  mutating func next() throws(PlaceFault) -> Blob? {
    let offset = base + start
    guard start < buffer.count else { return nil }
    guard try holds(4, of: offset) else { return nil }
    let headerLength = buffer[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard headerLength > 0, headerLength <= Self.mostHeader else {
      throw fault(offset, "its header is stated to have \(headerLength) bytes, and 1 to \(Self.mostHeader) are valid")
    }
    guard try holds(4 + headerLength, of: offset) else { return nil }
    let header = start + 4..<start + 4 + headerLength
    let (type, size) = try readHeader(header, offset)
    guard try holds(4 + headerLength + size, of: offset) else { return nil }
    let content = try readBlob(header.upperBound..<header.upperBound + size, offset)
    start = header.upperBound + size
    return Blob(type: type, content: content, offset: offset)
  }

  /// Returns whether the buffer has that many bytes from the start of the blob; a fault at the end of the file.
  private func holds(_ count: Int, of offset: Int) throws(PlaceFault) -> Bool {
    let held = buffer.count - start
    if held >= count { return true }
    guard isFinished else { return false }
    throw PlaceFault(
      "cut off: the block at byte \(offset) needs \(count) bytes, and the file ends after \(held) of them")
  }

  private func fault(_ offset: Int, _ sentence: String) -> PlaceFault {
    PlaceFault("the block at byte \(offset) is damaged, or this is not a PBF file: \(sentence)")
  }

  private func readHeader(_ range: Range<Int>, _ offset: Int) throws(PlaceFault) -> (type: String, size: Int) {
    var cursor = ProtobufCursor(range), type: String?, size: UInt64?
    do throws(ProtobufCursor.Damage) {
      while let (number, value) = try cursor.field(buffer) {
        switch (number, value) {
        case (1, .bytes(let range)): type = String(decoding: buffer[range], as: UTF8.self)
        case (3, .number(let number)): size = number
        default: break
        }
      }
    } catch { throw fault(offset, "\(error.reason) at byte \(base + error.offset)") }
    guard let type, let size else { throw fault(offset, "its header has no type and size") }
    guard size <= UInt64(Self.mostBlob) else {
      throw fault(offset, "it is stated to have \(size) bytes, more than the format's \(Self.mostBlob >> 20) MiB")
    }
    return (type, Int(size))
  }

  private func readBlob(_ range: Range<Int>, _ offset: Int) throws(PlaceFault) -> [UInt8] {
    var cursor = ProtobufCursor(range), size: UInt64?, raw: Range<Int>?, packed: Range<Int>?, other: String?
    do throws(ProtobufCursor.Damage) {
      while let (number, value) = try cursor.field(buffer) {
        switch (number, value) {
        case (1, .bytes(let range)): raw = range
        case (2, .number(let number)): size = number
        case (3, .bytes(let range)): packed = range
        case (4...7, .bytes): other = ["lzma", "bzip2", "lz4", "zstd"][number - 4]
        default: break
        }
      }
    } catch { throw fault(offset, "\(error.reason) at byte \(base + error.offset)") }
    if let raw { return Array(buffer[raw]) }
    guard let packed else {
      guard let other else { throw fault(offset, "it has no content") }
      throw PlaceFault(
        "the block at byte \(offset) is packed with \(other), and only zlib is read: convert the file with 'osmium cat IN -o OUT.osm.pbf'"
      )
    }
    guard let size, size <= UInt64(Self.mostBlob) else {
      throw fault(offset, "its unpacked size is missing, or more than the format's \(Self.mostBlob >> 20) MiB")
    }
    guard let content = unpack?(buffer[packed], Int(size)) else {
      throw fault(offset, "its zlib data is damaged, or does not have the stated \(size) bytes")
    }
    return content
  }
}
