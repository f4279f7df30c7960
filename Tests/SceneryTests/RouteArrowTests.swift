import CAllocations
import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct RouteArrowTests {
  private func view(_ place: Geodetic?, yaw: Angle = .zero, at seconds: Double = 0) -> Viewpoint {
    Viewpoint(
      time: BootInstant(seconds: seconds), pose: Pose(rotation: .aligned, position: Displacement<Scene>(3, 0, 4)),
      place: place, yaw: yaw)
  }

  /// Returns the place at a length along the route, by Karney's geodesics from point to point.
  private func known(_ points: [Geodetic], at length: Double) -> Geodetic {
    var rest = length
    for (a, b) in zip(points, points.dropFirst()) {
      let side = Geodesic(from: a, to: b)
      if rest <= side.distance.value { return side.line.station(at: .metres(rest)).place }
      rest -= side.distance.value
    }
    return points[points.count - 1]
  }

  /// A slope of 10 % where the route has heights, even if all of them are wrong by a constant; level where it has none.
  @Test func arrowsAndMarksStandOnTheRoutesHeights() throws {
    let way = FlatWay(corners: [[0, 0], [100, 0], [200, 0]])
    var route = way.route()
    for hasHeights in [true, false] {
      route.hasHeights = hasHeights
      for (index, height) in [730.0, 740, 740].enumerated() { route.points[index].height = .metres(height) }
      var progress = RouteProgress(try #require(RouteTrack(route)))
      var events: [RouteEvent] = [], arrows: [RouteArrow] = [], markers: [RouteMarker] = []
      let place = way.place([50, 0])
      progress.update(place, accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
      progress.arrows(from: view(place), into: &arrows)
      progress.markers(from: view(place), into: &markers)
      func ground(_ length: Length) -> Double {
        hasHeights ? min(10, length.value / 10) - 5 - 1.6 : -1.6
      }
      expect(arrows.count, isAbove: 30)
      for arrow in arrows {
        expect((arrow.offset.y - ground(arrow.length)).magnitude, isBelow: 1e-3)
        expect((arrow.homeOffset.y - ground(arrow.home)).magnitude, isBelow: 1e-3)
        let slope = hasHeights && arrow.length.value < 100 ? 0.1 : 0
        expect((arrow.tangent.y - slope).magnitude, isBelow: 1e-3)
      }
      for mark in markers { expect((mark.offset.y - ground(mark.length)).magnitude, isBelow: 1e-3) }
    }
  }

  @Test func arrowsStandAtMultiplesOfThreeMetres() throws {
    var generator = Generator(seed: 17)
    for _ in 0..<60 {
      var place = Geodetic(
        latitude: Degrees(generator.uniform(in: -85...85)), longitude: Degrees(generator.uniform(in: -180...180)))
      var azimuth = generator.uniform(in: 0...360)
      var points = [place]
      for _ in 0..<Int(generator.uniform(in: 1...40)) {
        azimuth += 60 * generator.gaussian()
        let length = exp(generator.uniform(in: -1...5))
        place = Geodesic(from: place, azimuth: .degrees(azimuth), distance: .metres(length)).end
        points.append(place)
      }
      let track = try #require(RouteTrack(Route(name: "", points: points)))
      let total = zip(points, points.dropFirst()).reduce(0) { $0 + Geodesic(from: $1.0, to: $1.1).distance.value }
      expect((track.length.value - total).magnitude, isBelow: 1e-3)
      var progress = RouteProgress(track)
      var events: [RouteEvent] = []
      let wearer = known(points, at: generator.uniform(in: 0...max(0, total - 45)))
      progress.update(wearer, accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
      if progress.status == .arrived { continue }
      var arrows: [RouteArrow] = []
      let seconds = generator.uniform(in: 0...100)
      progress.arrows(from: view(wearer, at: seconds), into: &arrows)

      // The expected arrows: from 3 m behind to 100 m ahead, or the end.
      let snapped = progress.length.value
      let numbers = (0...Int(total / 3) + 1).filter {
        let home = Double($0) * 3
        return home >= snapped - 3 - 1e-6 && home <= min(total, snapped + 100) + 1e-6
      }
      expect(arrows.map(\.number), equals: numbers)
      let phase = (seconds / 2).truncatingRemainder(dividingBy: 1)
      expect((progress.arrowPhase(at: BootInstant(seconds: seconds)) - phase).magnitude, isBelow: 1e-6)
      let plane = TangentPlane(origin: wearer)
      for arrow in arrows {
        let home = plane.level(known(points, at: Double(arrow.number) * 3))
        expect(hypot(arrow.homeOffset.x - home.x, arrow.homeOffset.z - home.z), isBelow: 1e-3)
        let now = plane.level(known(points, at: min(total, Double(arrow.number) * 3 + 3 * phase)))
        expect(hypot(arrow.offset.x - now.x, arrow.offset.z - now.z), isBelow: 1e-3)
        expect(arrow.offset.y, equals: -1.6)
        expect((arrow.tangent.norm.value - 1).magnitude, isBelow: 1e-9)
      }
    }
  }

  /// At a corner the arrow turns, and at the end of its period it is at the start of the next one.
  @Test func arrowsFlowRoundTheCorner() throws {
    let way = FlatWay(corners: [[0, 0], [10, 0], [10, 10], [200, 10]])
    var progress = RouteProgress(try #require(RouteTrack(way.route())))
    var events: [RouteEvent] = []
    progress.update(way.place([0, 0]), accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
    var arrows: [RouteArrow] = []
    for step in 0..<200 {
      let seconds = Double(step) * 0.01
      progress.arrows(from: view(way.place([0, 0]), yaw: .degrees(90), at: seconds), into: &arrows)
      expect(arrows.count, equals: 34)
      for arrow in arrows {
        let length = 3 * Double(arrow.number) + 1.5 * seconds
        let flat = way.point(at: length)
        expect(hypot(arrow.offset.x - flat.x, arrow.offset.z + flat.y), isBelow: 1e-3)
        // Scene azimuth = true azimuth − 90°: east is at −z.
        expect(hypot(arrow.point.x - (3 - flat.y), arrow.point.z - (4 - flat.x)), isBelow: 2e-3)
        let isNorth = length > 10.001 && length < 19.999
        if isNorth || length < 9.999 || length > 20.001 {
          let tangent = isNorth ? Direction<Scene>(-1, 0, 0) : Direction<Scene>(0, 0, -1)
          expect((arrow.tangent - tangent).norm.value, isBelow: 1e-4)
        }
      }
    }
  }

  /// The phase is still smooth weeks after the start of the machine.
  @Test func thePhaseStaysPreciseAfterALongTime() throws {
    let progress = RouteProgress(try #require(RouteTrack(FlatWay.square.route())))
    let late = BootInstant(nanoseconds: 4_000_000 * 2_000_000_000 + 500_000_000)
    expect(progress.arrowPhase(at: late), equals: 0.25)
    expect(progress.arrowPhase(at: BootInstant(nanoseconds: -500_000_000)), equals: 0.75)
  }

  @Test func nothingIsDrawnBeforeTheFirstFix() throws {
    let progress = RouteProgress(try #require(RouteTrack(FlatWay.square.route())))
    var arrows: [RouteArrow] = [], markers: [RouteMarker] = []
    progress.arrows(from: view(nil), into: &arrows)
    progress.markers(from: view(nil), into: &markers)
    #expect(arrows.isEmpty && markers.isEmpty)
  }

  @Test func markersStandWhereTheRouteTurns() throws {
    let way = FlatWay(corners: [[0, 0], [110, 0], [110, -50], [205, -50]])
    var progress = RouteProgress(try #require(RouteTrack(way.route())))
    var events: [RouteEvent] = []
    progress.update(way.place([30, 0]), accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
    var markers: [RouteMarker] = []
    progress.markers(from: view(way.place([30, 0])), into: &markers)
    expect(
      markers.map { "\($0.kind.rawValue) \($0.length.value.rounded())" },
      equals: [
        "start 0.0", "dot 40.0", "dot 60.0", "dot 80.0", "dot 100.0", "right 110.0", "dot 120.0", "dot 140.0",
        "left 160.0", "dot 160.0", "dot 180.0", "dot 200.0", "dot 220.0", "dot 240.0", "destination 255.0",
      ])
    for marker in markers {
      let flat = way.point(at: marker.length.value)
      expect(hypot(marker.offset.x - (flat.x - 30), marker.offset.z + flat.y), isBelow: 1e-3)
      expect(hypot(marker.point.x - 3 - marker.offset.x, marker.point.z - 4 - marker.offset.z), isBelow: 1e-9)
    }
  }

  @Test func drawingAllocatesNothing() throws {
    var progress = RouteProgress(try #require(RouteTrack(FlatWay.square.route())))
    var events: [RouteEvent] = []
    progress.update(FlatWay.square.place([5, 1]), accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
    var arrows: [RouteArrow] = [], markers: [RouteMarker] = []
    arrows.reserveCapacity(64)
    markers.reserveCapacity(128)
    let view = view(FlatWay.square.place([5, 1]))
    progress.arrows(from: view, into: &arrows)
    let before = allocations_of_this_thread()
    for _ in 0..<100 {
      progress.arrows(from: view, into: &arrows)
      progress.markers(from: view, into: &markers)
    }
    let allocated = allocations_of_this_thread() - before
    #if compiler(>=6.1)
      expect(allocated, equals: 0)
    #else
      // Swift 6.0 keeps one temporary of a call on the heap.
      expect(allocated, isAtMost: 100)
    #endif
    expect(arrows.count, equals: 35)
  }
}

@Suite struct RouteTurnTests {
  private func turns(_ corners: [SIMD2<Double>]) throws -> [String] {
    try #require(RouteTrack(FlatWay(corners: corners).route())).steps.map {
      "\($0.kind.rawValue) \(Int($0.length.value.rounded())) \(Int($0.turn.degrees.rounded()))"
    }
  }

  private func arc(radius: Double, degrees: ClosedRange<Double>, steps: Int) -> [SIMD2<Double>] {
    (0...steps).map { step in
      let angle = Angle.degrees(
        degrees.lowerBound + (degrees.upperBound - degrees.lowerBound) * Double(step) / Double(steps))
      return SIMD2(radius * angle.cosine, radius * angle.sine)
    }
  }

  @Test func bendsOverThirtyDegreesAreTurns() throws {
    try expect(turns([[0, 0], [100, 0], [200, 50]]), equals: ["arrive 212 0"])  // 26.6°
    try expect(turns([[0, 0], [100, 0], [200, -70]]), equals: ["slight-right 100 35", "arrive 222 0"])
    try expect(turns([[0, 0], [100, 0], [50, 80]]), equals: ["sharp-left 100 -122", "arrive 194 0"])
    try expect(turns([[0, 0], [100, 0], [0, 1]]), equals: ["turn-around 100 -179", "arrive 200 0"])
  }

  @Test func bendsNearEachOtherAreOneTurn() throws {
    // A corner with a chamfer of 5 m.
    try expect(turns([[0, 0], [100, 0], [103.5, 3.5], [103.5, 100]]), equals: ["left 100 -90", "arrive 201 0"])
    // A step to the side is not a turn.
    try expect(turns([[0, 0], [100, 0], [100, 4], [200, 4]]), equals: ["arrive 204 0"])
    // 40 m apart they are two turns.
    try expect(
      turns([[0, 0], [100, 0], [100, 40], [200, 40]]), equals: ["left 100 -90", "right 140 90", "arrive 240 0"])
  }

  @Test func aWideCurveIsNotATurn() throws {
    try expect(turns(arc(radius: 60, degrees: 0...180, steps: 60)), equals: ["arrive 188 0"])
    let hairpin = arc(radius: 8, degrees: -90...90, steps: 12)
    let steps = try turns([[-100, -8]] + hairpin + [[-100, 8]])
    expect(steps.count, equals: 2)
    expect(steps.first?.hasPrefix("turn-around "), equals: true)
  }

  /// If the planner only gives the stops along the route, the bends between them are found.
  @Test func stopsOnTheWayStandAmongTheBends() throws {
    let route = FlatWay.square.route(manoeuvres: [.init(.depart, at: 0), .init(.arrive, at: 2), .init(.arrive, at: 4)])
    let track = try #require(RouteTrack(route))
    expect(track.steps.map(\.kind), equals: [.left, .left, .arrive, .left, .arrive])
  }

  /// The planner's maneuvers replace the bends.
  @Test func thePlannersManoeuvresCount() throws {
    let route = FlatWay.square.route(manoeuvres: [
      .init(.depart, at: 0), .init(.roundabout, at: 1), .init(.straight, at: 2), .init(.arrive, at: 4),
    ])
    let track = try #require(RouteTrack(route))
    expect(track.steps.map(\.kind), equals: [.roundabout, .straight, .arrive])
    expect(track.steps.map(\.isTurn), equals: [true, false, false])
    expect(track.steps[0].isRight, equals: false)
    expect(track.steps.map(\.manoeuvre), equals: [1, 2, 3])
  }
}
