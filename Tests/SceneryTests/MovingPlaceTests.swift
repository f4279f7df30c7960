import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct MovingPlaceTests {
  let town = Neighbourhood()

  private func drone(_ velocity: Velocity<Level>, at seconds: Double, growth: Double = 1) -> Place {
    var place = town.place("drone", 0, 100, .ground(.metres(11.6)))
    place.motion = PlaceMotion(velocity: velocity, time: BootInstant(seconds: seconds), sigmaGrowth: Speed(growth))
    return place
  }

  /// 3 m/s east, 2 m/s up and 4 m/s north for 5 s, by hand: (15, 20, −120).
  @Test func itIsDrawnWhereItIsNow() throws {
    var board = board([drone(Velocity(3, 2, -4), at: 10)])
    board.update(town.view(time: 15))
    let placement = try #require(board.placement("drone"))
    expect((placement.offset - Displacement<Level>(15, 20, -120)).norm.value, isBelow: 0.03)
    // The standard deviations: its own of 5 m, and the wearer's 5/1.515 m, along the way (which is nearly level).
    let sigma = try #require(placement.uncertainty.distance?.value)
    expect(abs(sigma - (25 + 3.3 * 3.3).squareRoot()), isBelow: 0.2, "\(sigma)")
    expect(placement.transition, equals: .appeared)
    board.update(town.view(time: 15.1))
    expect(board.placement("drone")?.transition, equals: [])
  }

  @Test func itBecomesStaleAndGoes() {
    let place = drone(Velocity(1, 0, 0), at: 10)
    var board = board([place])
    board.update(town.view(time: 19.9))
    expect(board.status(of: "drone"), equals: .shown)
    board.update(town.view(time: 20.1))
    expect(board.status(of: "drone"), equals: .hidden(.stale))
    // A new statement brings it back.
    #expect(board.put(drone(Velocity(1, 0, 0), at: 20)) == nil)
    board.update(town.view(time: 20.2))
    #expect(board.status(of: "drone") == .shown && board.places.count == 1)
    // Its growth alone makes it stale as well: 25 m after 2.5 s.
    #expect(board.put(drone(Velocity(1, 0, 0), at: 20, growth: 10)) == nil)
    board.update(town.view(time: 22.6))
    expect(board.status(of: "drone"), equals: .hidden(.stale))
    expect(place.motion?.isGone(at: BootInstant(seconds: 69.9)), equals: false)
    expect(place.motion?.isGone(at: BootInstant(seconds: 70.1)), equals: true)
  }

  @Test func theStatedSigmaCountsFromTheBeginning() throws {
    var place = drone(Velocity(0, 0, 0), at: 10)
    place.motion?.sigma = .metres(40)
    var board = board([place])
    board.update(town.view(time: 13))
    // 40 m as stated, 3 m grown, and the wearer's 5/1.515 m; 40 m alone do not make it stale.
    let sigma = try #require(board.placement("drone")?.uncertainty.distance?.value)
    expect(abs(sigma - (1600 + 9 + 3.3 * 3.3).squareRoot()), isBelow: 0.2, "\(sigma)")
    for bad in [-1, .nan, 1e6] {
      let motion = PlaceMotion(velocity: .zero, time: BootInstant(seconds: 10), sigma: .metres(bad))
      #expect(!motion.isAllowed(at: BootInstant(seconds: 10)))
    }
  }

  @Test func speedsOfLightAndTimesToComeAreRefused() {
    let now = BootInstant(seconds: 100)
    func isAllowed(_ speed: Double, at time: Double = 100, growth: Double = 1) -> Bool {
      PlaceMotion(
        velocity: Velocity(speed, 0, 0), time: BootInstant(seconds: time), sigmaGrowth: Speed(growth)
      ).isAllowed(at: now)
    }
    #expect(isAllowed(300) && isAllowed(-499) && isAllowed(0, at: 41) && isAllowed(0, at: 100.9))
    for speed in [299_792_458.0, -501, .nan, .infinity] { #expect(!isAllowed(speed), "\(speed)") }
    #expect(!isAllowed(1, at: 102) && !isAllowed(1, at: 39) && !isAllowed(1, growth: -1))
    #expect(!isAllowed(1, growth: .nan) && !isAllowed(1, growth: 1e9))
  }

  /// Steady motion is never a jump, however often it is stated again.
  @Test func aRepeatedStatementDoesNotStopAPlace() throws {
    var board = board([drone(Velocity(10, 0, 0), at: 1)])
    var last: Double?
    for step in 0...200 {
      let time = 1 + 0.1 * Double(step)
      if step % 10 == 0 {
        var place = drone(Velocity(10, 0, 0), at: time)
        place.position = town.position(10 * (time - 1), 100)
        _ = board.put(place)
      }
      board.update(town.view(time: time))
      let placement = try #require(board.placement("drone"))
      if let last { expect(abs(placement.offset.x - last - 1), isBelow: 0.02) }
      last = placement.offset.x
    }
  }
}
