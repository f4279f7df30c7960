import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct AnchorTests {
  let town = Neighbourhood()

  private func anchor(_ kind: Anchor.Kind, _ owner: Anchor.Owner = .connection(1)) -> Anchor {
    Anchor(id: "a", kind: kind, owner: owner)
  }

  @Test func aGeographicAnchorStaysOnEarth() throws {
    let sign = anchor(.geographic(town.position(0, 300), .ground(.metres(41.6))))
    var board = AnchorBoard(), places = PlaceBoard()
    expect(board.status(of: sign, places.readiness), equals: .pending(.waitingForFix))
    var view = town.view(yaw: 90)
    view.place = nil
    board.update(view)
    places.judge(view)
    expect(board.status(of: sign, places.readiness), equals: .pending(.waitingForFix))
    board.update(town.view(yaw: 90, sigma: 40))
    places.judge(town.view(yaw: 90, sigma: 40))
    expect(board.status(of: sign, places.readiness), equals: .pending(.localizing))
    view = town.view(yaw: 90)
    board.update(view)
    places.judge(view)
    guard case .shown(let placement) = board.status(of: sign, places.readiness) else {
      Issue.record("not shown")
      return
    }
    // North is at the scene's azimuth −90°, on −x; 40 m up, 302.65 m away, drawn at 10.3 m.
    let slant = (300.0 * 300 + 40 * 40).squareRoot()
    expect((placement.offset - Displacement<Scene>(-300, 40, 0)).norm.value, isBelow: 0.03)
    let azimuth = try #require(placement.azimuth)
    expect(abs(azimuth.wrapped.degrees), isBelow: 0.01)
    expect(abs(placement.elevation.radians - atan2(40, 300)), isBelow: 1e-4)
    expect(abs(placement.scale - (10 + slant / 1000) / slant), isBelow: 1e-6)
    expect((placement.point - placement.offset * placement.scale).norm.value, isBelow: 1e-9)
    #expect(placement.uncertainty != nil)
  }

  @Test func anAnchorOfASceneEndsWithIt() {
    let note = anchor(.scene(Displacement(3, 1, -4), scene: 7))
    var board = AnchorBoard()
    var view = town.view(scene: 7)
    // It needs neither a fix nor a heading.
    (view.place, view.yaw, view.yawSigma) = (nil, nil, nil)
    board.update(view)
    guard case .shown(let placement) = board.status(of: note, .pending(.localizing)) else {
      Issue.record("not shown")
      return
    }
    #expect(placement.point == Displacement(3, 1, -4) && placement.scale == 1 && placement.azimuth == nil)
    expect(abs(placement.distance.value - 26.0.squareRoot()), isBelow: 1e-12)
    view.scene = 8
    board.update(view)
    expect(board.status(of: note, .pending(.localizing)), equals: .lost)
  }

  @Test func anAnchorOfTheHeadMovesWithIt() {
    let clock = anchor(.head(Displacement(0.5, 0, -2)))
    var board = AnchorBoard()
    // Looking east: ahead is +x, right is south.
    var view = town.view(10, 0, rotation: head(azimuth: 90, elevation: 0))
    board.update(view)
    guard case .shown(let placement) = board.status(of: clock, .pending(.localizing)) else {
      Issue.record("not shown")
      return
    }
    expect((placement.point - Displacement<Scene>(12, 0, 0.5)).norm.value, isBelow: 1e-9)
    view.isStale = true
    board.update(view)
    expect(board.status(of: clock, .pending(.localizing)), equals: .stale)
  }

  @Test func aLeaseRunsOutUnlessItIsRenewed() {
    var weather = anchor(.head(Displacement(0, 1, -2)), .lease(BootInstant(seconds: 10)))
    var board = AnchorBoard()
    board.update(town.view(time: 9.999))
    expect(board.status(of: weather, .pending(.localizing)), differsFrom: .expired)
    weather.renew(for: TimeSpan(5), at: BootInstant(seconds: 9.999))
    board.update(town.view(time: 14.99))
    expect(board.status(of: weather, .pending(.localizing)), differsFrom: .expired)
    board.update(town.view(time: 15))
    expect(board.status(of: weather, .pending(.localizing)), equals: .expired)
    var own = anchor(.head(Displacement(0, 1, -2)))
    own.renew(for: TimeSpan(5), at: BootInstant(seconds: 1))
    #expect(own.owner == .connection(1) && board.status(of: own, .pending(.localizing)) != .expired)
  }
}
