import CAllocations
import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct RouteEdgeTests {
  private func walk(_ track: RouteTrack, from: Double = 0) -> [RouteEvent] {
    var progress = RouteProgress(track)
    var events: [RouteEvent] = []
    var time = 0.0
    while from + time * 1.4 < track.length.value {
      progress.update(
        track.place(at: .metres(from + time * 1.4)), accuracy: .metres(3), at: BootInstant(seconds: time), &events)
      time += 1
    }
    expect(progress.status, equals: .arrived)
    return events
  }

  @Test func aRouteCrossesTheDateLine() throws {
    let points = stride(from: -5, through: 5, by: 1).map {
      let longitude = 180 + Double($0) * 5e-4
      return Geodetic(latitude: Degrees(-17), longitude: Degrees(longitude > 180 ? longitude - 360 : longitude))
    }
    let track = try #require(RouteTrack(Route(name: "", points: points)))
    // An arc of the parallel, chord by chord.
    let known = zip(points, points.dropFirst()).reduce(0) { $0 + Geodesic(from: $1.0, to: $1.1).distance.value }
    expect((track.length.value - known).magnitude, isBelow: 1e-4)
    #expect(!walk(track).contains { if case .offRoute = $0 { true } else { false } })
  }

  @Test func aRouteCrossesThePole() throws {
    let points = [0.0, 90, -170, 13].enumerated().map { index, longitude in
      Geodetic(latitude: Degrees(90 - 1e-3 * Double(1 + index)), longitude: Degrees(longitude))
    }
    let track = try #require(RouteTrack(Route(name: "", points: points)))
    let known = zip(points, points.dropFirst()).reduce(0) { $0 + Geodesic(from: $1.0, to: $1.1).distance.value }
    expect((track.length.value - known).magnitude, isBelow: 1e-4)
    #expect(!walk(track).contains { if case .offRoute = $0 { true } else { false } })
    // Across the pole itself.
    let over = [
      Geodetic(latitude: Degrees(89.999), longitude: Degrees(0)),
      Geodetic(latitude: Degrees(89.999), longitude: Degrees(180)),
    ]
    let straight = try #require(RouteTrack(Route(name: "", points: over)))
    expect((straight.length.value - Geodesic(from: over[0], to: over[1]).distance.value).magnitude, isBelow: 1e-4)
    expect((straight.place(at: .metres(straight.length.value / 2)).latitude.value - 90).magnitude, isBelow: 1e-9)
    #expect(!walk(straight).contains { if case .offRoute = $0 { true } else { false } })
  }

  /// A line of 8000 km is the geodesic, not the chord through the Earth.
  @Test func aLongLineFollowsTheGeodesic() throws {
    let ends = [
      Geodetic(latitude: Degrees(60), longitude: Degrees(170)),
      Geodetic(latitude: Degrees(-5), longitude: Degrees(-130)),
    ]
    let geodesic = Geodesic(from: ends[0], to: ends[1])
    let track = try #require(RouteTrack(Route(name: "", points: ends)))
    expect((track.length.value - geodesic.distance.value).magnitude, isBelow: 1e-3)
    for share in [0.1, 0.5, 0.77] {
      let length = track.length.value * share
      let known = geodesic.line.station(at: .metres(length)).place
      expect(Geodesic(from: track.place(at: .metres(length)), to: known).distance.value, isBelow: 0.01)
      var progress = RouteProgress(track)
      var events: [RouteEvent] = []
      progress.update(known, accuracy: .metres(3), at: BootInstant(seconds: 1), &events)
      expect((progress.length.value - length).magnitude, isBelow: 0.1)
      expect(progress.distanceOff.value, isBelow: 0.1)
    }
  }

  @Test func aRouteWithoutLengthHasNoTrack() {
    let here = Geodetic(latitude: Degrees(1), longitude: Degrees(2))
    #expect(RouteTrack(Route(name: "", points: [])) == nil)
    #expect(RouteTrack(Route(name: "", points: [here])) == nil)
    #expect(RouteTrack(Route(name: "", points: [here, here, here])) == nil)
    #expect(
      RouteTrack(Route(name: "", points: [here, Geodetic(latitude: Degrees(.nan), longitude: Degrees(0))])) == nil)
    #expect(RouteTrack(Route(name: "", points: [here, Geodetic(latitude: Degrees(99), longitude: Degrees(0))])) == nil)
  }

  @Test func repeatedPointsAreDropped() throws {
    let way = FlatWay.square
    var route = way.route()
    route.points = route.points.flatMap { [$0, $0, $0] }
    route.manoeuvres = [.init(.left, at: 5), .init(.left, at: 3), .init(.left, at: 9)]
    let track = try #require(RouteTrack(route))
    expect((track.length.value - 800).magnitude, isBelow: 1e-3)
    expect(track.steps.map { ($0.length.value).rounded() }, equals: [200, 200, 600, 800])
    let walked = try #require(Walked.along(way, route, seed: 1, sigma: 3))
    #expect(walked.progress.status == .arrived && walked.deviations == 0)
  }

  /// A hundred thousand points, most of them laps: each update and the search off the route give the same result as a comparison
  /// with all points, and neither allocates.
  @Test func aHundredThousandPoints() throws {
    var generator = Generator(seed: 3)
    var corners: [SIMD2<Double>] = [SIMD2(0, 0)]
    for index in 1..<100_000 {
      let angle = Double(index) * 0.02 + 0.3 * generator.gaussian()
      corners.append(corners[index - 1] + SIMD2(3 * cos(angle), 3 * sin(angle)) + SIMD2(0.01, 0))
    }
    let way = FlatWay(corners: corners)
    let plane = TangentPlane(origin: way.origin)
    let points = corners.map { plane.geodetic(Displacement<ENU>($0.x, $0.y, 0)) }
    let track = try #require(
      RouteTrack(Route(name: "", points: points.map { Geodetic(latitude: $0.latitude, longitude: $0.longitude) })))
    var progress = RouteProgress(track)
    var events: [RouteEvent] = []
    events.reserveCapacity(1000)
    let places = (0..<400).map { second in way.place(second < 200 ? corners[second] : [400, 700]) }
    let before = allocations_of_this_thread()
    for (second, place) in places.enumerated() {
      progress.update(place, accuracy: .metres(3), at: BootInstant(seconds: Double(second)), &events)
    }
    expect(allocations_of_this_thread(), equals: before)
    expect(progress.status, equals: .offRoute)
    let deviation = try #require(progress.deviation)
    let nearest = FlatWay(corners: Array(corners[199...])).distance(to: [400, 700])
    expect((deviation.distance.value - nearest).magnitude, isBelow: 0.05)
  }
}
