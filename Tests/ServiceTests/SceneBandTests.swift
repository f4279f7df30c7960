import CAllocations
import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import SceneRig
import Simulation
import Testing
import Text
import Wire

@testable import ScenePublishing
@testable import Service

/// A wearer who stands and looks about: what is shown of the destination, beside where it truly is.
@Suite struct SceneBandTests {
  private static let parts: JSONValue = ["placements", "hint", "finish", "arrows", "markers", "line"]
  private static let viewport: JSONValue = ["width_px": 1280, "height_px": 720, "field_of_view_deg": 60]

  /// Two minutes of standing, of a device whose chip is turned, with a way to a place and a label there.
  private struct Standing {
    var walk: SceneWalk
    let simulation: Simulation
    /// The destination, from where the wearer stands.
    let offset: Displacement<Level>

    static func simulation(seed: UInt64) -> Simulation {
      var parameters = SimulationParameters()
      parameters.imuRate = 100
      parameters.magnetometerRate = 25
      parameters.truthRate = 0
      return Simulation(Plan.lookAround.itinerary(parameters), parameters: parameters, seed: seed)
    }

    static func samples(_ simulation: Simulation, chip: Angle) throws -> [Sample] {
      var samples: [Sample] = []
      try simulation.run { line in
        guard case .sample(var sample) = line else { return }
        if case .magnetometer(let one) = sample, chip != .zero {
          // About the vertical of the Earth, which no nod shows.
          let turn = simulation.trajectory.instant(at: one.time - BootInstant(nanoseconds: 0)).levelOrientation
          sample = .magnetometer(
            MagnetometerSample(
              time: one.time,
              field: turn.inverse(Rotation<Level, Level>(about: Direction(0, 1, 0), by: chip)(turn(one.field)))))
        }
        samples.append(sample)
      }
      return samples
    }

    init(seed: UInt64, chip: Angle = .zero) throws {
      simulation = Self.simulation(seed: seed)
      offset = Displacement(320, 0, 80)
      walk = try SceneWalk(Self.samples(simulation, chip: chip))
      try walk.walk(6)
      let plane = simulation.trajectory.plane, here = plane.geodetic(Displacement<Level>.zero),
        there = plane.geodetic(offset)
      func position(_ place: Geodetic) -> JSONValue { [.number(place.longitude.value), .number(place.latitude.value)] }
      let line: JSONValue = ["type": "LineString", "coordinates": [position(here), position(there)]]
      var text = TextBuffer()
      line.write(to: &text)
      try walk.ask("LoadRoute", ["text": .string(text.string), "name": "Pier"])
      try walk.ask("AddPlaces", ["layer": "mine", "places": [SceneWalk.json("pier", at: there)]])
    }

    /// The frame of now, and the true angle from straight ahead to the destination.
    mutating func frame(_ style: JSONValue = .object([])) throws -> (frame: JSONValue, bearing: Angle) {
      let answer = try walk.ask(
        "GetFrame",
        [
          "include": parts, "viewport": viewport, "target": ["route": "destination"], "style": style,
        ])
      let frame = try #require(answer["frame"]), time = try #require(frame["time_boot_ns"]?.double) * 1e-9
      let truth = simulation.trajectory.instant(at: TimeSpan(time))
      let ahead = Attitude(truth.levelOrientation).heading, way = offset - Displacement<Level>(truth.position)
      return (frame, (Angle.arcTangent(way.x, -way.z) - ahead).wrapped)
    }
  }

  private func state(_ thing: JSONValue?) -> String? { thing?["status"]?["state"]?.string }

  /// Whether the band of a thing has an angle in it.
  private func holds(_ thing: JSONValue?, _ angle: Angle) -> Bool {
    guard let left = thing?["band"]?["left_deg"]?.double, let right = thing?["band"]?["right_deg"]?.double else {
      return false
    }
    return [-360, 0, 360].contains { (left...right).contains(angle.degrees + $0) }
  }

