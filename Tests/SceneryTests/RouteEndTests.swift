import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

/// The end of a route: the last steps, the arrival and what comes after it.
@Suite struct RouteEndTests {
  private let way = FlatWay(corners: [[0, 0], [200, 0]])

  /// Walks toward the end with a fault of the place across the way, stops at a length, and returns where the arrival was told.
  private func arrivals(stopAt end: Double, aside: Double = 0, accuracy: Double) throws -> [Double] {
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    var told: [Double] = []
    for step in 0..<1200 {
      let along = min(end, 100 + Double(step) * 0.2 * 1.3)
      walked.update(way, [along, aside], at: Double(step) * 0.2, accuracy: accuracy)
      while told.count < walked.announcements.count(where: { $0.code == .arrival }) { told.append(200 - along) }
    }
    return told
  }

  @Test func theArrivalIsAtTheDoorAndOnce() throws {
    for (accuracy, least, most) in [(0.02, 4.7, 5.0), (3, 4.7, 5), (6.5, 6.2, 6.5), (20, 7.7, 8)] {
      let told = try arrivals(stopAt: 200, accuracy: accuracy)
      #expect(told.count == 1 && told.allSatisfy { least...most ~= $0 }, "\(accuracy): \(told)")
    }
    // Level with the end, on the other side of the street.
    try expect(arrivals(stopAt: 230, aside: 7, accuracy: 1).map { $0.magnitude < 1.5 }, equals: [true])
    try expect(arrivals(stopAt: 230, aside: 15, accuracy: 8).map { $0.magnitude < 1.5 }, equals: [true])
    // On the other side of a square, where the place is well known, it is no arrival.
    try expect(arrivals(stopAt: 205, aside: 15, accuracy: 2), equals: [])
    // A place that is known to 15 m: who stays there is there.
    try expect(arrivals(stopAt: 188, accuracy: 15).count, equals: 1)
    #expect(try arrivals(stopAt: 188, accuracy: 5).isEmpty)
  }

  @Test func theNumbersAgreeUntilTheRouteIsOver() throws {
    var progress = RouteProgress(try #require(RouteTrack(way.route()))), events: [RouteEvent] = []
    var view = Viewpoint(time: BootInstant(seconds: 0), pose: .aligned)
    view.yaw = .zero
    for step in 0..<300 {
      let time = BootInstant(seconds: Double(step) * 0.5), along = min(200, 150 + Double(step) * 0.65)
      view.place = way.place([along, 0])
      progress.tend(at: time, &events)
      if progress.isOver { break }
      progress.update(way.place([along, 0]), accuracy: .metres(3), at: time, &events)
      expect(abs(progress.remaining.value - (200 - along)), isBelow: 0.01)
      #expect(progress.currentStep.kind != .arrive || progress.distanceToStep == progress.remaining)
      var arrows: [RouteArrow] = []
      progress.arrows(from: view, into: &arrows)
      #expect(arrows.contains { 200 - $0.home.value < 3 }, "no arrow at the door from \(along) m")
    }
    #expect(progress.isOver && progress.status == .arrived)
    let last = events.suffix(3)
    expect(Array(last), equals: [.arrived, .announcement(.arrival), .ended])
  }

  @Test func aWearerThatGoesOnHasLeftTheRoute() throws {
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    for second in 0..<100 { walked.update(way, [190 + 1.4 * Double(second), 0], at: Double(second), accuracy: 3) }
    let ended = walked.events.filter { $0.event == .ended }.map(\.time)
    #expect(ended.count == 1 && ended.allSatisfy { 20...24 ~= $0 } && walked.deviations == 0, "\(ended)")
  }

  /// Servers end on the street: the last leg leads to the door, and the side of the street is told.
  @Test(arguments: [(12.0, Route.Side.left), (-12, .right)]) func theLastLegLeadsToTheDoor(
    _ aside: Double, _ side: Route.Side
  ) throws {
    var route = way.route("Café", manoeuvres: [.init(.depart, at: 0), .init(.arrive, at: 1)])
    route.lead(to: way.place([205, 2 * aside]), entrance: way.place([200, aside]))
    let track = try #require(RouteTrack(route))
    #expect(
      abs(track.length.value - 212) < 0.01 && track.steps.map(\.kind) == [side == .left ? .left : .right, .arrive])
    expect(track.route.side, equals: side)
    expect(RouteAnnouncement.arrival.english(on: track), equals: "you are there: Café, on the \(side.rawValue)")
    // A house that is only known by its place: the line stays.
    var other = way.route()
    other.lead(to: way.place([200, aside]), entrance: nil)
    #expect(other.points.count == 2 && other.side == side)
    // On the line, or of another house.
    for door in [SIMD2(200.0, 2.0), [200, 150]] {
      var other = way.route()
      let left = other.lead(to: way.place(door), entrance: nil)
      #expect(other.side == nil && (left.map { abs($0.value - 150) < 0.5 } ?? (door.y < 100)))
    }
  }

