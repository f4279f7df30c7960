/// The first image of a TIFF file (Adobe, "TIFF Revision 6.0", 1992; 64-bit offsets as of BigTIFF): its tags, read within the
/// bytes of the file.
struct TIFFFile {
  enum Tag: Int {
    case width = 256
    case height = 257
    case bits = 258
    case compression = 259
    case stripOffsets = 273
    case samplesPerPixel = 277
    case rowsPerStrip = 278
    case stripSizes = 279
    case predictor = 317
    case tileWidth = 322
    case tileHeight = 323
    case tileOffsets = 324
    case tileSizes = 325
    case sampleFormat = 339
    case pixelScale = 33550
    case tiepoints = 33922
    case transformation = 34264
    case geoKeys = 34735
    case geoDoubles = 34736
    case noData = 42113
  }

  private struct Entry {
    var type: Int
    var count: Int
    /// Where its values begin.
    var offset: Int
  }

  let bytes: ByteView
  let isLittle: Bool
  private var entries: [Int: Entry] = [:]

  /// Limits of one image: its tags, and the numbers of one tag.
  private static let mostTags = 4096, mostNumbers = 1 << 20

  /// Whether bytes begin like a TIFF file.
  static func begins(_ bytes: ByteView) -> Bool {
    guard bytes.has(4, at: 0) else { return false }
    let start = Array(bytes.bytes[0..<4])
    return start == [0x49, 0x49, 42, 0] || start == [0x4D, 0x4D, 0, 42] || start == [0x49, 0x49, 43, 0]
      || start == [0x4D, 0x4D, 0, 43]
  }

  init(_ bytes: ByteView) throws(TerrainFault) {
    guard Self.begins(bytes) else { throw TerrainFault("no TIFF file", fix: "give an .hgt or GeoTIFF file") }
    self.bytes = bytes
    isLittle = bytes.bytes[0] == 0x49
    let isBig = word(2) == 43
    guard bytes.has(isBig ? 16 : 8, at: 0), let start = isBig ? Int(exactly: long64(8)) : Int(long(4)),
      bytes.has(isBig ? 8 : 2, at: start)
    else { throw Self.cut("its header") }
    let count = isBig ? Int(clamping: long64(start)) : Int(word(start))
    let size = isBig ? 20 : 12, first = start + (isBig ? 8 : 2)
    guard count <= Self.mostTags, bytes.has(count * size, at: first) else { throw Self.cut("its directory") }
    for index in 0..<count {
      let at = first + index * size
      let type = Int(word(at + 2)), values = isBig ? Int(clamping: long64(at + 4)) : Int(long(at + 4))
      let bytesOfOne = Self.size(of: type), inline = isBig ? 8 : 4
      guard bytesOfOne > 0, values <= Self.mostNumbers else { continue }
      let field = at + (isBig ? 12 : 8)
      let offset = values * bytesOfOne <= inline ? field : isBig ? Int(clamping: long64(field)) : Int(long(field))
      // A tag of no interest may be damaged.
      guard bytes.has(values * bytesOfOne, at: offset) else {
        if Tag(rawValue: Int(word(at))) != nil { throw Self.cut("the values of tag \(word(at))") }
        continue
      }
      entries[Int(word(at))] = Entry(type: type, count: values, offset: offset)
    }
  }

  static func cut(_ part: String) -> TerrainFault {
    TerrainFault("the file is cut off or damaged: \(part) lies beyond its end", fix: "fetch it again")
  }

  private static func size(of type: Int) -> Int {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }

  func has(_ tag: Tag) -> Bool { entries[tag.rawValue] != nil }

  /// The whole numbers of a tag; none if it is missing or of another type.
  func integers(_ tag: Tag) -> [Int] {
    guard let entry = entries[tag.rawValue] else { return [] }
    return (0..<entry.count).compactMap { index in
      switch entry.type {
      case 1: Int(bytes.bytes[entry.offset + index])
      case 3: Int(word(entry.offset + 2 * index))
      case 4: Int(long(entry.offset + 4 * index))
      case 16: Int(clamping: long64(entry.offset + 8 * index))
      default: nil
      }
    }
  }

  func integer(_ tag: Tag) -> Int? { integers(tag).first }

  func doubles(_ tag: Tag) -> [Double] {
    guard let entry = entries[tag.rawValue], entry.type == 12 else { return [] }
    return (0..<entry.count).map { Double(bitPattern: long64(entry.offset + 8 * $0)) }
  }

  func text(_ tag: Tag) -> String? {
    guard let entry = entries[tag.rawValue], entry.type == 2 else { return nil }
    return String(decoding: bytes.bytes[entry.offset..<entry.offset + entry.count].prefix { $0 != 0 }, as: UTF8.self)
  }

  // Numbers at an offset that was checked before.
  private func word(_ offset: Int) -> UInt16 { isLittle ? bytes.little16(offset) : bytes.big16(offset) }
  private func long(_ offset: Int) -> UInt32 { isLittle ? bytes.little32(offset) : bytes.little32(offset).byteSwapped }
  private func long64(_ offset: Int) -> UInt64 {
    isLittle ? bytes.little64(offset) : bytes.little64(offset).byteSwapped
  }
}
