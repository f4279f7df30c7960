import Expectations
import Geometry
import Samples
import Scenery
import Testing

/// What the cap leaves, where one is at a place, and how large labels are.
@Suite struct KeptPlaceTests {
  let town = Neighbourhood()

  @Test func favouritesTargetsAndPickedPlacesAreNotPushedOut() throws {
    var places = (0..<100).map { town.place("\($0)", at: 3.6 * Double($0), 100 + Double($0)) }
    places.append(town.place("liked", 0, 450, favourite: true))
    places.append(town.place("aim", 400, 0))
    places.append(town.place("other", -400, 0))
    var board = board(places) {
      $0.most = 10
      $0.clusterShare = 0
      $0.slots = 20
      $0.hideCovered = 1
    }
    board.update(town.view())
    #expect(board.shown.contains("liked") && !board.shown.contains("aim"))
    #expect(board.status(of: "aim") == .hidden(.cap) && board.placements.count == 10)
    board.pin([PlaceKey(id: "aim")])
    board.update(town.view(time: 2))
    #expect(board.shown.contains("liked") && board.shown.contains("aim") && !board.shown.contains("other"))
    expect(board.placements.count, equals: 10)
    // It stays pinned when the places are replaced, and no longer.
    _ = board.replace(with: places)
    board.update(town.view(time: 3))
    #expect(board.shown.contains("aim"))
    board.pin([])
    board.update(town.view(time: 4))
    #expect(!board.shown.contains("aim") && board.placements.count == 10)
  }

  @Test func moreFavouritesThanTheCapAreAllThere() {
    let liked = (0..<80).map { index in
      var place = town.place("f\(index)", at: 4.5 * Double(index), 300 + Double(index))
      place.isFavourite = true
      return place
    }
    let others = (0..<80).map { town.place("o\($0)", at: 4.5 * Double($0), 100 + Double($0)) }
    var board = board(others + liked) {
      $0.most = 60
      $0.clusterShare = 0
    }
    board.update(town.view())
    for place in liked { expect(board.status(of: place.id), differsFrom: .hidden(.cap)) }
    for place in others { expect(board.status(of: place.id), equals: .hidden(.cap)) }
  }

  @Test func eachPlaceHasItsOwnRadiusOfArrival() {
    var park = town.place("park", 0, 0), stall = town.place("stall", 0, 0), plain = town.place("plain", 0, 0)
    (park.radius, stall.radius) = (.metres(120), .metres(3))
    plain.radius = nil
    var board = board([park, stall, plain])
    var told: [String: Double] = [:], near: [String: Double] = [:], left: [String: Double] = [:]
    for step in 0...4000 {
      let north = -200 + 0.1 * Double(step)
      board.update(town.view(0, north, time: Double(step), accuracy: 15))
      for event in board.proximity {
        switch event.kind {
        case .at: told[event.id] = north
        case .entered: near[event.id] = north
        case .left: left[event.id] = north
        }
      }
    }
    // By the accuracy of 15 m where the place does not say; and nearer than that only what says so.
    for (id, distance) in [("park", 120.0), ("stall", 3), ("plain", 15)] {
      expect(abs((told[id] ?? 0) + distance), isBelow: 0.15, "\(id): \(told[id] ?? .nan)")
    }
    for (id, distance) in [("park", 120.0), ("stall", 40), ("plain", 40)] {
      expect(abs((near[id] ?? 0) + distance), isBelow: 0.15, "\(id): \(near[id] ?? .nan)")
    }
    for (id, distance) in [("park", 150.0), ("stall", 50), ("plain", 50)] {
      expect(abs((left[id] ?? 0) - distance), isBelow: 0.15, "\(id): \(left[id] ?? .nan)")
    }
  }

