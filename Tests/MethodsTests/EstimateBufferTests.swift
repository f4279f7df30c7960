import Expectations
import Methods
import Geodesy
import Geometry
import Samples
import Testing
import Trials

/// The fixes that are kept, the choice of the best, and dead reckoning from it.
@Suite struct EstimateBufferTests {
  func standing(_ seconds: Double, radius: Double = 3) -> Estimate {
    estimate(seconds, east: 0, north: 0, radius: radius, at: .zero)
  }

  @Test func tenMinutesAndTwoHundredAreKept() throws {
    let slow = buffer((0..<150).map { standing(Double($0) * 10) })
    #expect(slow.count == 61 && slow.agedOut == 89 && slow.crowdedOut == 0)
    expect(slow.estimates.first?.time, equals: BootInstant(seconds: 890))
    let fast = buffer((0..<5000).map { standing(Double($0) * 0.1) })
    #expect(fast.count == 200 && fast.crowdedOut == 4800 && fast.agedOut == 0)
  }

  @Test func crowdingKeepsTheWholeSpanEvenly() throws {
    let times = buffer((0..<2000).map { standing(Double($0) * 0.25) }).estimates.map(\.time)
    #expect(times.first == BootInstant(seconds: 0) && times.last == BootInstant(seconds: 499.75))
    let gaps = zip(times, times.dropFirst()).map { ($1 - $0).value }
    // 500 s in 200 estimates: no gap of more than four times the mean
    #expect((gaps.max() ?? 99) <= 10 && (gaps.min() ?? -1) > 0)
    let first = times.count { $0 < BootInstant(seconds: 250) }
    #expect((60...140).contains(first))
  }

  @Test func goodFixesAreKeptLonger() {
    let kept = buffer((0..<1000).map { standing(Double($0) * 0.5, radius: $0 % 10 == 0 ? 1 : 20) }).estimates
    let good = kept.count { $0.radius == Length(1) }
    // a tenth of all estimates, and every one of them good
    expect(good, isAtLeast: 95)
  }

  @Test func theSmallestRadiusInReachIsBest() throws {
    let walk = buffer([
      estimate(0, east: 0, north: 0, radius: 1, at: scene(0, 0)),
      estimate(100, east: 0, north: 70, radius: 4, at: scene(0, 70), way: 70),
      estimate(200, east: 0, north: 140, radius: 6, at: scene(0, 140), way: 140),
    ])
    func radius(_ north: Double) -> Double? { walk.best(from: scene(0, north), way: Length(north))?.radius.value }
    #expect(radius(50) == 1 && radius(99) == 1 && radius(101) == 4 && radius(180) == 6)
    // If none is in reach, the newest is chosen.
    expect(radius(500), equals: 6)
    #expect(buffer([]).best(from: .zero, way: .zero) == nil)
  }

  @Test func theNewestAmongEqualsIsBest() {
    let walk = buffer((0..<10).map { standing(Double($0)) })
    expect(walk.best(from: .zero, way: .zero)?.time, equals: BootInstant(seconds: 9))
  }

  @Test func theOrderByRadiusAndWayPrefersAFreshFix() {
    let estimates = [
      estimate(0, east: 0, north: 0, radius: 4, at: scene(0, 0)),
      estimate(60, east: 0, north: 80, radius: 6, at: scene(0, 80), way: 80),
    ]
    let here = scene(0, 85), way = Length(85)
    expect(buffer(estimates).best(from: here, way: way)?.radius, equals: Length(4))
    expect(buffer(estimates) { $0.order = .radiusAndWay }.best(from: here, way: way)?.radius, equals: Length(6))
    // Soon after it, the good estimate is still better.
    expect(
      buffer(estimates) {
        $0.order = .radiusAndWay
        $0.drift = 0.01
      }.best(from: here, way: way)?.radius, equals: Length(4))
  }

  @Test func deadReckoningTurnsTheWayByTheYaw() {
    let start = estimate(0, east: 0, north: 0, at: scene(5, 5))
    // The scene's north is the Earth's east.
    let place = start.deadReckoned(to: scene(5, 105), yaw: .degrees(90))
    let offset = TangentPlane(origin: yard).level(place)
    #expect(abs(offset.x - 100) < 1e-3 && abs(offset.z) < 1e-3)
    expect(
      start.deadReckoned(to: scene(5, 5), yaw: .degrees(77)).smallOffset(to: start.place).norm.value, isBelow: 1e-6)
  }

  @Test func invalidEstimatesAreRefusedAndCounted() {
    var kept = buffer([standing(10)])
    for wrong in [
      standing(10), standing(9), estimate(11, east: .nan, north: 0, at: .zero),
      estimate(11, east: 0, north: 0, radius: .nan, at: .zero), estimate(11, east: 0, north: 0, radius: 0, at: .zero),
      estimate(11, east: 0, north: 0, radius: -1, at: .zero), estimate(11, east: 0, north: 0, at: scene(.infinity, 0)),
    ] {
      let isTaken = kept.add(wrong)
      #expect(!isTaken)
    }
    #expect(kept.refused == 7 && kept.count == 1)
    let isTaken = kept.add(standing(11))
    #expect(isTaken)
    kept.removeAll()
    #expect(kept.isEmpty)
  }

  @Test(arguments: [
    (48.0, 9.0), (89.9999, 137), (-90, 0), (0, 180), (-17, -179.9999), (60, 179.99995),
  ])
  func theHeadingIsFoundAnywhereOnEarth(latitude: Double, longitude: Double) throws {
    let origin = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
    let fit = try #require(buffer(exactWalk(.degrees(70), from: origin)).rigidFit().value)
    expect(abs((fit.yaw - .degrees(70)).wrapped.degrees), isBelow: 0.01)
  }

  @Test func aJumpOfTheFixesMovesThePlaneAlong() {
    var walk = exactWalk(.degrees(-50))
    let far = TangentPlane(origin: yard).geodetic(Displacement<Level>(60_000, 0, 0))
    let after = exactWalk(.degrees(-50), from: far).map { estimate in
      var estimate = estimate
      estimate.time = estimate.time + TimeSpan(40)
      return estimate
    }
    walk += after
    let kept = buffer(walk)
    #expect(kept.count == 80 && kept.rigidFit().value.map { $0.yaw.isFinite && $0.sigma.isFinite } ?? true)
  }
}
