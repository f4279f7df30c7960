import Fusion
import Geometry
import Samples
import Testing

@testable import Tracking

/// Every Jacobian of the planar filter against central differences, at random states.
@Suite struct PlanarFilterTests {
  typealias Index = PlanarFilter.Index

  func randomFilter(_ g: inout Generator) -> PlanarFilter {
    var parameters = PlanarParameters()
    parameters.hardIron = FluxDensity(1)
    parameters.surroundings = FluxDensity(4)
    parameters.vector = .vector
    var filter = PlanarFilter(parameters)
    for i in 0..<PlanarFilter.stateCount { filter[state: i] = 0.3 * g.gaussian() }
    filter.yaw = g.uniform(in: -3...3)
    filter.course = g.uniform(in: -3...3)
    filter.hasCourse = true
    _ = filter.biasLevel.ingest(3, after: .zero, rise: TimeSpan(5))
    return filter
  }

  @Test func fixRows() {
    var g = Generator(seed: 1)
    for _ in 0..<50 {
      let filter = randomFilter(&g)
      let q = SIMD2(g.gaussian(), g.gaussian()) * 3
      let rows = filter.fixRows(turned(q, by: filter.yaw))
      for i in 0..<PlanarFilter.stateCount {
        // The path since the fix was valid grows with the stride.
        let predicted = { (x: PlanarFilter) -> SIMD2<Double> in
          x.place - turned(q * exp(x.stride - filter.stride), by: x.yaw) + x.bias
        }
        #expect((centralDifference(filter, i) { predicted($0).x } - rows.east.element(i)).magnitude < 1e-7)
        #expect((centralDifference(filter, i) { predicted($0).y } - rows.north.element(i)).magnitude < 1e-7)
      }
    }
  }

  @Test func compassRows() {
    var g = Generator(seed: 2)
    for _ in 0..<50 {
      let filter = randomFilter(&g)
      let turn = g.uniform(in: -3...3)
      let window = CompassWindow.Mean(
        east: 20 * sin(turn) + g.gaussian(), north: 20 * cos(turn) + g.gaussian(), spread: 0, bodyEast: g.gaussian3(),
        bodyNorth: g.gaussian3())
      let row = filter.compassRow(window)
      let now = filter.compassInnovation(window, declination: 0.07)
      for i in 0..<PlanarFilter.stateCount {
        // A state's effect on the prediction has the opposite sign in the innovation.
        let slope = centralDifference(filter, i) {
          -Angle.radians($0.compassInnovation(window, declination: 0.07) - now).wrapped.radians
        }
        #expect((slope - row.element(i)).magnitude < 1e-6)
        let strength = centralDifference(filter, i) { -$0.strengthInnovation(window, horizontal: 21) }
        #expect((strength - filter.strengthRow(window).element(i)).magnitude < 1e-6)
      }
    }
  }

  /// With one state uncertain, the covariance of the place after a step is that state's column of the transition.
  @Test func stepTransition() {
    var g = Generator(seed: 3)
    for _ in 0..<20 {
      let filter = randomFilter(&g)
      for i in 0..<PlanarFilter.stateCount {
        var one = filter
        one.covariance = SymmetricMatrix(size: PlanarFilter.stateCount)
        one.covariance[i, i] = 1e-3
        _ = one.step(length: 0.7, directionSigma: 0)
        for axis in 0..<2 where i >= 2 {
          let slope = centralDifference(filter, i) {
            var copy = $0
            copy.covariance = SymmetricMatrix(size: PlanarFilter.stateCount)
            _ = copy.step(length: 0.7, directionSigma: 0)
            return copy.place[axis]
          }
          let fade = i == Index.here || i == Index.neighbourhood ? 0 : one.covariance[axis, i] / 1e-3
          #expect((slope - fade).magnitude < 1e-7)
        }
      }
    }
  }

