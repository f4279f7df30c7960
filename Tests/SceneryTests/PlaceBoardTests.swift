import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct PlaceBoardTests {
  let town = Neighbourhood()

  @Test func aPlaceIsWhereTrigonometryPutsIt() throws {
    for (azimuth, distance, yaw) in [(0.0, 100.0, 0.0), (90, 480, 30), (200, 250, -75), (330, 20, 170)] {
      var board = board([town.place("a", at: azimuth, distance, .ground(.metres(11.6)))])
      board.update(town.view(30, -40, yaw: yaw))
      // Seen from the wearer: east and north less (30, −40); 10 m above the eyes.
      let east = distance * sin(azimuth * .pi / 180) - 30, north = distance * cos(azimuth * .pi / 180) + 40
      let level = (east * east + north * north).squareRoot(), slant = (level * level + 100).squareRoot()
      let placement = try #require(board.placement("a"))
      #expect(abs(placement.offset.x - east) < 0.03 && abs(placement.offset.z + north) < 0.03)
      expect(abs(placement.offset.y - 10), isBelow: 1e-9)
      expect(abs(placement.distance.value - slant), isBelow: 0.03)
      let turn = (placement.azimuth.radians - atan2(east, north)).remainder(dividingBy: 2 * .pi)
      expect(abs(turn), isBelow: 0.03 / level)
      expect(abs(placement.elevation.radians - atan2(10, level)), isBelow: 1e-4)
      // Drawn 10 m + d/1000 away: in the scene, whose north is turned by the yaw.
      let drawn = min(slant, 10 + slant / 1000), sceneAzimuth = atan2(east, north) - yaw * .pi / 180
      let eyes = town.view(30, -40, yaw: yaw).pose.position
      let point =
        eyes
        + Displacement<Scene>(
          drawn * level / slant * sin(sceneAzimuth), drawn * 10 / slant, -drawn * level / slant * cos(sceneAzimuth))
      expect((placement.point - point).norm.value, isBelow: 0.01)
      expect(abs(placement.scale - drawn / slant), isBelow: 1e-4)
    }
  }

  /// A client may subscribe after places were removed, and before the next frame.
  @Test func nearPlacesAreKnownAfterOthersWereRemoved() {
    let near = town.place("near", 20, 0), other = town.place("other", -15, 0)
    var board = board([other, near])
    board.update(town.view())
    expect(Set(board.reached(from: town.view()).map(\.key.id)), equals: ["near", "other"])
    _ = board.replace(with: [near])
    let left = board.reached(from: town.view(10, 0))
    #expect(left.map(\.key.id) == ["near"] && abs((left[0].distance?.value ?? 0) - 10) < 0.1)
    _ = board.replace(with: [])
    #expect(board.reached(from: town.view()).isEmpty)
  }

  @Test func heightsFollowTheirPolicy() throws {
    var view = town.view()
    view.geoidSeparation = .metres(45)
    var board = board([
      town.place("eye", at: 0, 300, .eye), town.place("ground", at: 60, 300, .ground(.metres(4.6))),
      town.place("ellipsoid", at: 120, 300, .ellipsoid(.metres(250))),
      town.place("sea", at: 180, 300, .seaLevel(.metres(190))),
    ])
    board.update(view)
    // The Earth curves away by d²/2R = 7 mm in 300 m.
    let fall = 300.0 * 300 / (2 * 6_371_000)
    for (id, rise) in [("eye", 0), ("ground", 3), ("ellipsoid", 30 - fall), ("sea", 15 - fall)] {
      let placement = try #require(board.placement(id))
      expect(abs(placement.offset.y - rise), isBelow: 1e-3, "\(id)")
    }
  }

  @Test func neitherTheDateLineNorThePoleIsAnEdge() throws {
    let line = Neighbourhood(latitude: -17, longitude: 179.9995)
    var board = board([line.place("other day", at: 90, 300), line.place("same day", at: 270, 300)])
    board.update(line.view())
    for (id, azimuth) in [("other day", 90.0), ("same day", 270)] {
      let placement = try #require(board.placement(id))
      #expect(abs(placement.azimuth.degrees - azimuth) < 0.01 && abs(placement.distance.value - 300) < 0.03)
    }
    // 100 m from the pole on longitude 30°, and beyond it on −150°: 300 m apart, due north, of 6399.6 km of curvature.
    let metre = 180 / (Double.pi * 6_399_594)
    var view = line.view()
    view.place = Geodetic(latitude: Degrees(90 - 100 * metre), longitude: Degrees(30))
    _ = board.replace(with: [
      Place(
        id: "beyond", name: "", position: Geodetic(latitude: Degrees(90 - 200 * metre), longitude: Degrees(-150)))
    ])
    board.update(view)
    let beyond = try #require(board.placement("beyond"))
    #expect(abs(beyond.distance.value - 300) < 0.01 && abs(beyond.azimuth.wrapped.degrees) < 0.01)
  }

  @Test func filteredPlacesAreHiddenWithTheirReason() throws {
    var board = board([
      town.place("inn", at: 0, 100), town.place("far", at: 90, 501), town.place("very far", at: 90, 900),
    ])
    board.update(town.view())
    expect(board.shown, equals: ["inn"])
    #expect(board.status(of: "far") == .hidden(.range) && board.status(of: "nowhere") == .hidden(.range))
    board.choose(radius: .metres(5000))  // at most 1 km
    board.update(town.view())
    expect(board.shown, equals: ["inn", "far", "very far"])
    expect(board.placements.map(\.band), equals: [.near, .far, .far])
    board.choose(radius: .metres(1))  // at least 200 m
    board.update(town.view())
    expect(board.shown, equals: ["inn"])
  }

  @Test func filters() throws {
    var board = board([
      town.place("a", 0, 100, category: "inn"), town.place("b", 100, 0, category: "shop", tags: ["open"]),
      town.place("c", 0, -100, category: "park", favourite: true), town.place("d", -100, 0, category: "bank"),
    ])
    var filter = try PlaceFilter(categories: ["inn", "shop", "inn", "park"])
    #expect(throws: PlaceFilterFault.categories(4)) {
      _ = try PlaceFilter(categories: ["inn", "shop", "park", "bank"])
    }
    expect(filter.categories, equals: ["inn", "shop", "park"])
    board.choose(filter)
    board.update(town.view())
    #expect(Set(board.shown) == ["a", "b", "c"] && board.status(of: "d") == .hidden(.filter))
    filter = try PlaceFilter(categories: filter.categories, tags: ["open", "new"])
    board.choose(filter)
    board.update(town.view())
    expect(board.shown, equals: ["b"])
    filter = PlaceFilter()
    filter.favouritesOnly = true
    board.choose(filter)
    board.update(town.view())
    expect(board.shown, equals: ["c"])
  }

  @Test func namesAreFoundByTheirWordsWithoutAccents() {
    for (name, prefix, isFound) in [
      ("Café Škoda", "cafe", true), ("Café Škoda", "SKO", true), ("Café Škoda", "oda", false),
      ("Groß-Enzersdorf", "enz", true),
      ("Straße", "strasse", true), ("Łódź", "lodz", true), ("Αθήνα", "αθηνα", true),
      ("St. Mary's Church", "marys", true),
      ("Cafe\u{301}", "café", true), ("Smørrebrød", "smorre", true), ("東京駅", "東京", true), ("Inn", "", true),
    ] {
      var filter = PlaceFilter()
      filter.name = prefix
      let place = Place(id: "x", name: name, position: town.position(0, 0))
      expect(filter.wants(place), equals: isFound, "\(name) \(prefix)")
    }
  }

  @Test func theNearestComeFirstAndTheCapTakesTheRest() {
    var generator = Generator(seed: 3)
    var far: [(id: String, distance: Double)] = []
    var places: [Place] = []
    for i in 0..<300 {
      let distance = 20 + 1.4 * Double(i), azimuth = generator.uniform(in: 0...360)
      far.append(("\(i)", distance))
      places.append(town.place("\(i)", at: azimuth, distance))
    }
    var generatorOfOrder = Generator(seed: 4)
    places.shuffle(using: &generatorOfOrder)
    var board = board(places) { $0.clusterShare = 0 }
    board.update(town.view())
    let nearest = Set(far.prefix(60).map(\.id))
    for (id, _) in far {
      let isCapped = board.status(of: id) == .hidden(.cap)
      expect(isCapped, differsFrom: nearest.contains(id), "\(id)")
    }
    let distances = board.placements.map(\.distance.value)
    #expect(distances == distances.sorted() && distances.count > 30)
  }

  @Test func invalidPlacesAreRefusedWithAReason() {
    var nowhere = town.place("nowhere", 0, 0)
    nowhere.position.latitude = Degrees(.nan)
    var high = town.place("high", 0, 0)
    high.height = .ground(.metres(.infinity))
    var board = PlaceBoard()
    let refusals = board.replace(with: [town.place("a", 1, 1), nowhere, town.place("a", 2, 2), high])
    expect(
      refusals,
      equals: [
        PlaceRefusal(index: 1, id: "nowhere", reason: .position), PlaceRefusal(index: 2, id: "a", reason: .twice),
        PlaceRefusal(index: 3, id: "high", reason: .position),
      ])
    expect(board.places.count, equals: 1)
  }

  @Test func placesDeclaredBeforeTheFirstFixAppearWithIt() {
    var board = board([town.place("a", at: 0, 100)])
    var view = town.view()
    view.place = nil
    board.update(view)
    #expect(board.status(of: "a") == .pending(.waitingForFix) && board.placements.isEmpty)
    expect(board.changes, equals: [StatusChange(PlaceKey(id: "a"), old: nil, new: .pending(.waitingForFix))])
    board.update(view)
    #expect(board.changes.isEmpty)
    // 15° and 25 m, and a fifth of hysteresis on the way back
    for (sigma, accuracy, isShown) in [
      (16.0, 5.0, false), (5, 26, false), (15, 25, true), (17, 29, true), (19, 5, false), (16, 5, false),
      (12, 20, true),
      (5, 31, false),
    ] {
      board.update(town.view(sigma: sigma, accuracy: accuracy))
      expect(board.status(of: "a"), equals: (isShown ? .shown : .pending(.localizing)), "\(sigma)° \(accuracy) m")
    }
    view = town.view()
    view.yawSigma = nil
    board.update(view)
    #expect(board.status(of: "a") == .pending(.localizing) && board.status(of: "b") == .pending(.localizing))
  }

  @Test func aStalePoseDrawsNothing() {
    var board = board([town.place("a", at: 0, 100)])
    var view = town.view()
    board.update(view)
    expect(board.placements.first?.transition, equals: .appeared)
    board.update(view)
    expect(board.placements.first?.transition, equals: [])
    view.isStale = true
    board.update(view)
    #expect(board.status(of: "a") == .hidden(.stale) && board.placements.isEmpty)
    view.isStale = false
    board.update(view)
    #expect(board.shown == ["a"] && board.placements.first?.transition == .appeared)
    view.scene = 1
    board.update(view)
    expect(board.placements.first?.transition, equals: .scene)
  }

  @Test func uncertaintyIsOfYawAndPlaceTogether() throws {
    var board = board([
      town.place("a", at: 0, 100), town.place("b", at: 180, 20, .ellipsoid(.metres(235))), town.place("here", 0, 0),
    ])
    board.update(town.view(sigma: 6, accuracy: 9.09))
    // 9.09 m of 68 % are 6 m along each axis: 3.43° at 100 m.
    let a = try #require(board.placement("a")).uncertainty
    expect(abs(a.azimuth.degrees - (36 + 3.434 * 3.434).squareRoot()), isBelow: 0.01)
    let along100 = try #require(a.distance)
    #expect(a.elevation == .zero && abs(along100.value - 6) < 0.01)
    // 15 m up and 20 m away: 25 m, cos 0.8, sin 0.6; the height has an error of 8 m.
    let b = try #require(board.placement("b")).uncertainty
    let across = (pow(6 * 0.6, 2) + pow(8 * 0.8, 2)).squareRoot(),
      along = (pow(6 * 0.8, 2) + pow(8 * 0.6, 2)).squareRoot()
    expect(abs(b.elevation.degrees - atan2(across, 25) * 180 / .pi), isBelow: 0.05)
    let along25 = try #require(b.distance)
    expect(abs(along25.value - along), isBelow: 0.01)
    // At distance zero there is no direction.
    let here = try #require(board.placement("here"))
    #expect(here.uncertainty.azimuth.degrees > 89 && here.azimuth.isFinite && here.point.isFinite)
  }

  @Test func eachArrivalAndDepartureIsReportedOnce() {
    var board = board([town.place("a", 0, 0), town.place("b", 0, 1000)])
    var told: [(ProximityEvent.Kind, Double)] = []
    for step in 0...400 {
      // 100 m up to it, 60 m past it, back and forth in the hysteresis between 40 and 50 m.
      let north = -100 + 0.4 * Double(step) + (step > 350 ? 4 * sin(Double(step)) : 0)
      board.update(town.view(0, north, time: Double(step)))
      for event in board.proximity { told.append((event.kind, north)) }
    }
    expect(told.map(\.0), equals: [.entered, .at, .left])
    #expect(abs(told[0].1 + 40) <= 0.4 && abs(told[1].1 + 10) <= 0.4 && abs(told[2].1 - 50) <= 0.5)
    // A place that is removed while the wearer is there counts as left.
    board.update(town.view(0, 0))
    expect(board.proximity.map(\.kind), equals: [.entered, .at])
    _ = board.replace(with: [])
    board.update(town.view(0, 0, time: 9))
    #expect(board.proximity.map(\.id) == ["a"] && board.proximity.map(\.kind) == [.left])
    board.update(town.view(0, 0))
    #expect(board.proximity.isEmpty)
  }

  @Test func remainingPlacesKeepTheirStateWhenOthersAreReplaced() {
    var board = board([town.place("a", at: 0, 30), town.place("b", at: 90, 200)])
    board.update(town.view())
    expect(board.proximity.map(\.id), equals: ["a"])
    _ = board.replace(with: [town.place("b", at: 90, 210), town.place("c", at: 180, 100), town.place("a", at: 0, 30)])
    board.update(town.view())
    #expect(board.proximity.isEmpty)
    #expect(board.placement("a")?.transition == [] && board.placement("b")?.transition == .changed)
    expect(board.changes, equals: [StatusChange(PlaceKey(id: "c"), old: nil, new: .shown)])
  }
}
