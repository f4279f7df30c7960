import CAllocations
import Expectations
import Geodesy
import Geometry
import Samples
import SceneRig
import Testing
import Text
import Wire

@testable import Service

@Suite struct SceneFrameTests {
  private static let parts: JSONValue = [
    "placements", "clusters", "payload", "billboards", "arrows", "line", "markers", "anchors", "radar", "hint",
    "progress", "pose",
  ]

  /// Over a walk with places, a route, and anchors that come and go: a client of changes has the same scene as a client of full
  /// frames.
  @Test(arguments: [false, true]) func aClientOfChangesHasTheWholeScene(_ hasViewport: Bool) throws {
    var walk = try SceneWalk()
    let places = (0..<30).map {
      SceneWalk.json("p\($0)", at: SceneWalk.place(Double($0) * 12 - 40, right: 60 * Double($0 % 5 - 2) + 15))
    }
    try walk.ask("AddPlaces", ["places": .array(places)])
    try walk.localize()
    let ends = [SceneWalk.place(0), SceneWalk.place(70, right: 2), SceneWalk.place(90, right: 30)]
    let positions = ends.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    try walk.ask("LoadRoute", ["text": .string(#"{"type":"LineString","coordinates":[\#(positions)]}"#)])
    let viewport: JSONValue = hasViewport ? ["width_px": 1280, "height_px": 720, "field_of_view_deg": 60] : .null
    let asked: [JSONMember] =
      [
        JSONMember("include", .array((Self.parts.array ?? []) + (hasViewport ? ["finish"] : []))),
        JSONMember("rate_hz", 60),
      ]
      + (viewport.isNull ? [] : [JSONMember("viewport", viewport)])
    let thrifty = try walk.subscribe(.object(asked))
    let lavish = try walk.subscribe(.object(asked + [JSONMember("everything", true)]))
    var view = SceneView(), held: [Int64: JSONValue] = [:], compared = 0
    var changes = Transitions(), truths = Transitions()
    let owner = try walk.stepped.client()
    for round in 0..<600 {
      if round == 180 { try walk.ask("AddAnchor", ["id": "sign", "head": ["x": 0, "y": 0, "z": -1]], owner) }
      if round == 300 { try walk.ask("RemoveAnchor", ["id": "sign"], owner) }
      if round == 420 { try walk.ask("RemovePlaces", ["ids": ["p9", "p10"]]) }
      try walk.walk(1.0 / 60)
      do {
        while let frame = thrifty.message()?["parameters"]?["frame"] {
          view.apply(frame)
          held[frame["time_boot_ns"]?.integer ?? 0] = view.frame
          changes.record(view.frame)
        }
        while let frame = lavish.message()?["parameters"]?["frame"] {
          expect(frame["is_full"]?.bool, equals: true)
          truths.record(frame)
          guard let own = held[frame["time_boot_ns"]?.integer ?? 0] else { continue }
          compared += 1
          compare(own, frame)
        }
      }
    }
    expect(compared, isAbove: 200)
    #expect(truths.times.count > 20 && Set(truths.times.keys) == Set(changes.times.keys))
    for (what, times) in truths.times { #expect(changes.isAlike(what, times), "\(what) at \(times)") }
  }

  /// Times at which placements state a transition. Each of two subscribers has a scene of its own, which began a frame sooner or
  /// later; delayed transitions may differ by that much.
  private struct Transitions {
    private(set) var times: [String: [Double]] = [:]

    mutating func record(_ frame: JSONValue) {
      let time = Double(frame["time_boot_ns"]?.integer ?? 0) * 1e-9
      for item in frame["placements"]?.array ?? [] {
        for word in item["transition"]?.array ?? [] {
          times["\(item["id"]?.string ?? "") \(word.string ?? "")", default: []].append(time)
        }
      }
    }

    func isAlike(_ what: String, _ others: [Double]) -> Bool {
      let own = times[what] ?? []
      return own.count == others.count && zip(own, others).allSatisfy { abs($0 - $1) < 0.05 }
    }
  }

  /// All is the same, except for differences of numbers that are invisible.
  private func compare(_ held: JSONValue, _ truth: JSONValue) {
    let lists: [(String, String?, [String])] = [
      ("placements", nil, ["layer", "id", "rank", "name", "count", "slot", "band", "members"]),
      ("arrows", "arrows", ["number", "home"]), ("markers", nil, ["kind", "length"]),
      ("anchors", nil, ["owner", "id", "kind", "status"]), ("radar", "marks", ["band", "count", "is_beyond"]),
    ]
    for (section, list, names) in lists {
      func items(_ frame: JSONValue) -> [JSONValue]? {
        let all = list.map { frame[section]?[$0] ?? .null } ?? frame[section]
        guard section == "radar" else { return all?.array }
        return all?.array?.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }
      }
      guard let own = items(held), let theirs = items(truth) else {
        expect((held[section]?.isNull ?? true), equals: (truth[section]?.isNull ?? true))
        continue
      }
      expect(own.count, equals: theirs.count, "\(section)")
      for (a, b) in zip(own, theirs) {
        for name in names where a[name] != b[name] { Issue.record("\(section) \(name) \(a) \(b)") }
        for (name, most) in [("x_px", 0.11), ("y_px", 0.11)] {
          if let x = a["screen"]?[name]?.double, let y = b["screen"]?[name]?.double {
            expect((x - y).magnitude, isAtMost: most, "\(section)")
          }
        }
        for name in ["azimuth_deg", "elevation_deg", "drawn_elevation_deg"] {
          if let x = a[name]?.double, let y = b[name]?.double {
            expect(min((x - y).magnitude, 360 - (x - y).magnitude), isAtMost: 0.0202, "\(section)")
          }
        }
        for name in ["distance", "drawn_distance"] {
          if let x = a[name]?.double, let y = b[name]?.double {
            expect((x - y).magnitude, isAtMost: max(0.0052, 0.00202 * y + 2e-4), "\(section)")
          }
        }
        for (name, most) in [("x", 0.00052), ("y", 0.00052)] where section == "radar" {
          expect(((a[name]?.double ?? 9) - (b[name]?.double ?? 0)).magnitude, isAtMost: most)
        }
      }
    }
    for section in ["hint", "progress", "upright_deg", "status", "band_deg", "pending", "scene_id"]
    where section != "progress" {
      expect(held[section], equals: truth[section], "\(section)")
    }
  }

  /// From the pose to the bytes in the outbox, with everything that a frame can have: nothing is allocated while the same items
  /// stay. Also of sixty places with their payloads, orientations and sizes, and the route's line.
  @Test(arguments: [(false, false), (true, false), (true, true)])
  func aSteadyFrameAllocatesNothing(_ isRead: Bool, _ isCrowded: Bool) throws {
    let places = (0..<(isCrowded ? 60 : 20)).map { index -> JSONValue in
      let payload: JSONValue = [
        "cuisine": "coffee_shop", "opening_hours": "Mo-Fr 08:00-18:00", "number": .integer(Int64(index)),
      ]
      let ahead = isCrowded ? Double(index) * 5 - 100 : Double(index) * 20
      return SceneWalk.json(
        "osm:node/\(123_456_789_012 + index)", at: SceneWalk.place(ahead, right: index % 2 == 0 ? 120 : -120),
        [JSONMember("payload", payload)])
    }
    let ends = [SceneWalk.place(-100), SceneWalk.place(400)]
    let positions = ends.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    let rig = try SceneRig(
      places: places, route: #"{"type":"LineString","coordinates":[\#(positions)]}"#, isCrowded: isCrowded)
    var counts: [UInt] = [], view = SceneView()
    for (index, sample) in try Stepped.samples().enumerated() {
      if index % 400 == 0 { rig.tend() }
      let before = allocations_of_this_thread()
      rig.ingest(sample)
      let taken = allocations_of_this_thread() - before
      if case .gyroscope = sample, index > 15_000 { counts.append(taken) }
      if isRead { _ = rig.read { view.apply($0) } }
    }
    let shown = view.frame["placements"]?.array?.count ?? 0
    #expect(
      !isRead || isCrowded
        ? !isRead || shown > 50 && (view.frame["line"]?["vertices"]?.array?.count ?? 0) >= 2
        : shown > 5 && (view.frame["arrows"]?["arrows"]?.array?.count ?? 0) > 30, "\(shown)")
    // Places that enter and are searched again may allocate; those are a few frames of thousands. What the kernel's buffer does not
    // take of a large frame waits in a buffer of its own. Swift 6.0 allocates one context of a closure for each frame; later
    // versions do not.
    #if compiler(>=6.1)
      let unavoidable: UInt = isCrowded ? 1 : 0
    #else
      let unavoidable: UInt = isCrowded ? 2 : 1
    #endif
    let some = counts.filter { $0 > unavoidable }
    #expect(counts.count > 4000 && some.count <= 40, "\(some.count) of \(counts.count) frames: \(some.prefix(60))")
  }
}
