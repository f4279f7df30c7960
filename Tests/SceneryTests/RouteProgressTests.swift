import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct RouteProgressTests {
  /// The expected announcements of a walk along a route, in their order: name, each turn twice, arrival.
  private func expected(turns: Int) -> [String: Int] {
    var result = ["start": 1, "arrival": 1]
    for turn in 0..<turns {
      result["turn-soon \(turn)"] = 1
      result["turn-now \(turn)"] = 1
    }
    return result
  }

  private func counted(_ announcements: [RouteAnnouncement]) -> [String: Int] {
    var result: [String: Int] = [:]
    for said in announcements {
      var key = said.code.rawValue
      if case .turn(let step, _, _) = said { key += " \(step)" }
      result[key, default: 0] += 1
    }
    return result
  }

  @Test(arguments: [0, 1, 2]) func everyTurnIsAnnouncedOnceOnLoopsAndCrossings(_ which: Int) throws {
    let way = [FlatWay.square, .eight, .outAndBack][which]
    for seed in 0..<50 as Range<UInt64> {
      let walked = try #require(Walked.along(way, way.route(), seed: seed, sigma: 5, interval: seed % 2 == 0 ? 1 : 0.2))
      expect(walked.progress.status, equals: .arrived, "seed \(seed)")
      expect(walked.deviations, equals: 0, "seed \(seed)")
      expect(counted(walked.announcements), equals: expected(turns: way.corners.count - 2), "seed \(seed)")
      // It is announced before the corner, at 50 m and at 15 m, less one step and the noise.
      for case .turn(_, let distance, let isLate) in walked.announcements {
        #expect(distance.value <= (isLate ? 15 : 50) && distance.value >= (isLate ? 0 : 15), "seed \(seed)")
      }
    }
  }

  /// Random paths with sharp corners that cross themselves and pass close to themselves anywhere.
  @Test func wildWaysAreFollowedInTheirOrder() throws {
    for seed in 0..<50 as Range<UInt64> {
      let way = FlatWay.wild(seed: seed)
      let walked = try #require(Walked.along(way, way.route(), seed: seed, sigma: 5, interval: 0.2))
      expect(walked.progress.status, equals: .arrived, "seed \(seed)")
      expect(walked.deviations, equals: 0, "seed \(seed)")
      expect(counted(walked.announcements), equals: expected(turns: way.corners.count - 2), "seed \(seed)")
    }
  }

  /// White noise, new every second or nearly: the place on the route jumps, at sharp corners past the corner itself.
  @Test(arguments: [1e-3, 3]) func everyTurnIsAnnouncedOnceDespiteWhiteNoise(_ correlation: Double) throws {
    for seed in 0..<100 as Range<UInt64> {
      for way in [FlatWay.square, .eight, .outAndBack, .wild(seed: seed)] {
        let walked = try #require(
          Walked.along(
            way, way.route(), seed: seed, sigma: 5, interval: seed % 2 == 0 ? 1 : 0.2, correlation: correlation))
        #expect(walked.progress.status == .arrived && walked.deviations == 0, "seed \(seed)")
        expect(counted(walked.announcements), equals: expected(turns: way.corners.count - 2), "seed \(seed)")
      }
    }
  }

  /// A route is loaded 240 m from its start: the direction is announced once, and no deviation; then it is followed like any
  /// other.
  @Test func aWearerFarFromTheRouteApproachesIt() throws {
    let way = FlatWay(corners: [[0, 0], [200, 0], [200, 200]])
    for seed in 0..<20 as Range<UInt64> {
      var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
      var noise = WanderingNoise(seed: seed, sigma: 4)
      var time = 0.0, states: [RouteProgress.Status] = []
      // From the west to the start, and on along the route.
      while time * 1.4 < 240 + way.length + 50 {
        let gone = time * 1.4 - 240
        let point = gone < 0 ? SIMD2(gone, 0) : way.point(at: gone)
        walked.update(way, point + noise.next(after: 1), at: time, accuracy: 6)
        if states.last != walked.progress.status { states.append(walked.progress.status) }
        if gone < -60 {
          let goal = try #require(walked.progress.deviation)
          #expect((goal.distance.value + gone).magnitude < 20 && (goal.azimuth.degrees - 90).magnitude < 15)
          #expect(goal.rejoinLength == .zero && walked.progress.length == .zero)
        }
        time += 1
      }
      expect(states, equals: [.approaching, .following, .arrived], "seed \(seed)")
      expect(walked.deviations, equals: 0)
      expect(walked.events.count { $0.event == .onRoute }, equals: 1)
      expect(
        walked.announcements.map(\.code), equals: [.start, .approach, .turnSoon, .turnNow, .arrival], "seed \(seed)")
      expect(
        walked.events.first { if case .announcement(.approach) = $0.event { true } else { false } }?.time, equals: 3)
    }
  }

  @Test func theDirectionIsAnnouncedRelativeToTheGaze() throws {
    let way = FlatWay(corners: [[0, 0], [1000, 0]])
    let track = try #require(RouteTrack(way.route()))
    func said(_ point: SIMD2<Double>, heading: Double?) -> String? {
      var progress = RouteProgress(track), events: [RouteEvent] = []
      for second in 0..<10 {
        progress.update(
          way.place(point), accuracy: .metres(5), heading: heading.map { .degrees($0) },
          at: BootInstant(seconds: Double(second)), &events)
      }
      let texts = events.compactMap { event -> String? in
        if case .announcement(let said) = event, said.code == .approach { said.english(on: track) } else { nil }
      }
      expect(texts.count, equals: 1)
      return texts.first
    }
    expect(said([-240, 0], heading: 90), equals: "go to the start: 240 m, ahead of you")
    expect(said([-240, 0], heading: 130), equals: "go to the start: 240 m, ahead on the left")
    expect(said([-240, 0], heading: 0), equals: "go to the start: 240 m, on the right")
    expect(said([-240, 0], heading: nil), equals: "go to the start: 240 m, to the east")
    // The middle of the route is much nearer than its start.
    expect(said([500, 100], heading: 0), equals: "turn round, and go to the route: 100 m")
  }

  /// Without noise everything is exact.
  @Test func anExactWalkIsFollowedExactly() throws {
    let way = FlatWay.square
    let track = try #require(RouteTrack(way.route()))
    expect((track.length.value - 800).magnitude, isBelow: 1e-3)
    expect(track.steps.map(\.kind), equals: [.left, .left, .left, .arrive])
    #expect(track.steps.allSatisfy { $0.kind == .arrive || ($0.turn.degrees + 90).magnitude < 0.01 })
    var walked = Walked(RouteProgress(track))
    for second in 0..<575 {
      let length = Double(second) * 1.4
      walked.update(way, way.point(at: length), at: Double(second), accuracy: 3)
      if walked.progress.status == .arrived { break }
      expect((walked.progress.length.value - length).magnitude, isBelow: 0.01)
      expect(walked.progress.distanceOff.value, isBelow: 0.01)
      expect((walked.progress.remaining.value - (800 - length)).magnitude, isBelow: 0.01)
      if (length - 602).magnitude < 0.01 { continue }
      // A step ends 2 m past its last point.
      let step = (0..<3).first { length < 200 * Double($0 + 1) + 2 } ?? 3
      expect(walked.progress.step, equals: step)
      expect(
        (walked.progress.distanceToStep.value - max(0, min(800, 200 * Double(step + 1)) - length)).magnitude,
        isBelow: 0.01)
      expect((walked.progress.remainingTime.value - (800 - length) / 1.3).magnitude, isBelow: 0.01)
    }
    // The first whole second within 5 m of the end.
    expect(walked.events.last?.time, equals: 568)
    expect((walked.progress.remaining.value - 4.8).magnitude, isBelow: 0.01)
    let heard = walked.events.filter { if case .announcement = $0.event { true } else { false } }.map(\.time)
    // 150 m and 185 m into each side, at the next whole second.
    expect(heard, equals: [0, 108, 133, 250, 275, 393, 418, 568])
  }

  @Test func theStatedTimeIsSharedOutByLength() throws {
    var route = FlatWay.square.route()
    route.statedDuration = .seconds(1000)
    var walked = Walked(RouteProgress(try #require(RouteTrack(route))))
    walked.update(.square, [200, 0], at: 0, accuracy: 3)
    expect((walked.progress.remainingTime.value - 750).magnitude, isBelow: 0.01)
  }

  @Test func poorPlacesDoNotMoveTheProgress() throws {
    var walked = Walked(RouteProgress(try #require(RouteTrack(FlatWay.square.route()))))
    walked.update(.square, [0, 0], at: 0, accuracy: 30)
    #expect(walked.progress.status == .waiting && walked.progress.isFrozen)
    walked.update(.square, [100, 0], at: 1, accuracy: 25)
    expect((walked.progress.length.value - 100).magnitude, isBelow: 0.01)
    for second in 2..<100 { walked.update(.square, [100, -300], at: Double(second), accuracy: 26) }
    #expect(walked.progress.status == .following && walked.progress.isFrozen)
    expect((walked.progress.length.value - 100).magnitude, isBelow: 0.01)
    // Good places again, 180 m farther along.
    walked.update(.square, [200, 80], at: 100, accuracy: 5)
    expect((walked.progress.length.value - 280).magnitude, isBelow: 0.01)
    expect(walked.progress.step, equals: 1)

    var news: [RouteEvent] = []
    let before = walked.progress
    for bad in [
      Geodetic(latitude: Degrees(.nan), longitude: Degrees(0)), Geodetic(latitude: Degrees(91), longitude: Degrees(0)),
    ] {
      walked.progress.update(bad, accuracy: .metres(3), at: BootInstant(seconds: 101), &news)
    }
    walked.progress.update(FlatWay.square.origin, accuracy: .metres(.nan), at: BootInstant(seconds: 101), &news)
    walked.progress.update(FlatWay.square.origin, accuracy: .metres(3), at: BootInstant(seconds: 99), &news)
    #expect(walked.progress.refused == 4 && news.isEmpty)
    expect(walked.progress.length, equals: before.length)
  }

  /// Straight on at the first corner, for 50 seeds: the deviation is announced within 5 s of its beginning, once, with the way
  /// back.
  @Test func aDeviationIsAnnouncedWithinFiveSeconds() throws {
    let way = FlatWay.square
    for seed in 0..<50 as Range<UInt64> {
      var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
      var noise = WanderingNoise(seed: seed, sigma: 5)
      var passed: Double?
      var time = 100.0
      while walked.deviations == 0 && time < 400 {
        let point = SIMD2(time * 1.4, 0) + noise.next(after: 1)
        // Computed in the flat path's own geometry.
        if way.distance(to: point) <= 20 + 7.6 { passed = nil } else if passed == nil { passed = time }
        walked.update(way, point, at: time, accuracy: 7.6)
        time += 1
      }
      let heard = try #require(walked.events.first { if case .offRoute = $0.event { true } else { false } })
      #expect(heard.time - (passed ?? -100) <= 5 && heard.time - (passed ?? -100) >= 3, "seed \(seed)")
      expect(walked.announcements.count { $0.code == .offRoute }, equals: 1)
      guard case .offRoute(let deviation) = heard.event else { return }
      // The nearest remaining point is the corner or the side that begins there: to the west.
      expect((deviation.azimuth.degrees - 270).magnitude, isBelow: 75, "seed \(seed)")
      expect(deviation.rejoinLength.value, isAtLeast: 195)
    }
  }

  @Test func offRouteIsRepeatedAfterFiveSecondsAndFiftyMeters() throws {
    let way = FlatWay(corners: [[0, 0], [1000, 0]])
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    for second in 0..<200 {
      walked.update(way, [100, Double(second) * 1.4], at: Double(second), accuracy: 3)
    }
    let times = walked.events.compactMap { if case .offRoute = $0.event { $0.time } else { nil } }
    // 23 m are passed at 17 s; 50 m take 35.7 s.
    expect(times, equals: [20, 56, 92, 128, 164])
    expect(walked.announcements.map(\.code), equals: [.start] + Array(repeating: .offRoute, count: 5))
    let deviation = try #require(walked.progress.deviation)
    expect((deviation.distance.value - 199 * 1.4).magnitude, isBelow: 0.01)
    expect((deviation.azimuth.degrees - 180).magnitude, isBelow: 0.1)
    expect(Geodesic(from: deviation.rejoin, to: way.place([100, 0])).distance.value, isBelow: 0.01)
    expect(walked.progress.length.value, isAtMost: 100.1)
    // Back on the route, farther along.
    walked.update(way, [400, 15], at: 300, accuracy: 3)
    #expect(walked.progress.status == .following && walked.progress.deviation == nil)
    expect((walked.progress.length.value - 400).magnitude, isBelow: 0.1)
    #expect(walked.events.contains { $0.event == .backOnRoute })
    for second in 1..<10 { walked.update(way, [400, 40], at: 300 + Double(second), accuracy: 3) }
    expect(walked.announcements.suffix(2).map(\.code), equals: [.backOnRoute, .offRoute])
  }

  /// A wearer that goes back on the line is on the route: the way is wrong, and told again after each 50 m or so; the turns are
  /// ahead again.
  @Test func goingBackAlongTheRouteIsTheWrongWayAndNotOffIt() throws {
    let way = FlatWay(corners: [[0, 0], [100, 0], [100, 1000]])
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    for second in 0..<400 {
      let along = second < 200 ? Double(second) * 1.4 : 280 - Double(second - 200) * 1.4
      walked.update(way, way.point(at: along), at: Double(second), accuracy: 3)
    }
    #expect(walked.deviations == 0 && walked.progress.status == .following)
    #expect(walked.progress.length.value < 45 && walked.progress.step == 0)
    let told = walked.events.filter { if case .announcement(.wrongWay) = $0.event { true } else { false } }.map(\.time)
    #expect(told.count >= 4 && zip(told, told.dropFirst()).allSatisfy { 25...50 ~= $1 - $0 }, "\(told)")
    // Round again, and on: the turn is told again.
    let before = walked.announcements.count { $0.code == .turnNow }
    for second in 0..<100 {
      walked.update(way, way.point(at: 1.4 * Double(second)), at: 400 + Double(second), accuracy: 3)
    }
    expect(walked.announcements.count { $0.code == .turnNow }, equals: before + 1)
  }

  /// In the middle of the route, and with the first steps of it.
  @Test(arguments: [0.0, 280]) func theWrongWayIsAnnouncedSoon(_ turn: Double) throws {
    let way = FlatWay(corners: [[0, 0], [1000, 0]])
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    var told: [Double] = []
    for step in 0..<600 {
      let walkedOn = Double(step) * 0.7, along = walkedOn < turn ? walkedOn : 2 * turn - walkedOn
      walked.update(way, [along, 0], at: Double(step) * 0.5, accuracy: 4)
      let count = walked.announcements.count { $0.code == .wrongWay }
      if count > told.count { told.append(walkedOn - turn) }
    }
    expect(told.first.map { $0 > 7.9 && $0 < 15 }, equals: true, "\(told)")
    // And again on the way back.
    #expect(zip(told, told.dropFirst()).allSatisfy { 30...60 ~= $1 - $0 }, "\(told)")
    let said = try #require(walked.announcements.first { $0.code == .wrongWay })
    guard case .wrongWay(let azimuth, _) = said else { return }
    expect((azimuth.degrees - 90).magnitude, isBelow: 0.1)
  }

  /// One who comes late hears what holds, with the numbers of now.
  @Test func announcementsAreRepeatedAsTheyAreNow() throws {
    let way = FlatWay(corners: [[0, 0], [400, 0], [400, 300]])
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route("Metro")))))
    let track = walked.progress.track
    var time = 0.0, here = SIMD2(0.0, 0.0)
    func again(_ said: RouteAnnouncement, heading: Double? = nil) -> String? {
      walked.progress.present(said, from: way.place(here), heading: heading.map { .degrees($0) })?.english(on: track)
    }
    func go(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
      let leg = to - from, steps = Int((leg * leg).sum().squareRoot() / 1.4)
      for step in 0...steps {
        here = from + leg * (Double(step) / Double(steps))
        walked.update(way, here, at: time, accuracy: 4)
        time += 1
      }
    }
    go([0, 0], [372, 0])
    let turn = RouteAnnouncement.turn(step: 0, distance: .metres(50), isLate: false)
    expect(again(turn), equals: "in 30 m turn left")
    expect(
      again(.start(length: .metres(700), duration: .seconds(600), turn: nil))?.hasPrefix("to Metro: 330 m"),
      equals: true)
    go([372, 0], [400, 30])
    #expect(again(turn) == nil)
    // Off the route, and on.
    go([400, 100], [520, 100])
    let left = try #require(walked.announcements.first { $0.code == .offRoute })
    #expect(left.english(on: track).hasPrefix("off the route: it is 30 m"))
    expect(again(left), equals: "off the route: it is 120 m to the west")
    go([520, 100], [400, 120])
    #expect(again(left) == nil)
    // Back, and on again.
    go([400, 120], [400, 90])
    let wrong = try #require(walked.announcements.last { $0.code == .wrongWay })
    expect(again(wrong), equals: "wrong way: the route goes to the north")
    expect(again(wrong, heading: 180), equals: "turn round: this is the wrong way")
    expect(again(wrong, heading: 90), equals: "wrong way: the route is on the left")
    go([400, 90], [400, 160])
    #expect(again(wrong) == nil)
    go([400, 160], [400, 300])
    #expect(walked.progress.status == .arrived && again(.arrival) == "you are there: Metro")
    go([400, 300], [460, 300])
    #expect(again(.arrival) == nil)
  }

  @Test func aDestinationAtTheStartIsReachedAtOnce() throws {
    let way = FlatWay(corners: [[0, 0], [1, 0]])
    var walked = Walked(RouteProgress(try #require(RouteTrack(way.route()))))
    walked.update(way, [0.5, 0], at: 0, accuracy: 5)
    expect(walked.progress.status, equals: .arrived)
    expect(walked.announcements.map(\.code), equals: [.start, .arrival])
    walked.update(way, [500, 0], at: 1, accuracy: 5)
    #expect(walked.progress.status == .arrived && walked.events.count == 4 && walked.events.last?.event == .ended)
  }

  /// A route is loaded while the wearer is in the middle of it.
  @Test func aRouteBeginsAtTheWearersPlace() throws {
    var walked = Walked(RouteProgress(try #require(RouteTrack(FlatWay.square.route()))))
    walked.update(.square, [203, 120], at: 0, accuracy: 5)
    expect((walked.progress.length.value - 320).magnitude, isBelow: 0.01)
    expect((walked.progress.distanceOff.value - 3).magnitude, isBelow: 0.01)
    expect(walked.progress.step, equals: 1)
    expect(walked.announcements.map(\.code), equals: [.start])
  }

  @Test func announcementsReadWell() throws {
    var route = FlatWay.square.route("the station")
    let track = try #require(RouteTrack(route))
    let turn = RouteAnnouncement.turn(step: 0, distance: .metres(48.7), isLate: false)
    expect(turn.english(on: track), equals: "in 50 m turn left")
    expect(
      RouteAnnouncement.start(length: .metres(800), duration: .seconds(615), turn: nil).english(on: track),
      equals: "to the station: 800 m, 10 min")
    expect(RouteAnnouncement.arrival.english(on: track), equals: "you are there: the station")
    route.manoeuvres = [
      .init(.left, at: 1, street: "Kauka"), .init(.left, at: 2, instruction: "Turn left at the inn."),
    ]
    let named = try #require(RouteTrack(route))
    expect(turn.english(on: named), equals: "in 50 m turn left: Kauka")
    expect(
      RouteAnnouncement.turn(step: 1, distance: .metres(14), isLate: true).english(on: named),
      equals: "in 15 m: Turn left at the inn.")
    expect(named.steps.count, equals: 3)
  }

  @Test func parametersAreWithinTheirOwnBounds() throws {
    for parameter in RouteParameters.table.parameters {
      var parameters = RouteParameters()
      try RouteParameters.table.set(parameter.name, to: parameter.text(RouteParameters()), in: &parameters)
      #expect(parameter.name.hasPrefix("route.") && !parameter.meaning.isEmpty)
    }
  }

  /// A place that goes back and forth about a corner changes the next turn once; who goes back has the turn ahead again.
  @Test func noiseAtACornerDoesNotBringThePassedTurnBack() throws {
    let way = FlatWay(corners: [[0, 0], [0, 50], [50, 50], [50, 100]])
    var progress = RouteProgress(try #require(RouteTrack(way.route())))
    var events: [RouteEvent] = []
    let lengths = [20, 40, 49, 50.6, 49.2, 50.4, 48.5, 51.5, 49.6, 46, 49.2]
    let next = lengths.enumerated().map { index, length in
      let time = BootInstant(seconds: Double(index))
      progress.update(way.place(way.point(at: length)), accuracy: Length(3), at: time, &events)
      return progress.nextTurn?.length.value.rounded()
    }
    expect(next, equals: [50, 50, 50, 100, 100, 100, 100, 100, 100, 50, 100])
  }
}
