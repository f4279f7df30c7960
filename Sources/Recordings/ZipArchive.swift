import CZlib

/// The files of a ZIP archive in memory (PKWARE's APPNOTE.TXT 6.3.10), stored or deflated, each checked against its checksum.
///
/// Encrypted, split and 64-bit archives are refused by name: no known logger makes them.
public struct ZipArchive: Sendable {
  public struct Entry: Sendable {
    /// Path in the archive, with slashes.
    public let name: String
    /// Unpacked size.
    public let size: Int
    fileprivate let method: Int, flags: Int, checksum: UInt32, packedSize: Int, header: Int
  }

  /// Entries in the order of the archive's directory, without folders.
  public private(set) var entries: [Entry] = []
  private let bytes: [UInt8]

  /// Returns whether bytes begin like an archive.
  public static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x50, 0x4b, 3, 4]) }

  public init(_ bytes: [UInt8]) throws(ZipFault) {
    self.bytes = bytes
    // The end record is the last part, except for a comment of at most 65 535 bytes (4.3.16).
    let least = 22
    guard bytes.count >= least else { throw ZipFault("too short for a ZIP archive") }
    var end = bytes.count - least
    let earliest = max(0, end - 0xffff)
    while end > earliest, signature(at: end) != 0x0605_4b50 { end -= 1 }
    guard signature(at: end) == 0x0605_4b50 else {
      throw ZipFault("no directory at its end: the archive is incomplete")
    }
    let count = word(at: end + 10), start = long(at: end + 16)
    guard count != 0xffff, start != 0xffff_ffff else { throw ZipFault("a 64-bit archive, which is not supported") }
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

  /// Returns a file's content, if it has at most `limit` bytes.
  public func contents(of entry: Entry, limit: Int) throws(ZipFault) -> [UInt8] {
    var content: [UInt8] = []
    try read(entry, limit: limit) {
      content += $0
      return true
    }
    return content
  }

  /// Passes a file's content to `body` in pieces, until `body` returns false. The checksum can be checked only at the end: a
  /// damaged file is refused after its content was passed.
  ///
  /// A file is refused before unpacking if its size in the directory is above `limit` bytes or `ArchiveLimits`, and during
  /// unpacking as soon as it is larger than its size in the directory.
  public func read(
    _ entry: Entry, limit: Int = ArchiveLimits.fileBytes, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(ZipFault) {
    let packed = try packed(entry, limit: limit)
    var checksum = crc32(0, nil, 0), size = 0, wantsMore = true
    func hand(_ piece: UnsafeRawBufferPointer) -> Bool {
      size += piece.count
      guard size <= entry.size else { return false }
      checksum = crc32(checksum, piece.bindMemory(to: UInt8.self).baseAddress, UInt32(piece.count))
      wantsMore = body(piece)
      return wantsMore
    }
    switch entry.method {
    case 0: bytes.withUnsafeBytes { _ = hand(UnsafeRawBufferPointer(rebasing: $0[packed])) }
    case 8:
      let isWhole = try inflate(packed, hand)
      guard isWhole || size > entry.size || !wantsMore else { throw ZipFault("\(entry.name): damaged") }
    default: throw ZipFault("\(entry.name): packed by method \(entry.method), and only deflate is supported")
    }
    guard wantsMore else { return }
    guard size == entry.size else { throw ZipFault("\(entry.name): not as long as the directory says") }
    guard UInt32(truncatingIfNeeded: checksum) == entry.checksum else {
      throw ZipFault("\(entry.name): its checksum is wrong")
    }
  }

  /// Returns the range of a file's packed bytes.
  private func packed(_ entry: Entry, limit: Int) throws(ZipFault) -> Range<Int> {
    guard entry.flags & 1 == 0 else { throw ZipFault("\(entry.name): encrypted") }
    guard entry.size <= limit else { throw ZipFault("\(entry.name): larger than the \(limit >> 20) MiB that are read") }
    guard !ArchiveLimits.isExceeded(unpacked: entry.size, packed: entry.packedSize) else {
      throw ZipFault(
        "\(entry.name): unpacks to more than \(ArchiveLimits.ratio) times its size, too much for a log; unzip it to inspect it"
      )
    }
    // The sizes come from the directory; of the file's own header only the lengths of name and extras are used (4.3.7).
    guard entry.header + 30 <= bytes.count, signature(at: entry.header) == 0x0403_4b50 else {
      throw ZipFault("\(entry.name): no header where the directory says")
    }
    let start = entry.header + 30 + word(at: entry.header + 26) + word(at: entry.header + 28)
    guard start + entry.packedSize <= bytes.count else { throw ZipFault("\(entry.name): cut off") }
    return start..<start + entry.packedSize
  }

  /// Inflates data without a header (RFC 1951; zlib: negative window bits). Returns whether the data was complete.
  private func inflate(_ packed: Range<Int>, _ hand: (UnsafeRawBufferPointer) -> Bool) throws(ZipFault) -> Bool {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ZipFault("zlib refuses to start")
    }
    defer { inflateEnd(&stream) }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    return bytes.withUnsafeBytes { bytes in
      // zlib declares its input as writable, but never writes to it.
      stream.next_in = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        .map { ($0 + packed.lowerBound).assumingMemoryBound(to: UInt8.self) }
      stream.avail_in = UInt32(packed.count)
      while true {
        stream.next_out = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(piece.count)
        let status = CZlib.inflate(&stream, Z_NO_FLUSH), count = piece.count - Int(stream.avail_out)
        if count > 0, !hand(UnsafeRawBufferPointer(rebasing: piece[..<count])) { return false }
        if status == Z_STREAM_END { return true }
        if status != Z_OK || (count == 0 && stream.avail_in == 0) { return false }
      }
    }
  }

  private func word(at index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }
  private func long(at index: Int) -> Int { word(at: index) | word(at: index + 2) << 16 }
  private func signature(at index: Int) -> Int { index + 4 <= bytes.count ? long(at: index) : 0 }
}

/// Fault of an archive, or of a file in it.
public struct ZipFault: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
