import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct MarkTests {
  @Test func theFinishMarkIsLargestNearByAndSmallestFarAway() throws {
    let screen = try Viewport(width: Pixels(1280), height: Pixels(720), fieldOfView: .degrees(60))
    let parameters = SceneParameters()
    // A quarter and a twentieth of 720 px, and half-way between at 1025 m.
    for (distance, size) in [(0.0, 180.0), (50, 180), (1025, 108), (2000, 36), (50_000, 36), (537.5, 144)] {
      let mark = FinishMark(distance: .metres(distance), in: screen, parameters)
      expect(abs(mark.diameter.value - size), isBelow: 1e-9)
      expect(abs(mark.textRise.value - size * 0.65), isBelow: 1e-9)
    }
    let nowhere = FinishMark(distance: .metres(.nan), in: screen, parameters)
    expect(abs(nowhere.diameter.value - 36), isBelow: 1e-9)
  }

  /// Off the axis, too, the outline across the line from the middle has the size: steps of the seed, by projection.
  @Test(arguments: [0.0, 10, 18, 25]) func theRadiusIsThatOfItsPlaceOnTheScreen(_ degrees: Double) throws {
    let screen = try Viewport(width: Pixels(1280), height: Pixels(720), fieldOfView: .degrees(60))
    let mark = FinishMark(distance: .metres(30), in: screen, SceneParameters())
    let angle = Angle.degrees(degrees), center = Displacement<Display>(10 * angle.sine, 0, -10 * angle.cosine)
    let radius = mark.radius(drawnAt: center, in: screen).value
    // The highest ray above the center that still meets the ball.
    var low = 0.0, high = 300.0
    for _ in 0..<60 {
      let rise = (low + high) / 2
      let middle = try #require(screen.project(center))
      let apart =
        (-200...200).map { step -> Double in
          let ray = screen.direction(
            at: ScreenPoint(x: middle.x + Pixels(Double(step) / 4), y: middle.y - Pixels(rise)))
          let along = ray.x * center.x + ray.y * center.y + ray.z * center.z
          return (center.norm.value * center.norm.value - along * along).squareRoot()
        }.min() ?? .infinity
      if apart <= radius { low = rise } else { high = rise }
    }
    expect(abs(2 * low - mark.diameter.value), isBelow: 0.05, "\(2 * low) px, not \(mark.diameter.value)")
    // The steps of the seed: half of the size to the side on the screen, at the same depth.
    let seed = 10 * angle.cosine * mark.diameter.value / 2 / screen.focalX.value
    expect(abs(radius / seed - mark.halfAngle.cosine), isBelow: 1e-9)
  }

  /// The ball's silhouette, found by rays: the outermost one that still meets the ball.
  @Test func theSilhouetteHasTheSizeOnTheScreen() throws {
    let screen = try Viewport(width: Pixels(1000), height: Pixels(800), fieldOfView: .degrees(50))
    for (distance, drawn) in [(20.0, 10.02), (700, 10.7), (3000, 13), (40, 1)] {
      let mark = FinishMark(distance: .metres(distance), in: screen, SceneParameters())
      let radius = mark.radius(drawnAt: Displacement(0, 0, -drawn), in: screen).value
      var low = 500.0, high = 1000.0
      for _ in 0..<60 {
        let x = (low + high) / 2, ray = screen.direction(at: ScreenPoint(x: Pixels(x), y: Pixels(400)))
        // From the center of the ball (0, 0, −drawn) to the line
        let along = -ray.z * drawn
        let apart = (drawn * drawn - along * along).squareRoot()
        if apart <= radius { low = x } else { high = x }
      }
      expect(abs(2 * (low - 500) - mark.diameter.value), isBelow: 1e-6)
      // The text is above the rim: at its angle straight ahead.
      let text = try #require(screen.project(Displacement(0, mark.textAngle.tangent * drawn, -drawn)))
      expect(abs(400 - text.y.value - mark.diameter.value * 0.65), isBelow: 1e-9)
    }
  }

  @Test func thePulseGrowsAndFadesOnceASecond() {
    for (time, phase) in [(12.0, 0.0), (12.25, 0.25), (12.5, 0.5), (12.999, 0.999), (13, 0), (-0.25, 0.75)] {
      let pulse = Pulse(at: BootInstant(seconds: time))
      expect(abs(pulse.phase - phase), isBelow: 1e-9)
      #expect(abs(pulse.scale - (1 + 0.2 * phase)) < 1e-9 && abs(pulse.opacity - (1 - 0.9 * phase)) < 1e-9)
    }
  }

  /// Turned by −roll, the text's own up is the world's: by the display's axes themselves.
  @Test func labelsStayLevel() {
    var generator = Generator(seed: 4)
    var label = UprightLabel()
    for _ in 0..<500 {
      let elevation = generator.uniform(in: -75...75), roll = generator.uniform(in: -180...180)
      let body = Rotation<Body, Level>(
        Attitude(
          heading: .degrees(generator.uniform(in: 0...360)), elevation: .degrees(elevation), roll: .degrees(roll)))
      let turn = label.update(Attitude(body))
      // The text's up in the display, turned counterclockwise from y.
      let up = body(Direction<Body>(-turn.sine, turn.cosine, 0)),
        right = body(Direction<Body>(turn.cosine, turn.sine, 0))
      #expect(abs(right.y) < 1e-9 && up.y > 0)
    }
  }

  /// A head that looks through the zenith and down behind: heading and roll jump by 180° up there, the text does not.
  @Test(arguments: [0.02, -0.7, 3]) func labelsAreHeldAtTheZenith(aside: Double) {
    var label = UprightLabel()
    var last: Angle?, worst = 0.0, held = Set<Double>()
    for step in 0...12_000 {
      let elevation = 60 + 60 * Double(step) / 12_000
      let lifted = Rotation<Body, Body>(about: Direction(1, 0, 0), by: .degrees(elevation))
      let upright: Rotation<Body, Level> = Rotation<Body, Level>.aligned * lifted
      let body: Rotation<Body, Level> = Rotation<Level, Level>(about: Direction(0, 0, 1), by: .degrees(aside)) * upright
      let attitude = Attitude(body), turn = label.update(attitude)
      if let last { worst = max(worst, last.turn(to: turn).magnitude.degrees) }
      if attitude.elevation.degrees > 85.01 { held.insert(turn.degrees) }
      last = turn
    }
    expect(held.count, equals: 1)
    // 5° are 1000 steps of the way back, in which at most a little over 180° are caught up.
    expect(worst, isBelow: 0.4)
    // Behind the zenith the view is backward over the head: everything is upside down, and the text is turned upright.
    expect((last?.magnitude.degrees ?? 0), isAbove: 170)
  }
}
