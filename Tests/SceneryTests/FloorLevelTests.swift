import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct FloorLevelTests {
  /// A wearer with a barometer at 10 Hz and a noise of 0.2 m, in air whose pressure drifts by 1 m in ten minutes.
  private struct Walk {
    var floor = FloorLevel()
    var time = 0.0, height = 0.0, way = 0.0
    var generator: Generator

    init(seed: UInt64, accuracy: Double? = 6) {
      generator = Generator(seed: seed)
      move(20, rise: 0, speed: 1.3, accuracy: accuracy)
    }

    mutating func move(_ seconds: Double, rise: Double, speed: Double, accuracy: Double? = nil) {
      let end = time + seconds
      while time < end {
        time += 0.1
        height += rise * 0.1 / seconds
        way += speed * 0.1
        let measured = height + time / 600 + 0.2 * generator.gaussian()
        floor.ingest(height: .metres(measured), at: BootInstant(seconds: time))
        floor.ingest(Displacement(way, 0, 0), accuracy: accuracy.map { .metres($0) })
      }
    }

    var level: Double { floor.estimate?.level ?? .nan }
    var sigma: Double { floor.estimate?.sigma ?? .nan }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func storiesAreClimbedAndHillsAreNot(seed: UInt64) {
    var walk = Walk(seed: seed)
    #expect(walk.level == 0 && walk.floor.estimate?.source == .ground)
    // A street of 12 % for 150 m, and back: 18 m of height on the ground.
    walk.move(115, rise: 18, speed: 1.3)
    walk.move(60, rise: 0, speed: 0)
    expect(walk.level.magnitude, isBelow: 0.25, "\(walk.level)")
    walk.move(115, rise: -18, speed: 1.3)
    // Two stories of 3.5 m by stairs of 60 %, with a landing; then by a lift, and down.
    walk.move(12, rise: 3.5, speed: 0.5)
    walk.move(4, rise: 0, speed: 0.8)
    walk.move(12, rise: 3.5, speed: 0.5)
    walk.move(60, rise: 0, speed: 1)
    #expect((walk.level - 2).magnitude < 2.5 * walk.sigma && (walk.level - 2).magnitude < 0.5, "\(walk.level)")
    walk.move(10, rise: 10.5, speed: 0)
    walk.move(60, rise: 0, speed: 1)
    expect((walk.level - 5).magnitude, isBelow: 2.5 * walk.sigma, "\(walk.level) ± \(walk.sigma)")
    walk.move(20, rise: -17.5, speed: 0)
    walk.move(20, rise: 0, speed: 1)
    expect(walk.level.magnitude, isBelow: 0.5, "\(walk.level)")
  }

  @Test func theLevelIsKnownOnlyWithAReason() {
    // Without fixes of the open sky nothing says which floor it is.
    var walk = Walk(seed: 1, accuracy: 25)
    #expect(walk.floor.estimate == nil)
    walk.floor.set(-1, storey: .metres(5))
    #expect(walk.level == -1 && walk.floor.estimate?.source == .stated && walk.floor.storey == .metres(5))
    walk.move(20, rise: 10, speed: 0.5)
    walk.move(20, rise: 0, speed: 1)
    expect((walk.level - 1).magnitude, isBelow: 0.4)
    // A story that was stated is known better than the usual one.
    expect(walk.sigma, isBelow: 0.3)
    // After a minute without a barometer the wearer may be anywhere.
    walk.time += 60
    walk.move(20, rise: 0, speed: 1)
    #expect(walk.floor.estimate == nil)
    // Good fixes later on may be those of a window upstairs.
    walk.move(30, rise: 0, speed: 1, accuracy: 5)
    #expect(walk.floor.estimate == nil)
    var without = FloorLevel()
    for second in 0..<60 { without.ingest(Displacement(Double(second), 0, 0), accuracy: .metres(5)) }
    #expect(without.estimate == nil)
  }

  @Test func aPlaceOnAnotherFloorIsHidden() {
    let town = Neighbourhood()
    var here = town.place("here", 150, 0), above = town.place("above", -150, 0)
    (here.level, above.level) = (0, 2)
    var board = board([here, above, town.place("street", 0, 150)])
    board.update(town.view())
    expect(board.placements.count, equals: 3)
    board.floor = .init(level: 0.1, sigma: 0.2, source: .stated)
    board.update(town.view(time: 2))
    #expect(board.status(of: above.key) == .hidden(.level) && board.status(of: here.key) == .shown)
    expect(board.placements.count, equals: 2)
    // An uncertain level hides nothing that may be here.
    board.floor = .init(level: 0.6, sigma: 1, source: .ground)
    board.update(town.view(time: 3))
    expect(board.placements.count, equals: 3)
  }
}
