import Expectations
import Geometry
import Samples
import Testing

@testable import Methods

/// Whether the fixes show the walked path.
@Suite struct WayComparisonTests {
  struct Walk {
    var comparison = WayComparison()
    var random: UInt64 = 88_172_645_463_325_252

    mutating func uniform() -> Double {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Double(random % 1_000_000) / 1_000_000 - 0.5
    }

    /// Walks with fixes whose error of some meters lasts, and with the path by the steps.
    mutating func walk(seconds: Int, fixMoves: SIMD2<Double>, steps: (Int) -> SIMD2<Double>) {
      var bias = SIMD2(2.0, -1.0), fix = SIMD2(0.0, 0.0), scene = SIMD2(0.0, 0.0)
      for second in 0..<seconds {
        bias = bias * 0.97 + SIMD2(uniform(), uniform())
        fix += fixMoves
        scene += steps(second)
        let innovation = comparison.innovation(
          fix: fix + bias + SIMD2(uniform(), uniform()), scene: scene, claim: 3, white: 1, after: TimeSpan(1),
          biasTime: TimeSpan(35), rise: TimeSpan(5))
        comparison.add(innovation)
      }
    }
  }

  @Test func aWayThatWasWalkedIsSeenHoweverItIsTurned() {
    for turn in [0.0, 1.0, 2.5, -2.0] {
      var walk = Walk()
      walk.walk(seconds: 30, fixMoves: SIMD2(0, 1.3)) { _ in 1.3 * SIMD2(sin(turn), cos(turn)) }
      expect(walk.comparison.evidence, isAbove: 10)
    }
  }

  @Test func stepsWithoutMotionOfTheFixesAreRefuted() {
    var walk = Walk()
    walk.walk(seconds: 60, fixMoves: .zero) { _ in SIMD2(0.5, 0.4) }
    expect(walk.comparison.evidence, isBelow: -5)
  }

  @Test func aStandingWearerGivesNoEvidence() {
    var walk = Walk()
    walk.walk(seconds: 60, fixMoves: .zero) { _ in .zero }
    expect(walk.comparison.evidence, equals: 0)
  }
}
