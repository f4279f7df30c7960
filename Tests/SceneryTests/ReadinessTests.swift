import Expectations
import Geometry
import Samples
import Scenery
import Testing

/// Things are shown, vague or not shown at all.
@Suite struct ReadinessTests {
  let town = Neighbourhood()

  private func board(_ change: (inout SceneParameters) -> Void = { _ in }) -> PlaceBoard {
    var parameters = SceneParameters()
    change(&parameters)
    var board = PlaceBoard(parameters)
    #expect(board.replace(with: [town.place("a", at: 30, 100)]).isEmpty)
    return board
  }

  @Test func vagueThingsAreShownOnRequest() throws {
    var usual = board(), vague = board { $0.vague = .points }
    for (sigma, accuracy, status) in [
      (10.0, 5.0, PlacementStatus.shown), (25, 5, .vague), (60, 5, .vague), (73, 5, .pending(.localizing)),
      (10, 200, .vague),
    ] {
      let view = town.view(sigma: sigma, accuracy: accuracy)
      usual.update(view)
      vague.update(view)
      #expect(vague.readiness == status && vague.status(of: "a") == status, "\(sigma)° \(accuracy) m")
      expect(usual.readiness, equals: (status == .vague ? .pending(.localizing) : status))
      expect(vague.placements.count, equals: (status.isDrawn ? 1 : 0))
    }
    vague.update(town.view(sigma: 25))
    let placement = try #require(vague.placement("a"))
    // The band is as wide as the stated error of the heading, and of the place seen from 100 m.
    expect(abs(placement.uncertainty.azimuth.degrees - hypot(25, atan2(5 / 1.515, 100) * 180 / .pi)), isBelow: 0.1)
  }

  /// By default nothing has a point until the heading is good; the direction itself is stated as a band.
  @Test func bandsAreDrawnByDefault() throws {
    var usual = board(), off = board { $0.vague = .off }
    for (sigma, accuracy, isConfirmed, half) in [
      (10.0, 5.0, true, nil), (17, 5, true, nil), (25, 5, true, 50), (25, 5, false, 95), (11, 5, false, 67),
      (40, 5, false, 125),
      (60, 5, true, 120), (70, 5, true, 140), (73, 5, true, nil), (61, 5, true, nil), (10, 200, true, 20),
    ] as [(Double, Double, Bool, Double?)] {
      var view = town.view(sigma: sigma, accuracy: accuracy)
      view.isHeadingConfirmed = isConfirmed
      usual.update(view)
      off.update(view)
      let isShown = isConfirmed && sigma < 18 && accuracy < 25
      expect(usual.readiness, equals: (isShown ? .shown : .pending(.localizing)), "\(sigma)°")
      #expect(
        usual.band.map { $0.degrees.rounded() } == half && off.band == nil,
        "\(sigma)° \(String(describing: usual.band))")
      expect(usual.placements.count, equals: (isShown ? 1 : 0))
    }
    // The error of the place widens the band of a thing that is near.
    let view = town.view(sigma: 25, accuracy: 20)
    let near = DirectionBand(of: Displacement(10, 0, 0), from: view),
      far = DirectionBand(of: Displacement(1000, 0, 0), from: view)
    #expect(near.azimuth == .degrees(90) && abs(far.half.degrees - 50) < 1)
    expect(abs(near.half.degrees - 2 * hypot(25, atan2(20 / 1.515, 10) * 180 / .pi)), isBelow: 0.1)
    // Nothing is drawn by an old pose.
    usual.update(town.view(sigma: 25))
    var old = town.view(sigma: 25)
    old.isStale = true
    #expect(usual.band != nil)
    usual.update(old)
    #expect(usual.band == nil && usual.readiness == .hidden(.stale))
  }

  @Test func aLimitIsThatOfItsStyle() {
    var strict = board { ($0.gateHeading, $0.gateRadius) = (.degrees(8), Length(6)) }
    for (sigma, accuracy, isShown) in [(9.0, 5.0, false), (8, 6, true), (9.5, 7, true), (9.7, 5, false), (5, 7, false)]
    {
      strict.update(town.view(sigma: sigma, accuracy: accuracy))
      expect(strict.readiness.isDrawn, equals: isShown, "\(sigma)° \(accuracy) m")
    }
  }

  /// A chip that is turned on its board looks like a right one to a wearer on the spot.
  @Test func aCompassThatNothingHasConfirmedCountsAs30Degrees() {
    var usual = board(), wide = board { $0.gateHeading = .degrees(30) }, vague = board { $0.vague = .points }
    var view = town.view(sigma: 12)
    view.isHeadingConfirmed = false
    usual.update(view)
    wide.update(view)
    vague.update(view)
    #expect(usual.readiness == .pending(.localizing) && wide.readiness == .shown && vague.readiness == .vague)
    view.isHeadingConfirmed = true
    usual.update(view)
    expect(usual.readiness, equals: .shown)
  }

  /// After the picture was set to another place at once, nothing is drawn for half a second: it is not seen to jump.
  @Test func aPictureThatIsSetAnewPauses() {
    var shown = board(), vague = board { $0.vague = .points }
    func view(_ time: Double, _ snaps: Int, scene: Int = 0) -> Viewpoint {
      var view = town.view(time: time)
      view.picture = Viewpoint.Picture(scene: scene, snaps: snaps)
      return view
    }
    for (time, snaps, scene, isDrawn) in [
      (1.0, 3, 0, true), (1.1, 4, 0, false), (1.55, 4, 0, false), (1.6, 4, 0, true), (1.7, 5, 0, false),
      (2, 6, 0, false),
      (2.45, 6, 0, false), (2.5, 6, 0, true), (2.6, 6, 1, false), (3.2, 6, 1, true),
    ] {
      shown.update(view(time, snaps, scene: scene))
      vague.update(view(time, snaps, scene: scene))
      let status = isDrawn ? PlacementStatus.shown : .pending(.corrected)
      #expect(shown.readiness == status && vague.readiness == status, "\(time) s")
    }
    // No display has a picture of ten seconds ago: a client that asks for single frames gets things at once.
    shown.update(view(13, 7, scene: 1))
    expect(shown.readiness, equals: .shown)
    // Where nothing was drawn, nothing can jump: the first fix after none shows things at once.
    var unknown = view(14, 7, scene: 1)
    unknown.place = nil
    shown.update(unknown)
    shown.update(view(14.1, 8, scene: 1))
    expect(shown.readiness, equals: .shown)
  }
}
