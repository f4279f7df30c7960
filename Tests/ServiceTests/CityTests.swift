import Expectations
import Foundation
import Testing
import Text

@testable import Service

/// A walk through a city with a running daemon, seen by a client that uses only the socket.
@Suite struct CityTests {
  private static let parts = #"""
    {"include":["placements","clusters","arrows","markers","hint","finish","progress","announcements","proximity",
    "statuses","route"],"viewport":{"width_px":1280,"height_px":720,"field_of_view_deg":60},"rate_hz":25,"everything":true}
    """#.replacingOccurrences(of: "\n", with: "")

  /// Starts a walk with places and a route, before the wearer's place is known.
  private func startWalk(_ parameters: [(name: String, value: String)] = []) throws -> CityWalk {
    let walk = try CityWalk(parameters)
    try expect(walk.ask("Scene.AddPlaces", City.placesText)["added"]?.integer, equals: 6)
    let route = try walk.ask("Scene.LoadRoute", City.routeText)
    expect(abs((route["length"]?.double ?? 0) - City.route.length), isBelow: 0.1)
    try walk.subscribe(Self.parts)
    return walk
  }

  @Test func aWalkShowsEveryPartOfTheScene() throws {
    let walk = try startWalk()
    var waiting = 0
    try walk.walk(6) { frame in
      let arrows = frame.json["arrows"], placements = frame.json["placements"]?.array
      expect(frame.json["status"], equals: ["state": "pending", "reason": "waiting-for-fix"])
      #expect(arrows?["status"]?["state"]?.string == "pending" && arrows?["arrows"]?.array?.isEmpty == true)
      #expect(placements?.isEmpty == true && frame.json["finish"]?.isNull == true)
      waiting += 1
    }
    expect(waiting, isAbove: 100)
    for place in try walk.ask("Scene.ListPlaces")["places"]?.array ?? [] {
      expect(place["status"], equals: ["state": "pending", "reason": "waiting-for-fix"])
    }
    var calm = CalmCheck(), arrows = ArrowCheck(), truth = TruthCheck(), follower = ArrowFollower()
    var places = PlaceCheck(), finish = FinishCheck(), hint = HintCheck()
    var passed: [Int64: Double] = [:]
    try walk.walk(1000) { frame in
      calm.ingest(frame)
      arrows.ingest(frame)
      truth.ingest(frame, walk.truth(at: frame.time))
      follower.ingest(frame)
      places.ingest(frame)
      finish.ingest(frame)
      hint.ingest(frame)
      if let place = frame.place { passed[frame.time] = City.route.nearest(place).length }
    }
    expectCalm(walk, calm, arrows, truth)

    // Positions agree to the digits of the messages, and to the neglected curvature in the test's flat Earth.
    #expect(places.azimuth.value < 0.02 && places.elevation.value < 0.02, "\(places.azimuth), \(places.elevation)")
    #expect(places.distance.value < 0.05 && places.drawn.value < 0.01, "\(places.distance), \(places.drawn)")
    expect(places.pointed.value, isBelow: 0.02, "\(places.pointed)")
    #expect(places.faults.isEmpty, "\(places.faults)")
    #expect(arrows.turned.value < 0.1 && arrows.markers.value < 0.05, "\(arrows.turned), \(arrows.markers)")
    #expect(arrows.progress.value < 7 && arrows.frames > 6000, "\(arrows.progress)")
    for (kind, count) in [("arrow", 150_000), ("marker", 50_000), ("place", 20_000), ("finish", 7000)] {
      expect((calm.followed[kind] ?? 0), isAbove: count)
    }
    #expect(follower.walked > 300 && follower.left < 3 && follower.astray.value < 8, "\(follower)")
    #expect(finish.distance.value < 0.05 && finish.pointed.value < 0.1, "\(finish.distance), \(finish.pointed)")
    #expect(finish.diameter.value < 0.05 && finish.radius.value < 0.001, "\(finish.diameter), \(finish.radius)")
    #expect(hint.bearing.value < 0.1 && hint.angle.value < 0.05, "\(hint.bearing), \(hint.angle)")
    #expect(hint.border.value < 0.5 && hint.faults.isEmpty, "\(hint.border), \(hint.faults)")
    for place in ["inside", "outside", "behind"] { expect((hint.places[place] ?? 0), isAbove: 50, "\(hint.places)") }
    #expect(hint.kinds.starts(with: ["turn", "destination"]), "\(hint.kinds)")

    // One group from afar, then two, then each by itself.
    let order = ["3", "1+2", "1+1+1"].compactMap { places.groups.firstIndex(of: $0) }
    #expect(order.count == 3 && order == order.sorted(), "\(places.groups)")
    try expectStatuses(walk, places)
    try expectEvents(walk, places, passed)
  }

  /// Every place waits, appears, and goes and returns with its distance; nothing flickers.
  private func expectStatuses(_ walk: CityWalk, _ places: PlaceCheck) throws {
    var told: [String: [String]] = [:]
    for event in walk.stream.events where event["kind"]?.string == "statuses" {
      for change in event["parameters"]?["changes"]?.array ?? [] {
        let new = change["new"], id = change["id"]?.string ?? ""
        told[id, default: []].append(
          [new?["state"]?.string, new?["reason"]?.string].compactMap { $0 }.joined(separator: " "))
      }
    }
    for id in ["cafe", "stall-1"] {
      expect(told[id]?.filter { $0 == "shown" }.count, equals: 1, "\(id): \(told[id] ?? [])")
    }
    // It is outside the radius at first, comes into it on the first street, leaves it on the second, and returns.
    expect(
      told["tower"]?.filter { $0.hasPrefix("pending") == false },
      equals: ["hidden range", "shown", "hidden range", "shown"])
    for (id, states) in told { expect(states.count, isBelow: 12, "\(id): \(states)") }
  }

  /// Every event comes once, at the right time.
  private func expectEvents(_ walk: CityWalk, _ places: PlaceCheck, _ passed: [Int64: Double]) throws {
    func events(_ kind: String) -> [JSONValue] { walk.stream.events.filter { $0["kind"]?.string == kind } }
    let near = events("proximity").filter { $0["code"]?.string != "at" }.map {
      "\($0["code"]?.string ?? "") \($0["parameters"]?["id"]?.string ?? "")"
    }
    expect(near, equals: ["entered cafe", "left cafe", "entered stall-1", "left stall-1"])
    for event in events("proximity") where event["code"]?.string != "at" {
      let time = try #require(event["time_boot_ns"]?.integer), id = event["parameters"]?["id"]?.string ?? ""
      let distance = try #require(places.distances[time]?[id]), isLeaving = event["code"]?.string == "left"
      let expected = isLeaving ? 49.99...50.3 : 39.7...40.01
      #expect(expected.contains(distance), "\(id): \(distance)")
      expect(abs((event["parameters"]?["distance"]?.double ?? 0) - distance), isBelow: 0.05)
    }

    let said = events("announcement")
    let turn = ["turn-soon", "turn-now"], order = ["start"] + turn + turn + turn + ["arrival"]
    expect(walk.stream.codes("announcement"), equals: order)
    expect(said.first?["parameters"]?["name"]?.string, equals: "Harbour")
    let turns = said.filter { $0["code"]?.string?.hasPrefix("turn") == true }
    for (index, event) in turns.enumerated() {
      let corner = index / 2, limit = index % 2 == 0 ? 50.0 : 15.0
      expect(event["parameters"]?["kind"]?.string, equals: City.turns[corner])
      expect(event["parameters"]?["step"]?.integer, equals: Int64(corner))
      let distance = try #require(event["parameters"]?["distance"]?.double)
      #expect(distance <= limit && distance > limit - 3, "\(index): \(distance)")
      // Within the wearer's path between two updates of the route, and the lag of the drawn place behind the estimated one.
      let time = try #require(event["time_boot_ns"]?.integer)
      let frame = try #require(passed.keys.min { abs($0 - time) < abs($1 - time) })
      let own = City.route.lengths[corner + 1] - (passed[frame] ?? .nan)
      expect(abs(own - distance), isBelow: 3, "\(index): \(own), \(distance)")
    }
    expect(walk.stream.codes("route"), equals: ["step", "step", "step", "arrived"])
  }

  /// A nudge of 14° that is wrong turns the heading, and the readings turn it back: nothing drawn jumps.
  @Test func aHandMayTurnTheHeading() throws {
    let walk = try startWalk()
    var calm = CalmCheck(), arrows = ArrowCheck(), truth = TruthCheck()
    func go(_ seconds: Double) throws {
      try walk.walk(seconds) { frame in
        calm.ingest(frame)
        arrows.ingest(frame)
        truth.ingest(frame, walk.truth(at: frame.time))
      }
    }
    try go(60)
    let before = try #require(walk.stream.alignment)
    let turned = try #require(try walk.ask("Tracking.NudgeHeading", #"{"degrees":14}"#)["time_boot_ns"]?.integer)
    try go(20)
    // A measurement beside the others: it turns the heading by most of what the hand said.
    let after = try #require(walk.stream.alignments.first { $0.time > turned })
    let jump = wrapped(after.yaw - before.yaw)
    #expect(jump > 5 && jump < 15, "\(jump)")
    #expect(!after.isPinned && abs(wrapped(after.applied - before.applied)) < 1)
    try go(100)
    // The hand was wrong: way, fixes and compass find the heading again.
    let right = try #require(truth.errors.last).degrees
    expect(abs(right), isBelow: 12, "\(right)")
    expect(walk.stream.corrections.filter { $0["source"]?.string == "nudge" }.count, equals: 1)
    expectCalm(walk, calm, arrows, truth)
  }

  /// The session begins with a heading that is 20° wrong, and without a compass: the walked path corrects it.
  @Test func theWayCorrectsAWrongHeading() throws {
    let walk = try startWalk([
      ("heading.start", "given"), ("heading.given", "40"), ("heading.given_sigma", "12"), ("compass.use", "off"),
    ])
    var calm = CalmCheck(), arrows = ArrowCheck(), truth = TruthCheck()
    try walk.walk(170) { frame in
      calm.ingest(frame)
      arrows.ingest(frame)
      truth.ingest(frame, walk.truth(at: frame.time))
    }
    let first = try #require(truth.errors.first).degrees, last = try #require(truth.errors.last).degrees
    #expect(first > 8 && first < 28 && abs(last) < 6, "\(first), \(last)")
    // The estimated yaw jumps when something is learned, the drawn one does not: by what a turn of the head at 100°/s hides. Only
    // what is off by more than 15° is drawn at once, and counted.
    let shown = walk.stream.alignments.filter { Double($0.time) * 1e-9 > truth.errors[0].seconds }
    var largest = 0.0
    for (last, next) in zip(shown, shown.dropFirst()) {
      largest = max(largest, abs(wrapped(next.yaw - last.yaw)))
      let left = max(abs(wrapped(next.yaw - next.applied)), abs(wrapped(last.yaw - last.applied)))
      // Easing goes in steps of 20 ms.
      let most = (1 + left / 3 + 20 + 4) * (Double(next.time - last.time) * 1e-9 + 0.02) + 0.002
      #expect(abs(wrapped(next.applied - last.applied)) <= most || next.snaps > last.snaps, "at \(next.time)")
    }
    #expect(largest > 1 && shown.last.map { $0.snaps <= 1 } ?? false)
    #expect(walk.stream.corrections.contains { $0["source"]?.string == "fix" })
    #expect(!walk.stream.corrections.contains { $0["source"]?.string == "nudge" })
    expectCalm(walk, calm, arrows, truth)
  }

  /// The check itself: without easing it finds the jump.
  @Test func theCheckFindsAJumpWithoutEasing() throws {
    let walk = try startWalk([("applied.mode", "snap")])
    var calm = CalmCheck()
    try walk.walk(30) { calm.ingest($0) }
    try walk.ask("Tracking.NudgeHeading", #"{"degrees":14}"#)
    try walk.walk(1) { calm.ingest($0) }
    #expect(calm.worst.value > 10 && calm.steady.value > 2, "\(calm)")
  }

  private func expectCalm(_ walk: CityWalk, _ calm: CalmCheck, _ arrows: ArrowCheck, _ truth: TruthCheck) {
    #expect(walk.stream.dropped == 0 && !walk.stream.isMissing)
    #expect(calm.worst.value < 1 && calm.steady.value < 1 && calm.stride.value < 4, "\(calm)")
    #expect(arrows.beside.value < 0.02 && arrows.along.value < 0.02, "\(arrows.beside), \(arrows.along)")
    #expect(arrows.faults.isEmpty, "\(arrows.faults)")
    #expect(truth.worst.value < 1 && truth.worst.count > 50_000, "\(truth.worst)")
  }
}
