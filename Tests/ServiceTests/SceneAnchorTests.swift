import Expectations
import Geodesy
import Geometry
import Testing
import Text
import Wire

@testable import ScenePublishing
@testable import Service

@Suite struct SceneAnchorTests {
  private func shown(_ walk: SceneWalk) throws -> [String] {
    let frame = try walk.ask("GetFrame", ["include": ["anchors"]])["frame"]
    return frame?["anchors"]?.array?.compactMap { $0["id"]?.string }.sorted() ?? []
  }

  @Test func anAnchorEndsWithItsConnection() throws {
    var walk = try SceneWalk()
    try walk.walk(5)
    var owner: PatientClient? = try walk.stepped.client()
    let added = try walk.ask(
      "AddAnchor", ["id": "clock", "head": ["x": 0.3, "y": 0.2, "z": -1], "payload": ["text": "12:00"]], owner)
    expect(added["owner"]?.string?.hasPrefix("connection-"), equals: true)
    let anchor = try walk.ask("GetFrame", ["include": ["anchors"]])["frame"]?["anchors"]?[0]
    // Visible to other clients, before the place on Earth is known.
    #expect(anchor?["status"]?["state"]?.string == "shown" && anchor?["payload"]?["text"]?.string == "12:00")
    let expected = (0.09 + 0.04 + 1).squareRoot()
    expect(abs((anchor?["distance"]?.double ?? 0) - expected), isBelow: 1e-3)
    // The owner moves it by adding it again, and no other client can remove it.
    try walk.ask("AddAnchor", ["id": "clock", "scene": ["x": 1, "y": 0, "z": 0]], owner)
    expect(named(try walk.ask("RemoveAnchor", ["id": "clock"])), equals: "org.gnomon.Scene.NoSuchAnchor")
    try expect(shown(walk), equals: ["clock"])
    let count = walk.stepped.server.count
    owner = nil
    try walk.stepped.step { walk.stepped.server.count < count }
    try expect(shown(walk), equals: [])
  }

  @Test func aLeaseOutlivesTheConnectionAndEnds() throws {
    let walk = try SceneWalk()
    let place: JSONValue = ["latitude_deg": 48, "longitude_deg": 16]
    for id in ["short", "long"] {
      let added = try walk.ask("AddAnchor", ["id": .string(id), "geographic": place, "lease_s": 1])
      expect(added["owner"]?.string?.hasPrefix("user-"), equals: true)
    }
    try expect(shown(walk), equals: ["long", "short"])
    let renewed = try walk.ask("RenewAnchor", ["id": "long", "lease_s": 1000])
    expect((renewed["expires_boot_ns"]?.integer ?? 0), isAbove: 0)
    try walk.stepped.step { walk.stepped.daemon.scene.anchors.anchors.count == 1 }
    try expect(shown(walk), equals: ["long"])
    expect(named(try walk.ask("RenewAnchor", ["id": "short", "lease_s": 5])), equals: "org.gnomon.Scene.NoSuchAnchor")
    try walk.ask("RemoveAnchor", ["id": "long"])
    try expect(shown(walk), equals: [])
  }

  @Test func aUserHasSoManyAnchors() throws {
    let walk = try SceneWalk(), client = try walk.stepped.client(), other = try walk.stepped.client()
    let head: JSONValue = ["x": 0, "y": 0, "z": -1]
    walk.stepped.server.clock = { 0 }
    var time: Int64 = 0
    for number in 0..<Limits.anchors {
      if number % 500 == 0 {
        time += 2_000_000_000
        let now = time
        walk.stepped.server.clock = { now }
      }
      let added = try walk.ask("AddAnchor", ["id": .string("a\(number)"), "head": head], client)
      #expect(added["owner"] != nil)
    }
    let refused = try walk.ask("AddAnchor", ["id": "one more", "head": head], other)
    expect(named(refused), equals: "org.gnomon.Scene.TooManyAnchors")
    expect(refused["parameters"]?["limit"]?.integer, equals: Int64(Limits.anchors))
    expect(named(try walk.ask("AddAnchor", ["id": "two"], other)), equals: "org.gnomon.Scene.InvalidValue")
  }
}
