import Expectations
import Geometry
import Scenery
import Testing

@Suite struct ClusterTests {
  let town = Neighbourhood()

  /// The seed of the rule, computed by hand: 100 m ahead; within 50 m of it two more; a fourth, 60 m from it, stands alone.
  @Test func placesWithinHalfTheDistanceAreGrouped() throws {
    var board = board([
      town.place("head", 0, 100), town.place("joins", 30, 130), town.place("joins too", -49, 101),
      town.place("own", 60, 101), town.place("with own", 60, 150),
    ])
    board.update(town.view())
    expect(board.shown, equals: ["head", "own"])
    let head = try #require(board.placement("head"))
    // "joins" is 42.4 m from the nearest, though "own" is between them in the order (117.5 m against 133.4 m).
    #expect(head.count == 3 && Set(board.members(of: head).map(\.id)) == ["head", "joins", "joins too"])
    let own = try #require(board.placement("own"))
    #expect(
      own.count == 2 && Set(board.members(of: own).map(\.id)) == ["own", "with own"] && head.offset.x.magnitude < 0.01)
    #expect(board.status(of: "joins") == .hidden(.cluster) && board.status(of: "with own") == .hidden(.cluster))
  }

  /// A place elsewhere, at any distance from the wearer, changes no group.
  @Test func aGroupDependsOnItsOwnPlacesOnly() throws {
    let group = [town.place("a", 0, 100), town.place("b", 20, 120), town.place("c", -20, 130)]
    for distance in stride(from: 60.0, through: 300, by: 7) {
      var board = board(group + [town.place("elsewhere", at: 180, distance)])
      board.update(town.view())
      let a = try #require(board.placement("a"))
      expect(Set(board.members(of: a).map(\.id)), equals: ["a", "b", "c"], "\(distance)")
    }
  }

  /// 20 m apart: one group while half the distance is more than 20 m on the approach, and more than 22 m, a tenth of hysteresis,
  /// on the way back.
  @Test func aGroupDissolvesOnApproach() {
    var board = board([town.place("a", 0, 0), town.place("b", 20, 0.5)]) {
      $0.leastPlay = .zero; $0.play = 0
    }
    var last = 2, changes: [(Int, Double)] = []
    for step in 0...1000 {
      let north = -100 + (step <= 500 ? 0.15 * Double(step) : 0.15 * Double(1000 - step))
      board.update(town.view(0, north, time: Double(step)))
      let count = board.placement("a")?.count ?? 0
      if count != last { changes.append((count, north)) }
      last = count
    }
    expect(changes.map(\.0), equals: [1, 2])
    let way = (20.0 * 20 + 0.25).squareRoot()
    // apart where d/2 · 1.1 < 20 m, together again where d/2 ≥ 20 m
    #expect(abs(changes[0].1 + way / 0.55) < 0.2 && abs(changes[1].1 + way / 0.5) < 0.2)
  }

  @Test func tenThousandOnOneSpotAreOneGroupWithinTheCap() throws {
    var places = (0..<10_000).map { town.place("\($0)", 0, 80) }
    places.append(town.place("beside", 30, 60))
    var board = board(places)
    for _ in 0..<3 { board.update(town.view()) }
    // "beside" is nearer (67.1 m); the crowd is 36 m from it, more than half.
    expect(board.shown, equals: ["beside", "0"])
    expect(board.placement("0")?.count, equals: 59)
    let statuses = (0..<10_000).map { board.status(at: $0) }
    expect(statuses.filter { $0 == .hidden(.cluster) }.count, equals: 58)
    expect(statuses.filter { $0 == .hidden(.cap) }.count, equals: 9941)
    #expect(board.changes.isEmpty)
    // At distance zero as well.
    board.update(town.view(0, 80))
    #expect(board.placements.allSatisfy { $0.point.isFinite && $0.azimuth.isFinite && $0.elevation.isFinite })
    expect(board.proximity.filter { $0.kind == .entered }.count, equals: 60)
  }
}
