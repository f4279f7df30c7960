/// Unpacks a block deflated as of RFC 1950 into exactly so many bytes; nil if it is damaged, or has fewer.
public typealias Inflate = (_ block: UnsafeRawBufferPointer, _ size: Int) -> [UInt8]?

/// The numbers of a TIFF image with one number a pixel, in strips or tiles; stored, LZW or deflate, with either predictor.
struct TIFFImage {
  enum Sample {
    case signed(Int), unsigned(Int), float(Int)

    var bytes: Int {
      switch self {
      case .signed(let bytes), .unsigned(let bytes), .float(let bytes): bytes
      }
    }
  }

  let file: TIFFFile
  let width: Int, height: Int
  private let sample: Sample
  private let compression: Int, predictor: Int
  private let isTiled: Bool
  private let blockWidth: Int, blockHeight: Int
  private let offsets: [Int], sizes: [Int]

  private static let translate = "convert it with: gdal_translate -co COMPRESS=DEFLATE IN OUT.tif"
  /// Limit of an unpacked block, and of the ratio by which LZW and deflate can unpack.
  private static let mostBlockBytes = 1 << 28, mostRatio = 1400

  init(_ file: TIFFFile) throws(TerrainFault) {
    self.file = file
    guard let width = file.integer(.width), let height = file.integer(.height), width > 0, height > 0 else {
      throw TerrainFault("the image has no size", fix: "fetch it again")
    }
    guard width <= GroundGrid.mostPosts, height <= GroundGrid.mostPosts, width * height <= GroundGrid.mostPosts else {
      throw TerrainFault(
        "\(width) × \(height) heights are more than \(GroundGrid.mostPosts)",
        fix: "cut it into tiles with gdal_retile.py")
    }
    self.width = width
    self.height = height
    guard (file.integer(.samplesPerPixel) ?? 1) == 1 else {
      throw TerrainFault(
        "it has \(file.integer(.samplesPerPixel) ?? 0) numbers a pixel: a picture, not heights",
        fix: "give a file of heights, or one band of it: gdal_translate -b 1 IN OUT.tif")
    }
    let bits = file.integer(.bits) ?? 1
    switch (file.integer(.sampleFormat) ?? 1, bits) {
    case (1, 16), (1, 32): sample = .unsigned(bits / 8)
    case (2, 16), (2, 32): sample = .signed(bits / 8)
    case (3, 32), (3, 64): sample = .float(bits / 8)
    case (let format, _):
      throw TerrainFault(
        "its numbers have \(bits) bits in sample format \(format), which is not read",
        fix: "convert it with: gdal_translate -ot Float32 IN OUT.tif")
    }
    compression = file.integer(.compression) ?? 1
    guard [1, 5, 8, 32946].contains(compression) else {
      throw TerrainFault(
        "its compression is \(Self.name(compression: compression)), which is not read", fix: Self.translate)
    }
    predictor = compression == 1 ? 1 : file.integer(.predictor) ?? 1
    switch (predictor, sample) {
    case (1, _), (2, .signed), (2, .unsigned), (3, .float): break
    default: throw TerrainFault("its predictor \(predictor) does not suit its numbers", fix: Self.translate)
    }
    isTiled = file.has(.tileWidth)
    if isTiled {
      (blockWidth, blockHeight) = (file.integer(.tileWidth) ?? 0, file.integer(.tileHeight) ?? 0)
      (offsets, sizes) = (file.integers(.tileOffsets), file.integers(.tileSizes))
    } else {
      (blockWidth, blockHeight) = (width, min(height, max(1, file.integer(.rowsPerStrip) ?? height)))
      (offsets, sizes) = (file.integers(.stripOffsets), file.integers(.stripSizes))
    }
    guard (1...GroundGrid.mostPosts).contains(blockWidth), (1...GroundGrid.mostPosts).contains(blockHeight),
      blockWidth * blockHeight <= Self.mostBlockBytes / sample.bytes
    else { throw TerrainFault("its blocks of \(blockWidth) × \(blockHeight) are too large", fix: Self.translate) }
    let across = (width + blockWidth - 1) / blockWidth, down = (height + blockHeight - 1) / blockHeight
    guard offsets.count == across * down, sizes.count == across * down else {
      throw TIFFFile.cut("a list of its blocks")
    }
    var packed = 0
    for (offset, size) in zip(offsets, sizes) {
      guard size > 0 else {
        throw TerrainFault(
          "it has blocks without heights", fix: "write them: gdal_translate -co SPARSE_OK=FALSE IN OUT.tif")
      }
      guard file.bytes.has(size, at: offset) else { throw TIFFFile.cut("a block") }
      packed += size
    }
    // So a small file cannot ask for a large image, nor blocks with the same bytes, or mostly beyond the image's edge, for much
    // work.
    let numbers = across * down * blockWidth * blockHeight
    guard packed <= file.bytes.count, numbers <= 2 * GroundGrid.mostPosts,
      numbers * sample.bytes / Self.mostRatio <= packed + 4096
    else { throw TIFFFile.cut("its image") }
  }

  private static func name(compression: Int) -> String {
    switch compression {
    case 7: "JPEG"
    case 32773: "PackBits"
    case 34887: "LERC"
    case 34925: "LZMA"
    case 50000: "Zstandard"
    case 50001: "WebP"
    default: "number \(compression)"
    }
  }

