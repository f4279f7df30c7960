import Expectations
import Foundation
import Geodesy
import Geometry
import GnomonClient
import Simulation
import TestSupport
import Testing
import Text
import Wire

@testable import ScenePublishing
@testable import Service

/// A program that uses the library, with a daemon on a walk: all of org.gnomon.Scene.
@Suite struct SceneClientTests {
  private static func place(_ id: String, _ ahead: Double, right: Double) -> PlaceMessage {
    let place = SceneWalk.place(ahead, right: right)
    return PlaceMessage(
      id: id, name: "Place \(id)", category: "cafe", latitude: place.latitude, longitude: place.longitude)
  }

  @Test func placesFilterAndRoute() throws {
    let running = try Running(speed: 20)
    defer { running.stop() }
    let client = try patientClient(running.socket)
    let added = try client.scene.addPlaces(
      places: [Self.place("a", 30, right: 20), Self.place("b", 60, right: -20)], layer: "osm")
    #expect(added.layer == "osm" && added.added == 2 && added.refusals.isEmpty)
    try expect(client.scene.addPlaces(places: [Self.place("a", 30, right: 20)], layer: "osm").updated, equals: 1)
    try client.scene.setFavourite(layer: "osm", id: "b", isFavourite: true)
    try expect(client.scene.listPlaces(layer: "osm", favouritesOnly: true).places.map(\.id), equals: ["b"])
    let page = try client.scene.listPlaces(limit: 1)
    #expect(page.places.map(\.id) == ["a"] && page.count == 2)
    try expect(client.scene.listPlaces(cursor: page.next).places.map(\.id), equals: ["b"])
    try expect(client.scene.findPlaces(text: "PLACE b").places.map(\.id), equals: ["b"])
    try waitUntil { try client.tracking.getPose().geopose != nil }
    try expect(client.scene.findPlaces(radius: .metres(5000)).places.count, equals: 2)

    try client.scene.setFilter(radius: .metres(300), categories: ["cafe"])
    let filter = try client.scene.getFilter()
    #expect(filter.radius == .metres(300) && filter.categories == ["cafe"] && !filter.favouritesOnly)
    #expect {
      try client.scene.setFilter(radius: .metres(5), categories: ["cafe"])
    } throws: { "\($0)".contains("radius") }

    #expect(try client.scene.getRoute().route == nil)
    // Too far for the wearer, at twenty times the pace, to have arrived before the last question.
    let points = [SceneWalk.place(0), SceneWalk.place(5000)]
    let line = points.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    let loaded = try client.scene.loadRoute(text: #"{"type":"LineString","coordinates":[\#(line)]}"#, name: "Harbour")
    #expect(loaded.name == "Harbour" && loaded.points == 2 && abs(loaded.length.value - 5000) < 1)
    #expect {
      try client.scene.loadRoute(text: "12, 34")
    } throws: { "\($0)".contains("neither JSON") }
    // A message that is too long is refused as that: nothing of it is left out on the way.
    #expect {
      try patientClient(running.socket).scene.loadRoute(text: String(repeating: "x", count: Limits.message))
    } throws: { "\($0)".contains("MessageTooLarge") }
    let route = try client.scene.getRoute(points: true).route
    #expect(route?.name == "Harbour" && route?.points?.count == 2 && route?.revision == loaded.revision)
    #expect(try client.scene.getRoute().route?.points == nil)
    #expect(try client.scene.clearRoute().wasActive)
    try expect(client.scene.clearRoute().wasActive, equals: false)

    try expect(client.scene.removePlaces(ids: ["a"], layer: "osm").removed, equals: 1)
    try expect(client.scene.removePlaces(layer: "osm", all: true, keepFavourites: true).removed, equals: 0)
    try expect(client.scene.removePlaces(layer: "osm", all: true).removed, equals: 1)
  }

  @Test func framesEventsAnchorsAndPicking() throws {
    let running = try Running(speed: 20)
    defer { running.stop() }
    let client = try patientClient(running.socket)
    _ = try client.scene.addPlaces(
      places: (0..<8).map { Self.place("p\($0)", Double($0) * 10, right: $0 % 2 == 0 ? 60 : -60) })
    let head = try client.scene.addAnchor(
      id: "clock", head: Displacement(0.3, 0.2, -1), payload: ["text": "12:00"])
    #expect(head.owner.hasPrefix("connection-") && head.expiresTime == nil)
    let spot = SceneWalk.place(50)
    let leased = try client.scene.addAnchor(
      id: "sign",
      geographic: AddAnchorGeographicMessage(
        latitude: spot.latitude, longitude: spot.longitude, heightKind: "ground", height: spot.height), lease: 1000)
    #expect(leased.owner.hasPrefix("user-") && leased.expiresTime != nil)
    try client.scene.addAnchor(id: "spot", scene: Displacement(1, 0, -2))
    try expect(client.scene.renewAnchor(id: "sign", lease: 2000).expiresTime, isAbove: leased.expiresTime ?? .max)

    let viewport = ViewportMessage(width: 1280, height: 720, fieldOfView: .degrees(60))
    let request = SceneCall(
      include: [.placements, .anchors, .radar, .hint, .light, .progress, .statuses], viewport: viewport, rate: 50,
      target: TargetMessage(layer: "mine", id: "p3"), radarRange: .metres(200))
    var last = SceneFrameMessage(
      time: 0, isFull: false, scene: 0, isStale: true, status: PlacementReport(state: .pending))
    var events = 0, frames = 0
    let walker = try patientClient(running.socket)
    try walker.scene.watch(request) { update in
      if let frame = update.frame {
        last = frame
        frames += 1
      }
      if update.event != nil { events += 1 }
      return last.status.state != .shown || last.placements?.isEmpty != false || frames < 30 || events == 0
    }
    // Each frame is complete, though most were sent as changes.
    expect(Set(last.anchors?.map(\.id) ?? []), equals: ["clock", "sign", "spot"])
    #expect(last.radar?.range == .metres(200) && last.radar?.marks.count == last.placements?.count)
    #expect(last.hint?.kind == "place" && last.hint?.name == "Place p3" && last.upright != nil && last.light != nil)
    #expect(last.placements?.first?.screen != nil && last.progress == nil)
    func frame() throws -> SceneFrameMessage {
      try client.scene.getFrame(
        include: request.include.subtracting(.statuses), viewport: viewport, target: request.target,
        radarRange: request.radarRange
      ).frame
    }
    let one = try frame()
    #expect(one.anchors?.count == 3 && one.hint?.name == "Place p3")

    _ = try client.scene.pick()
    _ = try client.scene.pick(viewport: viewport, x: 640, y: 360)
    // Frame, pose and pick are three moments: on a busy machine the wearer walks on between them.
    var isPicked = false
    for _ in 0..<20 where !isPicked {
      let sight = try #require(client.scene.getFrame().frame.placements?.first)
      let eyes = try #require(client.tracking.getPose().pose?.pose.position)
      isPicked =
        try client.scene.pick(origin: eyes, direction: Direction<Scene>((sight.point - eyes).components)).placement
        != nil
    }
    #expect(isPicked)
    try client.scene.removeAnchor(id: "clock")
    #expect {
      try client.scene.removeAnchor(id: "clock")
    } throws: { "\($0)".contains("NoSuchAnchor") }
  }
}
