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

/// The next frame of a running stream shows the effect of a call: no method has to mark anything as outdated.
@Suite struct SceneEffectTests {
  /// A walk with two places, an anchor, a route, and a client of whole frames.
  private struct Scene {
    var walk: SceneWalk
    let client: PatientClient

    init() throws {
      walk = try SceneWalk()
      try walk.localize()
      let near = SceneWalk.json("near", at: SceneWalk.place(100, right: 30), name: "Near")
      let other = SceneWalk.json("other", at: SceneWalk.place(140, right: -40), name: "Other")
      try walk.ask("AddPlaces", ["layer": "mine", "places": [near, other]])
      try walk.ask("LoadRoute", ["text": Self.route(to: 300)])
      try walk.ask("AddAnchor", ["id": "thing", "head": ["x": 0, "y": 0, "z": -2], "lease_s": 60])
      client = try walk.subscribe([
        "include": ["placements", "payload", "anchors", "progress", "pose"], "everything": true, "rate_hz": 100,
      ])
    }

    static func route(to end: Double) -> JSONValue {
      let positions = [0, end].map { SceneWalk.place($0) }.map { "[\($0.longitude.value),\($0.latitude.value)]" }
      return .string(#"{"type":"LineString","coordinates":[\#(positions.joined(separator: ","))]}"#)
    }

    /// Returns the first frame after the daemon's next beat.
    mutating func frame() throws -> JSONValue {
      try walk.walk(0.05)
      let beat = try #require(walk.stepped.daemon.engine.latest).time.nanoseconds
      while true {
        try walk.walk(0.02)
        while let message = client.message() {
          guard let frame = message["parameters"]?["frame"] else { continue }
          if try #require(frame["time_boot_ns"]?.integer) > beat { return frame }
        }
      }
    }
  }

  private func place(_ id: String, _ frame: JSONValue) -> JSONValue? {
    frame["placements"]?.array?.first { $0["id"]?.string == id }
  }

  private func yaw(_ frame: JSONValue) throws -> Double {
    try #require(frame["pose"]?["alignment"]?["applied_yaw_deg"]?.double, "\(frame["pose"] ?? .null)")
  }

