import Expectations
import Fusion
import Geodesy
import Geometry
import Samples
import Testing

@testable import Tie

/// How the wearer moves: walks, rests, or is carried; and the radius that reaches fixes which agree with each other.
@Suite struct MotionCaseTests {
  typealias Walk = EarthTieTests.Walk

  static func worn(_ change: (inout TieParameters) -> Void = { _ in }) -> TieParameters {
    var parameters = TieParameters()
    parameters.wear()
    change(&parameters)
    return parameters
  }

  /// A tie that knows no other reason for fixes far off than a jump of the receiver.
  static var steadfast: TieParameters {
    worn {
      $0.elsewhere = 0
      $0.jumpAtStart = 0
    }
  }

  /// What a receiver says of its velocity.
  enum Report: CaseIterable { case none, stated }

  /// Walks for half a minute, and is then carried at 6 m/s with bends.
  func ridden(_ walk: inout Walk, _ report: Report, seconds: Int = 60, afterSteps: Int = 30) -> [Double] {
    for second in 0..<afterSteps {
      walk.step(azimuth: walk.azimuth(second))
      walk.fix()
    }
    return (0..<seconds).map { second in
      let azimuth = 0.4 + 0.02 * Double(second), velocity = SIMD2(sin(azimuth), cos(azimuth)) * 6
      walk.carry(by: velocity)
      walk.fix(velocity: report == .stated ? .init(level: velocity, sigma: 0.3) : nil)
      return walk.placeError
    }
  }

  @Test(arguments: Report.allCases, [true, false]) func aCarriedWearerIsFollowed(report: Report, isWorn: Bool) {
    var walk = Walk(isWorn ? Self.worn() : TieParameters())
    let errors = ridden(&walk, report)
    expect(walk.tie.carriedBelief, isAbove: 0.9)
    #expect(walk.tie.doubts.counts(.steps))
    #expect(errors.suffix(40).allSatisfy { $0 < 10 }, "\(errors)")
    expect(walk.tie.hypotheses(walk.estimate).first?.motion, equals: .carried)
  }

  /// Fixes may be older than is known: at 6 m/s the radius has 0.7 s of it.
  @Test func theRadiusHasTheAgeOfFixes() {
    var walk = Walk(Self.worn())
    _ = ridden(&walk, .stated)
    var late = walk
    walk.tie.receiver.ageSigma = 0
    late.tie.receiver.ageSigma = 0.7
    let (with, without) = (late.estimate.radius, walk.estimate.radius)
    expect((with * with - without * without - 4.2 * 4.2).magnitude, isBelow: 2, "\(with), \(without)")
  }

  /// Before anything has shown a heading, one wide member is carried.
  @Test(arguments: Report.allCases) func beingCarriedNeedsNoHeading(report: Report) {
    var walk = Walk(Self.worn())
    let errors = ridden(&walk, report, afterSteps: 0)
    #expect(errors.suffix(40).allSatisfy { $0 < 10 }, "\(errors)")
    expect(walk.estimate.yawSigma, isAbove: 1, "\(walk.estimate.yawSigma)")
  }

  /// `walk.carried` shows what it does: without it the place stays behind, and the radius reaches the fixes all the same.
  @Test func withoutCarryingThePlaceStaysBehind() {
    var walk = Walk(
      Self.worn {
        $0.carried = 0
        $0.elsewhere = 0
      })
    let errors = ridden(&walk, .none)
    #expect(errors.suffix(20).allSatisfy { $0 > 30 }, "\(errors)")
    #expect(walk.estimate.isReaching)
    expect(walk.estimate.radius, isAbove: 0.5 * walk.placeError)
  }

  @Test func stepsAsFastAsTheMotionAreTheMotion() {
    var walk = Walk(Self.worn())
    _ = ridden(&walk, .stated)
    expect(walk.tie.carriedBelief, isAbove: 0.9)
    for second in 0..<40 {
      walk.step(azimuth: walk.azimuth(second))
      walk.fix(velocity: nil)
    }
    expect(walk.tie.carriedBelief, isBelow: 0.1, "\(walk.tie.carriedBelief)")
    expect(walk.placeError, isBelow: 10)
  }

  /// Steps that lead nowhere and a receiver's velocity that shows a motion contradict each other.
  @Test func aMotionSpeaksAgainstRest() {
    func rests(_ velocity: FixReading.Velocity?) -> Double {
      var walk = Walk(Self.worn())
      walk.fix()
      for second in 0..<8 {
        walk.step(azimuth: 0.4)
        _ = walk.tie.ingest(peak: second % 3 != 2)
        walk.fix(radius: 30, velocity: velocity)
      }
      return walk.tie.hypotheses(walk.estimate).reduce(0) { $1.motion == .rests ? $0 + $1.weight : $0 }
    }
    let moving = rests(.init(level: SIMD2(sin(0.4), cos(0.4)) * 1.3, sigma: 0.3)), silent = rests(nil)
    expect(moving, isBelow: 0.8 * silent, "\(moving) of \(silent)")
  }

  @Test(arguments: [true, false]) func theRadiusReachesFixesThatAgree(agree: Bool) {
    var walk = Walk(Self.steadfast)
    for second in 0..<60 {
      walk.step(azimuth: walk.azimuth(second))
      walk.fix()
    }
    for second in 0..<12 {
      walk.step(azimuth: 0.4)
      // Alone they are as far off, in directions all around.
      let azimuth = 2.4 * Double(second)
      walk.fix(off: agree ? SIMD2(60, 0) : SIMD2(sin(azimuth), cos(azimuth)) * 60)
    }
    expect(walk.placeError, isBelow: 15, "\(walk.placeError)")
    expect(walk.estimate.isReaching, equals: agree)
    expect((walk.estimate.radius > 50), equals: agree, "\(walk.estimate.radius)")
  }

  /// A receiver that was held for far off longer than receivers are is right; the place comes over to it.
  @Test func thePlaceMovesToASteadyReceiver() {
    var walk = Walk(Self.steadfast)
    for second in 0..<60 {
      walk.step(azimuth: walk.azimuth(second))
      walk.fix()
    }
    var off: [Double] = []
    for second in 0..<150 {
      walk.step(azimuth: walk.azimuth(second))
      walk.fix(off: SIMD2(50, 0))
      let place = walk.estimate.place(at: walk.moment) - walk.place - SIMD2(50, 0)
      off.append((place * place).sum().squareRoot())
    }
    expect(off[30], isAbove: 30, "held for far off for a while: \(off[30])")
    #expect(off.suffix(20).allSatisfy { $0 < 12 }, "\(off.suffix(20))")
  }

  /// A walk in the hand has no rest beside it, and a worn one has.
  @Test(arguments: [true, false]) func onlyAWornDeviceRestsWhileItSteps(isWorn: Bool) {
    var walk = Walk(isWorn ? Self.worn() : TieParameters())
    walk.fix()
    for _ in 0..<3 { _ = walk.tie.ingest(peak: true) }
    let rests = walk.tie.hypotheses(walk.estimate).contains { $0.motion == .rests }
    expect(rests, equals: isWorn)
  }
}
