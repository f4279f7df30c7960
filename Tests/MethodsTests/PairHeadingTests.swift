import Alignment
import Expectations
import Geodesy
import Geometry
import Methods
import Samples
import Testing
import Trials

/// The pair algorithm, with its four choices of pairs.
@Suite struct PairHeadingTests {
  /// North in the scene is east by the fixes: +90°.
  @Test(arguments: PairHeading.Choice.allCases) func sceneNorthAndFixesEastMakeNinety(choice: PairHeading.Choice) throws
  {
    let walk = (0..<20).map { i in
      estimate(Double(i), east: 3 * Double(i), north: 0, at: scene(0, 3 * Double(i)))
    }
    let mean = try #require(buffer(walk).pairsMean(choice, yaw: .zero))
    expect(abs(mean.angle.degrees - 90), isBelow: 0.01)
    #expect(mean.pairs > 0 && mean.estimates == 20)
    // Once that is added to the yaw, the remaining angle is zero.
    let after = try #require(buffer(walk).pairsMean(choice, yaw: .degrees(90)))
    expect(abs(after.angle.degrees), isBelow: 0.01)
  }

  func rounds(_ choice: PairHeading.Choice, from start: Angle, in kept: EstimateBuffer, count: Int = 6) -> [Double] {
    var pairs = PairHeading(choice), yaw = start
    return (0..<count).map { _ in
      if let mean = pairs.mean(of: kept, yaw: yaw).value { yaw = (yaw + mean.angle).wrapped }
      return yaw.degrees
    }
  }

  @Test(arguments: PairHeading.Choice.allCases) func aFewRoundsSufficeFromAnywhere(choice: PairHeading.Choice) throws {
    let kept = buffer(trial(4, seconds: 60).map(\.estimate))
    let truth = try #require(trial(4, seconds: 60).last?.yaw)
    let ends = [30.0, 90, 180, 0].map { rounds(choice, from: truth + .degrees($0), in: kept) }
    for end in ends {
      for (a, b) in zip(end.dropFirst(3), ends[3].dropFirst(3)) {
        // random pairs differ each time
        let spread = choice == .random || choice == .disjoint ? 12.0 : 0.01
        expect(Angle.degrees(a - b).wrapped.degrees.magnitude, isBelow: spread, "\(choice): \(ends)")
      }
    }
  }

  /// From the fourth round on the sign of the remaining angle varies.
  @Test(arguments: [PairHeading.Choice.random, .disjoint]) func itSwingsAroundZero(choice: PairHeading.Choice) throws {
    let kept = buffer(trial(2, seconds: 120).map(\.estimate))
    var pairs = PairHeading(choice), yaw = Angle.degrees(-140), missing: [Double] = []
    for _ in 0..<24 {
      let mean = try #require(pairs.mean(of: kept, yaw: yaw).value)
      yaw = (yaw + mean.angle).wrapped
      missing.append(mean.angle.degrees)
    }
    let late = missing.dropFirst(4)
    #expect(late.allSatisfy { $0.magnitude < 15 } && late.contains { $0 > 0 } && late.contains { $0 < 0 })
    expect((late.reduce(0, +) / Double(late.count)).magnitude, isBelow: 3)
  }

  @Test func poorFixesAndClosePairsAreLeftOut() throws {
    // Every other fix is worse than 25 m, and has the opposite direction.
    let walk = (0..<20).map { i in
      let poor = i % 2 == 1
      return estimate(
        Double(i), east: poor ? -9 * Double(i) : 0, north: 3 * Double(i), radius: poor ? 26 : 3,
        at: scene(0, 3 * Double(i)))
    }
    let mean = try #require(buffer(walk).pairsMean(.all, yaw: .zero))
    #expect(mean.estimates == 10 && mean.pairs == 45 && abs(mean.angle.degrees) < 0.01)

    // Closer than 5 m, or than half the sum of the radii.
    func pairs(apart: Double, radius: Double) -> PairHeading.Refusal? {
      var pairs = PairHeading(.all)
      let two = [
        estimate(0, east: 0, north: 0, radius: radius, at: scene(0, 0)),
        estimate(1, east: 0, north: apart, radius: radius, at: scene(0, apart)),
      ]
      return pairs.mean(of: buffer(two), yaw: .zero).failure
    }
    #expect(pairs(apart: 4.9, radius: 1) == .tooClose && pairs(apart: 5.1, radius: 1) == nil)
    #expect(pairs(apart: 19, radius: 20) == .tooClose && pairs(apart: 21, radius: 20) == nil)
    var none = PairHeading(.weighted)
    expect(none.mean(of: buffer([]), yaw: .zero).failure, equals: .tooFew)
    expect(none.mean(of: buffer(exactWalk(.zero, radius: 26)), yaw: .zero).failure, equals: .tooFew)
  }

  @Test func choicesTakeTheirShare() throws {
    let kept = buffer(exactWalk(.zero, count: 60, radius: 1))
    let all = try #require(kept.pairsMean(.all, yaw: .zero))
    let weighted = try #require(kept.pairsMean(.weighted, yaw: .zero))
    expect(weighted.pairs, equals: Int(Double(all.pairs) * 0.3))
    expect(weighted.baseline, isAbove: all.baseline)
    let random = try #require(kept.pairsMean(.random, yaw: .zero)).pairs
    expect(abs(Double(random) / Double(all.pairs) - 0.3), isBelow: 0.05)
    var pairs = PairHeading(.disjoint)
    _ = pairs.mean(of: kept, yaw: .zero)
    let times = pairs.pairs.flatMap { [$0.first, $0.second] }
    #expect(times.count == Set(times).count && pairs.pairs.allSatisfy { $0.first < $0.second })
  }

  @Test(arguments: [(48.0, 9.0), (89.9999, 137), (-90, 0), (0, 180), (60, 179.99995)])
  func theHeadingIsFoundAnywhereOnEarth(latitude: Double, longitude: Double) throws {
    let origin = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
    let mean = try #require(buffer(exactWalk(.degrees(70), from: origin)).pairsMean(.all, yaw: .degrees(70)))
    expect(abs(mean.angle.degrees), isBelow: 0.01)
  }

  @Test func theSameSeedDrawsTheSamePairs() {
    let kept = buffer(trial(1, seconds: 60).map(\.estimate))
    func drawn(_ choice: PairHeading.Choice, _ seed: UInt64) -> [[PairAngle]] {
      var pairs = PairHeading(choice, seed: seed)
      return (0..<3).map { _ in
        _ = pairs.mean(of: kept, yaw: .zero)
        return pairs.pairs
      }
    }
    for choice in [PairHeading.Choice.random, .disjoint] {
      expect(drawn(choice, 1), equals: drawn(choice, 1))
      expect(drawn(choice, 1), differsFrom: drawn(choice, 2))
      expect(drawn(choice, 1)[0], differsFrom: drawn(choice, 1)[1])
    }
  }
}

extension EstimateBuffer {
  func pairsMean(_ choice: PairHeading.Choice, yaw: Angle) -> PairHeading.Mean? {
    var pairs = PairHeading(choice)
    return pairs.mean(of: self, yaw: yaw).value
  }
}
