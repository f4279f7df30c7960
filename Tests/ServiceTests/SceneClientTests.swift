import Foundation
import Geodesy
import Geometry
import GnomonClient
import Simulation
import TestSupport
import Testing
import Text
import Wire

@testable import Service

/// A program that uses the library, with a daemon on a walk: all of org.gnomon.Scene.
@Suite struct SceneClientTests {
  private static func place(_ id: String, _ ahead: Double, right: Double) -> PlaceMessage {
    var place = PlaceMessage(id: id, name: "Place \(id)", position: SceneWalk.place(ahead, right: right))
    place.category = "cafe"
    return place
  }

  @Test func placesFilterAndRoute() throws {
    let running = try Running(speed: 20)
    defer { running.stop() }
    let client = try patientClient(running.socket)
    let added = try client.addPlaces([Self.place("a", 30, right: 20), Self.place("b", 60, right: -20)], to: "osm")
    #expect(added.layer == "osm" && added.added == 2 && added.refusals.isEmpty)
    #expect(try client.addPlaces([Self.place("a", 30, right: 20)], to: "osm").updated == 1)
    try client.setFavourite(.init(layer: "osm", id: "b"))
    #expect(try client.listPlaces(of: "osm", favouritesOnly: true).places.map(\.id) == ["b"])
    let page = try client.listPlaces(limit: 1)
    #expect(page.places.map(\.id) == ["a"] && page.count == 2)
    #expect(try client.listPlaces(from: page.next).places.map(\.id) == ["b"])
    #expect(try client.findPlaces("PLACE b").places.map(\.id) == ["b"])
    try waitUntil { try client.pose().geopose != nil }
    #expect(try client.findPlaces(within: .metres(5000)).places.count == 2)

    var filter = PlaceFilterMessage()
    (filter.radius, filter.categories) = (.metres(300), ["cafe"])
    try client.setFilter(filter)
    #expect(try client.filter() == filter)
    filter.radius = .metres(5)
    let narrow = filter
    #expect {
      try client.setFilter(narrow)
    } throws: { "\($0)".contains("radius") }

    #expect(try client.route() == nil)
    let points = [SceneWalk.place(0), SceneWalk.place(200)]
    let line = points.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    let loaded = try client.loadRoute(#"{"type":"LineString","coordinates":[\#(line)]}"#, name: "Harbour")
    #expect(loaded.name == "Harbour" && loaded.points == 2 && abs(loaded.length.value - 200) < 0.1)
    #expect {
      try client.loadRoute("12, 34")
    } throws: { "\($0)".contains("neither JSON") }
    let route = try client.route(withPoints: true)
    #expect(route?.name == "Harbour" && route?.points?.count == 2 && route?.revision == loaded.revision)
    #expect(try client.route()?.points == nil)
    #expect(try client.clearRoute())
    #expect(try client.clearRoute() == false)

    #expect(try client.removePlaces(["a"], from: "osm") == 1)
    #expect(try client.removeAllPlaces(from: "osm", keepingFavourites: true) == 0)
    #expect(try client.removeAllPlaces(from: "osm") == 1)
  }

  @Test func framesEventsAnchorsAndPicking() throws {
    let running = try Running(speed: 20)
    defer { running.stop() }
    let client = try patientClient(running.socket)
    _ = try client.addPlaces((0..<8).map { Self.place("p\($0)", Double($0) * 10, right: $0 % 2 == 0 ? 60 : -60) })
    let head = try client.addAnchor("clock", at: .head(Displacement(0.3, 0.2, -1)), payload: ["text": "12:00"])
    #expect(head.owner.hasPrefix("connection-") && head.expires == nil)
    let leased = try client.addAnchor(
      "sign", at: .geographic(SceneWalk.place(50), heightKind: "ground"), lease: .seconds(1000))
    #expect(leased.owner.hasPrefix("user-") && leased.expires != nil)
    try client.addAnchor("spot", at: .scene(Displacement(1, 0, -2)))
    #expect(try client.renewAnchor("sign", lease: .seconds(2000)) > leased.expires ?? .max)

    var request = SceneRequest([.placements, .anchors, .radar, .hint, .light, .progress, .statuses])
    request.viewport = ViewportMessage(width: 1280, height: 720, optics: .fieldOfView(.degrees(60)))
    request.rate = 50
    request.radarRange = .metres(200)
    request.target = .init(layer: "mine", id: "p3")
    var last = SceneFrameMessage(), events = 0, frames = 0
    let walker = try patientClient(running.socket)
    try walker.subscribe(to: request) { update in
      if let frame = update.frame {
        last = frame
        frames += 1
      }
      if update.event != nil { events += 1 }
      return last.status.state != "shown" || last.placements?.isEmpty != false || frames < 30 || events == 0
    }
    // Each frame is complete, though most were sent as changes.
    #expect(Set(last.anchors?.map(\.id) ?? []) == ["clock", "sign", "spot"])
    #expect(last.radar?.range == .metres(200) && last.radar?.marks.count == last.placements?.count)
    #expect(last.hint?.kind == "place" && last.hint?.name == "Place p3" && last.upright != nil && last.light != nil)
    #expect(last.placements?.first?.screen != nil && last.progress == nil)
    let frame = try client.frame(request)
    #expect(frame.anchors?.count == 3 && frame.hint?.name == "Place p3")

    _ = try client.pick()
    let viewport = try #require(request.viewport)
    _ = try client.pick(.through(viewport, x: 640, y: 360))
    // Frame, pose and pick are three moments: on a busy machine the wearer walks on between them.
    var isPicked = false
    for _ in 0..<20 where !isPicked {
      let sight = try #require(client.frame(request).placements?.first)
      let eyes = try #require(client.pose().pose?.pose.position)
      isPicked = try client.pick(.along(Direction<Scene>((sight.point - eyes).components), from: eyes)) != nil
    }
    #expect(isPicked)
    try client.removeAnchor("clock")
    #expect {
      try client.removeAnchor("clock")
    } throws: { "\($0)".contains("NoSuchAnchor") }
  }
}
