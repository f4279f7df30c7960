import Expectations
import Geometry
import Testing

@testable import Tie

/// A turn that no gyroscope has shown, in the middle of a walk.
@Suite struct UnseenTurnTests {
  typealias Walk = EarthTieTests.Walk

  /// A walk of a minute and a half around corners; then the scene has turned, of which only the time is known.
  private static func turned(by angle: Double, hasCompass: Bool = true, seed: UInt64 = 1) -> Walk {
    var parameters = TieParameters()
    parameters.wear()
    parameters.deviceChanges = 0
    var walk = Walk(parameters, seed: seed)
    for second in 0..<90 { go(&walk, second, hasCompass) }
    walk.yaw += angle
    walk.tie.predict()
    walk.tie.turn(unseen: square(.degrees(62)))
    return walk
  }

  private static func go(_ walk: inout Walk, _ second: Int, _ hasCompass: Bool = true) {
    walk.step(azimuth: walk.azimuth(second))
    if hasCompass { for _ in 0..<2 { walk.compass() } }
    walk.fix()
  }

  @Test(arguments: [-2.6, -1.7, -0.6, 0, 0.5, 1, 2, 3.1]) func aCompassShowsAnyTurn(_ angle: Double) {
    for seed in 1...3 as ClosedRange<UInt64> {
      var walk = Self.turned(by: angle, seed: seed)
      expect(walk.estimate.yawSigma, isAbove: Angle.degrees(15).radians)
      for second in 90..<95 { Self.go(&walk, second) }
      expect(walk.yawError, isBelow: .degrees(15))
      expect(walk.estimate.yawSigma, isBelow: Angle.degrees(15).radians)
    }
  }

  @Test(arguments: [-1.7, 0, 1, 2.6]) func theWayShowsAnyTurn(_ angle: Double) {
    for seed in 1...3 as ClosedRange<UInt64> {
      var walk = Self.turned(by: angle, hasCompass: false, seed: seed)
      for second in 90..<150 {
        Self.go(&walk, second, false)
        #expect(walk.yawError < .degrees(20) || walk.estimate.yawSigma > Angle.degrees(15).radians)
      }
      expect(walk.yawError, isBelow: .degrees(15))
    }
  }

  /// What a body of that little time turns is no reason to look anywhere else.
  @Test func aShortGapOpensNothing() {
    var walk = Self.turned(by: 0)
    for second in 90..<120 { Self.go(&walk, second) }
    let count = walk.tie.bank.count, sigma = walk.estimate.yawSigma
    walk.tie.turn(unseen: square(.degrees(8)))
    expect(walk.tie.bank.count, equals: count)
    expect(walk.estimate.yawSigma, isBelow: 1.01 * hypot(sigma, Angle.degrees(8).radians))
  }
}
