import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct ViewportTests {
  let town = Neighbourhood()

  private func screen(_ fieldOfView: Double = 60) throws -> Viewport {
    try Viewport(width: Pixels(1280), height: Pixels(720), fieldOfView: .degrees(fieldOfView))
  }

  @Test func projectionIsThatOfAPinhole() throws {
    let screen = try screen(90)
    // 90° across 1280 px: f = 640. A point at the angle of 45° is on the edge.
    for (point, x, y) in [
      (Displacement<Display>(0, 0, -5), 640.0, 360.0), (Displacement(7, 0, -7), 1280, 360),
      (Displacement(-1, 0.5, -4), 480, 280), (Displacement(0, -2, -4), 640, 680),
    ] {
      let seen = try #require(screen.project(point))
      #expect(abs(seen.x.value - x) < 1e-9 && abs(seen.y.value - y) < 1e-9)
      let back = screen.direction(at: seen)
      expect(back.angle(to: point).radians, isBelow: 1e-12)
    }
    #expect(screen.project(Displacement(0, 0, 1)) == nil && screen.project(.zero) == nil)
    expect(screen.position(of: Displacement<Display>(0, 0, 1)), equals: .behind)
    expect(screen.position(of: Displacement<Display>(8, 0, -7)), differsFrom: .behind)
  }

  @Test func theMountPutsTheDisplayOnTheBody() throws {
    // A display 5 cm to the right that is turned 30° down: a point 30° down ahead of it is in its center.
    let mount = Pose<Display, Body>(
      rotation: Rotation<Body, Body>(about: Direction(1, 0, 0), by: .degrees(-30)) * Rotation<Display, Body>.aligned,
      position: Displacement(0.05, 0, 0))
    let screen = try Viewport(width: Pixels(800), height: Pixels(600), fieldOfView: .degrees(40), mount: mount)
    // The head looks east: right is south.
    let body = Pose(rotation: head(azimuth: 90, elevation: 0), position: Displacement<Scene>(2, 1, 3))
    let point = Displacement<Scene>(2 + 10 * cos(.pi / 6), 1 - 10 * sin(.pi / 6), 3.05)
    guard case .inside(let seen) = screen.position(of: point, from: body) else {
      Issue.record("not inside")
      return
    }
    #expect(abs(seen.x.value - 400) < 1e-6 && abs(seen.y.value - 300) < 1e-6)
  }

  @Test func invalidViewportsAreRefused() throws {
    #expect(throws: ViewportFault.size(Pixels(0))) {
      try Viewport(width: Pixels(0), height: Pixels(720), fieldOfView: .degrees(60))
    }
    #expect(throws: ViewportFault.fieldOfView(.degrees(180))) {
      try Viewport(width: Pixels(10), height: Pixels(10), fieldOfView: .degrees(180))
    }
    #expect(throws: ViewportFault.focalLength(Pixels(-1))) {
      try Viewport(width: Pixels(10), height: Pixels(10), focalX: Pixels(-1), focalY: Pixels(1))
    }
    let aside = ScreenPoint(x: Pixels(11), y: Pixels(5))
    #expect(throws: ViewportFault.centre(aside)) {
      try Viewport(width: Pixels(10), height: Pixels(10), focalX: Pixels(9), focalY: Pixels(9), centre: aside)
    }
  }

  /// For any head and any town, a pick at the screen point of a label gives that label, or a nearer one in front of it.
  @Test func pickingInvertsProjection() throws {
    var generator = Generator(seed: 21)
    let mount = Pose<Display, Body>(rotation: .aligned, position: Displacement(0.03, 0.02, -0.05))
    let screen = try Viewport(width: Pixels(1280), height: Pixels(720), fieldOfView: .degrees(70), mount: mount)
    var seen = 0
    for _ in 0..<300 {
      let places = (0..<30).map {
        town.place("\($0)", at: generator.uniform(in: 0...360), generator.uniform(in: 15...490))
      }
      var board = board(places)
      let view = town.view(yaw: 40, rotation: anyRotation(&generator))
      board.update(view)
      for (index, placement) in board.placements.enumerated() {
        guard case .inside(let point) = screen.position(of: placement.point, from: view.pose) else { continue }
        seen += 1
        let gaze = Gaze(through: point, of: screen, on: view.pose)
        // The line of sight passes through the point itself.
        let way = placement.point - gaze.origin
        expect(way.angle(to: gaze.direction).radians, isBelow: 1e-9)
        let picked = try #require(gaze.picks(from: board.placements))
        expect(picked, isAtMost: index)
        if picked != index {
          // A nearer label at that point: within half its size and half a degree.
          let other = board.placements[picked]
          let apart = other.drawnDirection.angle(to: placement.drawnDirection).degrees
          expect(apart, isBelow: hypot(5.5, 2) + 0.5)
        }
      }
    }
    expect(seen, isAbove: 300)
  }

  @Test func pickingFindsTheNearestPlaceUnderTheGaze() throws {
    var board = board([town.place("a", at: 0, 100), town.place("b", at: 7, 200)]) {
      $0.clusterShare = 0
      $0.slots = 1
      $0.hideCovered = 1
    }
    for (azimuth, elevation, id) in [
      (0.0, 0.0, "a"), (4, 0, "a"), (5.4, 0, "a"), (5.6, 0, "b"), (12.4, 1.9, "b"), (12.6, 0, nil), (0, 2.1, nil),
      (180, 0, nil), (-5.6, 0, nil),
    ] as [(Double, Double, String?)] {
      let view = town.view(rotation: head(azimuth: azimuth, elevation: elevation, roll: 30))
      board.update(view)
      let picked = Gaze(of: view.pose).picks(from: board.placements)
      expect(picked.map { board.placements[$0].id }, equals: id, "\(azimuth) \(elevation)")
    }
  }
}
