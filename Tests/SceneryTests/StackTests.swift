import Expectations
import Geometry
import Scenery
import Testing

@Suite struct StackTests {
  let town = Neighbourhood()
  let width = 10.0, height = 3.0, pitch = 3.0 * 1.24

  private func alone(_ places: [Place], _ change: (inout SceneParameters) -> Void = { _ in }) -> PlaceBoard {
    board(places) {
      $0.clusterShare = 0
      change(&$0)
    }
  }

  /// Whether the rectangles of two labels overlap, by the angles at which they are drawn.
  private func overlap(_ a: Placement, _ b: Placement) -> Bool {
    let up = abs(a.drawnElevation.degrees - b.drawnElevation.degrees)
    let across =
      abs((a.azimuth.degrees - b.azimuth.degrees).remainder(dividingBy: 360))
      * cos((a.drawnElevation.radians + b.drawnElevation.radians) / 2)
    return up < height - 1e-6 && across < width - 1e-6
  }

  /// Also across north and, turned, across ±180°: all directions are equivalent.
  @Test(arguments: [0.0, 90, 179, 180, 181, 359.9]) func theNearestOfStackedLabelsIsLowest(azimuth: Double) throws {
    var board = alone([
      town.place("far", at: azimuth + 1, 300), town.place("near", at: azimuth - 1, 100),
      town.place("middle", at: azimuth + 2, 200), town.place("aside", at: azimuth + 40, 50),
    ])
    board.update(town.view())
    expect(board.shown, equals: ["aside", "near", "middle", "far"])
    for (id, slot) in [("near", 0), ("middle", 1), ("far", 2), ("aside", 0)] {
      let placement = try #require(board.placement(id))
      expect(placement.slot, equals: slot, "\(id)")
      expect(abs(placement.drawnElevation.degrees - Double(slot) * pitch), isBelow: 1e-9)
      // Lifted straight up: the drawn point is in its direction, at the distance of the lifted label.
      let lifted = placement.distance.value / cos(Double(slot) * pitch * .pi / 180)
      expect(abs(placement.drawnDistance.value - (10 + lifted / 1000)), isBelow: 1e-6)
      expect(
        abs(placement.point.y - placement.drawnDistance.value * sin(Double(slot) * pitch * .pi / 180)), isBelow: 1e-9)
      expect(abs(placement.scale - placement.drawnDistance.value / lifted), isBelow: 1e-9)
    }
  }

  @Test func noTwoLabelsThatAreShownTouch() {
    var generator = Generator(seed: 8)
    for _ in 0..<200 {
      let places = (0..<25).map { index in
        town.place(
          "\(index)", at: generator.uniform(in: 0...360), generator.uniform(in: 20...490),
          .ground(.metres(generator.uniform(in: 0...12))))
      }
      var board = alone(places)
      board.update(town.view())
      for (i, a) in board.placements.enumerated() {
        for b in board.placements[..<i] where overlap(a, b) {
          // Only if every slot is too near to a nearer label, with gaps and hysteresis.
          for slot in 0..<6 {
            let lifted = min(a.elevation.degrees + Double(slot) * pitch, 80)
            let isTaken = board.placements[..<i].contains { nearer in
              let up = 1 - abs(lifted - nearer.drawnElevation.degrees) / pitch
              let away = abs((a.azimuth.degrees - nearer.azimuth.degrees).remainder(dividingBy: 360))
              let across = 1 - away * cos((lifted + nearer.drawnElevation.degrees) / 2 * .pi / 180) / (width * 1.24)
              return min(up, across) > 0.24 / 1.24 - 0.08
            }
            #expect(isTaken, "\(a.id) could have been in \(slot)")
          }
          let up = 1 - abs(a.drawnElevation.degrees - b.drawnElevation.degrees) / height
          let across =
            1 - abs((a.azimuth.degrees - b.azimuth.degrees).remainder(dividingBy: 360))
            * cos((a.drawnElevation.radians + b.drawnElevation.radians) / 2) / width
          expect(up * across, isAtMost: 0.35 + 1e-9)
        }
      }
    }
  }

  /// With only one slot there is no alternative: a label that is covered by more than 35 % is hidden, and it returns below 15 %.
  @Test func coveredLabelsHideAndReturn() {
    var hiddenAt: Double?, shownAt: Double?
    var one = alone([], { $0.slots = 1 })
    var azimuths = stride(from: 12.0, to: 0, by: -0.05).map { $0 }
    azimuths += azimuths.reversed()
    for (step, azimuth) in azimuths.enumerated() {
      _ = one.replace(with: [town.place("a", at: 0, 100), town.place("b", at: azimuth, 200)])
      one.update(town.view(time: Double(step)))
      let isHidden = one.status(of: "b") == .hidden(.overlap)
      if isHidden, hiddenAt == nil { hiddenAt = azimuth }
      if !isHidden, hiddenAt != nil, shownAt == nil { shownAt = azimuth }
    }
    // Both 10° wide and equally high: the covered part is 1 − (difference of azimuths)/10°.
    #expect(abs((hiddenAt ?? 0) - 6.5) < 0.06 && abs((shownAt ?? 0) - 8.5) < 0.06)
  }

  /// The farther label moves sideways out from behind the nearer one: its slot 1 costs 0.1, slot 0 the overlap with the gap, 1 −
  /// (difference of azimuths)/12.4°. It comes down when that is less than 0.02, and goes up again at 0.18.
  @Test func aSlotIsKeptUntilARivalIsEightPerCentBetter() {
    var downAt: Double?, upAt: Double?
    var two = alone([])
    var azimuths = stride(from: 0.0, to: 14, by: 0.02).map { $0 }
    azimuths += azimuths.reversed()
    for (step, azimuth) in azimuths.enumerated() {
      _ = two.replace(with: [town.place("a", at: 0, 100), town.place("b", at: azimuth, 200)])
      two.update(town.view(time: Double(step)))
      guard let b = two.placement("b") else { continue }
      if b.slot == 0, downAt == nil {
        downAt = azimuth
        #expect(b.transition.contains(.slot))
      }
      if b.slot == 1, downAt != nil, upAt == nil { upAt = azimuth }
    }
    #expect(abs((downAt ?? 0) - 12.4 * 0.98) < 0.03 && abs((upAt ?? 0) - 12.4 * 0.82) < 0.03)
  }
}
