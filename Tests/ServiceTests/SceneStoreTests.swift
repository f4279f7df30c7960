import Expectations
import Geodesy
import Geometry
import Scenery
import Storage
import TestSupport
import Testing
import Text
import Wire

@testable import ScenePublishing
@testable import Service

/// The store of the scene: clients that write to it, and clients that wait for this.
@Suite struct SceneStoreTests {
  /// A client sends forty calls without waiting for an answer: between any two of them there are poses.
  @Test func posesGoOnWhilePlacesAreImported() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let poses = try walk.stepped.subscriber()
    let importer = try walk.stepped.client()
    var text = TextBuffer()
    for call in 0..<40 {
      let places = (0..<50).map {
        SceneWalk.json("\(call)-\($0)", at: SceneWalk.place(Double($0), right: Double(call)))
      }
      let message: JSONValue = ["method": "org.gnomon.Scene.AddPlaces", "parameters": ["places": .array(places)]]
      message.write(to: &text)
      text.append(UInt8(0))
    }
    var rest = text.bytes[...], counts = [0], received = 0, answers = 0
    while answers < 40 {
      if !rest.isEmpty { rest = rest.dropFirst(importer.send(rest)) }
      try walk.walk(0.02)
      let count = try walk.stepped.places { (store) throws(DatabaseFault) in try store.count(in: nil) }
      if count != counts.last { counts.append(count) }
      while poses.message() != nil { received += 1 }
      while let answer = importer.message() {
        answers += 1
        expect(answer["parameters"]?["added"]?.integer, equals: 50)
      }
    }
    expect(counts.last, equals: 2000)
    // One call that had waited, and one that came: each with samples before and after it.
    for (before, after) in zip(counts, counts.dropFirst()) { expect(after - before, isAtMost: 100) }
    expect(received, isAtLeast: 40)
  }

  @Test func tooManyAtOnceAreRefusedWhole() throws {
    let walk = try SceneWalk()
    let places = (0...Limits.places).map { SceneWalk.json("\($0)", at: SceneWalk.place(Double($0))) }
    let refused = try walk.ask("AddPlaces", ["places": .array(places)])
    expect(named(refused), equals: "org.gnomon.Scene.TooManyPlaces")
    expect(refused["parameters"]?["limit"]?.integer, equals: Int64(Limits.places))
    try expect(walk.ask("ListPlaces")["count"]?.integer, equals: 0)
    let added = try walk.ask("AddPlaces", ["places": .array(Array(places.dropLast()))])
    expect(added["added"]?.integer, equals: Int64(Limits.places))
  }

  /// Another process adds a place and changes the filter: a second later this is visible.
  @Test func changesOfAnotherProcessAreRead() throws {
    let folder = try Scratch()
    var walk = try SceneWalk { $0.places = folder.url.path }
    try walk.localize()
    let client = try walk.subscribe(["include": ["placements"]])
    var view = SceneView()
    func visibleIDs() throws -> [String] {
      for _ in 0..<15 { walk.stepped.daemon.interfaces.scene.tend() }
      try walk.walk(1) {
        while let frame = client.message()?["parameters"]?["frame"] { view.apply(frame) }
      }
      while let frame = client.message()?["parameters"]?["frame"] { view.apply(frame) }
      return view.frame["placements"]?.array?.compactMap { $0["id"]?.string } ?? []
    }
    try expect(visibleIDs(), equals: [])
    let other = try PlaceStore(directory: folder.url.path)
    try other.add(
      [
        Place(id: "new", name: "New", category: "cafe", position: SceneWalk.place(150, right: 60)),
        Place(id: "old", name: "Old", category: "bank", position: SceneWalk.place(150, right: -60)),
      ], to: "elsewhere")
    expect(Set(try visibleIDs()), equals: ["new", "old"])
    try other.setFilter(PlaceFilter(categories: ["cafe"]))
    try expect(visibleIDs(), equals: ["new"])
  }

  /// The hint is about a place that is moved, and then removed.
  @Test func theHintFollowsItsPlace() throws {
    var walk = try SceneWalk()
    try walk.localize()
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("goal", at: SceneWalk.place(200))]])
    let client = try walk.subscribe(["include": ["hint"], "target": ["layer": "mine", "id": "goal"]])
    var view = SceneView()
    func distance() throws -> Double? {
      try walk.walk(0.5)
      while let frame = client.message()?["parameters"]?["frame"] { view.apply(frame) }
      return view.frame["hint"]?["distance"]?.double
    }
    let before = try #require(try distance())
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("goal", at: SceneWalk.place(300))]])
    let after = try #require(try distance())
    expect((after - before - 100).magnitude, isBelow: 5)
    try walk.ask("RemovePlaces", ["ids": ["goal"]])
    #expect(try distance() == nil)
    expect(view.frame["hint"]?.isNull, equals: true)
  }

  /// Of more near places than the board holds, the rest are hidden because of the number, not because of their distance.
  @Test func placesAboveTheLimitOfTheBoardAreTooMany() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let crowd = (0..<PlaceDesk.most + 50).map {
      SceneWalk.json("\($0)", at: SceneWalk.place(50, right: 20 + Double($0) / 100), name: "Stall")
    }
    for part in stride(from: 0, to: crowd.count, by: Limits.places) {
      try walk.ask("AddPlaces", ["places": .array(Array(crowd[part..<min(crowd.count, part + Limits.places)]))])
    }
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("far", at: SceneWalk.place(50, right: 5000), name: "Far")]])
    // A pose is recent for half a second of this machine's time.
    func state(_ id: String, _ text: String) throws -> String? {
      try walk.walk(0.02)
      return try walk.ask("FindPlaces", ["text": .string(text), "limit": 1]).state(of: id)
    }
    try expect(state("far", "Far"), equals: "hidden range")
    let last = try walk.ask("FindPlaces", ["radius": 400, "limit": 1000])["places"]?.array ?? []
    expect(last.count, equals: 1000)
    let cursor = try walk.ask("ListPlaces", ["limit": 1000])
    expect(cursor["places"]?.array?.count, equals: 1000)
    // The farthest of the crowd are not on the board.
    var page = cursor, states: [String: String] = [:]
    while let next = page["next"]?.string {
      try walk.walk(0.02)
      page = try walk.ask("ListPlaces", ["limit": 1000, "cursor": .string(next)])
      for place in page["places"]?.array ?? [] {
        states[place["id"]?.string ?? ""] = place["status"]?["reason"]?.string
      }
    }
    #expect(
      states["\(PlaceDesk.most + 49)"] == "cap" && states["far"] == "range")
  }

  /// A route that is loaded far from its start guides to it.
  @Test func aRouteFarAwayIsApproached() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let ends = [SceneWalk.place(400, right: 100), SceneWalk.place(900, right: 100)]
    let positions = ends.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    try walk.ask("LoadRoute", ["text": .string(#"{"type":"LineString","coordinates":[\#(positions)]}"#)])
    let client = try walk.subscribe(["include": ["progress", "hint", "announcements", "route"]])
    var view = SceneView(), codes: [String] = [], sentence = ""
    try walk.walk(8) {
      while let message = client.message()?["parameters"] {
        if let frame = message["frame"] { view.apply(frame) }
        guard let event = message["event"] else { continue }
        codes.append(event["code"]?.string ?? "")
        if codes.last == "approach" { sentence = event["english"]?.string ?? "" }
      }
    }
    expect(codes, equals: ["start", "approach"], "\(codes)")
    #expect(
      sentence.hasPrefix("go to the start: 3")
        && (sentence.hasSuffix("ahead of you") || sentence.hasSuffix("ahead on the right")), "\(sentence)")
    let progress = try #require(view.frame["progress"])
    #expect(progress["status"]?.string == "approaching" && progress["deviation"]?["rejoin_length"]?.double == 0)
    expect(view.frame["hint"]?["kind"]?.string, equals: "start")
  }
}
