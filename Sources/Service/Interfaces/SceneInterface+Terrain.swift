import Geodesy
import Geometry
import ScenePublishing
import SocketServer
import Terrain
import TerrainTiles
import Text
import Wire

// The ground of the tiles, in org.gnomon.Scene.
extension SceneInterface {
  func listTerrain(_ call: Call) -> Server.Answer {
    guard let folder = scene.terrain.folder else { return .reply { $0.value(Self.list(nil, ([], []), nil)) } }
    let separation = scene.terrain.separation
    return daemon.answer(call, after: daemon.worker.work { folder.scan() }) { found in
      .reply { $0.value(Self.list(folder.path, found, separation)) }
    }
  }

  private static func list(
    _ path: String?, _ found: (tiles: [TerrainTile], unused: [UnusedTile]), _ separation: Length?
  ) -> JSONValue {
    [
      "directory": path.map { .string($0) } ?? .null, "tiles": .array(found.tiles.map(\.json)),
      "unused": .array(found.unused.map(\.json)),
      "geoid_separation": separation.map { .number(($0.value * 1000).rounded() / 1000) } ?? .null,
    ]
  }

  func getTerrain(_ asked: GetTerrainCall, _ call: Call) -> Server.Answer {
    let place = Geodetic(latitude: asked.latitude, longitude: asked.longitude)
    guard let folder = scene.terrain.folder else { return .reply { $0.value(GroundAnswer.outside.json) } }
    return daemon.answer(call, after: daemon.worker.work { folder.height(at: place, folder.scan().tiles) }) { answer in
      .reply { $0.value(answer.json) }
    }
  }
}
