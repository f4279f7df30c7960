import Expectations
import Geodesy
import Geometry
import Glibc
import Testing

@testable import Terrain
@testable import TerrainTiles

/// Tiles in a folder: written, read, damaged, and what stands over what.
struct TileTests {
  private func raster(
    south: Double = 48, west: Double = 16, step: Double = 1.0 / 3600, rows: Int = 40, columns: Int = 50,
    datum: HeightDatum = .seaLevel, _ height: (Int, Int) -> Double
  ) throws -> HeightRaster {
    let grid = try GroundGrid(
      south: Degrees(south), west: Degrees(west), latitudeStep: Degrees(step), longitudeStep: Degrees(step), rows: rows,
      columns: columns)
    let heights = (0..<rows * columns).map { Float(height($0 / columns, $0 % columns)) }
    return HeightRaster(grid: grid, heights: heights, datum: datum)
  }

  private func height(_ answer: GroundAnswer) -> Double {
    if case .height(let height, _) = answer { height.value } else { .nan }
  }

  @Test func interpolatesBetweenPosts() throws {
    // A twisted plane is reproduced exactly by bilinear interpolation.
    let folder = TileFolder(try scratchFolder())
    let tile = try folder.add(try raster { Double($0) * 2 + Double($1) * 3 + Double($0 * $1) * 0.25 })
    for (row, column) in [(0.0, 0.0), (0.5, 0.5), (7.25, 11.75), (39, 49), (38.999, 0.001)] {
      let answer = folder.height(at: place(48 + row / 3600, 16 + column / 3600), [tile])
      expect(abs(height(answer) - (2 * row + 3 * column + 0.25 * row * column)), isBelow: 0.005)
    }
    expect(folder.height(at: place(47.9, 16), [tile]), equals: .outside)
    // A longitude one turn away is the same.
    expect(abs(height(folder.height(at: place(48 + 1.0 / 3600, 16 - 360), [tile])) - 2), isBelow: 0.005)
  }

  @Test func aVoidAtACornerGivesNoHeight() throws {
    let folder = TileFolder(try scratchFolder())
    let tile = try folder.add(try raster { $0 == 10 && $1 == 10 ? .nan : 100 })
    expect(tile.header.voids, equals: 1)
    expect(folder.height(at: place(48 + 10.5 / 3600, 16 + 9.5 / 3600), [tile]), equals: .void)
    expect(height(folder.height(at: place(48 + 11.5 / 3600, 16 + 9.5 / 3600), [tile])), equals: 100)
    // On the line between two posts the others have no share.
    expect(height(folder.height(at: place(48 + 11.0 / 3600, 16 + 10.0 / 3600), [tile])), equals: 100)
  }

  @Test func theFinerTileWins() throws {
    let folder = TileFolder(try scratchFolder())
    _ = try folder.add(try raster(step: 3.0 / 3600) { _, _ in 100 })
    _ = try folder.add(try raster(rows: 20, columns: 20) { $0 == 5 && $1 == 5 ? .nan : 200 })
    let tiles = folder.scan().tiles
    expect(tiles.count, equals: 2)
    expect(height(folder.height(at: place(48 + 10.5 / 3600, 16 + 10.5 / 3600), tiles)), equals: 200)
    // In its void the coarser tile counts, and beyond it too.
    expect(height(folder.height(at: place(48 + 5.5 / 3600, 16 + 5.5 / 3600), tiles)), equals: 100)
    expect(height(folder.height(at: place(48 + 30.5 / 3600, 16 + 10.5 / 3600), tiles)), equals: 100)
  }

  /// Between tiles of pixels lies a strip of one step, where the height is that between the posts of both.
  @Test func theStripBetweenTwoTilesIsInterpolated() throws {
    let folder = TileFolder(try scratchFolder())
    _ = try folder.add(try raster { Double($0) * 0 + Double($1) * 2 })
    _ = try folder.add(try raster(west: 16 + 50.0 / 3600) { Double($0) * 0 + Double($1 + 50) * 2 })
    let tiles = folder.scan().tiles
    for share in [0.1, 0.5, 0.9] {
      let answer = folder.height(at: place(48 + 10.0 / 3600, 16 + (49 + share) / 3600), tiles)
      expect(abs(height(answer) - (98 + 2 * share)), isBelow: 0.01)
    }
  }

