import CAllocations
import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct RouteLineTests {
  private let style = RouteLineStyle(
    width: .metres(2), behind: .metres(3), ahead: .metres(100), tolerance: .degrees(0.1))

  private func view(_ place: Geodetic?, yaw: Angle = .zero) -> Viewpoint {
    Viewpoint(
      time: BootInstant(seconds: 0), pose: Pose(rotation: .aligned, position: Displacement<Scene>(3, 0, 4)),
      place: place, yaw: yaw)
  }

  private func progress(_ way: FlatWay, at point: SIMD2<Double>) throws -> RouteProgress {
    var progress = RouteProgress(try #require(RouteTrack(way.route()))), events: [RouteEvent] = []
    progress.update(way.place(point), accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
    return progress
  }

  /// Half a circle of a radius of 40 m, a point every degree.
  private let curve = FlatWay(
    corners: (0...180).map { [40 * sin(Double($0) * .pi / 180), 40 - 40 * cos(Double($0) * .pi / 180)] })

  @Test func itIsCutExactlyAtItsWindow() throws {
    let way = FlatWay(corners: [[0, 0], [0, 500]])
    let progress = try self.progress(way, at: [2, 200]), here = view(way.place([2, 200]))
    var line = RouteLine()
    progress.line(from: here, style, into: &line)
    expect(line.vertices.map(\.number), equals: [RouteLineVertex.nearCut, RouteLineVertex.farCut])
    let first = try #require(line.vertices.first), last = try #require(line.vertices.last)
    // Seen from 2 m to its right: 3 m behind, 100 m ahead, on the ground; north is −z.
    expect((first.offset - Displacement<Level>(-2, -1.6, 3)).norm.value, isBelow: 1e-3)
    expect((last.offset - Displacement<Level>(-2, -1.6, -100)).norm.value, isBelow: 1e-2)
    expect((first.point - Displacement<Scene>(1, -1.6, 7)).norm.value, isBelow: 1e-3)
    // The edges, 1 m to the west and to the east of it.
    expect((first.left - first.point - Displacement(-1, 0, 0)).norm.value, isBelow: 1e-3)
    expect((first.right - first.point - Displacement(1, 0, 0)).norm.value, isBelow: 1e-3)
    // Both ends of the route are vertices of it.
    progress.line(
      from: here, RouteLineStyle(width: .zero, behind: .metres(900), ahead: .metres(900), tolerance: .zero),
      into: &line)
    #expect(line.vertices.map(\.number) == [0, 1] && line.vertices[0].left == line.vertices[0].right)
  }

  @Test func anEdgeKeepsItsDistanceRoundCorners() throws {
    // A right angle to the right: the mitre is √2 of half the width.
    let way = FlatWay(corners: [[0, 0], [0, 50], [50, 50]]), progress = try self.progress(way, at: [0, 10])
    var line = RouteLine()
    progress.line(from: view(way.place([0, 10])), style, into: &line)
    let corner = try #require(line.vertices.first { $0.number == 1 })
    expect((corner.right - corner.point - Displacement(1, 0, 1)).norm.value, isBelow: 1e-3)
    expect((corner.left - corner.point - Displacement(-1, 0, -1)).norm.value, isBelow: 1e-3)
    // A hairpin is finite.
    let back = FlatWay(corners: [[0, 0], [0, 50], [0.01, 0]])
    try self.progress(back, at: [0, 10]).line(from: view(back.place([0, 10])), style, into: &line)
    for vertex in line.vertices { expect((vertex.left - vertex.point).norm.value, isBelow: 2.1) }
  }

  /// Simplified, but no point of the route is seen farther from the line than the tolerance.
  @Test(arguments: [0.05, 0.5, 5]) func itDeviatesByTheToleranceAtMost(degrees: Double) throws {
    let progress = try self.progress(curve, at: [0, 0]), here = view(curve.place([0, 0]))
    var line = RouteLine()
    let loose = RouteLineStyle(width: .metres(1), behind: .zero, ahead: .metres(126), tolerance: .degrees(degrees))
    progress.line(from: here, loose, into: &line)
    #expect(line.vertices.count >= 3 && line.vertices.count < 181)
    for corner in curve.corners where curve.length > 0 {
      let point = SIMD3(corner.x, -1.6, -corner.y)
      let least =
        zip(line.vertices, line.vertices.dropFirst()).map { pair -> Double in
          let a = pair.0.offset.components, way = pair.1.offset.components - a, from = point - a
          let rest = from - way * max(0, min(1, (from * way).sum() / (way * way).sum()))
          return (rest * rest).sum().squareRoot()
        }.min() ?? .infinity
      let distance = (point * point).sum().squareRoot()
      expect(least / distance, isBelow: degrees * .pi / 180 + 2e-3, "\(corner)")
    }
  }

  @Test func aTighterToleranceHasMoreVertices() throws {
    let progress = try self.progress(curve, at: [0, 0]), here = view(curve.place([0, 0]))
    var line = RouteLine(), counts: [Int] = []
    for degrees in [5, 0.5, 0.05] {
      let style = RouteLineStyle(width: .zero, behind: .zero, ahead: .metres(125), tolerance: .degrees(degrees))
      progress.line(from: here, style, into: &line)
      counts.append(line.vertices.count)
    }
    #expect(counts[0] < counts[1] && counts[1] < counts[2], "\(counts)")
  }

  /// 3 s at 1.3 m/s along a curve: the cue is on it, not on the chord to the next turn.
  @Test func aCueFollowsTheCurve() throws {
    let progress = try self.progress(curve, at: [0, 0])
    let cue = try #require(progress.cue(from: view(curve.place([0, 0]))))
    let expected = curve.point(at: 3.9)
    expect(abs(cue.length.value - 3.9), isBelow: 0.01)
    expect((cue.offset - Displacement<Level>(expected.x, -1.6, -expected.y)).norm.value, isBelow: 0.01)
    var far = RouteProgress(try #require(RouteTrack(curve.route()))), events: [RouteEvent] = []
    far.update(curve.place([500, 500]), accuracy: .metres(3), at: BootInstant(seconds: 0), &events)
    expect(far.cue(from: view(curve.place([500, 500])))?.length, equals: .zero)
  }

  @Test func anyLineEndsWithoutAllocation() throws {
    let dense = FlatWay(corners: (0...60_000).map { [0.05 * sin(Double($0)), 0.005 * Double($0)] })
    let progress = try self.progress(dense, at: [0, 0]), here = view(dense.place([0, 0]))
    var line = RouteLine()
    progress.line(from: here, style, into: &line)
    expect(line.vertices.count, isBelow: 1100)
    for vertex in line.vertices { #expect(vertex.left.isFinite && vertex.right.isFinite && vertex.point.isFinite) }
    let before = allocations_of_this_thread()
    for _ in 0..<3 { progress.line(from: here, style, into: &line) }
    expect(allocations_of_this_thread(), equals: before)
  }
}
