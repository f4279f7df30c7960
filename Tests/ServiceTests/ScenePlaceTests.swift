import Expectations
import Foundation
import Geodesy
import Geometry
import TestSupport
import Testing
import Text

@testable import ScenePublishing
@testable import Service

@Suite struct ScenePlaceTests {
  /// A place that is added before the first fix has the status pending, and is shown at its position afterward.
  @Test func placesWaitForTheFirstFixAndAreThenShown() throws {
    var walk = try SceneWalk()
    let harbour = SceneWalk.place(120, right: 60)
    let added = try walk.ask("AddPlaces", ["places": [SceneWalk.json("harbour", at: harbour)]])
    #expect(added["layer"]?.string == "mine" && added["added"]?.integer == 1)
    try expect(walk.ask("ListPlaces").state(of: "harbour"), equals: "pending waiting-for-fix")
    let client = try walk.subscribe(["include": ["placements", "statuses"]])
    var states: [String] = [], placement: JSONValue?
    func listen() {
      while let message = client.message()?["parameters"] {
        for change in message["event"]?["parameters"]?["changes"]?.array ?? [] {
          states.append(change["new"]?["state"]?.string ?? "?")
        }
        if let first = message["frame"]?["placements"]?[0] { placement = first }
      }
    }
    try walk.walk(30) { listen() }
    listen()
    #expect(states.last == "shown" && states.filter { $0 == "shown" }.count == 1, "\(states)")
    try expect(walk.ask("ListPlaces").state(of: "harbour"), equals: "shown")

    // By the geodesic from the wearer's place, turned by the drawn yaw.
    let pose = try #require(walk.stepped.daemon.engine.latest)
    let frame = try walk.ask("GetFrame")["frame"]
    let now = try #require(frame?["placements"]?[0])
    let eyes = try #require(walk.stepped.daemon.interfaces.scene.viewpoint.place)
    let geodesic = Geodesic(from: eyes, to: harbour)
    let distance = try #require(now["distance"]?.double), azimuth = try #require(now["azimuth_deg"]?.double)
    expect(abs(distance - geodesic.distance.value), isBelow: 0.01)
    expect(abs((azimuth - geodesic.azimuth.degrees).remainder(dividingBy: 360)), isBelow: 0.01)
    let east = (now["point"]?["x"]?.double ?? 0) - pose.pose.position.x
    let south = (now["point"]?["z"]?.double ?? 0) - pose.pose.position.z
    let drawn = Geometry.atan2(east, -south) * 180 / .pi + pose.appliedYaw.degrees
    expect(abs((drawn - geodesic.azimuth.degrees).remainder(dividingBy: 360)), isBelow: 0.01)
    #expect(placement?["name"]?.string == "Place harbour" && (placement?["azimuth_sigma_deg"]?.double ?? 0) > 0)
  }

  /// A few new places are on the board at once, however many are around: nothing is read from the disk again.
  @Test func anAddedPlaceIsInTheNextFrame() throws {
    var walk = try SceneWalk()
    try walk.localize()
    for batch in 0..<10 {
      let around = (0..<500).map { index -> JSONValue in
        let number = 500 * batch + index
        return SceneWalk.json(
          "p\(number)", at: SceneWalk.place(Double(number % 70) * 12 - 300, right: Double(number / 70) * 10 - 350))
      }
      try expect(walk.ask("AddPlaces", ["layer": "around", "places": .array(around)])["added"]?.integer, equals: 500)
    }
    let here = try #require(walk.stepped.daemon.engine.latest?.place)
    _ = try walk.ask("GetFrame", ["include": ["placements"]])
    let desk = walk.stepped.daemon.scenePublisher.scene.places, surveys = desk.surveys
    expect(desk.boards.usual.places.count, isAbove: 2000, "\(desk.boards.usual.places.count)")
    try walk.ask(
      "AddPlaces",
      [
        "layer": "mine",
        "places": [SceneWalk.json("near", at: here), SceneWalk.json("far", at: SceneWalk.place(9000))],
      ])
    let frame = try walk.ask("GetFrame", ["include": ["placements"], "style": ["cluster_share": 0]])
    expect(frame["frame"]?["placements"]?.array?.contains { $0["id"]?.string == "near" }, equals: true, "\(frame)")
    #expect(desk.surveys == surveys && !desk.boards.usual.places.contains { $0.key.id == "far" })
    // One that replaces another keeps that one's mark, which the store knows: it is looked up.
    try walk.ask("AddPlaces", ["layer": "mine", "places": [SceneWalk.json("near", at: here, name: "Nearer")]])
    _ = try walk.ask("GetFrame", ["include": ["placements"]])
    #expect(desk.surveys > surveys && desk.boards.usual.places.contains { $0.name == "Nearer" })
  }