  @Test func aTileIsReplacedWholeAndRemoved() throws {
    let path = try scratchFolder(), folder = TileFolder(path)
    let first = try folder.add(try raster { _, _ in 1 })
    let second = try folder.add(try raster { _, _ in 2 })
    expect(first.name, equals: second.name)
    expect(first.name, equals: "n48.0000e016.0000-40x50")
    expect(folder.scan().tiles, equals: [second])
    #expect(throws: TerrainFault.self) { try folder.add(try raster { _, _ in .nan }) }
    expect(folder.scan().tiles, equals: [second])
    try folder.remove(second.name)
    #expect(folder.scan().tiles.isEmpty)
    #expect(throws: TerrainFault.self) { try folder.remove(second.name) }
    #expect(throws: TerrainFault.self) { try folder.remove("../\(second.name)") }
  }

  @Test func damageIsNamedAndCostsNoMoreThanItsRow() throws {
    let path = try scratchFolder(), folder = TileFolder(path)
    let tile = try folder.add(try raster { _, _ in 100 })
    let file = "\(path)/\(tile.name).tile", whole = read(file)
    expect(whole.count, equals: tile.header.fileSize)
    var damaged = whole
    damaged[TileHeader.size + 10 * tile.header.rowSize + 6] ^= 1
    write(damaged, file)
    expect(folder.scan().tiles, equals: [tile])
    let window = folder.window(around: place(48 + 10.5 / 3600, 16.005), [tile])
    expect(window.window.height(at: place(48 + 10.5 / 3600, 16.005)), equals: .void)
    expect(window.window.height(at: place(48 + 12.5 / 3600, 16.005)), equals: .height(Length(100), .seaLevel))
    #expect(window.unused.contains { $0.description.contains("1 of its rows") })
    write(Array(whole.dropLast(7)), file)
    #expect(folder.scan().tiles.isEmpty)
    expect(folder.scan().unused.first?.description.contains("cut off"), equals: true)
    var header = whole
    header[30] ^= 1
    write(header, file)
    expect(folder.scan().unused.first?.description.contains("header is damaged"), equals: true)
  }

  /// Each damaged tile of a folder is closed once: the numbers of descriptors that others have opened meanwhile stay theirs.
  @Test func aDamagedTileIsClosedOnce() throws {
    let path = try scratchFolder(), folder = TileFolder(path)
    let tile = try folder.add(try raster { _, _ in 100 })
    let file = "\(path)/\(tile.name).tile"
    write(Array(read(file).dropLast(7)), file)
    let neighbor = FileNeighbor()
    for _ in 0..<2000 { #expect(folder.scan().tiles.isEmpty) }
    expect(neighbor.end(), equals: 0)
  }

  @Test func theFinestStepSpansTheHeights() throws {
    let raster = try raster { Double($0) * 50.123 + Double($1) * 0.01 }
    let header = TileHeader(raster)
    expect(header.scale.value, isAtMost: 1.0 / 16)
    for height in raster.heights {
      expect(abs(header.height(header.number(height)) - height), isAtMost: Float(header.scale.value))
    }
  }

  @Test func thePatchOfThePipelineIsThatOfTheTiles() throws {
    let folder = TileFolder(try scratchFolder())
    _ = try folder.add(try raster { 100 + Double($0) * 2 + Double($1) * 3 })
    let here = place(48 + 20.3 / 3600, 16 + 20.6 / 3600)
    let window = folder.window(around: here, folder.scan().tiles).window
    let patch = try #require(window.patch(around: here, separation: Length(40)))
    expect(patch.datum, equals: .ellipsoid)
    #expect(patch.contains(here, margin: 2))
    let again = try #require(TerrainPatch(json: patch.json))
    for (row, column) in [(20.3, 20.6), (18.5, 22.1)] {
      let there = place(48 + row / 3600, 16 + column / 3600)
      expect(abs(height(again.height(at: there)) - height(window.height(at: there)) - 40), isBelow: 0.02)
    }
    #expect(window.patch(around: here, separation: nil) == nil)
    #expect(TerrainPatch(json: ["rows": 2]) == nil)
  }
}
