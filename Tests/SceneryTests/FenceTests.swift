import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct FenceTests {
  private let town = Neighbourhood()

  /// An L of 60 m, with the place at its corner.
  private var fence: Place {
    var place = town.place("fence", 0, 0)
    place.polygon = [(0, 0), (60, 0), (60, 20), (20, 20), (20, 60), (0, 60)].map { town.position($0.0, $0.1) }
    return place
  }

  @Test func theWearerEntersAndLeavesAtTheBorder() {
    #expect(fence.hasAllowedPolygon)
    var board = board([fence])
    var found: [(kind: ProximityEvent.Kind, east: Double)] = []
    // Through the foot of the L from west to east, then through the notch, which is outside.
    for step in 0...240 {
      let east = -40 + Double(step) * 0.5
      board.update(town.view(east, 10, time: Double(step), accuracy: 3))
      found += board.proximity.map { ($0.kind, east) }
    }
    expect(found.map(\.kind), equals: [.entered, .left])
    #expect((found[0].east - 0).magnitude <= 0.5 && (found[1].east - 63).magnitude <= 1, "\(found)")
    board.update(town.view(50, 10, time: 300, accuracy: 3))
    #expect(board.placement("fence")?.isAt == true && board.placement("fence")?.isNear == true)
    board.update(town.view(40, 40, time: 301, accuracy: 3))
    expect(board.placement("fence")?.isNear, equals: false)
  }

  /// A noise of 3 m on the border is one visit, not many.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func noiseOnTheBorderIsOneVisit(seed: UInt64) {
    var board = board([fence]), generator = Generator(seed: seed), count = 0
    for second in 0..<120 {
      let noise = min(2.9, max(-2.9, 1.5 * generator.gaussian()))
      board.update(town.view(noise, 40, time: Double(second), accuracy: 6))
      count += board.proximity.count
    }
    expect(count, isAtMost: 1)
  }

  /// A jump of the place takes the wearer out of the range of the filter: the fence is left, too.
  @Test func aFenceOutOfRangeIsLeft() {
    var board = board([fence])
    board.update(town.view(10, 10, accuracy: 3))
    expect(board.proximity.map(\.kind), equals: [.entered])
    board.update(town.view(3000, 10, time: 2, accuracy: 3))
    #expect(board.proximity.map(\.kind) == [.left] && board.reached(from: town.view(3000, 10, time: 2)).isEmpty)
  }

  @Test func impossibleFencesAreRefused() {
    var place = fence
    place.polygon.removeLast(4)
    #expect(!place.hasAllowedPolygon)
    place.polygon = fence.polygon + [town.position(900, 0)]
    #expect(!place.hasAllowedPolygon)
    place.polygon = Array(repeating: town.position(1, 1), count: 65)
    #expect(!place.hasAllowedPolygon)
  }
}