  /// A height that nothing says the meaning of is refused, and the other places of the call are added.
  @Test func aHeightNeedsItsKind() throws {
    let walk = try SceneWalk()
    func add(_ members: [JSONMember]) throws -> JSONValue {
      let places: [JSONValue] = [
        SceneWalk.json("high", at: SceneWalk.place(50), members), SceneWalk.json("level", at: SceneWalk.place(60)),
      ]
      return try walk.ask("AddPlaces", ["places": .array(places)])
    }
    let refused = try add([JSONMember("height", .number(30))])
    #expect(refused["added"]?.integer == 1 && refused["refused"]?.integer == 1, "\(refused)")
    expect(refused["refusals"]?[0]?["index"]?.integer, equals: 0)
    expect(refused["refusals"]?[0]?["reason"]?.string?.contains("height_kind"), equals: true, "\(refused)")
    let added = try add([JSONMember("height", .number(30)), JSONMember("height_kind", .string("ground"))])
    #expect(added["added"]?.integer == 1 && added["refused"]?.integer == 0, "\(added)")
  }

  /// A missing member is named, with both ways to say the thing.
  @Test(arguments: ["RequestRoute", "AlignToPlace"]) func bothWaysAreNamed(method: String) throws {
    let walk = try SceneWalk()
    let cases: [(JSONValue, String)] = [
      (.object([]), "id"), (["id": "a"], "layer"), (["layer": "a"], "id"), (["latitude_deg": 48], "longitude_deg"),
      (["layer": "a", "id": "b", "latitude_deg": 48, "longitude_deg": 16], "id"),
    ]
    for (parameters, member) in cases {
      let answer = try walk.ask(method, parameters)["parameters"]
      expect(answer?["parameter"]?.string, equals: member, "\(parameters): \(String(describing: answer))")
      expect(answer?["expected"]?.string, equals: "either layer and id of a place, or latitude_deg and longitude_deg")
    }
  }

  @Test func theFilterIsAppliedWholeOrRefused() throws {
    var walk = try SceneWalk()
    let category: (String) -> [JSONMember] = { [JSONMember("category", .string($0))] }
    try walk.ask(
      "AddPlaces",
      [
        "places": [
          SceneWalk.json("cafe", at: SceneWalk.place(100, right: 40), category("cafe")),
          SceneWalk.json("bank", at: SceneWalk.place(100, right: -60), category("bank")),
          SceneWalk.json("far", at: SceneWalk.place(5000), category("cafe")),
        ]
      ])
    try walk.localize()
    try expect(walk.ask("ListPlaces").state(of: "bank"), equals: "shown")
    try walk.ask("SetFilter", ["radius": 300, "categories": ["cafe"]])
    let list = try walk.ask("ListPlaces")
    expect(list.state(of: "cafe"), equals: "shown")
    expect(list.state(of: "bank"), equals: "hidden filter")
    expect(list.state(of: "far"), equals: "hidden range")
    let refused = try walk.ask("SetFilter", ["categories": ["a", "b", "c", "d"]])
    expect(named(refused), equals: "org.gnomon.Scene.InvalidValue")
    let filter = try walk.ask("GetFilter")
    #expect(filter["radius"]?.double == 300 && filter["categories"] == ["cafe"])
    try expect(walk.ask("GetFrame")["frame"]?["placements"]?.array?.count, equals: 1)
    try expect(walk.ask("RemovePlaces", ["ids": ["cafe", "none"]])["removed"]?.integer, equals: 1)
    try expect(walk.ask("GetFrame")["frame"]?["placements"]?.array?.isEmpty, equals: true)
  }

  @Test func favouritesAndTheFilterSurviveARestart() throws {
    let folder = try Scratch()
    do {
      let walk = try SceneWalk { $0.places = folder.url.path }
      try walk.ask("AddPlaces", ["places": [SceneWalk.json("a", at: SceneWalk.place(10))], "layer": "osm"])
      try walk.ask("SetFavourite", ["layer": "osm", "id": "a", "is_favourite": true])
      try walk.ask("SetFilter", ["favourites_only": true])
      let none = try walk.ask("SetFavourite", ["layer": "osm", "id": "b", "is_favourite": true])
      expect(named(none), equals: "org.gnomon.Scene.NoSuchPlace")
    }
    let walk = try SceneWalk { $0.places = folder.url.path }
    let again = try walk.ask("AddPlaces", ["places": [SceneWalk.json("a", at: SceneWalk.place(20))], "layer": "osm"])
    expect(again["updated"]?.integer, equals: 1)
    let list = try walk.ask("ListPlaces", ["favourites_only": true])
    #expect(list["places"]?[0]?["id"]?.string == "a" && list["places"]?[0]?["is_favourite"]?.bool == true)
    try expect(walk.ask("GetFilter")["favourites_only"]?.bool, equals: true)
  }

