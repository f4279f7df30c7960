import CAllocations
import Expectations
import Geometry
import Testing
import Text

@testable import Wire

@Suite struct SceneFrameTests {
  private func frame(_ encoder: inout FrameEncoder, everything: Bool = false) throws -> JSONValue {
    var buffer = TextBuffer()
    encoder.message(everything: everything, in: &buffer)
    let message = try JSONValue(reading: Array(buffer.bytes.dropLast()))
    expect(message["continues"]?.bool, equals: true)
    return message["parameters"]?["frame"] ?? .null
  }

  /// A frame contains the parts that have changed since the last sent one; after a missed frame, all of them.
  @Test func framesHaveTheChangedParts() throws {
    var encoder = FrameEncoder()
    func names(_ hint: Int, _ light: String, isStale: Bool = false, everything: Bool = false) throws -> [String] {
      encoder.startFrame(
        time: 5, scene: 1, isStale: isStale, status: PlacementReport(state: .pending, reason: .localizing),
        fault: nil, eye: .zero)
      encoder.write(.hint) { $0.value(hint) }
      encoder.write(.light) { $0.value(light) }
      return try frame(&encoder, everything: everything).object?.map(\.name) ?? []
    }
    let head = ["time_boot_ns", "is_full", "scene_id", "is_stale", "status", "band_deg", "pending"]
    try expect(names(1, "day"), equals: head + ["hint", "light"])
    try expect(names(1, "night"), equals: head + ["light"])
    #expect(encoder.hasChanged)
    try expect(names(1, "night"), equals: head)
    #expect(!encoder.hasChanged)
    try expect(names(1, "night", everything: true), equals: head + ["hint", "light"])
    try expect(names(1, "night", isStale: true), equals: head)
    #expect(encoder.hasChanged)
  }

  private func arrow(_ number: Int, _ x: Double, _ y: Double = 0) -> ArrowMessage {
    ArrowMessage(
      number: number, home: .metres(3 * Double(number)), length: .metres(3 * Double(number)),
      point: Displacement(x, y, -100), tangent: Direction(0, 0, -1), screen: nil)
  }

  @Test func itemsAreSentWhenTheyEnterChangeOrLeave() throws {
    var encoder = FrameEncoder()
    func next(_ arrows: [ArrowMessage]?) throws -> JSONValue {
      encoder.startFrame(
        time: 5, scene: 1, isStale: false, status: PlacementReport(state: .shown), fault: nil, eye: .zero)
      if let arrows {
        encoder.write(.arrows) { $0.value(["phase": 0.5]) }
        for arrow in arrows { encoder.add(arrow) }
      } else {
        encoder.writeNothing(.arrows)
      }
      return try frame(&encoder)
    }
    func numbers(_ frame: JSONValue) -> [Int64]? {
      frame["arrows"]?["arrows"]?.array.map { $0.compactMap { $0["number"]?.integer } }
    }
    expect(numbers(try next([arrow(1, 0), arrow(2, 0), arrow(3, 0)])), equals: [1, 2, 3])
    // 0.02° at 100 m are 3.5 cm.
    #expect(try next([arrow(1, 0.03), arrow(2, 0), arrow(3, 0)])["arrows"] == nil)
    #expect(!encoder.hasChanged)
    let turned = try next([arrow(2, 0.04), arrow(3, 0.01), arrow(4, 0)])
    #expect(numbers(turned) == [2, 4] && turned["left"] == ["arrows": [1]])
    // Compared with the last sent value: 3 has not been sent since it changed.
    expect(numbers(try next([arrow(2, 0.04), arrow(3, 0.04), arrow(4, 0)])), equals: [3])
    let gone = try next(nil)
    #expect(gone["arrows"]?.isNull == true && gone["left"] == nil)
    expect(numbers(try next([arrow(2, 0)])), equals: [2])
    try expect(next([])["left"], equals: ["arrows": [2]])
  }

  private func placement(_ name: PlaceName) -> PlacementMessage {
    PlacementMessage(
      layer: name.layer, id: name.id, rank: 0, name: "", category: "", isFavourite: false, isNear: false, isAt: false,
      azimuth: .zero, azimuthSigma: .zero, elevation: .zero, elevationSigma: .zero, distance: .zero, band: "near",
      count: 1, slot: 0, drawnElevation: .zero, drawnDistance: .zero, point: .zero, scale: 1,
      status: PlacementReport(state: .shown))
  }

  /// Degrees between two points as seen from an eye.
  private func apart(_ a: JSONValue?, _ b: JSONValue?, _ eye: Displacement<Scene>) -> Double {
    func way(_ json: JSONValue?) -> SIMD3<Double> {
      SIMD3(json?["x"]?.double ?? .nan, json?["y"]?.double ?? .nan, json?["z"]?.double ?? .nan) - eye.components
    }
    let a = way(a), b = way(b), across = cross(a, b)
    return Angle.arcTangent(dot(across, across).squareRoot(), dot(a, b)).degrees
  }

