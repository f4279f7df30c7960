import Geodesy
import Geometry
import Testing
import Text

@testable import Wire

/// What a client of the scene reads is what was written, and what it knows is every frame applied to those before.
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
    #expect(try RadarDiscMessage(json: written { Examples.radar.write(to: &$0) }) == Examples.radar)
    #expect(try RadarMessage(json: written { Examples.radar.marks[0].write(to: &$0) }) == Examples.radar.marks[0])
    #expect(try LightMessage(json: written { Examples.light.write(to: &$0) }) == Examples.light)
    #expect(try PlaceMessage(json: Examples.scenePlace(true).json) == Examples.scenePlace(true))
    for viewport in Examples.viewports { #expect(try ViewportMessage(json: viewport.json) == viewport) }
    var filter = PlaceFilterMessage()
    (filter.radius, filter.categories, filter.tags, filter.favouritesOnly) = (.metres(300), ["cafe"], ["wifi"], true)
    #expect(try PlaceFilterMessage(json: filter.json) == filter)
  }

  @Test func whatIsMissingIsNamed() throws {
    let json: JSONValue = ["kind": "dot", "length": 3, "distance": "far"]
    #expect {
      try MarkerMessage(json: json)
    } throws: { "\($0)" == "markers.distance: expected a number" }
    #expect {
      try SceneFrameMessage(json: ["scene_id": 1])
    } throws: { "\($0)".contains("frame.time_boot_ns") }
  }

  /// Frame by frame, with some of their parts, the client has what the last whole frame would have said.
  @Test func framesAddUp() throws {
    var encoder = FrameEncoder(), known = SceneFrameMessage(), buffer = TextBuffer()
    var placement = Examples.placement(true)
    for step in 0..<12 {
      encoder.begin(
        time: Int64(step), scene: step / 6, isStale: step == 5, status: PlacementReport("shown"),
        fault: step == 7 ? "the disk is full" : nil)
      if step % 3 == 0 { placement.azimuth += .degrees(1) }
      encoder.write(.placements) { writer in
        writer.beginArray()
        for _ in 0..<(step % 4) { placement.write(to: &writer) }
        writer.endArray()
      }
      encoder.write(.arrows) { writer in
        if step == 4 { writer.null() } else { Examples.arrows.write(to: &writer) }
      }
      encoder.write(.markers) { writer in
        writer.beginArray()
        Examples.marker.write(to: &writer)
        writer.endArray()
      }
      encoder.write(.anchors) { writer in
        writer.beginArray()
        Examples.anchor(step < 6).write(to: &writer)
        writer.endArray()
      }
      encoder.write(.radar) { Examples.radar.write(to: &$0) }
      encoder.write(.hint) { writer in if step < 8 { Examples.hint(true).write(to: &writer) } else { writer.null() } }
      encoder.write(.finish) { Examples.finish.write(to: &$0) }
      encoder.write(.progress) { Examples.progress(step % 2 == 0).write(to: &$0) }
      encoder.write(.light) { Examples.light.write(to: &$0) }
      encoder.write(.upright) { $0.value(Double(step / 4)) }
      func frame(everything: Bool) throws -> JSONValue {
        encoder.message(everything: everything, in: &buffer)
        return try SceneReply(json: Reply(reading: Array(buffer.bytes.dropLast())).parameters).frame ?? .null
      }
      try known.apply(frame(everything: false))
      let whole = try SceneFrameMessage(json: frame(everything: true))
      #expect(known == whole, "frame \(step)")
      #expect(whole.placements?.count == step % 4 && (whole.arrows == nil) == (step == 4))
      #expect((whole.fault == nil) == (step != 7) && whole.upright == .degrees(Double(step / 4)))
    }
    // What is not understood changes nothing.
    let before = known
    var bad = try written { Examples.light.write(to: &$0) }.object ?? []
    bad.removeLast()
    let frame: JSONValue = [
      "time_boot_ns": 99, "scene_id": 9, "is_stale": false, "status": ["state": "shown"], "hint": .null,
      "light": .object(bad),
    ]
    #expect {
      try known.apply(frame)
    } throws: { "\($0)".contains("light.daylight") }
    #expect(known == before)
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
