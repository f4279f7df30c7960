import CZlib

/// The files of a ZIP archive in memory (PKWARE's APPNOTE.TXT 6.3.10), stored or deflated, each held against its checksum.
///
/// Encrypted, split and 64-bit archives are refused by name: no logger makes any.
public struct ZipArchive: Sendable {
  public struct Entry: Sendable {
    /// With its folders, between slashes.
    public let name: String
    /// Unpacked.
    public let size: Int
    fileprivate let method: Int, flags: Int, checksum: UInt32, packedSize: Int, header: Int
  }

  /// In the order of the archive's directory; folders are not among them.
  public private(set) var entries: [Entry] = []
  private let bytes: [UInt8]

  /// Whether bytes begin as an archive does.
  public static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x50, 0x4b, 3, 4]) }

  public init(_ bytes: [UInt8]) throws(ZipFault) {
    self.bytes = bytes
    // The end record is the last thing but for a comment of at most 65 535 bytes (4.3.16).
    let least = 22
    guard bytes.count >= least else { throw ZipFault("too short for a ZIP archive") }
    var end = bytes.count - least
    let earliest = max(0, end - 0xffff)
    while end > earliest, signature(at: end) != 0x0605_4b50 { end -= 1 }
    guard signature(at: end) == 0x0605_4b50 else {
      throw ZipFault("no directory at its end: the archive is cut off")
    }
    let count = word(at: end + 10), start = long(at: end + 16)
    guard count != 0xffff, start != 0xffff_ffff else { throw ZipFault("a 64-bit archive, which is not read") }
    guard word(at: end + 4) == 0 else { throw ZipFault("a part of a split archive") }
    var position = start
    for _ in 0..<count {
      guard position + 46 <= end, signature(at: position) == 0x0201_4b50 else {
        throw ZipFault("its directory is damaged")
      }
      let nameLength = word(at: position + 28), nameStart = position + 46
      guard nameStart + nameLength <= end else { throw ZipFault("its directory is damaged") }
      let name = String(decoding: bytes[nameStart..<nameStart + nameLength], as: UTF8.self)
      if !name.hasSuffix("/") {
        entries.append(
          Entry(
            name: name, size: long(at: position + 24), method: word(at: position + 10), flags: word(at: position + 8),
            checksum: UInt32(truncatingIfNeeded: long(at: position + 16)), packedSize: long(at: position + 20),
            header: long(at: position + 42)))
      }
      position = nameStart + nameLength + word(at: position + 30) + word(at: position + 32)
    }
  }

  /// What a file holds. One that says to be larger than `limit` bytes is refused before anything is unpacked.
  public func contents(of entry: Entry, limit: Int) throws(ZipFault) -> [UInt8] {
    guard entry.flags & 1 == 0 else { throw ZipFault("\(entry.name): encrypted") }
    guard entry.size <= limit else { throw ZipFault("\(entry.name): larger than \(limit >> 20) MiB") }
    // Deflate makes of a byte at most 1032: a directory that says more lies, and would have us hold it.
    guard entry.size <= 1032 * (entry.packedSize + 1) else { throw ZipFault("\(entry.name): damaged") }
    // The directory has the sizes; of the file's own header only the lengths of name and extras count (4.3.7).
    guard entry.header + 30 <= bytes.count, signature(at: entry.header) == 0x0403_4b50 else {
      throw ZipFault("\(entry.name): no header where the directory says")
    }
    let start = entry.header + 30 + word(at: entry.header + 26) + word(at: entry.header + 28)
    guard start + entry.packedSize <= bytes.count else { throw ZipFault("\(entry.name): cut off") }
    let packed = bytes[start..<start + entry.packedSize]
    var content: [UInt8]
    switch entry.method {
    case 0: content = Array(packed)
    case 8: content = try inflated(packed, entry)
    default: throw ZipFault("\(entry.name): packed by method \(entry.method), and only deflate is known")
    }
    guard content.count == entry.size else { throw ZipFault("\(entry.name): not as long as the directory says") }
    guard UInt32(truncatingIfNeeded: crc32(0, &content, UInt32(content.count))) == entry.checksum else {
      throw ZipFault("\(entry.name): its checksum is wrong")
    }
    return content
  }

  /// Deflate without a header (RFC 1951): to zlib, negative window bits.
  private func inflated(_ packed: ArraySlice<UInt8>, _ entry: Entry) throws(ZipFault) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ZipFault("zlib refuses to start")
    }
    defer { inflateEnd(&stream) }
    var content = [UInt8](repeating: 0, count: entry.size), input = Array(packed), status = Z_OK
    input.withUnsafeMutableBufferPointer { from in
      content.withUnsafeMutableBufferPointer { to in
        // zlib takes no nil, not even for nothing.
        var nothing: UInt8 = 0
        withUnsafeMutablePointer(to: &nothing) { none in
          stream.next_in = from.baseAddress ?? none
          stream.avail_in = UInt32(from.count)
          stream.next_out = to.baseAddress ?? none
          stream.avail_out = UInt32(to.count)
          status = inflate(&stream, Z_FINISH)
        }
      }
    }
    guard status == Z_STREAM_END else { throw ZipFault("\(entry.name): damaged") }
    content.removeLast(Int(stream.avail_out))
    return content
  }

  private func word(at index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }
  private func long(at index: Int) -> Int { word(at: index) | word(at: index + 2) << 16 }
  private func signature(at index: Int) -> Int { index + 4 <= bytes.count ? long(at: index) : 0 }
}

/// Why an archive, or a file of it, cannot be read.
public struct ZipFault: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
