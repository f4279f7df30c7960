import Geometry
import Testing
import Text

@testable import Wire

@Suite struct SceneMessageTests {
  @Test func missingMembersAreNamed() throws {
    let json: JSONValue = ["kind": "dot", "length": 3, "distance": "far"]
    #expect {
      try MarkerMessage(json: json, at: "markers")
    } throws: { "\($0)" == "markers.distance: expected a number" }
    #expect {
      try SceneFrameMessage(json: ["scene_id": 1])
    } throws: { "\($0)" == "time_boot_ns: expected a whole number" }
    #expect(throws: MessageFault(member: "latitude_deg", expected: "a number")) {
      try PlaceMessage(json: ["id": "a", "name": "b", "latitude_deg": "c", "longitude_deg": 1])
    }
  }

  /// A frame is refused as a whole if a part cannot be read; a section without content is null.
  @Test func aFrameIsReadWhole() throws {
    func frame(_ light: JSONValue) throws -> SceneFrameMessage {
      try SceneFrameMessage(json: [
        "time_boot_ns": 99, "is_full": true, "scene_id": 9, "is_stale": false, "status": ["state": "shown"],
        "hint": .null, "light": light, "upright_deg": 3,
      ])
    }
    let read = try frame(["sun_azimuth_deg": 120, "sun_elevation_deg": -3, "daylight": "twilight"])
    #expect(read.time == 99 && read.scene == 9 && read.hint == nil && read.finish == nil && read.placements == nil)
    #expect(read.light?.sunAzimuth == .degrees(120) && read.upright == .degrees(3))
    #expect {
      _ = try frame(["sun_azimuth_deg": 120, "sun_elevation_deg": -3])
    } throws: { "\($0)" == "light.daylight: expected a text" }
  }
}
