import Geodesy
import Geometry

/// Heights from a GeoTIFF file in geographic coordinates of WGS 84 (OGC 19-008r4, "GeoTIFF 1.1"). Another projection is refused by
/// its number, with the command that converts it.
public enum GeoTIFF {
  public static func begins(_ bytes: ByteView) -> Bool { TIFFFile.begins(bytes) }

  public static func read(_ bytes: ByteView, _ inflate: Inflate) throws(TerrainFault) -> HeightRaster {
    let file = try TIFFFile(bytes)
    let keys = try Keys(file)
    let image = try TIFFImage(file)
    let grid = try grid(file, image, keys)
    var heights = try image.heights(inflate)
    let void = file.text(.noData).flatMap { Double(trimming: $0) }.map { Float($0) }
    for index in heights.indices {
      let height = heights[index]
      if height == void || !HeightRaster.plausible.contains(height) { heights[index] = .nan }
    }
    return HeightRaster(grid: grid, heights: heights, datum: keys.datum)
  }

  private static let warp = "convert it with: gdalwarp -t_srs EPSG:4326 IN OUT.tif"

  /// The georeference, as far as it is needed.
  private struct Keys {
    /// Whether a height is that of a point; else of a pixel, whose middle lies half a step from its corner.
    var isPoint = false
    var datum = HeightDatum.seaLevel

    init(_ file: TIFFFile) throws(TerrainFault) {
      let numbers = file.integers(.geoKeys)
      guard numbers.count >= 4 else {
        throw TerrainFault(
          "the TIFF file has no georeference (GeoKeys)",
          fix: "if it is in degrees of WGS 84, state that: gdal_translate -a_srs EPSG:4326 IN OUT.tif")
      }
      var keys: [Int: Int] = [:]
      for start in stride(from: 4, to: numbers.count - 3, by: 4) where numbers[start + 1] == 0 {
        keys[numbers[start]] = numbers[start + 3]
      }
      switch keys[1024] {
      case 2: break
      case 1:
        let name = keys[3072].map { "EPSG:\($0)" } ?? "one of its own"
        throw TerrainFault("it is in a projection (\(name)), not in degrees of WGS 84", fix: GeoTIFF.warp)
      case let model:
        throw TerrainFault(
          "its model type is \(model.map { "\($0)" } ?? "not stated"), not geographic", fix: GeoTIFF.warp)
      }
      switch keys[2048] {
      case 4326: break
      case 4979: datum = .ellipsoid
      case let system:
        throw TerrainFault(
          "its coordinates are \(system.map { "EPSG:\($0)" } ?? "of no stated system"), not WGS 84 (EPSG:4326 or 4979)",
          fix: GeoTIFF.warp)
      }
      if let unit = keys[2054], unit != 9102 {
        throw TerrainFault("its angles are in unit \(unit), not in degrees", fix: GeoTIFF.warp)
      }
      if let unit = keys[4099], unit != 9001 {
        throw TerrainFault(
          "its heights are in unit \(unit), not in meters",
          fix: "convert feet with: gdal_calc.py -A IN --calc='A*0.3048' --outfile OUT.tif")
      }
      // 4979 and 5030 are the ellipsoid of WGS 84, as three-dimensional system and as former code of GeoTIFF 1.0.
      if let vertical = keys[4096], vertical == 4979 || vertical == 5030 { datum = .ellipsoid }
      isPoint = keys[1025] == 2
    }
  }

  private static func grid(_ file: TIFFFile, _ image: TIFFImage, _ keys: Keys) throws(TerrainFault) -> GroundGrid {
    let scale = file.doubles(.pixelScale), tie = file.doubles(.tiepoints)
    guard scale.count >= 2, tie.count >= 6, !file.has(.transformation) else {
      throw TerrainFault(
        "its position is not stated by ModelPixelScale and one ModelTiepoint; it may be turned", fix: warp)
    }
    guard (scale + tie.prefix(6)).allSatisfy(\.isFinite), scale[0] > 0, scale[1] > 0 else {
      throw TerrainFault("its scale or tiepoint is no number above zero", fix: warp)
    }
    // The tiepoint ties raster position (I, J) to (X, Y); the first post is at the raster's (0, 0), or in the pixel's middle.
    let half = keys.isPoint ? 0 : 0.5
    let west = tie[3] + (half - tie[0]) * scale[0], north = tie[4] - (half - tie[1]) * scale[1]
    return try GroundGrid(
      south: Degrees(north - Double(image.height - 1) * scale[1]), west: Degrees(west), latitudeStep: Degrees(scale[1]),
      longitudeStep: Degrees(scale[0]), rows: image.height, columns: image.width)
  }
}

extension Double {
  /// A number with spaces around it, as in the tag of GDAL.
  fileprivate init?(trimming text: String) {
    let number = text.drop { $0 == " " }
    self.init(number.prefix { $0 != " " })
  }
}
