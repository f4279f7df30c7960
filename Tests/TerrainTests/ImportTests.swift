import Expectations
import Geodesy
import Geometry
import Terrain
import Testing

@testable import TerrainTiles

/// Files as published, against what was written into them by libtiff, and bad ones.
struct ImportTests {
  @Test(arguments: [
    ("strips-int16", true), ("strips-big-endian-lzw-predictor", true), ("tiles-float-deflate-predictor", false),
    ("tiles-int32-lzw", true), ("big-tiff-float64-deflate", false), ("strips-float-big-endian-lzw", false),
  ])
  func filesOfLibtiffAreRead(_ name: String, isWhole: Bool) throws {
    let raster = try TerrainImport.raster(path: "\(seeds)/\(name).tif")
    expect(raster.grid.rows, equals: 30)
    expect(raster.grid.columns, equals: 41)
    // Points for whole strips of 16 bits, else pixels, whose middle lies half a step inside.
    let half = name.hasPrefix("strips-int16") || name.hasPrefix("strips-big") ? 0 : 0.5 / 3600
    expect(abs(raster.grid.west.value - 16.37 - half), isBelow: 1e-9)
    expect(abs(raster.grid.north.value - 48.21 + half), isBelow: 1e-9)
    expect(raster.datum, equals: (name == "tiles-int32-lzw" ? .ellipsoid : .seaLevel))
    expect(raster.voids, equals: 1)
    for row in 0..<30 {
      for column in 0..<41 {
        let height = raster.heights[(29 - row) * 41 + column], truth = written(row, column)
        if truth.isNaN {
          #expect(height.isNaN)
        } else {
          expect(abs(Double(height) - (isWhole ? truth.rounded(.down) : truth)), isBelow: 1e-4)
        }
      }
    }
  }

  @Test func refusesAProjectionByName() {
    #expect {
      try TerrainImport.raster(path: "\(seeds)/projected.tif")
    } throws: {
      "\($0)".contains("EPSG:32633") && "\($0)".contains("gdalwarp -t_srs EPSG:4326")
    }
  }

  @Test func refusesATIFFThatIsCut() throws {
    let folder = try scratchFolder(), whole = read("\(seeds)/tiles-float-deflate-predictor.tif")
    for length in stride(from: 1, to: whole.count, by: 37) {
      write(Array(whole.prefix(length)), "\(folder)/a.tif")
      #expect(throws: TerrainFault.self) { try TerrainImport.raster(path: "\(folder)/a.tif") }
    }
  }

  @Test func readsAnHGT() throws {
    let folder = try scratchFolder()
    write(hgt, "\(folder)/S01W072.hgt")
    let raster = try TerrainImport.raster(path: "\(folder)/S01W072.hgt")
    expect(raster.grid.south.value, equals: -1)
    expect(raster.grid.west.value, equals: -72)
    expect(raster.voids, equals: 1)
    expect(raster.datum, equals: .seaLevel)
    // The first row is the most northern.
    expect(raster.heights[1200 * 1201], equals: 1300)
    expect(raster.heights[1200], equals: 100 - 600)
  }

  @Test(arguments: ["N48E16.hgt", "X48E016.hgt", "N48E016_a.hgt", "N95E016.hgt"])
  func refusesAWrongName(_ name: String) throws {
    let folder = try scratchFolder()
    write(hgt, "\(folder)/\(name)")
    #expect { try TerrainImport.raster(path: "\(folder)/\(name)") } throws: { "\($0)".contains("N48E016.hgt") }
  }

  @Test func refusesAnHGTThatIsCut() throws {
    let folder = try scratchFolder()
    write(Array(hgt.dropLast(1000)), "\(folder)/N48E016.hgt")
    #expect { try TerrainImport.raster(path: "\(folder)/N48E016.hgt") } throws: { "\($0)".contains("cut off") }
  }
}