  @Test(arguments: SceneMethod.allCases) func theNextFrameShowsTheEffect(of method: SceneMethod) throws {
    var scene = try Scene()
    let before = try scene.frame()
    #expect(place("near", before) != nil && place("other", before) != nil)
    let desks = scene.walk.stepped.daemon.scene, key: JSONValue = ["layer": "mine", "id": "near"]
    func call(_ parameters: JSONValue = .object([])) throws -> JSONValue {
      let answer = try scene.walk.ask(method.rawValue, parameters)
      try #require(answer["error"] == nil, "\(answer)")
      return try scene.frame()
    }
    switch method {
    case .addPlaces:
      let added = SceneWalk.json("new", at: SceneWalk.place(90, right: 35))
      #expect(place("new", try call(["places": [added]])) != nil)
    case .removePlaces: #expect(place("near", try call(["layer": "mine", "ids": ["near"]])) == nil)
    case .setFilter: #expect(place("near", try call(["favourites_only": true])) == nil)
    case .setFavourite:
      let frame = try call(["layer": "mine", "id": "near", "is_favourite": true])
      expect(place("near", frame)?["is_favourite"], equals: true)
    case .alignToPlace:
      let answer = try scene.walk.ask("AlignToPlace", ["layer": "mine", "id": "near", "sigma_deg": 0.1, "sure": true])
      let turned = try #require(answer["turned_deg"]?.double, "\(answer)")
      // The frames turn with the applied heading, which follows smoothly, however far it has to.
      let frame = try scene.frame(), yaw = try yaw(frame) - yaw(before)
      #expect(turned.magnitude > 0.1 && yaw.magnitude > 0.1 && yaw / turned > 0, "\(yaw)° of \(turned)°")
    case .alignToSun:
      let answer = try scene.walk.ask("AlignToSun", ["sigma_deg": 0.1, "sure": true])
      let turned = try #require(answer["turned_deg"]?.double, "\(answer)")
      let frame = try scene.frame(), yaw = try yaw(frame) - yaw(before)
      #expect(turned.magnitude > 0.1 && yaw / turned > 0.1, "\(yaw)° of \(turned)°")
    case .requestRoute, .refuseRoute:
      let router = try scene.walk.subscribe(["include": ["requests", "route"]])
      let asked = try scene.walk.ask("RequestRoute", key)
      try #require(asked["request"]?.integer == 1, "\(asked)")
      if method == .refuseRoute {
        _ = try call(["request": 1, "english": "the bridge is closed"])
      } else {
        // The request stays without an answer.
        let daemon = scene.walk.stepped.daemon, time = try #require(daemon.engine.latest).time
        daemon.scenePublisher.tendRequests(at: time + TimeSpan(59))
        #expect(desks.route.waiting != nil)
        daemon.scenePublisher.tendRequests(at: time + TimeSpan(61))
        _ = try scene.frame()
      }
      var events: [JSONValue] = []
      while let message = router.message() { if let event = message["parameters"]?["event"] { events.append(event) } }
      #expect(events.first?["kind"] == "requests" && events.first?["parameters"]?["request"]?.integer == 1, "\(events)")
      let end = try #require(events.last),
        reason = method == .refuseRoute ? "the bridge is closed" : "no client has answered"
      #expect(
        end["code"] == "refused" && end["english"]?.string?.contains("no route to Near: \(reason)") == true, "\(end)")
      #expect(try scene.walk.ask("LoadRoute", ["text": Scene.route(to: 200), "request": 1])["error"] != nil)
    case .loadRoute:
      let frame = try call(["text": Scene.route(to: 200)])
      #expect(frame["progress"]?["revision"]?.integer == 2 && before["progress"]?["revision"]?.integer == 1)
    case .clearRoute: try expect(call()["progress"]?.isNull, equals: true)
    case .addAnchor:
      let frame = try call(["id": "more", "head": ["x": 0, "y": 0, "z": -3]])
      expect(frame["anchors"]?.array?.count, equals: 2)
    case .removeAnchor: try expect(call(["id": "thing"])["anchors"]?.array, equals: [])
    case .renewAnchor:
      let end = desks.anchors.anchors[0].anchor.owner
      try expect(call(["id": "thing", "lease_s": 600])["anchors"]?.array?.count, equals: 1)
      expect(desks.anchors.anchors[0].anchor.owner, differsFrom: end)
    case .pick:
      let parts = try #require(place("near", before)?["point"])
      _ = try call(["origin": ["x": 0, "y": 0, "z": 0], "direction": parts])
      #expect(desks.places.boards.usual.pinned.contains(PlaceKey(layer: "mine", id: "near")))
    // What one client asks does not change what another one sees.
    case .subscribe:
      _ = try scene.walk.subscribe(["include": ["hint"], "target": key])
      #expect(
        place("near", try scene.frame()) != nil && desks.places.target(PlaceKey(layer: "mine", id: "near")) != nil)
    case .setLevel:
      let upstairs = SceneWalk.json("near", at: SceneWalk.place(100, right: 30), [JSONMember("level", 3)])
      try scene.walk.ask("AddPlaces", ["layer": "mine", "places": [upstairs]])
      #expect(place("near", try call(["level": 3])) != nil)
      #expect(place("near", try call(["level": 0, "storey": 4])) == nil)
      let hidden = try scene.walk.ask("GetPlace", key)["place"]
      #expect(hidden?["status"]?["reason"] == "level" && hidden?["level"]?.integer == 3, "\(hidden ?? .null)")
      let level = try scene.walk.ask("GetLevel")
      #expect(level["level"]?.double == 0 && level["source"] == "stated" && level["storey"]?.double == 4, "\(level)")
    case .findPlaces, .listPlaces, .getFilter, .getRoute, .getLevel, .listTerrain, .getFrame, .getPlace, .getTerrain:
      let parameters: JSONValue =
        switch method {
        case .getPlace: key
        case .getTerrain: ["latitude_deg": 48, "longitude_deg": 11]
        default: .object([])
        }
      let after = try call(parameters)
      #expect(place("near", after) != nil && after["anchors"]?.array?.count == 1)
    }
  }
}
