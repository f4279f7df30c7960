public import Geometry

/// The header of a tile in our own format: 128 bytes, little-endian, then the rows of posts from south to north.
/// Each row is `columns` 16-bit numbers, height = offset + scale · number, −32768 for a void, and the CRC-32 of its bytes.
public struct TileHeader: Equatable, Sendable {
  public var grid: GroundGrid
  public var datum: HeightDatum
  /// Meters per unit, and the height of the number 0.
  public var scale: Length
  public var offset: Length
  /// The lowest and highest height; equal if all posts are voids.
  public var lowest: Length
  public var highest: Length
  public var voids: Int

  public static let size = 128
  static let magic = Array("gnomonT1".utf8)
  static let void = Int16.min

  public var rowSize: Int { 2 * grid.columns + 4 }
  public var fileSize: Int { Self.size + grid.rows * rowSize }

  /// Chooses scale and offset for a raster: whole meters for whole meters, else the finest power of two that spans its heights.
  public init(_ raster: HeightRaster) {
    grid = raster.grid
    datum = raster.datum
    voids = raster.voids
    let range = raster.range ?? 0...0
    lowest = Length(Double(range.lowerBound))
    highest = Length(Double(range.upperBound))
    let isWhole = raster.heights.allSatisfy { $0.isNaN || $0 == $0.rounded() }
    if isWhole {
      (scale, offset) = (Length(1), .zero)
    } else {
      // The finest step is 1/256 m; 65 000 steps span 254 m.
      var step = 1.0 / 256
      while (highest - lowest).value / step > 65_000 { step *= 2 }
      scale = Length(step)
      offset = Length(((lowest + highest).value / 2).rounded())
    }
  }

  func number(_ height: Float) -> Int16 {
    guard !height.isNaN else { return Self.void }
    let number = ((Double(height) - offset.value) / scale.value).rounded()
    return Int16(max(-32_767, min(32_767, number)))
  }

  func height(_ number: Int16) -> Float {
    number == Self.void ? .nan : Float(offset.value + scale.value * Double(number))
  }

  public var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(little: UInt32(1))
    bytes.append(little: UInt32(datum == .ellipsoid ? 1 : 0))
    for value in [grid.south.value, grid.west.value, grid.latitudeStep.value, grid.longitudeStep.value] {
      bytes.append(little: value.bitPattern)
    }
    bytes.append(little: UInt32(grid.rows))
    bytes.append(little: UInt32(grid.columns))
    for value in [scale, offset, lowest, highest] { bytes.append(little: value.value.bitPattern) }
    bytes.append(little: UInt32(voids))
    bytes += [UInt8](repeating: 0, count: Self.size - 4 - bytes.count)
    bytes.append(little: Checksum.of(bytes))
    return bytes
  }

  public init(reading bytes: ByteView) throws(TerrainFault) {
    let again = "add the original file again"
    guard bytes.count >= Self.size else { throw TerrainFault("the tile is cut off in its header", fix: again) }
    guard bytes.bytes.starts(with: Self.magic) else {
      throw TerrainFault("no tile of gnomon", fix: "make one with 'gnomon terrain add FILE'")
    }
    guard bytes.little32(8) == 1 else {
      throw TerrainFault("a tile of version \(bytes.little32(8)); this program reads version 1", fix: again)
    }
    guard bytes.little32(Self.size - 4) == Checksum.of(bytes.bytes.prefix(Self.size - 4)) else {
      throw TerrainFault("the tile's header is damaged", fix: again)
    }
    func number(_ offset: Int) -> Double { Double(bitPattern: bytes.little64(offset)) }
    grid = try GroundGrid(
      south: Degrees(number(16)), west: Degrees(number(24)), latitudeStep: Degrees(number(32)),
      longitudeStep: Degrees(number(40)), rows: Int(bytes.little32(48)), columns: Int(bytes.little32(52)))
    datum = bytes.little32(12) & 1 == 1 ? .ellipsoid : .seaLevel
    scale = Length(number(56))
    offset = Length(number(64))
    lowest = Length(number(72))
    highest = Length(number(80))
    voids = Int(bytes.little32(88))
    let heights = Double(HeightRaster.plausible.lowerBound)...Double(HeightRaster.plausible.upperBound)
    guard scale.value > 0, scale.value <= 1, heights.contains(offset.value), lowest <= highest,
      heights.contains(lowest.value), heights.contains(highest.value), voids <= grid.rows * grid.columns
    else { throw TerrainFault("the tile's header has impossible heights", fix: again) }
  }

  /// Returns one row with its checksum.
  public func row(_ row: Int, of raster: HeightRaster) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rowSize)
    for height in raster.heights[row * grid.columns..<(row + 1) * grid.columns] { bytes.append(little: number(height)) }
    bytes.append(little: Checksum.of(bytes))
    return bytes
  }

  /// Throws unless a file has the size that its header states.
  public func check(size: Int) throws(TerrainFault) {
    guard size == fileSize else {
      throw TerrainFault(
        "the tile has \(size) bytes instead of \(fileSize)\(size < fileSize ? ": it is cut off" : "")",
        fix: "add the original file again")
    }
  }

  /// Reads the posts of a row within `columns` into `heights`, which has room for them; false if the row is damaged.
  public func read(row bytes: ByteView, _ columns: Range<Int>, into heights: UnsafeMutableBufferPointer<Float>) -> Bool
  {
    let end = rowSize - 4
    guard bytes.count == rowSize, bytes.little32(end) == Checksum.of(bytes.bytes.prefix(end)) else { return false }
    for (index, column) in columns.enumerated() {
      heights[index] = height(Int16(bitPattern: bytes.little16(2 * column)))
    }
    return true
  }
}
