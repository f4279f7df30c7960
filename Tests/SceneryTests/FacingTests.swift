import Expectations
import Geometry
import Samples
import Scenery
import Testing

/// The orientation of what is drawn: labels toward the wearer, models to their own heading; and its size.
@Suite struct FacingTests {
  let town = Neighbourhood()

  private func orientation(
    _ facing: Anchor.Facing, at azimuth: Double = 30, yaw: Double = 0, height: HeightPolicy = .eye
  ) throws -> Rotation<Model, Scene> {
    let place = town.place("a", at: azimuth, 80)
    let anchor = Anchor(id: "a", kind: .geographic(place.position, height), owner: .connection(1), facing: facing)
    var board = AnchorBoard()
    board.update(town.view(yaw: yaw))
    guard case .shown(let placement) = board.status(of: anchor, .shown) else {
      Issue.record("not shown")
      return .aligned
    }
    return try #require(placement.orientation)
  }

  /// The true azimuth in which an axis of the model points, by the scene's yaw; and its elevation.
  private func aim(
    _ rotation: Rotation<Model, Scene>, yaw: Double, _ axis: Direction<Model> = Direction(0, 0, -1)
  ) -> (azimuth: Double, elevation: Double) {
    let way = rotation(axis)
    let azimuth = atan2(way.x, -way.z) * 180 / .pi + yaw
    return (azimuth.remainder(dividingBy: 360), Angle.arcSine(way.y).degrees)
  }

  @Test(arguments: [0.0, 37, -120, 179.5]) func aModelsNosePointsToItsHeading(yaw: Double) throws {
    for heading in stride(from: -180.0, through: 170, by: 35) {
      let rotation = try orientation(.heading(.degrees(heading), pitch: .zero, roll: .zero), yaw: yaw)
      let nose = aim(rotation, yaw: yaw)
      #expect(abs((nose.azimuth - heading).remainder(dividingBy: 360)) < 1e-9 && abs(nose.elevation) < 1e-9)
      expect((rotation(Direction<Model>(0, 1, 0)) - Direction(0, 1, 0)).norm.value, isBelow: 1e-12)
    }
  }

  @Test func pitchRaisesTheNoseAndRollTheRightSide() throws {
    let rotation = try orientation(.heading(.degrees(90), pitch: .degrees(20), roll: .degrees(10)), yaw: 50)
    let nose = aim(rotation, yaw: 50)
    #expect(abs(nose.azimuth - 90) < 1e-9 && abs(nose.elevation - 20) < 1e-9)
    let right = aim(rotation, yaw: 50, Direction(1, 0, 0))
    #expect(right.elevation > 5 && abs(abs(right.azimuth) - 180) < 5, "\(right)")
  }

  @Test(arguments: [0.0, 75]) func aSignFacesTheWearer(yaw: Double) throws {
    for azimuth in [0.0, 90, 180, 271] {
      let rotation = try orientation(.wearer, at: azimuth, yaw: yaw)
      let front = aim(rotation, yaw: yaw, Direction(0, 0, 1))
      #expect(abs((front.azimuth - azimuth - 180).remainder(dividingBy: 360)) < 0.01 && abs(front.elevation) < 1e-9)
    }
  }

  @Test func billboardsFaceTheViewerAndStandUpright() {
    for (x, y, z) in [(0.0, 0.0, -10.0), (5, 3, 5), (-8, -30, 2), (0, 0, 4)] {
      let offset = Displacement<Scene>(x, y, z), rotation = Billboard.rotation(seenAt: offset)
      expect((rotation(Direction<Model>(0, 1, 0)) - Direction(0, 1, 0)).norm.value, isBelow: 1e-12)
      let front = rotation(Direction<Model>(0, 0, 1)), level = (x * x + z * z).squareRoot()
      expect((front - Direction(-x / level, 0, -z / level)).norm.value, isBelow: 1e-12)
    }
    expect(Billboard.rotation(seenAt: Displacement(0, 5, 0)), equals: .aligned)
  }

  @Test func sizesFollowTheirScheme() throws {
    func size(_ scheme: ScalingScheme, _ distance: Double, drawn: Double = 10) -> Double {
      scheme.size(distance: .metres(distance), drawnDistance: .metres(drawn), scale: drawn / distance)
    }
    // As large as it looks at its place.
    expect(abs(size(.perspective, 300) / 10 - 1.0 / 300), isBelow: 1e-12)
    // The same angle at any distance, three quarters of it beyond 3 km.
    #expect(abs(size(.normal, 50) - 1.81) < 1e-12 && size(.normal, 50, drawn: 20) == 2 * size(.normal, 900))
    expect(abs(size(.normal, 3001) - 1.3575), isBelow: 1e-12)
    let far = 10.0 / 100
    expect(abs(size(.tiered(threshold: .metres(90), factor: 0.5), 100) - 0.5 * far), isBelow: 1e-12)
    expect(abs(size(.tiered(threshold: .metres(110), factor: 0.5), 100) - far), isBelow: 1e-12)
    let two = ScalingScheme.doubleTiered(
      threshold: .metres(50), factor: 0.5, farThreshold: .metres(200), farFactor: 0.25)
    for (distance, factor) in [(40.0, 1.0), (100, 0.5), (400, 0.25)] {
      expect(abs(size(two, distance) * distance / 10 - factor), isBelow: 1e-12)
    }
    expect(abs(size(.linear(threshold: .metres(400)), 100) - 0.75 * far), isBelow: 1e-12)
    expect(size(.linear(threshold: .metres(400)), 500), equals: 0)
    let buffered = ScalingScheme.linearBuffer(threshold: .metres(400), buffer: .metres(100))
    #expect(size(buffered, 100) == far && abs(size(buffered, 300) * 30 - 0.5) < 1e-12 && size(buffered, 501) == 0)
    // By the distance of the lifted label, as it is drawn.
    var board = board([town.place("a", 0, 300)])
    board.update(town.view())
    let placement = try #require(board.placement("a"))
    expect(abs(placement.size(by: .normal) - 0.181 * 10.3), isBelow: 1e-4)
    expect(abs(placement.size(by: .linear(threshold: .metres(600))) - 0.5 * 10.3 / 300), isBelow: 1e-5)
  }
}
