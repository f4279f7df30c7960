import Expectations
import Foundation
import Geodesy
import Geometry
import Samples
import Simulation
import Terrain
import TerrainTiles
import TestSupport
import Testing
import Text
import Wire

@testable import Service

/// The daemon with tiles: level ground along the walk, and a ridge on its right that rises by a fifth from 20 m on.
@Suite struct TerrainServiceTests {
  private static let separation = SimulationParameters().receiver.separation.value
  private static let base = SceneWalk.itinerary.start.height.value - 1.6 - separation

  private static func ground(_ place: Geodetic) -> Double {
    let plane = TangentPlane(origin: SceneWalk.itinerary.start), azimuth = SceneWalk.itinerary.azimuth.radians
    let offset = plane.level(
      Geodetic(latitude: place.latitude, longitude: place.longitude, height: plane.origin.height))
    let right = offset.x * Geometry.cos(azimuth) + offset.z * Geometry.sin(azimuth)
    return base + 0.2 * max(0, right - 20)
  }

  private func folder() throws -> (Scratch, TileFolder) {
    let scratch = try Scratch(), start = SceneWalk.itinerary.start, step = 1.0 / 10_800
    let grid = try GroundGrid(
      south: Degrees(start.latitude.value - 0.006), west: Degrees(start.longitude.value - 0.008),
      latitudeStep: Degrees(step), longitudeStep: Degrees(step), rows: 140, columns: 180)
    let heights = (0..<grid.rows * grid.columns).map {
      Float(Self.ground(grid.place(row: $0 / grid.columns, column: $0 % grid.columns)))
    }
    let folder = TileFolder(scratch.path("terrain"))
    _ = try folder.add(HeightRaster(grid: grid, heights: heights, datum: .seaLevel))
    return (scratch, folder)
  }

  @Test func placesAndAnchorsLieOnTheirGround() throws {
    let (scratch, folder) = try folder()
    defer { withExtendedLifetime(scratch) {} }
    var walk = try SceneWalk { $0.terrain = folder.path }
    let listed = try walk.ask("ListTerrain")
    // As the typed client reads them.
    let tiles = try ListTerrainReply(json: listed)
    #expect(tiles.directory == folder.path && tiles.tiles.count == 1 && tiles.unused.isEmpty)
    #expect(tiles.tiles[0].rows == 140 && tiles.tiles[0].heightKind == "sea-level" && tiles.tiles[0].voids == 0)
    let ridge = try walk.ask(
      "GetTerrain",
      [
        "latitude_deg": .number(SceneWalk.place(60, right: 60).latitude.value),
        "longitude_deg": .number(SceneWalk.place(60, right: 60).longitude.value),
      ])
    expect(abs((try GetTerrainReply(json: ridge).height?.value ?? 0) - Self.base - 8), isBelow: 0.1)
    let nowhere = try GetTerrainReply(json: walk.ask("GetTerrain", ["latitude_deg": 0, "longitude_deg": 0]))
    #expect(nowhere.height == nil && nowhere.reason == "no-tile")
    expect(listed["tiles"]?.array?.count, equals: 1)
    expect(listed["directory"]?.string, equals: folder.path)
    let near = SceneWalk.place(60, right: 60), level = SceneWalk.place(80, right: -40)
    let at = try walk.ask(
      "GetTerrain", ["latitude_deg": .number(near.latitude.value), "longitude_deg": .number(near.longitude.value)])
    expect(abs((at["height"]?.double ?? 0) - Self.base - 8), isBelow: 0.1)
    try expect(walk.ask("GetTerrain", ["latitude_deg": 0, "longitude_deg": 0])["reason"]?.string, equals: "no-tile")

    let ground: [JSONMember] = [JSONMember("height_kind", "ground"), JSONMember("height", 2)]
    _ = try walk.ask(
      "AddPlaces",
      ["places": .array([SceneWalk.json("up", at: near, ground), SceneWalk.json("level", at: level, ground)])])
    _ = try walk.ask(
      "AddAnchor",
      [
        "id": "sign", "lease_s": 1000,
        "geographic": [
          "latitude_deg": .number(near.latitude.value), "longitude_deg": .number(near.longitude.value),
          "height_kind": "ground", "height": 2,
        ],
      ])
    try walk.localize()
    #expect(walk.stepped.daemon.engine.tracker.aids.contains { $0.description.name == "terrain" && $0.fused > 5 })
    try walk.walk(8)
    let pose = try #require(walk.stepped.daemon.engine.latest), place = try #require(pose.place)
    #expect(pose.isHeightOfTerrain)
    expect(abs(place.height.value - SceneWalk.itinerary.start.height.value), isBelow: 0.6)
    let frame = try walk.ask("GetFrame", ["include": ["placements", "anchors"]])["frame"]
    for (name, rise) in [("up", 8.0), ("level", 0)] {
      let placement = try #require(frame?["placements"]?.array?.first { $0["id"]?.string == name })
      let distance = try #require(placement["distance"]?.double),
        elevation = try #require(placement["elevation_deg"]?.double)
      let height = place.height.value + distance * Geometry.sin(elevation * .pi / 180)
      expect(abs(height - (SceneWalk.itinerary.start.height.value - 1.6 + rise + 2)), isBelow: 0.3)
    }
    let anchor = try #require(frame?["anchors"]?.array?.first)
    let distance = try #require(anchor["distance"]?.double), elevation = try #require(anchor["elevation_deg"]?.double)
    let height = place.height.value + distance * Geometry.sin(elevation * .pi / 180)
    expect(abs(height - (SceneWalk.itinerary.start.height.value - 1.6 + 10)), isBelow: 0.3)
  }

  /// A recording contains the ground that was walked on, so a replay without tiles gives the same heights.
  @Test func theGroundIsInTheRecording() throws {
    let (scratch, folder) = try folder()
    defer { withExtendedLifetime(scratch) {} }
    var walk = try SceneWalk { $0.terrain = folder.path }
    let path = scratch.path("a.gnomon")
    try walk.stepped.daemon.engine.startRecording(path)
    try walk.walk(40)
    _ = walk.stepped.daemon.engine.stopRecording()
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\"rows\":8"))
  }

  @Test func heightKindsAreAcceptedInBothSpellings() throws {
    let walk = try SceneWalk(), place = SceneWalk.place(10)
    for kind in ["eye", "ground", "ellipsoid", "sea-level", "sea_level"] {
      let answer = try walk.ask(
        "AddPlaces",
        [
          "places": [
            SceneWalk.json(
              kind, at: place, [JSONMember("height_kind", .string(kind)), JSONMember("height", kind == "eye" ? 0 : 1)])
          ]
        ])
      expect(answer["refused"]?.integer, equals: 0)
    }
  }
}
