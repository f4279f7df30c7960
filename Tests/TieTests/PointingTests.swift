import Expectations
import Fusion
import Geometry
import Samples
import Testing

@testable import Tie

/// A device points along the way, or aside; the compass, the bounce of the gait and the receiver's velocity tell.
@Suite struct PointingTests {
  typealias Walk = EarthTieTests.Walk

  static var held: TieParameters {
    var parameters = TieParameters()
    parameters.pointsAside = 0.1
    return parameters
  }

  private static let window = TimeSpan(2.5)

  /// Windows of the bounce: none, without a direction, with the direction of the device, with that of the way.
  enum Bounce { case none, vague, along, way }

  /// Walks with a device that points aside by an angle, or whose chip is turned by it.
  func walk(
    _ walk: inout Walk, aside angle: Angle, _ bounce: Bounce, compass: Bool = true, seconds: Range<Int> = 0..<120
  ) {
    for second in seconds {
      walk.step(azimuth: walk.azimuth(second))
      if compass { walk.compass(turned: angle.radians) }
      if second % 3 == 2 {
        switch bounce {
        case .none: break
        case .vague: walk.tie.ingest(bounce: nil, over: Self.window)
        case .along: walk.tie.ingest(bounce: .zero, over: Self.window)
        case .way: walk.tie.ingest(bounce: angle, over: Self.window)
        }
      }
      walk.fix()
    }
  }

  /// Distance of the estimated heading from that of a device that points aside.
  func error(_ walk: Walk, aside angle: Angle) -> Angle {
    (.radians(walk.estimate.yaw - walk.yaw) + angle).wrapped.magnitude
  }

  @Test(arguments: [-150.0, -70, 60, 100, 170], [Bounce.way, .none, .vague]) func aDevicePointsAside(
    degrees: Double, bounce: Bounce
  ) {
    let angle = Angle.degrees(degrees)
    var walk = Walk(Self.held)
    self.walk(&walk, aside: angle, bounce)
    expect(error(walk, aside: angle), isBelow: .degrees(20), "\(error(walk, aside: angle))")
    expect(walk.placeError, isBelow: 5)
    // Where the scene's velocity carries the place on, it is the way's.
    let before = walk.placeError
    walk.step(azimuth: walk.azimuth(120))
    expect(walk.placeError, isBelow: before + 1)
    let heaviest = walk.tie.hypotheses(walk.estimate)[0]
    expect(heaviest.doubts, equals: ["points-aside"], "\(heaviest.doubts)")
    expect((heaviest.yaw - .radians(walk.yaw) + angle).wrapped.magnitude, isBelow: .degrees(20))
    // Without any bounce a turned chip stays half as likely.
    expect(walk.tie.doubts.counts(.compass), equals: (bounce == .none))
  }

  /// The bounce leads along: then the chip is turned, and the heading is the way's.
  @Test(arguments: [-90.0, 90, 150]) func aChipIsTurned(degrees: Double) {
    var walk = Walk(Self.held)
    self.walk(&walk, aside: .degrees(degrees), .along)
    expect(walk.yawError, isBelow: .degrees(20), "\(walk.yawError)")
    #expect(walk.tie.doubts.counts(.compass))
  }

  /// Without a compass the bounce shows the angle, coarsely.
  @Test func theBounceShowsTheAngleWithoutACompass() {
    var walk = Walk(Self.held)
    self.walk(&walk, aside: .degrees(100), .way, compass: false)
    expect(error(walk, aside: .degrees(100)), isBelow: .degrees(30), "\(error(walk, aside: .degrees(100)))")
    expect(walk.estimate.yawSigma, isAbove: 0.4)
  }

  /// Without a compass, and with a bounce that shows nothing, the heading is not known; without the hypothesis it is the way's.
  @Test(arguments: [true, false]) func aVagueBounceHidesTheHeading(judges: Bool) {
    var walk = Walk(judges ? Self.held : TieParameters())
    self.walk(&walk, aside: .degrees(100), .vague, compass: false)
    expect((walk.estimate.yawSigma > 1), equals: judges, "\(walk.estimate.yawSigma)")
  }

  /// A device that is put into a bag on the way, and taken out again.
  @Test func aDeviceIsPutAwayAndTakenOut() {
    var walk = Walk(Self.held)
    self.walk(&walk, aside: .zero, .along, seconds: 0..<60)
    expect(walk.yawError, isBelow: .degrees(15))
    let yaw = walk.yaw, away = Angle.degrees(110)
    // The gyroscope has seen the device turn, so the scene's yaw is the same; the way leads aside in it.
    for second in 60..<160 {
      let azimuth = walk.azimuth(second), step = SIMD2(sin(azimuth), cos(azimuth)) * 0.13
      for i in 1...10 {
        walk.place += step
        walk.moment.time = BootInstant(seconds: Double(walk.second) + 0.1 * Double(i))
        walk.moment.way += turned(step, by: -yaw - away.radians)
        walk.tie.ingest(walk.moment)
        if walk.tie.isPredictionDue { walk.tie.predict() }
      }
      walk.second += 1
      walk.compass()
      if second % 3 == 2 { walk.tie.ingest(bounce: away, over: Self.window) }
      walk.fix()
    }
    expect(walk.yawError, isBelow: .degrees(20), "\(walk.yawError)")
    expect(walk.placeError, isBelow: 5)
    self.walk(&walk, aside: .zero, .along, seconds: 160..<220)
    expect(walk.yawError, isBelow: .degrees(20), "\(walk.yawError)")
  }
}
