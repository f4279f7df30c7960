import Terrain
import TerrainTiles

/// Files of heights, and our own tiles.
enum TerrainBytes {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    let finding = bytes.withUnsafeBytes { bytes -> Finding? in
      do throws(Finding) { try check(ByteView(bytes)) } catch { return error }
      return nil
    }
    if let finding { throw finding }
  }

  private static func check(_ bytes: ByteView) throws(Finding) {
    if let header = try? TileHeader(reading: bytes) {
      let reread = header.bytes.withUnsafeBytes { try? TileHeader(reading: ByteView($0)) }
      try require(reread == header, "a header is another after writing it")
    }
    guard GeoTIFF.begins(bytes) else { return }
    let raster: HeightRaster
    do throws(TerrainFault) { raster = try GeoTIFF.read(bytes, TerrainImport.inflate) } catch {
      return try require(!error.fix.isEmpty, "a fault without what to do: \(error)")
    }
    let plausible = raster.heights.allSatisfy { $0.isNaN || HeightRaster.plausible.contains($0) }
    try require(plausible, "a height beyond the Earth's")
    let header = TileHeader(raster)
    let line = header.row(0, of: raster)
    var heights = [Float](repeating: 0, count: raster.grid.columns)
    let isRead = line.withUnsafeBytes { line in
      heights.withUnsafeMutableBufferPointer { header.read(row: ByteView(line), 0..<raster.grid.columns, into: $0) }
    }
    try require(isRead, "a row is damaged after writing it")
    for (before, after) in zip(raster.heights, heights) {
      let isSame = before.isNaN ? after.isNaN : (before - after).magnitude <= Float(header.scale.value)
      try require(isSame, "a height of \(before) becomes \(after)")
    }
  }
}