  /// Reads all numbers, rows from south to north.
  func heights(_ inflate: Inflate) throws(TerrainFault) -> [Float] {
    var heights = [Float](repeating: .nan, count: width * height)
    let across = (width + blockWidth - 1) / blockWidth
    for index in offsets.indices {
      let left = index % across * blockWidth, top = index / across * blockHeight
      // The last strip has only the rows that are left; a tile is always whole.
      let rows = isTiled ? blockHeight : min(blockHeight, height - top)
      let block = try self.block(index, rows: rows, inflate)
      for row in 0..<min(rows, height - top) {
        let to = (height - 1 - top - row) * width + left
        for column in 0..<min(blockWidth, width - left) {
          heights[to + column] = number(block, (row * blockWidth + column) * sample.bytes)
        }
      }
    }
    return heights
  }

  /// Returns a block's bytes, unpacked and without predictor; floating-point numbers after predictor 3 are big-endian.
  private func block(_ index: Int, rows: Int, _ inflate: Inflate) throws(TerrainFault) -> [UInt8] {
    let size = rows * blockWidth * sample.bytes
    guard let packed = file.bytes.part(sizes[index], at: offsets[index]) else { throw TIFFFile.cut("a block") }
    let unpacked: [UInt8]? =
      switch compression {
      case 1: packed.count >= size ? Array(packed.prefix(size)) : nil
      case 5: LZW.unpack(packed, size: size)
      default: inflate(packed, size)
      }
    guard var block = unpacked, block.count == size else {
      throw TerrainFault("block \(index) of the image is damaged", fix: "fetch the file again")
    }
    for row in 0..<rows where predictor > 1 {
      let range = row * blockWidth * sample.bytes..<(row + 1) * blockWidth * sample.bytes
      if predictor == 2 { sum(&block, range) } else { join(&block, range) }
    }
    return block
  }

  /// Predictor 2: each number is stored as its difference to the one on its left (TIFF 6.0, section 14).
  private func sum(_ block: inout [UInt8], _ range: Range<Int>) {
    let size = sample.bytes
    var last: UInt32 = 0
    for start in stride(from: range.lowerBound, to: range.upperBound, by: size) {
      var value: UInt32 = 0
      for byte in 0..<size {
        value |= UInt32(block[start + byte]) << UInt32(8 * (file.isLittle ? byte : size - 1 - byte))
      }
      last = last &+ value
      for byte in 0..<size {
        block[start + byte] = UInt8(truncatingIfNeeded: last >> UInt32(8 * (file.isLittle ? byte : size - 1 - byte)))
      }
    }
  }

  /// Predictor 3: a row has first the highest bytes of all its numbers, then the next, and each byte is a difference to the one
  /// before (Adobe Photoshop TIFF Technical Note 3, 2005).
  private func join(_ block: inout [UInt8], _ range: Range<Int>) {
    for at in range.dropFirst() { block[at] = block[at] &+ block[at - 1] }
    let planes = Array(block[range]), size = sample.bytes
    for column in 0..<blockWidth {
      for byte in 0..<size { block[range.lowerBound + column * size + byte] = planes[byte * blockWidth + column] }
    }
  }

  private func number(_ block: [UInt8], _ offset: Int) -> Float {
    var value: UInt64 = 0
    let size = sample.bytes, isLittle = file.isLittle && predictor != 3
    for byte in 0..<size { value |= UInt64(block[offset + byte]) << UInt64(8 * (isLittle ? byte : size - 1 - byte)) }
    switch sample {
    case .unsigned: return Float(value)
    case .signed(let size):
      return size == 2 ? Float(Int16(truncatingIfNeeded: value)) : Float(Int32(truncatingIfNeeded: value))
    case .float(let size):
      return size == 4 ? Float(bitPattern: UInt32(truncatingIfNeeded: value)) : Float(Double(bitPattern: value))
    }
  }
}

/// LZW as of TIFF 6.0, section 13: codes of 9 to 12 bits from the highest bit on, each width one code earlier than necessary.
enum LZW {
  private static let clear = 256, end = 257

  /// Unpacks exactly `size` bytes; nil if there are fewer, or a code is impossible.
  static func unpack(_ packed: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(size)
    // Where the text of each code begins in the output, and its length: a code is an earlier text and the byte after it.
    var starts = [Int](repeating: 0, count: 4096), lengths = [Int](repeating: 0, count: 4096)
    var next = 258, width = 9, previous: (start: Int, length: Int)?
    var buffer: UInt32 = 0, bits = 0, position = 0
    while output.count < size {
      while bits < width {
        guard position < packed.count else { return nil }
        buffer = buffer << 8 | UInt32(packed[position])
        position += 1
        bits += 8
      }
      let code = Int(buffer >> UInt32(bits - width)) & ((1 << width) - 1)
      bits -= width
      if code == end { return nil }
      if code == clear {
        (next, width, previous) = (258, 9, nil)
        continue
      }
      let start = output.count
      // An entry is the text of the code before and the first byte of this one, which stand side by side in the output.
      if let previous, next < 4096 {
        starts[next] = previous.start
        lengths[next] = previous.length + 1
        next += 1
        if next >= (1 << width) - 1, width < 12 { width += 1 }
      }
      if code < 256 {
        output.append(UInt8(code))
      } else {
        guard code < next, code > end else { return nil }
        for index in 0..<lengths[code] {
          guard output.count < size else { break }
          output.append(output[starts[code] + index])
        }
      }
      previous = (start, output.count - start)
    }
    return output
  }
}
