import Configuration
import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing
import Text
import Wire

@testable import ScenePublishing
@testable import Service

/// What placements, anchors, hints and subscriptions say when they are asked for it.
@Suite struct SceneExtrasTests {
  private func placement(_ frame: JSONValue?, _ id: String) -> JSONValue? {
    frame?["frame"]?["placements"]?.array?.first { $0["id"]?.string == id }
  }

  private func orientation(_ q: JSONValue) -> Rotation<Model, Scene>? {
    func number(_ key: String) -> Double { q[key]?.double ?? 0 }
    return Rotation(x: number("x"), y: number("y"), z: number("z"), w: number("w"))
  }

  /// Places are removed, and a client subscribes before the next frame; it gets those that are still near.
  @Test func aClientMaySubscribeRightAfterPlacesWereRemoved() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let here = try #require(walk.stepped.daemon.engine.latest?.place)
    let places = ["a", "b", "c"].map { SceneWalk.json($0, at: here) }
    try walk.ask("AddPlaces", ["layer": "mine", "places": .array(places)])
    let first = try walk.subscribe(["include": ["proximity", "placements"]])
    try walk.walk(1)
    try expect(walk.ask("RemovePlaces", ["layer": "mine", "ids": ["a", "b"]])["removed"]?.integer, equals: 2)
    let second = try walk.subscribe(["include": ["proximity"]])
    try walk.walk(1)
    var near: [String] = []
    while let message = second.message() {
      guard let event = message["parameters"]?["event"], event["is_repeat"] == true, event["code"] == "entered" else {
        continue
      }
      near.append(event["parameters"]?["id"]?.string ?? "")
    }
    #expect(near == ["c"] && first.message() != nil, "\(near)")
  }

  /// A client that asks for single frames sees things disappear for half a second after a gross correction, and not for longer.
  @Test func singleFramesShowThingsAgainAfterACorrection() throws {
    var walk = try SceneWalk()
    try walk.localize()
    try walk.ask(
      "AddPlaces", ["layer": "mine", "places": [SceneWalk.json("near", at: SceneWalk.place(100, right: 30))]])
    func state() throws -> String? {
      try walk.ask("GetFrame", ["include": ["placements"]])["frame"]?["status"]?["state"]?.string
    }
    try expect(state(), equals: "shown")
    let snaps = try #require(walk.stepped.daemon.engine.latest).appliedSnaps
    _ = walk.stepped.daemon.command("nudge", #"{"degrees":40}"#)
    var states: [String?] = []
    for _ in 0..<40 {
      try walk.walk(0.1)
      states.append(try state())
    }
    try expect(#require(walk.stepped.daemon.engine.latest).appliedSnaps, isAbove: snaps)
    #expect(states.contains("pending") && states.last == "shown", "\(states)")
  }

  @Test func placementsCarryTheirPayloadWhenAsked() throws {
    var walk = try SceneWalk()
    let long = String(repeating: "x", count: 5000)
    try walk.ask(
      "AddPlaces",
      [
        "places": [
          SceneWalk.json("cafe", at: SceneWalk.place(120, right: 60), [JSONMember("payload", ["menu": [1, 2]])]),
          SceneWalk.json(
            "book", at: SceneWalk.place(120, right: -90), [JSONMember("payload", ["text": .string(long)])]),
          SceneWalk.json("bare", at: SceneWalk.place(-90, right: 90)),
        ]
      ])
    try walk.localize()
    let plain = try walk.ask("GetFrame", ["include": ["placements"]])
    #expect(placement(plain, "cafe") != nil && placement(plain, "cafe")?["payload"] == nil)
    let full = try walk.ask("GetFrame", ["include": ["payload", "billboards"]])
    expect(placement(full, "cafe")?["payload"]?["menu"]?[1]?.integer, equals: 2)
    #expect(placement(full, "bare")?["payload"] == nil && placement(full, "bare")?["payload_bytes"] == nil)
    #expect(placement(full, "book")?["payload"] == nil)
    expect((placement(full, "book")?["payload_bytes"]?.integer ?? 0), isAbove: 5000)
    // Level, its readable side toward the wearer.
    let pose = try #require(walk.stepped.daemon.engine.latest).pose
    let q = try #require(placement(full, "cafe")?["orientation"]),
      point = try #require(placement(full, "cafe")?["point"])
    let rotation = try #require(orientation(q))
    let front = rotation(Direction<Model>(0, 0, 1))
    let east = pose.position.x - (point["x"]?.double ?? 0), south = pose.position.z - (point["z"]?.double ?? 0)
    #expect(abs(front.y) < 1e-6 && abs(front.x * south - front.z * east) < 0.01 * hypot(east, south))
    expect(front.x * east + front.z * south, isAbove: 0)

    let got = try walk.ask("GetPlace", ["layer": "mine", "id": "book"])["place"]
    #expect(got?["payload"]?["text"]?.string == long && got?["status"]?["state"]?.string == "shown")
    #expect(got?["distance"]?.double != nil)
    // The status is that of a style, too: a place beyond the largest number of this one is shown by the configuration's.
    let few = try walk.ask("GetPlace", ["layer": "mine", "id": "book", "style": ["most": 1]])["place"]
    expect(few?["status"]?["reason"]?.string, equals: "cap", "\(few?["status"] ?? .null)")
    // A member that is not known is refused, not dropped.
    let odd = try walk.ask(
      "AddPlaces",
      ["places": [["id": "x", "name": "x", "latitude_deg": 48, "longitude_deg": 16, "opening_hours": "9-5"]]])
    expect(odd["refusals"]?[0]?["reason"]?.string?.contains("opening_hours"), equals: true, "\(odd)")
    expect(named(try walk.ask("GetPlace", ["layer": "mine", "id": "no"])), equals: "org.gnomon.Scene.NoSuchPlace")

    let direction: JSONValue = ["x": .number(-east), "y": 0, "z": .number(-south)]
    let picked = try walk.ask("Pick", ["direction": direction, "include": ["payload"]])["placement"]
    #expect(picked?["id"]?.string == "cafe" && picked?["payload"]?["menu"]?[0]?.integer == 1)
    #expect(try walk.ask("Pick", ["direction": direction])["placement"]?["payload"] == nil)
    expect(
      named(try walk.ask("Pick", ["direction": direction, "include": ["radar"]])),
      equals: "org.gnomon.Scene.InvalidValue")
  }

  @Test func pickedPlacesAndTheTargetStayUnderTheCap() throws {
    var walk = try SceneWalk()
    var places = (0..<40).map { index in
      let angle = Double(index) * 2 * .pi / 40
      return SceneWalk.json(
        "p\(index)", at: SceneWalk.place(40 + 150 * Geometry.cos(angle), right: 150 * Geometry.sin(angle)))
    }
    places.append(SceneWalk.json("aim", at: SceneWalk.place(40, right: 400)))
    try walk.ask("AddPlaces", ["places": .array(places)])
    try walk.localize()
    let style: JSONValue = ["most": 5, "cluster_share": 0, "label": ["width_deg": 0.5, "height_deg": 0.5]]
    func ids(_ extra: [JSONMember] = []) throws -> [String] {
      let frame = try walk.ask(
        "GetFrame", .object([JSONMember("include", ["placements"]), JSONMember("style", style)] + extra))
      return frame["frame"]?["placements"]?.array?.compactMap { $0["id"]?.string } ?? []
    }
    let before = try ids()
    #expect(before.count == 5 && !before.contains("aim"))
    let client = try walk.subscribe(["include": ["hint"], "target": ["layer": "mine", "id": "aim"]])
    let after = try ids()
    #expect(after.count == 5 && after.contains("aim"), "\(after)")
    withExtendedLifetime(client) {}
  }

  @Test func aStyleCountsForItsSubscriptionOnly() throws {
    var walk = try SceneWalk()
    try walk.ask(
      "AddPlaces",
      [
        "places": [
          SceneWalk.json("a", at: SceneWalk.place(120, right: 60), [JSONMember("category", "cafe")]),
          SceneWalk.json("b", at: SceneWalk.place(130, right: 70), [JSONMember("category", "bank")]),
        ]
      ])
    try walk.localize()
    func frame(_ style: JSONValue) throws -> JSONValue {
      try walk.ask("GetFrame", ["include": ["placements"], "style": style])
    }
    let usual = try walk.ask("GetFrame", ["include": ["placements"]])
    #expect(placement(usual, "a")?["count"]?.integer == 2 && placement(usual, "a")?["size"] == nil)
    let apart = try frame(["cluster_share": 0, "near": 50, "middle": 60])
    #expect(placement(apart, "a")?["count"]?.integer == 1 && placement(apart, "b") != nil)
    #expect(placement(apart, "a")?["band"]?.string == "far" && placement(usual, "a")?["band"]?.string == "near")
    let scaled = try frame([
      "cluster_share": 0,
      "scaling": [["scheme": "normal"], ["scheme": "linear", "category": "bank", "threshold": 1000]],
    ])
    let a = try #require(placement(scaled, "a")), b = try #require(placement(scaled, "b"))
    expect(abs((a["size"]?.double ?? 0) - 0.181 * (a["drawn_distance"]?.double ?? 9)), isBelow: 1e-4)
    let share = 1 - (b["distance"]?.double ?? 0) / 1000
    expect(abs((b["size"]?.double ?? 0) - share * (b["scale"]?.double ?? 9)), isBelow: 2e-3)
    for bad: JSONValue in [
      ["label": ["width_deg": 0, "height_deg": 3]], ["label": ["width_deg": 360, "height_deg": 3]],
      ["label": ["width_px": 90, "height_px": 30]], ["line_width": 1e9], ["most": 0], ["most": "many"],
      ["scaling": [["scheme": "tiered"]]], ["scaling": [["scheme": "huge"]]],
      ["scaling": [["scheme": "linear", "threshold": 0]]], ["colour": 3], ["finish_largest": -1],
    ] {
      expect(named(try frame(bad)), equals: "org.gnomon.Scene.InvalidValue", "\(bad)")
    }
    // Only so many different ones at a time.
    var clients: [PatientClient] = []
    for index in 0..<Limits.sceneStyles {
      clients.append(
        try walk.subscribe(["include": ["placements"], "style": ["near": .integer(Int64(index + 10))]]))
    }
    let one = try walk.stepped.client()
    try walk.stepped.say(
      #"{"method":"org.gnomon.Scene.Subscribe","parameters":{"include":["placements"],"style":{"near":99}},"more":true}"#,
      one)
    expect(named(try walk.answer(one)), equals: "org.gnomon.Scene.TooManyStyles")
    // Unused, they might be closed before.
    expect(clients.count, equals: Limits.sceneStyles)
  }

  @Test func anchorsHaveTagsAndAnOrientation() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let place = SceneWalk.place(100, right: 30)
    let at: JSONValue = [
      "latitude_deg": .number(place.latitude.value), "longitude_deg": .number(place.longitude.value),
      "height_kind": "ground",
    ]
    try walk.ask(
      "AddAnchor",
      ["id": "model", "geographic": at, "lease_s": 100, "tags": ["art", "stone"], "heading_deg": 135])
    try walk.ask("AddAnchor", ["id": "sign", "geographic": at, "lease_s": 100, "faces_wearer": true])
    let frame = try walk.ask("GetFrame", ["include": ["anchors"]])["frame"]
    let model = frame?["anchors"]?.array?.first { $0["id"]?.string == "model" }
    expect(model?["tags"]?.array?.compactMap(\.string), equals: ["art", "stone"])
    expect(model?["status"]?["state"]?.string, equals: "shown")
    let q = try #require(model?["orientation"])
    let rotation = try #require(orientation(q))
    let nose = rotation(Direction<Model>(0, 0, -1))
    let applied = try #require(walk.stepped.daemon.engine.latest).appliedYaw.degrees
    let azimuth = Geometry.atan2(nose.x, -nose.z) * 180 / .pi + applied
    #expect(abs((azimuth - 135).remainder(dividingBy: 360)) < 1e-3 && abs(nose.y) < 1e-6)
    for bad: [JSONMember] in [
      [JSONMember("heading_deg", 5), JSONMember("faces_wearer", true)], [JSONMember("pitch_deg", 5)],
      [JSONMember("heading_deg", 1e9)], [JSONMember("tags", [""])],
    ] {
      let answer = try walk.ask("AddAnchor", .object([JSONMember("id", "x"), JSONMember("geographic", at)] + bad))
      expect(named(answer), equals: "org.gnomon.Scene.InvalidValue", "\(bad)")
    }
  }

  @Test func theHintNamesItsTarget() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let here = walk.stepped.daemon.interfaces.scene.viewpoint.place
    let pose = try #require(here)
    let offset = SceneWalk.itinerary.start.smallOffset(to: pose)
    let along = (offset.x * offset.x + offset.z * offset.z).squareRoot()
    let ends = [SceneWalk.place(along - 20), SceneWalk.place(along + 60), SceneWalk.place(along + 60, right: 80)]
    let positions = ends.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    try walk.ask(
      "LoadRoute",
      ["text": .string(#"{"type":"LineString","coordinates":[\#(positions)]}"#), "name": "Harbour"])
    try walk.walk(2)
    let frame = try walk.ask("GetFrame", ["include": ["hint", "progress", "line"]])["frame"]
    let hint = try #require(frame?["hint"])
    #expect(hint["kind"]?.string == "turn" && hint["name"]?.string == "the corner", "\(hint)")
    let go = try #require(hint["go"])
    #expect(go["kind"]?.string == "right" && abs((go["turn_deg"]?.double ?? 0) - 90) < 1)
    #expect(go["english"]?.string?.hasSuffix("m turn right") == true && go["distance"] == hint["length"], "\(go)")
    let blind = try walk.ask("GetFrame", ["include": ["finish"]])
    expect(named(blind), equals: "org.gnomon.Scene.InvalidValue", "\(blind)")
    expect(hint["step"]?["kind"]?.string, equals: "right")
    let length = try #require(hint["length"]?.double)
    let toStep = try #require(frame?["progress"]?["distance_to_step"]?.double)
    expect(abs(length - toStep), isBelow: 0.01)
    // The cue is 3.9 m ahead on the way.
    let cue = try #require(hint["cue"]), done = try #require(frame?["progress"]?["length"]?.double)
    #expect(abs((cue["length"]?.double ?? 0) - done - 3.9) < 0.01 && cue["bearing_deg"]?.double != nil)
    let line = try #require(frame?["line"]?["vertices"]?.array)
    #expect(line.first?["number"]?.integer == -1 && line.count >= 3)
    expect(frame?["line"]?["width"]?.double, equals: 1)
    let short = try walk.ask(
      "GetFrame", ["include": ["line", "arrows"], "style": ["line_ahead": 10, "arrow_spacing": 20, "line_width": 3]])
    let cut = try #require(short["frame"]?["line"]?["vertices"]?.array)
    expect(cut.last?["number"]?.integer, equals: -2)
    expect(abs((cut.last?["length"]?.double ?? 0) - done - 10), isBelow: 0.05)
    let homes = short["frame"]?["arrows"]?["arrows"]?.array?.compactMap { $0["home"]?.double } ?? []
    #expect(homes.count > 3 && homes.allSatisfy { $0.remainder(dividingBy: 20).magnitude < 1e-6 })
    // To a place: its own name and distance, and no cue along the route.
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("gate", at: SceneWalk.place(along, right: 90))]])
    let aimed = try walk.ask("GetFrame", ["include": ["hint"], "target": ["layer": "mine", "id": "gate"]])
    let other = try #require(aimed["frame"]?["hint"])
    #expect(other["name"]?.string == "Place gate" && other["cue"] == nil && other["length"] == nil)
    // To the end of the route, beyond the next turn.
    let ended = try walk.ask("GetFrame", ["include": ["hint"], "target": ["route": "destination"]])
    let end = try #require(ended["frame"]?["hint"]), rest = try #require(end["length"]?.double)
    #expect(end["kind"]?.string == "destination" && rest > length, "\(end)")
    let next = try walk.ask("GetFrame", ["include": ["hint"], "target": ["route": "next"]])
    expect(next["frame"]?["hint"]?["kind"]?.string, equals: "turn")
    for wrong: JSONValue in [["route": "start"], ["id": "gate"], ["layer": "mine", "id": "gate", "route": "next"]] {
      let refused = try walk.ask("GetFrame", ["include": ["hint"], "target": wrong])
      expect(refused["error"]?.string, equals: "org.gnomon.Scene.InvalidValue", "\(wrong)")
    }
  }

  @Test func movingPlacesAreShownWhereTheyAreAndGo() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let now = try #require(walk.stepped.daemon.engine.latest).time.nanoseconds
    let place = SceneWalk.place(120, right: 60)
    func moves(_ east: JSONValue, at time: Int64, growth: JSONValue = 1) -> JSONValue {
      SceneWalk.json(
        "drone", at: place,
        [
          JSONMember(
            "moves", ["east": east, "north": 0, "time_boot_ns": .integer(time), "sigma_growth": growth])
        ])
    }
    for bad in [
      moves(299_792_458, at: now), moves(1, at: now + 5_000_000_000), moves(1, at: now - 70_000_000_000),
      moves(1, at: now, growth: -1),
    ] {
      let refused = try walk.ask("AddPlaces", ["places": [bad]])
      #expect(refused["refused"]?.integer == 1 && refused["added"]?.integer == 0, "\(refused)")
      expect(refused["refusals"]?[0]?["reason"]?.string?.contains("500 m/s"), equals: true)
    }
    let added = try walk.ask("AddPlaces", ["places": [moves(2, at: now)]])
    #expect(added["added"]?.integer == 1 && added["layer"]?.string == "mine")
    let first = try walk.ask("GetFrame", ["include": ["placements"]])
    let before = try #require(placement(first, "drone")?["distance"]?.double)
    try walk.walk(5)
    let second = try walk.ask("GetFrame", ["include": ["placements"]])
    expect(placement(second, "drone")?["distance"]?.double, differsFrom: before)
    // Its velocity is 2 m/s along the scene's axes, level.
    let velocity = try #require(placement(second, "drone")?["velocity"])
    let speeds = ["x", "y", "z"].map { velocity[$0]?.double ?? .nan }
    #expect(abs(speeds[0] * speeds[0] + speeds[2] * speeds[2] - 4) < 1e-3 && abs(speeds[1]) < 1e-6, "\(velocity)")
    let got = try walk.ask("GetPlace", ["layer": "mine", "id": "drone"])["place"]
    expect(placement(second, "drone")?["stated_boot_ns"]?.integer, equals: got?["moves"]?["time_boot_ns"]?.integer)
    #expect(got?["moves"]?["east"]?.double == 2 && got?["status"]?["state"]?.string == "shown")
    // It is in no list, as it is not stored.
    try expect(walk.ask("ListPlaces")["places"]?.array?.isEmpty, equals: true)
    try walk.walk(6)
    let stale = try walk.ask("GetPlace", ["layer": "mine", "id": "drone"])["place"]
    expect(stale?["status"]?["reason"]?.string, equals: "stale", "\(stale ?? .null)")
    try expect(walk.ask("RemovePlaces", ["ids": ["drone"]])["removed"]?.integer, equals: 1)
    expect(named(try walk.ask("GetPlace", ["layer": "mine", "id": "drone"])), equals: "org.gnomon.Scene.NoSuchPlace")
    var many: [JSONValue] = []
    for index in 0...Limits.movingPlacesPerUser {
      many.append(
        SceneWalk.json(
          "m\(index)", at: place, [JSONMember("moves", ["east": 0, "north": 0, "time_boot_ns": .integer(now)])]))
    }
    let refused = try walk.ask("AddPlaces", ["places": .array(many)])
    expect(refused["refused"]?.integer, equals: 1)
    expect(refused["refusals"]?[0]?["reason"]?.string, equals: "there are too many moving places")
  }

  /// What a place says of its radius and label is kept, and read again.
  @Test func radiusAndLabelAreKept() throws {
    var walk = try SceneWalk()
    try walk.ask(
      "AddPlaces",
      [
        "places": [
          SceneWalk.json(
            "park", at: SceneWalk.place(100),
            [JSONMember("radius", 80), JSONMember("label", ["width_px": 90, "height_px": 30])]),
          SceneWalk.json("vast", at: SceneWalk.place(100), [JSONMember("radius", 1e9)]),
          SceneWalk.json(
            "flat", at: SceneWalk.place(100), [JSONMember("label", ["width_deg": 360, "height_deg": 2])]),
          SceneWalk.json("half", at: SceneWalk.place(100), [JSONMember("label", ["width_deg": 5])]),
        ]
      ])
    let places = try walk.ask("ListPlaces")["places"]?.array ?? []
    #expect(places.count == 1 && places[0]["radius"]?.double == 80)
    expect(places.first?["label"]?["height_px"]?.double, equals: 30)
    try walk.localize()
    let frame = try walk.ask("GetFrame", ["include": ["placements"]])
    #expect(frame["frame"]?["placements"] != nil)
  }

  @Test func theConfigurationCountsForTheScene() throws {
    var walk = try SceneWalk {
      $0.configuration = Configuration(files: [
        ("f", "[Scene]\nplaces.most=2\nplaces.radius=250\ncluster.share=0\nroute.arrow_spacing=10\n")
      ])
    }
    let places = (0..<6).map { SceneWalk.json("p\($0)", at: SceneWalk.place(30 + 60 * Double($0), right: 60)) }
    try walk.ask("AddPlaces", ["places": .array(places)])
    try walk.localize()
    let frame = try walk.ask("GetFrame", ["include": ["placements"]])["frame"]
    expect(frame?["placements"]?.array?.count, equals: 2)
    try expect(walk.ask("GetFilter")["radius"]?.double, equals: 250)
    // One's own filter counts instead of the configured radius.
    try walk.ask("SetFilter", ["radius": 600])
    try expect(walk.ask("GetFilter")["radius"]?.double, equals: 600)
    let settings = walk.stepped.daemon.options.configuration.settings
    var more = settings.scene
    more.most = 4
    walk.stepped.daemon.scene.apply(more, settings.route)
    walk.stepped.daemon.scenePublisher.applyParameters()
    let now = try walk.ask("GetFrame", ["include": ["placements"]])["frame"]
    expect(now?["placements"]?.array?.count, equals: 4)
  }
}
