import Geodesy
import Geometry
import Glibc
import Terrain

@testable import TerrainTiles

/// The heights that the program of libtiff wrote into Tests/Fuzz/seeds/terrain, row 0 in the north.
func written(_ row: Int, _ column: Int) -> Double {
  if row == 5, column == 7 { return .nan }
  let wave = 40 * Geometry.sin(0.3 * Double(column)) + 25 * Geometry.cos(0.2 * Double(row))
  return 300 + wave + 0.25 * Double(column)
}

let seeds: String = {
  #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Fuzz/seeds/terrain"
}()

/// A folder for one test.
func scratchFolder() throws -> String {
  var template = Array("/tmp/gnomon-terrain-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw TerrainFault("no folder", fix: "make room in /tmp") }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func write(_ bytes: [UInt8], _ path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  precondition(file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count)
  close(file)
}

func read(_ path: String) -> [UInt8] {
  let file = open(path, O_RDONLY)
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 22)
  let count = Glibc.read(file, &bytes, bytes.count)
  return Array(bytes.prefix(max(0, count)))
}

/// An .hgt file of 3 arc-seconds: a plane that rises by 1 m a post to the north and falls by 1 m each second post to the east,
/// with a void.
let hgt: [UInt8] = {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(2 * 1201 * 1201)
  for row in 0..<1201 {
    for column in 0..<1201 {
      let height = row == 600 && column == 600 ? Int16.min : Int16(1200 - row + 100 - column / 2)
      bytes += [UInt8(truncatingIfNeeded: height >> 8), UInt8(truncatingIfNeeded: height)]
    }
  }
  return bytes
}()

func place(_ latitude: Double, _ longitude: Double) -> Geodetic {
  Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
}
