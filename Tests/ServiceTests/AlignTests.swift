import Expectations
import Geodesy
import Geometry
import Samples
import Testing
import Text

@testable import Service

/// The heading measured by a look at a place.
@Suite struct AlignTests {
  private static func name(_ answer: JSONValue) -> String? { answer["parameters"]?["reason"]?.string }

  /// A place in a direction from the wearer, by the heading that is published.
  private func add(_ id: String, to walk: SceneWalk, beside turn: Double, distance: Double) throws {
    let pose = try #require(walk.stepped.daemon.engine.latest), here = try #require(pose.place)
    let sight = Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation).heading.radians + turn * .pi / 180
    let way = Displacement<Level>(distance * Geometry.sin(sight), 0, -distance * Geometry.cos(sight))
    try walk.ask("AddPlaces", ["places": [SceneWalk.json(id, at: TangentPlane(origin: here).geodetic(way))]])
  }

  private func layer(_ walk: SceneWalk, _ id: String) throws -> JSONValue {
    let places = try walk.ask("FindPlaces", ["text": .string(id)])["places"]?.array ?? []
    return try #require(places.first?["layer"])
  }

  private func align(_ walk: SceneWalk, _ id: String, _ more: [JSONMember] = []) throws -> JSONValue {
    try walk.ask(
      "AlignToPlace",
      .object([JSONMember("layer", try layer(walk, id)), JSONMember("id", .string(id))] + more))
  }

  @Test func aLookTurnsTheHeading() throws {
    var walk = try SceneWalk()
    try walk.localize()
    try add("tower", to: walk, beside: 20, distance: 400)
    let before = try #require(walk.stepped.daemon.engine.latest)
    let answer = try align(walk, "tower")
    func number(_ name: String) throws -> Double { try #require(answer[name]?.double, "\(answer)") }
    let off = try number("off_deg"), distance = try number("distance"), sigma = try number("measured_sigma_deg")
    let turned = try number("turned_deg"), now = try number("heading_sigma_deg")
    #expect(abs(off - 20) < 0.1 && abs(distance - 400) < 1)
    // The hand's 2°, and a few meters of both places from 400 m away.
    #expect(2...3 ~= sigma)
    // The look outweighs what was known before, by as much as it is better.
    let known = try #require(before.yawSigma).degrees, share = 1 / (1 + sigma * sigma / (known * known))
    #expect(turned > 20 * share * 0.7 && turned < 21 && now < max(known, 12), "\(answer), \(known)")
    try walk.walk(0.5)
    let after = try #require(walk.stepped.daemon.engine.latest)
    let change = (after.yaw - before.yaw).wrapped.degrees
    expect(abs(change - turned), isBelow: 3, "\(change)")
  }

  @Test func aDoubtfulLookIsRefused() throws {
    var walk = try SceneWalk()
    let early = try walk.ask("AlignToPlace", ["latitude_deg": 48, "longitude_deg": 16])
    expect(Self.name(early), equals: "not-placed")
    try walk.localize()
    try add("door", to: walk, beside: 0, distance: 6)
    try add("behind", to: walk, beside: 150, distance: 400)
    let before = try #require(walk.stepped.daemon.engine.latest).yaw
    let near = try align(walk, "door"), behind = try align(walk, "behind")
    #expect(Self.name(near) == "too-near" && Self.name(behind) == "contradicted")
    let unknown = try walk.ask("AlignToPlace", ["layer": "x", "id": "nothing"])
    expect(unknown["error"]?.string, equals: "org.gnomon.Scene.NoSuchPlace")
    for wrong: JSONValue in [
      [:], ["latitude_deg": 48], ["latitude_deg": 48, "longitude_deg": 16, "layer": "x", "id": "y"],
      ["latitude_deg": 48, "longitude_deg": 16, "sigma_deg": 0],
    ] {
      let answer = try walk.ask("AlignToPlace", wrong)
      expect(answer["error"]?.string, equals: "org.gnomon.Scene.InvalidValue", "\(wrong)")
    }
    try walk.walk(0.1)
    let after = try #require(walk.stepped.daemon.engine.latest).yaw
    expect((after - before).wrapped.magnitude, isBelow: .degrees(1))
    // With insistence it counts.
    let answer = try align(walk, "behind", [JSONMember("sure", true)])
    expect((answer["turned_deg"]?.double).map { abs($0) > 30 }, equals: true, "\(answer)")
  }

  /// A wearer who faces along the own shadow, or points a device at the sun.
  @Test func theSunMeasuresTheHeading() throws {
    var walk = try SceneWalk()
    let early = try walk.ask("AlignToSun")
    expect(Self.name(early), equals: "not-placed")
    try walk.localize()
    let pose = try #require(walk.stepped.daemon.engine.latest), here = try #require(pose.place)
    let utc = try #require(walk.stepped.daemon.engine.civil.utc(at: pose.time)), sun = Sun(from: here, at: utc)
    let answer = try walk.ask("AlignToSun", ["sure": true])
    func number(_ name: String) throws -> Double { try #require(answer[name]?.double, "\(answer)") }
    let azimuth = try number("azimuth_deg"), elevation = try number("sun_elevation_deg")
    #expect(abs((azimuth - sun.azimuth.degrees).magnitude - 180) < 0.1 && abs(elevation - sun.elevation.degrees) < 0.1)
    // It is weighed as a look at a place is.
    let heading = Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation).heading
    let off = (.degrees(azimuth) - heading).wrapped.degrees, turned = try number("turned_deg")
    expect(abs(try number("off_deg") - off), isBelow: 0.1)
    try walk.walk(0.1)
    let after = try #require(walk.stepped.daemon.engine.latest)
    #expect(abs((after.yaw - pose.yaw).wrapped.degrees - turned) < 3 && abs(turned) > 1, "\(turned)")
    // A head does not look into the sun.
    try #require(walk.stepped.daemon.engine.tracker.profile == .head)
    let again = try walk.ask("AlignToSun")
    expect(Self.name(again), equals: "same-sun", "\(again)")
    let stared = try walk.ask("AlignToSun", ["aim": "sun"])
    expect(Self.name(stared), equals: "worn", "\(stared)")
    let wrong = try walk.ask("AlignToSun", ["aim": "moon"])
    expect(wrong["error"]?.string, equals: "org.gnomon.Scene.InvalidValue")
  }
}