  /// A bad place does not prevent the others, and its fault is named; pages follow each other.
  @Test func badPlacesAreRefusedOneByOne() throws {
    let walk = try SceneWalk()
    var places = (0..<25).map { SceneWalk.json("p\($0)", at: SceneWalk.place(Double($0))) }
    places[3] = ["id": "p3", "name": "x", "latitude_deg": "north", "longitude_deg": 1]
    places[7] = ["id": "p7", "name": "x", "latitude_deg": 91, "longitude_deg": 1]
    places[9] = ["id": "p9", "name": "x", "latitude_deg": 1, "longitude_deg": 1, "height_kind": "sea"]
    let added = try walk.ask("AddPlaces", ["places": .array(places)])
    #expect(added["added"]?.integer == 22 && added["refused"]?.integer == 3)
    expect(Set(added["refusals"]?.array?.compactMap { $0["index"]?.integer } ?? []), equals: [3, 7, 9])
    expect(added["refusals"]?[0]?["reason"]?.string?.contains("latitude_deg"), equals: true)
    var ids: [String] = [], cursor: JSONValue = .null
    repeat {
      let page = try walk.ask("ListPlaces", ["limit": 10, "cursor": cursor])
      ids += page["places"]?.array?.compactMap { $0["id"]?.string } ?? []
      cursor = page["next"] ?? .null
      expect(page["count"]?.integer, equals: 22)
    } while !cursor.isNull
    #expect(ids.count == 22 && Set(ids).count == 22)
    try expect(walk.ask("FindPlaces", ["text": "place P12"])["places"]?[0]?["id"]?.string, equals: "p12")
    expect(named(try walk.ask("FindPlaces")), equals: "org.gnomon.Scene.NotPlaced")
  }

  /// A store that cannot be opened is reported, and nothing else is affected.
  @Test func aBrokenStoreIsReportedAndTheDaemonContinues() throws {
    let folder = try Scratch()
    try String(repeating: "no database ", count: 1000).write(
      toFile: folder.path("places.sqlite"), atomically: true, encoding: .utf8)
    var walk = try SceneWalk { $0.places = folder.url.path }
    let refused = try walk.ask("ListPlaces")
    expect(named(refused), equals: "org.gnomon.Scene.StoreUnavailable")
    expect(refused["parameters"]?["english"]?.string?.contains("places.sqlite"), equals: true)
    try walk.localize()
    let frame = try walk.ask("GetFrame")["frame"]
    #expect(frame?["fault"]?.string?.contains("places.sqlite") == true && frame?["status"]?["state"]?.string == "shown")
    // After the repair it is opened without a restart.
    try FileManager.default.removeItem(atPath: folder.path("places.sqlite"))
    try expect(walk.ask("ListPlaces")["count"]?.integer, equals: 0)
  }

  @Test func aPlaceIsPickedByTheGaze() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let view = walk.stepped.daemon.interfaces.scene.viewpoint
    let eyes = try #require(view.place), yaw = try #require(view.yaw)
    let ahead = Rotation<Scene, Level>.yaw(yaw)(view.pose.rotation(Displacement<Body>(0, 0, -1)))
    let azimuth = Angle.arcTangent(ahead.x, -ahead.z)
    func away(_ turn: Double, _ distance: Double) -> Geodetic {
      let line = GeodesicLine(from: eyes, azimuth: azimuth + .degrees(turn))
      return line.station(at: .metres(distance)).place
    }
    try walk.ask(
      "AddPlaces",
      ["places": [SceneWalk.json("ahead", at: away(0, 150)), SceneWalk.json("behind", at: away(180, 150))]])
    // Level, because a walking head looks up and down.
    let gaze = view.pose.rotation(Displacement<Body>(0, 0, -1))
    let level: JSONValue = ["x": .number(gaze.x), "y": 0, "z": .number(gaze.z)]
    try expect(walk.ask("Pick", ["direction": level])["placement"]?["id"]?.string, equals: "ahead")
    let viewport: JSONValue = ["width_px": 1280, "height_px": 720, "field_of_view_deg": 60]
    let frame = try walk.ask(
      "GetFrame",
      ["include": ["placements", "hint"], "viewport": viewport, "target": ["layer": "mine", "id": "behind"]])["frame"]
    let seen = try #require(frame?["placements"]?.array?.first { $0["id"]?.string == "ahead" }?["screen"])
    expect(seen["where"]?.string, equals: "inside")
    let x = try #require(seen["x_px"]), y = try #require(seen["y_px"])
    let picked = try walk.ask("Pick", ["viewport": viewport, "x_px": x, "y_px": y])
    expect(picked["placement"]?["id"]?.string, equals: "ahead")
    let beside = try walk.ask("Pick", ["viewport": viewport, "x_px": 0, "y_px": 0])
    expect(beside["placement"]?.isNull, equals: true)
    // A place behind has its hint on the border, and is half a turn away.
    let hint = try #require(frame?["hint"]), border = try #require(hint["border"])
    let onBorder = [border["x_px"]?.double == 0, border["x_px"]?.double == 1280, border["y_px"]?.double == 720]
    #expect(onBorder.contains(true) && hint["screen"]?["where"]?.string == "behind")
    expect(abs(abs(hint["bearing_deg"]?.double ?? 0) - 180), isBelow: 1)
    let bad = try walk.ask("GetFrame", ["viewport": ["width_px": 0, "height_px": 9, "field_of_view_deg": 9]])
    expect(bad["parameters"]?["expected"]?.string?.contains("size"), equals: true)
  }
}