  /// A wearer that comes back on the part walked is on the route again, not off it.
  @Test func theWayBackMayMeetThePartWalked() throws {
    let way = FlatWay(corners: [[0, 0], [300, 0], [300, 300]])
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    var time = 0.0
    for (from, to) in [
      (SIMD2(0.0, 0.0), SIMD2(250.0, 0.0)), ([250, 0], [250, 120]), ([250, 120], [120, 120]), ([120, 120], [120, 0]),
    ] {
      let leg = to - from, length = (leg * leg).sum().squareRoot()
      for step in 0...Int(length / 1.4) {
        walked.update(way, from + leg * (Double(step) * 1.4 / length), at: time, accuracy: 3)
        time += 1
      }
    }
    #expect(walked.progress.status == .following && abs(walked.progress.length.value - 120) < 1)
    #expect(walked.announcements.last?.code == .backOnRoute && walked.progress.step == 0)
    expect(walked.announcements.count { $0.code == .offRoute }, isAtLeast: 3)
  }

  /// On the way off the route the cue points to where to go.
  @Test func theCueGoesOnOffTheRoute() throws {
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    var view = Viewpoint(time: BootInstant(seconds: 0), pose: .aligned)
    view.yaw = .zero
    for second in 0..<80 {
      let point = SIMD2(100, Double(second) * 1.4)
      walked.update(way, point, at: Double(second), accuracy: 3)
      view.place = way.place(point)
      let cue = try #require(walked.progress.cue(from: view))
      guard walked.progress.status == .offRoute else { continue }
      #expect(abs(cue.offset.horizontal - point.y) < 0.1 && abs(cue.length.value - 100) < 0.1)
    }
    expect(walked.progress.status, equals: .offRoute)
  }

  /// Left and right over a street with a zebra crossing: the way goes on in its direction.
  @Test func crossingsAreKnown() throws {
    let way = FlatWay(corners: [[0, 0], [100, 0], [100, 12], [200, 12], [200, 200]])
    func crossings(_ manoeuvres: [Route.Manoeuvre]) throws -> [Bool] {
      try #require(RouteTrack(way.route(manoeuvres: manoeuvres))).steps.dropLast().map(\.isCrossing)
    }
    try expect(
      crossings([.init(.left, at: 1), .init(.right, at: 2), .init(.left, at: 3)]), equals: [true, true, false])
    try expect(
      crossings([
        .init(.left, at: 1, instruction: "Turn left onto the crosswalk."), .init(.right, at: 2, street: "Ring"),
        .init(.left, at: 3),
      ]), equals: [true, true, false])
    // Into another street, and out of it.
    try expect(
      crossings([.init(.left, at: 1, street: "Lane"), .init(.right, at: 2, street: "Ring"), .init(.left, at: 3)]),
      equals: [false, false, false])
    // A turn that is not taken back is one, whatever it is called.
    try expect(crossings([.init(.left, at: 3, instruction: "Turn left onto the crosswalk.")]), equals: [false])
  }

  @Test func aTurnIsNamedByTheFile() throws {
    var route = FlatWay(corners: [[0, 0], [100, 0], [100, 100], [200, 100]]).route()
    route.marks = [.init("Fountain", at: 1)]
    let track = try #require(RouteTrack(route))
    expect(track.steps.prefix(2).map { track.name(of: $0) }, equals: ["Fountain", "the corner"])
  }

  @Test func aTurnIsNamedByThePlaceBesideIt() throws {
    let way = FlatWay(corners: [[0, 0], [100, 0], [100, 100]])
    let track = try #require(RouteTrack(way.route()))
    func found(_ points: [SIMD2<Double>]) -> Landmark? {
      let places = points.enumerated().map { Place(id: "\($0)", name: "Café \($0)", position: way.place($1)) }
      return Landmark(at: track.steps[0], of: track, among: places)
    }
    #expect(found([[90, 8], [60, 0]])?.turn == .after && found([[90, 8]])?.name == "Café 0")
    #expect(found([[101, -8]])?.turn == .at && found([[110, 0]])?.turn == .before)
    #expect(found([[84, 2], [100, 17]]) == nil)
    expect(found([[90, 8], [97, 3]])?.name, equals: "Café 1")
  }
}