  /// A compass that nothing has confirmed: a band for the finish and the hint, no point of anything, and what labels wait for.
  @Test(arguments: [0.0, 40, -40]) func aStandingWearersBandHoldsTheTruth(chip: Double) throws {
    var frames = 0, held = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      var standing = try Standing(seed: seed, chip: .degrees(chip))
      for _ in 0..<20 {
        let (frame, bearing) = try standing.frame(), hint = frame["hint"], finish = frame["finish"]
        #expect(state(frame) == "vague" && state(hint) == "vague" && state(finish) == "vague", "\(frame)")
        for name in ["point", "bearing_deg", "angle_deg", "screen", "border", "radius"] {
          #expect(hint?[name]?.isNull ?? true, "\(name)")
          #expect(finish?[name]?.isNull ?? true, "\(name)")
        }
        #expect(frame["placements"]?.array?.isEmpty == true && frame["arrows"]?["arrows"]?.array?.isEmpty == true)
        expect(frame["arrows"]?["status"]?["reason"]?.string, equals: "localizing")
        expect((frame["band_deg"]?.double ?? 0), isAtLeast: 50)
        let pending = frame["pending"]
        #expect(pending?["heading_limit_deg"]?.double == 15 && (pending?["heading_sigma_deg"]?.double ?? 0) >= 30)
        frames += 2
        held += (holds(hint, bearing) ? 1 : 0) + (holds(finish, bearing) ? 1 : 0)
        try standing.walk.walk(5)
      }
      let (frame, _) = try standing.frame()
      expect(frame["pending"]?["guidance"]?.string, equals: "walk", "\(frame["pending"] ?? .null)")
      expect(frame["pending"]?["english"]?.string?.hasPrefix("walk "), equals: true)
    }
    expect(Double(held), isAtLeast: 0.95 * Double(frames), "\(held) of \(frames)")
  }

  /// A style asks for points, or for nothing.
  @Test func aStyleAsksForPointsOrForNothing() throws {
    var standing = try Standing(seed: 2)
    let (pointed, bearing) = try standing.frame(["vague": true])
    #expect(state(pointed["hint"]) == "vague" && pointed["hint"]?["point"]?.isNull == false)
    #expect(pointed["hint"]?["bearing_deg"]?.double != nil && pointed["finish"]?["screen"]?.isNull == false)
    #expect(holds(pointed["hint"], bearing) && pointed["placements"]?.array?.count == 1)
    let (nothing, _) = try standing.frame(["vague": false])
    #expect(nothing["hint"]?.isNull == true && nothing["finish"]?.isNull == true && state(nothing) == "pending")
    #expect(nothing["band_deg"]?.isNull ?? true)
    expect(nothing["pending"]?["radius_limit"]?.double, equals: 25)
    // A client that accepts the heading of a compass alone gets points as things that are shown.
    let (wide, _) = try standing.frame(["heading_limit_deg": 30])
    #expect(state(wide) == "shown" && state(wide["hint"]) == "shown" && wide["hint"]?["band"]?.isNull ?? true)
    #expect(wide["pending"]?.isNull ?? true)
  }

  /// Hint and cue are vague until the way has told the heading.
  @Test func aSubscriberGetsTheBandAndThenThePoint() throws {
    var walk = try SceneWalk()
    try walk.ask("LoadRoute", ["text": .string(Self.wayAhead), "name": "Pier"])
    let client = try walk.subscribe(["include": ["hint"], "rate_hz": 20])
    var states: [String] = [], cues = 0
    /// A vague thing has a band, and no point and no turn.
    func holdsBand(_ thing: JSONValue) -> Bool {
      state(thing) == "vague" && thing["band"]?["left_deg"]?.double != nil && thing["point"]?.isNull == true
        && thing["bearing_deg"]?.isNull == true
    }
    for _ in 0..<100 where states.last != "shown" {
      try walk.walk(0.5)
      while let message = client.message() {
        guard let frame = message["parameters"]?["frame"], let now = state(frame) else { continue }
        if states.last != now { states.append(now) }
        expect((frame["band_deg"]?.isNull ?? true), equals: (now != "vague"), "\(frame)")
        guard now == "vague", let hint = frame["hint"], !hint.isNull else { continue }
        #expect(holdsBand(hint), "\(frame)")
        guard let cue = hint["cue"], !cue.isNull else { continue }
        cues += 1
        #expect(holdsBand(cue), "\(frame)")
      }
    }
    #expect(states == ["pending", "vague", "shown"] && cues > 0, "\(states) \(cues)")
  }

  /// Bands and what labels wait for cost a frame no allocation while the guidance stays.
  @Test func aVagueFrameAllocatesNothing() throws {
    let rig = try SceneRig(places: [SceneWalk.json("pier", at: SceneWalk.place(90))], route: Self.wayAhead)
    var counts: [UInt] = [], view = SceneView()
    for (index, sample) in try Standing.samples(Standing.simulation(seed: 2), chip: .zero).enumerated() {
      if index % 400 == 0 { rig.tend() }
      let before = allocations_of_this_thread()
      rig.ingest(sample)
      let taken = allocations_of_this_thread() - before
      if case .gyroscope = sample, index > 8000 { counts.append(taken) }
      _ = rig.read { view.apply($0) }
    }
    #expect(state(view.frame) == "vague" && view.frame["pending"]?["english"]?.string != nil, "\(view.frame)")
    #if compiler(>=6.1)
      let unavoidable: UInt = 0
    #else
      let unavoidable: UInt = 1
    #endif
    let some = counts.filter { $0 > unavoidable }
    #expect(counts.count > 4000 && some.count <= 40, "\(some.count) of \(counts.count) frames: \(some.prefix(60))")
  }

  private static var wayAhead: String {
    func position(_ place: Geodetic) -> String { "[\(place.longitude.value),\(place.latitude.value)]" }
    return #"{"type":"LineString","coordinates":["# + position(SceneWalk.place(0)) + ","
      + position(SceneWalk.place(100)) + "]}"
  }
}
