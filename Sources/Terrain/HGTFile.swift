public import Geometry

/// A tile of the Shuttle Radar Topography Mission: 1201 × 1201 or 3601 × 3601 heights above EGM96 in meters, 16-bit big-endian,
/// rows from north to south, −32768 for a void. The name states the south-western post (NASA, "SRTM Topography", 2005).
public enum HGTFile {
  /// Returns the south-western post that a name such as N48E016.hgt states; nil for another name.
  public static func corner(of name: String) -> (south: Degrees, west: Degrees)? {
    let bytes = Array(name.utf8.prefix(7))
    guard bytes.count == 7, name.utf8.count == 7 || Array(name.utf8)[7] == UInt8(ascii: ".") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte) - 48
      }
      return value
    }
    let northSouth = bytes[0] | 0x20, eastWest = bytes[3] | 0x20
    guard let latitude = number(1..<3), let longitude = number(4..<7), latitude <= 90, longitude <= 180,
      northSouth == UInt8(ascii: "n") || northSouth == UInt8(ascii: "s"),
      eastWest == UInt8(ascii: "e") || eastWest == UInt8(ascii: "w")
    else { return nil }
    return (
      Degrees(Double(northSouth == UInt8(ascii: "n") ? latitude : -latitude)),
      Degrees(Double(eastWest == UInt8(ascii: "e") ? longitude : -longitude))
    )
  }

  /// Reads a tile; `name` is that of the file, without its folder.
  public static func read(_ bytes: ByteView, name: String) throws(TerrainFault) -> HeightRaster {
    guard let corner = corner(of: name) else {
      throw TerrainFault(
        "the name of an .hgt file states its south-western corner, and '\(name)' does not",
        fix: "name it as it was published, such as N48E016.hgt")
    }
    let side: Int
    switch bytes.count {
    case 2 * 3601 * 3601: side = 3601
    case 2 * 1201 * 1201: side = 1201
    default:
      throw TerrainFault(
        "\(bytes.count) bytes are no .hgt file, which has 25934402 (1 arc-second) or 2884802 (3 arc-seconds)",
        fix: "fetch it again; it may be cut off, or still be compressed")
    }
    let step = Degrees(1 / Double(side - 1))
    let grid = try GroundGrid(
      south: corner.south, west: corner.west, latitudeStep: step, longitudeStep: step, rows: side, columns: side)
    var heights = [Float](repeating: .nan, count: side * side)
    for row in 0..<side {
      let to = (side - 1 - row) * side
      for column in 0..<side {
        let value = Int16(bitPattern: bytes.big16(2 * (row * side + column)))
        let height = Float(value)
        if value != .min, HeightRaster.plausible.contains(height) { heights[to + column] = height }
      }
    }
    return HeightRaster(grid: grid, heights: heights, datum: .seaLevel)
  }
}