  /// For any motion, a client of changes has the same content as a client of full frames, and both agree with the truth to 0.02°.
  @Test func aClientOfChangesHasTheWholeFrame() throws {
    var generator = Generator(seed: 5, stream: "frames")
    var thrifty = FrameEncoder(), exact = FrameEncoder(isExact: true), view = SceneView()
    var points = (0..<12).map { _ in SIMD3(generator.uniform(in: -50...50), 0, -60) }
    var sent = 0, frames = 0
    for time in 0..<600 as Range<Int64> {
      for index in points.indices {
        if generator.uniform() < 0.5 { points[index].x += generator.uniform(in: -0.02...0.02) }
      }
      let isThere = (0..<12).map { _ in generator.uniform() > 0.05 }, hasRoute = time % 97 > 5
      let eye = Displacement<Scene>(generator.uniform(in: -0.01...0.01), 0, 0)
      func write(_ encoder: inout FrameEncoder) {
        encoder.startFrame(
          time: time, scene: 0, isStale: time % 40 == 0, status: PlacementReport(state: .shown),
          fault: time % 90 > 80 ? "broken" : nil, eye: eye)
        encoder.startList(.placements)
        for (rank, index) in points.indices.filter({ isThere[$0] }).enumerated() {
          var message = placement(PlaceName(layer: "l", id: "place \(index)"))
          message.rank = rank
          message.point = Displacement(points[index])
          encoder.add(message)
        }
        encoder.write(.radar) { $0.value(["range": 500]) }
        for index in points.indices where isThere[index] {
          encoder.add(
            RadarMessage(
              layer: "l", id: "place \(index)", x: points[index].x / 100, y: 0, isBeyond: false, band: "far",
              count: 1))
        }
        guard hasRoute else {
          encoder.writeNothing(.markers)
          return encoder.writeNothing(.arrows)
        }
        encoder.startList(.markers)
        for (index, kind) in ["start", "left", "dot", "dot", "destination"].enumerated() where isThere[index] {
          encoder.add(
            MarkerMessage(
              kind: kind, length: .metres(Double((index + 1) / 2 * 20)), distance: .metres(60),
              point: Displacement(points[index]), screen: nil))
        }
        encoder.write(.arrows) { $0.value(["phase": .number(Double(time % 20) / 20)]) }
        for index in 0..<6 where isThere[index + 6] { encoder.add(arrow(Int(time / 50) + index, points[index].x)) }
      }
      write(&thrifty)
      write(&exact)
      frames += 1
      if thrifty.hasChanged || time == 0 {
        let delta = try frame(&thrifty, everything: time == 0)
        sent += delta["placements"]?.array?.count ?? 0
        view.apply(delta)
      }
      // A radar's marks are not ordered.
      func sorted(_ frame: JSONValue, _ with: (JSONValue) -> JSONValue = { $0 }) -> [JSONMember] {
        (frame.object ?? []).filter { $0.name != "time_boot_ns" }.map { member in
          guard member.name == "radar", let marks = member.value["marks"]?.array else { return member }
          return JSONMember("radar", .array(marks.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }))
        }.sorted { $0.name < $1.name }
      }
      let held = sorted(view.frame), whole = sorted(try frame(&thrifty, everything: true))
      try #require(held == whole, "frame \(time)")
      let truth = try frame(&exact, everything: true)
      for (list, wanted) in [
        (view.frame["placements"], truth["placements"]), (view.frame["markers"], truth["markers"]),
        (view.frame["arrows"]?["arrows"], truth["arrows"]?["arrows"]),
      ] {
        try #require(list?.array?.count == wanted?.array?.count)
        for (held, real) in zip(list?.array ?? [], wanted?.array ?? []) {
          #expect(held["id"] == real["id"] && held["number"] == real["number"] && held["kind"] == real["kind"])
          expect(apart(held["point"], real["point"], eye), isAtMost: 0.0202, "frame \(time)")
        }
      }
    }
    expect(sent, isBelow: frames * 12 / 2)
  }

  @Test func aSteadyFrameAllocatesNothing() {
    var encoder = FrameEncoder(), delta = TextBuffer(), whole = TextBuffer()
    let names = (0..<20).map { PlaceName(layer: "openstreetmap", id: "node/12345678901234567890 \($0)") }
    func write(_ time: Int64) {
      encoder.startFrame(
        time: time, scene: 0, isStale: false, status: PlacementReport(state: .shown), fault: nil, eye: .zero)
      encoder.startList(.placements)
      for (rank, name) in names.enumerated() {
        var message = placement(name)
        message.rank = rank
        message.name = name.id
        message.point = Displacement(Double(time) * (rank % 2 == 0 ? 0.1 : 0), 0, -20)
        encoder.add(message)
      }
      encoder.message(everything: false, in: &delta)
      encoder.message(everything: true, in: &whole)
    }
    for time in 0..<5 as Range<Int64> { write(time) }
    let before = allocations_of_this_thread()
    for time in 5..<100 as Range<Int64> { write(time) }
    expect(allocations_of_this_thread(), equals: before)
    expect(delta.count, isBelow: whole.count * 2 / 3)
  }
}
