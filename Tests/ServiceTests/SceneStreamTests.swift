import Expectations
import Geodesy
import Geometry
import Samples
import Testing
import Text

@testable import ScenePublishing
@testable import Service

@Suite struct SceneStreamTests {
  /// The first frame has all requested parts, later ones only the changed parts; with "everything" each frame has all.
  @Test func onlyChangesAreSent() throws {
    var walk = try SceneWalk()
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("a", at: SceneWalk.place(100, right: 30))]])
    try walk.localize()
    let parts: JSONValue = ["placements", "progress", "light", "anchors"]
    let thrifty = try walk.subscribe(["include": parts, "rate_hz": 20])
    let lavish = try walk.subscribe(["include": parts, "rate_hz": 20, "everything": true])
    var few: [JSONValue] = [], many: [JSONValue] = []
    try walk.walk(5) {
      while let message = thrifty.message() { few.append(message["parameters"]?["frame"] ?? .null) }
      while let message = lavish.message() { many.append(message["parameters"]?["frame"] ?? .null) }
    }
    for name in ["placements", "progress", "light", "anchors"] {
      #expect(few.first?[name] != nil)
      #expect(many.allSatisfy { $0[name] != nil })
    }
    #expect(few.count > 50 && few.dropFirst().allSatisfy { $0["progress"] == nil && $0["anchors"] == nil })
    #expect(few.dropFirst().contains { $0["placements"] != nil })
    // On a grid of 50 ms, with samples every 5 ms.
    let times = many.compactMap { $0["time_boot_ns"]?.integer }
    for (time, next) in zip(times, times.dropFirst()) {
      let steps = Int64((Double(next - times[0]) / 5e7).rounded())
      #expect(next > time && abs(next - times[0] - steps * 50_000_000) <= 5_000_000)
    }
  }

  /// After a missed frame the next one contains its content.
  @Test func aSlowReaderGetsEveryLastingChange() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let client = try walk.subscribe(["include": ["placements", "anchors"], "rate_hz": 50])
    try walk.walk(1)
    while client.message() != nil {}
    let owner = try walk.stepped.client()
    try walk.ask("AddAnchor", ["id": "sign", "head": ["x": 0, "y": 0, "z": -1]], owner)
    let many = (0..<60).map { SceneWalk.json("p\($0)", at: SceneWalk.place(150 + Double($0), right: 40)) }
    try walk.ask("AddPlaces", ["places": .array(many)])
    try walk.walk(15)
    var anchors: JSONValue?, dropped: Int64 = 0
    try walk.walk(5) {
      while let message = client.message()?["parameters"] {
        dropped += message["dropped"]?.integer ?? 0
        if let value = message["frame"]?["anchors"] { anchors = value }
      }
    }
    expect(dropped, isAbove: 0)
    expect(anchors?[0]?["id"]?.string, equals: "sign")
  }

  /// In the next frame that is read, moved placements state that, however many frames were missed between.
  @Test func aSlowReaderGetsMovedPlacements() throws {
    var walk = try SceneWalk()
    try walk.ask("AddPlaces", ["places": .array((0..<40).map { spread($0) })])
    try walk.localize()
    let client = try walk.subscribe(["include": ["placements"], "rate_hz": 50, "everything": true])
    var before: [String: JSONValue] = [:], changes = 0, dropped: Int64 = 0, step = 40
    func read() {
      while let message = client.message()?["parameters"] {
        dropped += message["dropped"]?.integer ?? 0
        guard let placements = message["frame"]?["placements"]?.array else { continue }
        var now: [String: JSONValue] = [:]
        for placement in placements {
          guard let id = placement["id"]?.string else { continue }
          now[id] = placement
          let words = placement["transition"]?.array?.compactMap(\.string) ?? []
          func change(_ word: String) {
            changes += 1
            #expect(words.contains(word), "\(id) at \(message["frame"]?["time_boot_ns"]?.integer ?? 0)")
          }
          guard let last = before[id] else {
            if !before.isEmpty { change("appeared") }
            continue
          }
          if last["slot"] != placement["slot"], !words.contains("appeared") { change("slot") }
          if last["count"] != placement["count"], !words.contains("appeared") { change("count") }
        }
        before = now
      }
    }
    for _ in 0..<15 {
      try walk.walk(2)
      try walk.ask("AddPlaces", ["places": .array((step..<(step + 4)).map { spread($0) })])
      step += 4
      // Long enough after the change that the frame which states it is not the one that is read.
      try walk.walk(1)
      read()
    }
    #expect(dropped > 500 && changes > 20, "\(dropped), \(changes)")
  }

  /// A place in any direction, with no two near each other.
  private func spread(_ index: Int) -> JSONValue {
    let turn = Double(index) * 2.399963, distance = 60 + 4 * Double(index)
    return SceneWalk.json(
      "p\(index)", at: SceneWalk.place(distance * Geometry.cos(turn) + 40, right: distance * Geometry.sin(turn)))
  }

  @Test func reachingAPlaceIsReportedOnce() throws {
    var walk = try SceneWalk()
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("gate", at: SceneWalk.place(70, right: 5))]])
    let client = try walk.subscribe(["include": ["proximity"]])
    var codes: [String] = []
    try walk.walk(60) {
      while let message = client.message()?["parameters"] {
        if let event = message["event"] {
          #expect(event["parameters"]?["id"]?.string == "gate" && event["kind"]?.string == "proximity")
          codes.append(event["code"]?.string ?? "")
        }
        #expect(message["frame"] == nil)
      }
    }
    #expect(codes == ["entered", "at"] || codes == ["entered", "at", "left"], "\(codes)")
  }

  /// A client that comes late sees what an early one does: the places that are near, and where the route is.
  @Test func aLateClientGetsTheState() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let here = try #require(walk.stepped.daemon.interfaces.scene.viewpoint.place)
    let offset = SceneWalk.itinerary.start.smallOffset(to: here), along = hypot(offset.x, offset.z)
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("gate", at: SceneWalk.place(along + 15))]])
    let corners = [SceneWalk.place(0), SceneWalk.place(400), SceneWalk.place(400, right: 300)]
    let points = corners.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    let route = #"{"type":"LineString","coordinates":[\#(points)]}"#
    try walk.ask("LoadRoute", ["text": .string(route), "name": "Harbour"])
    let wanted: JSONValue = ["include": ["placements", "proximity", "announcements"]]
    var codes: [String] = [], repeats = 0, places: [JSONValue] = []
    func read(_ client: PatientClient) {
      while let message = client.message()?["parameters"] {
        if let event = message["event"] {
          codes.append(event["code"]?.string ?? "")
          repeats += event["is_repeat"]?.bool == true ? 1 : 0
          if event["code"]?.string == "start" { expect(event["parameters"]?["name"]?.string, equals: "Harbour") }
        }
        places = message["frame"]?["placements"]?.array ?? places
      }
    }
    let early = try walk.subscribe(wanted)
    try walk.walk(12) { read(early) }
    #expect(codes.sorted() == ["at", "entered", "start"] && repeats == 0, "\(codes)")
    let late = try walk.subscribe(wanted)
    codes = []
    places = []
    try walk.walk(0.5) { read(late) }
    #expect(codes.sorted() == ["at", "entered", "start"] && repeats == 3, "\(codes)")
    let shown = try #require(places.first)
    #expect(shown["is_near"]?.bool == true && shown["is_at"]?.bool == true)
  }

  @Test func invalidSubscriptionsAreRefused() throws {
    let walk = try SceneWalk(), client = try walk.stepped.client()
    client.send(#"{"method":"org.gnomon.Scene.Subscribe","parameters":{"include":["places"]},"more":true}"#)
    let refused = try walk.answer(client)
    expect(named(refused), equals: "org.gnomon.Scene.InvalidValue")
    expect(refused["parameters"]?["expected"]?.string?.contains("placements"), equals: true)
    expect(named(try walk.ask("Subscribe", ["include": ["route"]])), equals: "org.varlink.service.ExpectedMore")
    client.send(
      #"{"method":"org.gnomon.Scene.Subscribe","parameters":{"include":["route"],"rate_hz":500},"more":true}"#)
    expect(named(try walk.answer(client)), equals: "org.gnomon.Scene.InvalidValue")
  }
}
