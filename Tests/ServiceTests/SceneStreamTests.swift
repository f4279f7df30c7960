import Geodesy
import Geometry
import Samples
import Testing
import Text

@testable import Service

@Suite struct SceneStreamTests {
  /// The first frame has all that was asked for, those after it what has changed; with "everything" all have all.
  @Test func onlyWhatHasChangedIsSent() throws {
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

  /// Who has missed a frame gets what was in it with the next.
  @Test func aSlowReaderMissesNothingThatLasts() throws {
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
    #expect(dropped > 0)
    #expect(anchors?[0]?["id"]?.string == "sign")
  }

  @Test func reachingAPlaceIsToldOnce() throws {
    var walk = try SceneWalk()
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("gate", at: SceneWalk.place(70, right: 10))]])
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
    #expect(codes == ["entered"] || codes == ["entered", "left"], "\(codes)")
  }

  @Test func whatCannotBeAskedForIsRefused() throws {
    let walk = try SceneWalk(), client = try walk.stepped.client()
    client.send(#"{"method":"org.gnomon.Scene.Subscribe","parameters":{"include":["places"]},"more":true}"#)
    let refused = try walk.answer(client)
    #expect(named(refused) == "org.gnomon.Scene.InvalidValue")
    #expect(refused["parameters"]?["expected"]?.string?.contains("placements") == true)
    #expect(named(try walk.ask("Subscribe", ["include": ["route"]])) == "org.varlink.service.ExpectedMore")
    client.send(
      #"{"method":"org.gnomon.Scene.Subscribe","parameters":{"include":["route"],"rate_hz":500},"more":true}"#)
    #expect(named(try walk.answer(client)) == "org.gnomon.Scene.InvalidValue")
  }
}
