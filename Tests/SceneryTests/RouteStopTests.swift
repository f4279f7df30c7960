import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct RouteStopTests {
  private func route(_ way: FlatWay, stops: [Int]) -> Route {
    var route = way.route()
    route.stops = stops.map { Route.Stop("stop \($0)", at: $0) }
    return route
  }

  /// Each stop is reached once, near its place, in the order of the route; the destination after all of them.
  @Test(arguments: [0, 1, 2]) func everyStopIsReachedInItsOrder(_ which: Int) throws {
    let way = [FlatWay.square, .eight, .outAndBack][which], corners = [[1, 3], [2, 4], [1]][which]
    let route = route(way, stops: corners)
    for seed in 0..<50 as Range<UInt64> {
      let walked = try #require(Walked.along(way, route, seed: seed, sigma: 5, interval: seed % 2 == 0 ? 1 : 0.2))
      expect(walked.progress.status, equals: .arrived, "seed \(seed)")
      let reached = walked.events.compactMap { if case .stop(let index) = $0.event { (index, $0.time) } else { nil } }
      expect(reached.map(\.0), equals: Array(corners.indices), "seed \(seed)")
      for (index, time) in reached {
        let length = try #require(
          walked.progress.track.route.stops.indices.contains(index) ? walked.progress.track.stop(index).length : nil)
        expect((time * 1.4 - length.value).magnitude, isBelow: 45, "seed \(seed): stop \(index) after \(time * 1.4) m")
      }
      let said = walked.announcements.filter { $0.code == .stop || $0.code == .arrival }.map(\.code)
      expect(said, equals: corners.map { _ in .stop } + [.arrival], "seed \(seed)")
      #expect(walked.progress.reached.allSatisfy { $0 } && walked.progress.distanceToStop == nil)
    }
  }

  @Test func aStopIsAStepAMarkAndASentence() throws {
    let route = route(.square, stops: [2])
    let track = try #require(RouteTrack(route))
    expect(track.steps.map(\.kind), equals: [.left, .left, .stop, .left, .arrive])
    expect(track.instruction(of: track.steps[2]), equals: "stop: stop 2")
    expect(
      RouteAnnouncement.stop(0, remaining: .metres(400)).english(on: track),
      equals: "you are at stop 2, 1 of 1; 400 m to home")
    var progress = RouteProgress(track), events: [RouteEvent] = []
    progress.update(FlatWay.square.place([10, 0]), accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
    #expect(progress.nextStop == 0 && abs((progress.distanceToStop?.value ?? 0) - 390) < 0.5)
    var view = Viewpoint(time: BootInstant(seconds: 0), pose: .aligned)
    view.place = FlatWay.square.place([10, 0])
    view.yaw = .zero
    var markers: [RouteMarker] = []
    progress.markers(from: view, into: &markers)
    expect(markers.first { $0.kind == .stop }.map { abs($0.length.value - 400) < 0.5 }, equals: true)
  }

  /// A loop begins near its stop: that is 700 m later on the route, and not reached at the start.
  @Test func aStopNearTheStartIsNotReachedBeforeItsTime() throws {
    let way = FlatWay(corners: [[0, 0], [200, 0], [200, 200], [0, 200], [0, 10], [-100, 10]])
    let walked = try #require(Walked.along(way, route(way, stops: [4]), seed: 3, sigma: 2, interval: 1))
    let times = walked.events.compactMap { if case .stop = $0.event { $0.time } else { nil } }
    #expect(times.count == 1 && (times.first ?? 0) * 1.4 > 740, "\(times)")
  }

  /// A wearer who cuts off the corner with the stop, and comes back to the route behind it, has not been there.
  @Test func aStopThatIsBypassedIsNotReached() throws {
    let way = FlatWay(corners: [[0, 0], [200, 0], [200, 200], [0, 200]])
    var walked = Walked(RouteProgress(try #require(RouteTrack(route(way, stops: [1])))))
    let bypass = FlatWay(corners: [[0, 0], [100, 0], [100, 200], [0, 200]])
    for second in 0..<290 {
      walked.update(way, bypass.point(at: Double(second) * 1.4), at: Double(second), accuracy: 4)
    }
    #expect(walked.progress.reached == [false] && walked.progress.nextStop == 1)
    #expect(!walked.events.contains { if case .stop = $0.event { true } else { false } })
    expect(walked.progress.status, equals: .arrived)
  }
}
