import Geodesy
import Geometry
import Testing
import Text

@testable import Wire

/// A client of the scene reads the messages as they were written, and its state is the sum of all frames.
@Suite struct SceneMessageTests {
  @Test func eachIsReadAsItWasWritten() throws {
    for full in [true, false] {
      let anchor = Examples.anchor(full), hint = Examples.hint(full)
      #expect(try AnchorMessage(json: written { anchor.write(to: &$0) }) == anchor)
      #expect(try HintMessage(json: written { hint.write(to: &$0) }) == hint)
    }
    var seen = Examples.anchor(true)
    seen.placement?.azimuth = .degrees(12)
    seen.placement?.sigma = SigmaReport(azimuth: .degrees(3), elevation: .degrees(1), distance: nil)
    #expect(try AnchorMessage(json: written { seen.write(to: &$0) }) == seen)
    #expect(try ArrowMessage(json: written { Examples.arrow.write(to: &$0) }) == Examples.arrow)
    #expect(try MarkerMessage(json: written { Examples.marker.write(to: &$0) }) == Examples.marker)
    #expect(try FinishMessage(json: written { Examples.finish.write(to: &$0) }) == Examples.finish)
    #expect(try StepMessage(json: written { Examples.step.write(to: &$0) }) == Examples.step)
    #expect(try ArrowsMessage(json: written { Examples.arrows.write(to: &$0) }) == Examples.arrows)
    #expect(try LineMessage(json: written { Examples.line.write(to: &$0) }) == Examples.line)
    #expect(try RadarDiscMessage(json: written { Examples.radar.write(to: &$0) }) == Examples.radar)
    #expect(try RadarMessage(json: written { Examples.radar.marks[0].write(to: &$0) }) == Examples.radar.marks[0])
    #expect(try LightMessage(json: written { Examples.light.write(to: &$0) }) == Examples.light)
    #expect(try PlaceMessage(json: Examples.scenePlace(true).json) == Examples.scenePlace(true))
    for viewport in Examples.viewports { #expect(try ViewportMessage(json: viewport.json) == viewport) }
    var filter = PlaceFilterMessage()
    (filter.radius, filter.categories, filter.tags, filter.favouritesOnly) = (.metres(300), ["cafe"], ["wifi"], true)
    #expect(try PlaceFilterMessage(json: filter.json) == filter)
  }

  @Test func missingMembersAreNamed() throws {
    let json: JSONValue = ["kind": "dot", "length": 3, "distance": "far"]
    #expect {
      try MarkerMessage(json: json)
    } throws: { "\($0)" == "markers.distance: expected a number" }
    #expect {
      try SceneFrameMessage(json: ["scene_id": 1])
    } throws: { "\($0)".contains("frame.time_boot_ns") }
  }

  /// A frame with each of its parts is read as it was written, and refused as a whole if a part cannot be read.
  @Test func aFrameIsReadWhole() throws {
    let head: [JSONMember] = [
      JSONMember("time_boot_ns", 99), JSONMember("scene_id", 9), JSONMember("is_stale", false),
      JSONMember("status", ["state": "shown"]), JSONMember("hint", .null),
    ]
    let parts = [
      JSONMember("placements", .array([try written { Examples.placement(true).write(to: &$0) }])),
      JSONMember("arrows", try written { Examples.arrows.write(to: &$0) }),
      JSONMember("markers", .array([try written { Examples.marker.write(to: &$0) }])),
      JSONMember("anchors", .array([try written { Examples.anchor(true).write(to: &$0) }])),
      JSONMember("radar", try written { Examples.radar.write(to: &$0) }),
      JSONMember("light", try written { Examples.light.write(to: &$0) }), JSONMember("upright_deg", 3),
      JSONMember("pose", try written { Examples.framePose(true).write(to: &$0) }),
    ]
    let frame = try SceneFrameMessage(json: .object(head + parts))
    #expect(frame.time == 99 && frame.scene == 9 && !frame.isStale && frame.hint == nil && frame.finish == nil)
    #expect(frame.placements == [Examples.placement(true)] && frame.arrows == Examples.arrows)
    #expect(frame.markers == [Examples.marker] && frame.anchors == [Examples.anchor(true)])
    #expect(frame.radar == Examples.radar && frame.light == Examples.light && frame.upright == .degrees(3))
    #expect(frame.pose == Examples.framePose(true))
    var bad = try written { Examples.light.write(to: &$0) }.object ?? []
    bad.removeLast()
    #expect {
      _ = try SceneFrameMessage(json: .object(head + [JSONMember("light", .object(bad))]))
    } throws: { "\($0)".contains("light.daylight") }
  }

  @Test func answersAreRead() throws {
    let added: JSONValue = [
      "layer": "mine", "added": 2, "updated": 1, "cleaned": 0, "refused": 1,
      "refusals": [["index": 3, "id": "a", "reason": "why"]],
    ]
    let addition = try PlaceAdditionMessage(json: added)
    #expect(addition.refusals == [.init(index: 3, id: "a", reason: "why")] && addition.added == 2)
    let place = Examples.scenePlace(true)
    let page = try PlacePageMessage(json: ["places": [place.json], "next": "7", "count": 9])
    #expect(page.places == [place] && page.next == "7" && page.count == 9 && !page.isComplete)
    #expect(try PlacePageMessage(json: ["places": [], "is_complete": true]).isComplete)
    let loaded: JSONValue = [
      "revision": 2, "name": "Harbour", "format": "GPX", "points": 9, "length": 120.5, "stated_duration": .null,
      "steps": 3, "notes": ["n"],
    ]
    let route = try LoadedRouteMessage(json: loaded)
    #expect(route.length == .metres(120.5) && route.statedDuration == nil && route.notes == ["n"])
    let progress = Examples.progress(true)
    let active: JSONValue = [
      "revision": 2, "name": "Harbour", "length": 120.5, "stated_duration": 90,
      "steps": .array([try written { Examples.step.write(to: &$0) }]),
      "points": [["latitude_deg": 60, "longitude_deg": 25]],
      "progress": try written { progress.write(to: &$0) },
    ]
    let read = try RouteMessage(json: active)
    #expect(read.steps == [Examples.step] && read.progress == progress && read.statedDuration == .seconds(90))
    #expect(read.points == [Geodetic(latitude: Degrees(60), longitude: Degrees(25))])
  }
}
