import Geometry
import Odometry
import Samples
import Testing

@testable import Tracking

/// A step counts by its probability of being progress.
@Suite struct WalkBeliefTests {
  private func filter() -> PlanarFilter {
    var parameters = TrackerParameters(profile: .head).walking.planar
    parameters.fixNoise = Length(0.5)
    var filter = PlanarFilter(parameters)
    filter.yaw = 0
    filter.covariance[PlanarFilter.Index.yaw, PlanarFilter.Index.yaw] = 0.01
    return filter
  }

  /// Fuses fixes, one a second for half a minute, of a wearer with a speed while steps of 0.7 m are counted twice a second.
  private func told(speed: Double, _ filter: inout PlanarFilter) {
    var g = Generator(seed: 4), counted = SIMD2(0.0, 0.0)
    for second in 1...30 {
      for _ in 0..<2 { counted += filter.step(length: 0.7, directionSigma: 0.5).counted }
      filter.sinceFix = 1
      let place = SIMD2(0, speed * Double(second)) + SIMD2(g.gaussian(), g.gaussian()) * 0.3
      var reading = PlanarFilter.FixReading(place: place, radius: 3, isPrecise: false, since: .zero)
      reading.counted = counted
      filter.ingest(.fix(reading), at: BootInstant(seconds: Double(second)))
    }
  }

  @Test func fixesSeparateAWalkerFromAShuffle() {
    var walking = filter(), shuffling = filter()
    #expect(walking.walkBelief > 0.05 && walking.walkBelief < 0.3)
    told(speed: 1.4, &walking)
    told(speed: 0, &shuffling)
    #expect(walking.walkBelief > 0.99, "\(walking.walkBelief)")
    #expect(shuffling.walkBelief < 0.15, "\(shuffling.walkBelief)")
    // Steps that are unlikely to be progress hardly move the place.
    #expect(shuffling.place.y.magnitude < 3)
  }

  /// A run that turns out to be a walk was progress from its beginning: place and scene are moved by the part that was left out.
  @Test func anEvenRunIsCredited() {
    var filter = filter(), all = SIMD2(0.0, 0.0), believed = SIMD2(0.0, 0.0)
    for index in 0..<4 {
      #expect(filter.judgeGait(even: false, begins: index == 0) == .zero)
      let step = filter.step(length: 0.7, directionSigma: 0.5)
      all += step.counted
      believed += step.believed
    }
    let before = filter.place, missing = filter.judgeGait(even: true, begins: false)
    let doubt = 1 - filter.walkBelief
    #expect(doubt < 0.03)
    #expect(hypot((missing - (all * (1 - doubt) - believed)).x, (missing - (all * (1 - doubt) - believed)).y) < 1e-9)
    let moved = filter.place - before
    #expect(hypot(moved.x - missing.x, moved.y - missing.y) < 1e-9)
    // Only once.
    #expect(filter.judgeGait(even: true, begins: false) == .zero)
  }

  /// The part that a fix has meanwhile added to the place is not added again; the scene, which fixes do not move, gets all of it.
  @Test func theShareOfFixesIsNotCreditedTwice() {
    var filter = filter()
    _ = filter.judgeGait(even: false, begins: true)
    for _ in 0..<4 { _ = filter.step(length: 0.7, directionSigma: 0.5) }
    filter.settleRun(share: 0.75)
    let before = filter.place, missing = filter.judgeGait(even: true, begins: false), moved = filter.place - before
    #expect(missing.y > 1)
    #expect((moved.y - 0.25 * missing.y).magnitude < 1e-9)
  }
}
