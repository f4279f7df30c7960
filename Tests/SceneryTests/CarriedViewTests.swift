import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct CarriedViewTests {
  let town = Neighbourhood()

  /// A reset on a walk, in the middle of a look to the east: what stood in the east stands there still, in the new scene's axes.
  @Test func aPlacedObjectStaysAfterAReset() throws {
    var carried = CarriedView(SceneParameters())
    let looking = town.view(20, 10, yaw: 30, time: 10, rotation: head(azimuth: 60, elevation: -10))
    expect(carried.update(looking, scene: 0, at: looking.time).isCarried, equals: false)
    // Reset, and no pose yet: the old view, in which the body turns on.
    let turned = head(azimuth: 100, elevation: -10)
    let waiting = carried.update(
      looking, scene: 1, across: .init(scene: 0, rotation: turned, turn: nil, sigma: .degrees(1)),
      at: BootInstant(seconds: 10.3))
    #expect(waiting.isCarried && waiting.view.scene == 0 && waiting.view.place == looking.place)
    expect((waiting.view.pose.rotation * turned.inverse).logarithm.norm.value, isBelow: 1e-9)
    // The new scene's axes are turned by 77° against the old one's, and begin anywhere.
    func fresh(_ time: Double, _ moved: Displacement<Scene> = .zero, place: Bool = false) -> Viewpoint {
      var view = town.view(20, 10, time: time, scene: 1, rotation: head(azimuth: 60 - 77, elevation: -10))
      view.pose.position = Displacement(500, 3, -70) + moved
      if !place { (view.place, view.horizontalAccuracy, view.yaw, view.yawSigma) = (nil, nil, nil, nil) }
      return view
    }
    let tower = town.place("tower", 90 + 20, 10)
    var board = board([tower])
    board.update(looking)
    let before = try #require(board.placement("tower"))
    let bridge = CarriedView.Bridge(scene: 0, rotation: turned, turn: .degrees(77), sigma: .degrees(1))
    let first = carried.update(fresh(11), scene: 1, across: bridge, at: BootInstant(seconds: 11))
    #expect(first.isCarried && first.view.scene == 1)
    board.update(first.view)
    let after = try #require(board.placement("tower"))
    expect(abs((after.azimuth - before.azimuth).wrapped.degrees), isBelow: 0.01)
    // Seen by the head, it has not moved: the same point of the body's axes.
    let was = looking.pose.inverse(before.point), isNow = first.view.pose.inverse(after.point)
    expect((was - isNow).norm.value, isBelow: 0.01)
    // A step to the true north, in the new axes 107° less: it follows.
    let step = Rotation<Scene, Level>.yaw(try #require(first.view.yaw)).inverse(Displacement<Level>(0, 0, -2))
    let moved = carried.update(fresh(12, step), scene: 1, across: bridge, at: BootInstant(seconds: 12))
    board.update(moved.view)
    let seen = try #require(board.placement("tower"))
    expect((seen.offset - before.offset - Displacement<Level>(0, 0, 2)).norm.value, isBelow: 0.01)
    // Known anew: no longer carried.
    let known = carried.update(fresh(13, step, place: true), scene: 1, at: BootInstant(seconds: 13))
    #expect(!known.isCarried && known.view.place != nil)
  }

  /// Of an unseen turn there is no heading, and of one that may be large none that is drawn.
  @Test func anUnseenTurnCarriesNoHeading() throws {
    let looking = town.view(20, 10, yaw: 30, time: 10)
    var fresh = town.view(20, 10, time: 11, scene: 1)
    (fresh.place, fresh.horizontalAccuracy, fresh.yaw, fresh.yawSigma) = (nil, nil, nil, nil)
    for (bridge, limit) in [
      (CarriedView.Bridge(scene: 0, rotation: .aligned, turn: .degrees(20), sigma: .degrees(60)), 60.0),
      (CarriedView.Bridge(scene: 0, rotation: .aligned, turn: nil, sigma: .degrees(60)), 60), (nil, 179),
    ] {
      var carried = CarriedView(SceneParameters())
      _ = carried.update(looking, scene: 0, at: looking.time)
      let waiting = carried.update(looking, scene: 1, across: bridge, at: BootInstant(seconds: 10.5)).view
      if bridge?.turn == nil { expect(try #require(waiting.yawSigma).degrees, isAtLeast: limit) }
      let first = carried.update(fresh, scene: 1, across: bridge, at: BootInstant(seconds: 11))
      #expect(first.isCarried && first.view.place != nil)
      if bridge?.turn != nil {
        expect(try #require(first.view.yawSigma).degrees, isAtLeast: limit)
      } else {
        #expect(first.view.yaw == nil)
      }
    }
  }

  @Test func theViewIsCarriedForALimitedTimeAfterAReset() {
    var carried = CarriedView(SceneParameters())
    var view = town.view(time: 10)
    _ = carried.update(view, scene: 0, at: view.time)
    #expect(carried.update(view, scene: 1, at: BootInstant(seconds: 39)).isCarried)
    #expect(!carried.update(view, scene: 1, at: BootInstant(seconds: 41)).isCarried)
    // A sensor that is silent is no reset.
    view.isStale = true
    let stale = carried.update(view, scene: 0, at: BootInstant(seconds: 12))
    #expect(!stale.isCarried && stale.view.isStale)
    // And nothing is carried that never was.
    var new = CarriedView(SceneParameters())
    view.place = nil
    #expect(!new.update(view, scene: 3, at: view.time).isCarried)
  }
}