  /// Two labels 12° apart: of 10° they stand side by side, of 20° one is lifted over the other, by its own height.
  @Test func labelsAreStackedByTheirRealSize() throws {
    for (width, height) in [(10.0, 3.0), (20, 3), (20, 8)] {
      var a = town.place("a", at: 0, 100), b = town.place("b", at: 12.5, 150)
      a.label = .angle(width: .degrees(width), height: .degrees(height))
      b.label = .angle(width: .degrees(width), height: .degrees(height))
      var board = board([a, b]) { $0.clusterShare = 0 }
      board.update(town.view())
      let lifted = try #require(board.placement("b"))
      if width == 10 {
        expect(lifted.slot, equals: 0)
      } else {
        #expect(lifted.drawnElevation.degrees >= height && lifted.drawnElevation.degrees < 1.5 * height)
      }
      expect(board.placement("a")?.slot, equals: 0)
    }
  }

  /// A low label beside a high one: their rectangles, worked out here, do not overlap.
  @Test func labelsOfDifferentSizesDoNotOverlap() throws {
    var generator = Generator(seed: 4)
    for _ in 0..<200 {
      var places: [Place] = []
      for index in 0..<6 {
        var place = town.place("\(index)", at: generator.uniform(in: 0...60), generator.uniform(in: 60...450))
        place.label = .angle(
          width: .degrees(generator.uniform(in: 2...25)), height: .degrees(generator.uniform(in: 1...8)))
        places.append(place)
      }
      var board = board(places) { ($0.clusterShare, $0.slots) = (0, 20) }
      board.update(town.view())
      for (index, a) in board.placements.enumerated() {
        for b in board.placements[..<index] {
          guard case .angle(let wa, let ha)? = places.first(where: { $0.id == a.id })?.label,
            case .angle(let wb, let hb)? = places.first(where: { $0.id == b.id })?.label
          else { continue }
          let up = abs(a.drawnElevation.degrees - b.drawnElevation.degrees)
          let across =
            abs((a.azimuth.degrees - b.azimuth.degrees).remainder(dividingBy: 360))
            * cos((a.drawnElevation.radians + b.drawnElevation.radians) / 2)
          let isOver = up < (ha.degrees + hb.degrees) / 2 - 1e-6 && across < (wa.degrees + wb.degrees) / 2 - 1e-6
          // Only a label that is lifted as far as it may be can touch another.
          if isOver { #expect(a.slot == 19 || a.drawnElevation.degrees > 70 || b.slot == 19, "\(a.id) and \(b.id)") }
        }
      }
    }
  }

  @Test func sizesThatNoLabelHasAreRefused() {
    for size in [0, 360, -3, .nan, .infinity, 90.01] {
      #expect(!LabelSize.angle(width: .degrees(size), height: .degrees(3)).isAllowed, "\(size)")
    }
    #expect(!LabelSize.angle(width: .degrees(3), height: .degrees(46)).isAllowed)
    #expect(LabelSize.angle(width: .degrees(90), height: .degrees(45)).isAllowed)
    for size in [0, -1, 1e9, .nan] {
      #expect(!LabelSize.pixels(width: Pixels(size), height: Pixels(20)).isAllowed, "\(size)")
    }
  }

  /// 100 px at 0.1° a pixel: 2 atan(100 tan(0.1°)/2) = 9.97°.
  @Test func pixelsAreAnglesOfTheScreen() throws {
    var a = town.place("a", at: 0, 100), b = town.place("b", at: 6, 150)
    (a.label, b.label) = (
      .pixels(width: Pixels(100), height: Pixels(30)), .pixels(width: Pixels(100), height: Pixels(30))
    )
    var wide = board([a, b]) { ($0.clusterShare, $0.labelPixel, $0.labelGap) = (0, .degrees(0.1), 0) }
    wide.update(town.view())
    try expect(#require(wide.placement("b")).slot, equals: 1)
    var narrow = board([a, b]) { ($0.clusterShare, $0.labelPixel, $0.labelGap) = (0, .degrees(0.05), 0) }
    narrow.update(town.view())
    try expect(#require(narrow.placement("b")).slot, equals: 0)
  }
}