  @Test func outsideTransition() {
    var g = Generator(seed: 13)
    for _ in 0..<20 {
      let filter = randomFilter(&g)
      let way = SIMD2(g.gaussian(), g.gaussian())
      func moved(_ filter: PlanarFilter, _ i: Int, _ variance: Double) -> PlanarFilter {
        var copy = filter
        copy.covariance = SymmetricMatrix(size: PlanarFilter.stateCount)
        copy.covariance[i, i] = variance
        copy.move(by: way, sigma: 0)
        return copy
      }
      for i in 2..<PlanarFilter.stateCount where i != Index.here && i != Index.neighbourhood {
        let one = moved(filter, i, 1e-3)
        for axis in 0..<2 {
          let slope = centralDifference(filter, i) { moved($0, i, 0).place[axis] }
          // with a variance of 1e-3 the shrinkage is not quite 1
          #expect((slope - one.covariance[axis, i] / 1e-3).magnitude < 1e-3 * (1 + slope.magnitude))
        }
      }
    }
  }

  @Test func timeTransition() {
    var g = Generator(seed: 4)
    let filter = randomFilter(&g)
    for (state, sign) in [(Index.yaw, 1.0), (Index.course, -1.0)] {
      let slope = centralDifference(filter, Index.rate) {
        var copy = $0
        copy.advance(TimeSpan(0.4))
        return copy[state: state]
      }
      #expect((slope - 0.4 * sign).magnitude < 1e-7)
      var one = filter
      one.covariance = SymmetricMatrix(size: PlanarFilter.stateCount)
      one.covariance[Index.rate, Index.rate] = 1e-3
      one.advance(TimeSpan(0.4))
      #expect((one.covariance[state, Index.rate] / 1e-3 - 0.4 * sign).magnitude < 1e-9)
    }
  }

  /// Rest gives the same drift as a fusion of its reading with the prior: two methods, the same estimate.
  @Test func restIsCountedOnce() {
    var filter = PlanarFilter(PlanarParameters())
    let prior = filter.covariance[Index.rate, Index.rate]
    // A bias of variance V is measured as b = 0.01 with variance R: the estimate moves by K b, the variance falls to v.
    let before = 1e-4, reading = 0.01, noise = 2e-4
    let gain = before / (before + noise)
    let change = gain * reading, after = (1 - gain) * before
    filter.correct(drift: change)
    filter.ingest(.rest(.init(change: change, before: before, after: after)), at: BootInstant(seconds: 0))
    // The drift against the bias now in use, by hand: −(0.01 − change) with variance R, together with −change with the prior.
    let weight = prior / (prior + noise)
    let expected = -change + weight * (-(reading - change) + change)
    #expect((filter.rate - expected).magnitude < 1e-12)
  }

  @Test func anUnknownHeadingDoesNotMoveThePlace() {
    var filter = PlanarFilter(PlanarParameters())
    for _ in 0..<10 { _ = filter.step(length: 0.7, directionSigma: 0.1) }
    #expect(hypot(filter.place.x, filter.place.y) < 1.5)
  }

  /// The first fixes are kilometers off with stated errors that are far too small: later fixes replace them.
  @Test func distantFirstFixesAreDropped() {
    var filter = PlanarFilter(PlanarParameters())
    for (place, radius) in [(SIMD2(2700.0, 0), 61.0), (SIMD2(0, 1500), 39)] {
      filter.ingest(
        .fix(.init(place: place, radius: radius, isPrecise: false, since: .zero)), at: BootInstant(seconds: 0))
      filter.advance(TimeSpan(1))
    }
    for _ in 0..<20 {
      filter.ingest(
        .fix(.init(place: SIMD2(3, -2), radius: 10, isPrecise: false, since: .zero)), at: BootInstant(seconds: 0))
      filter.advance(TimeSpan(1))
    }
    #expect(hypot(filter.place.x - 3, filter.place.y + 2) < 30)
  }
}
