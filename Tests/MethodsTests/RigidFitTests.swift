import Expectations
import Methods
import Geodesy
import Geometry
import Samples
import Testing
import Trials

/// The turn that fits the whole walked path to the fixes.
@Suite struct RigidFitTests {
  @Test(arguments: [0.0, 30, 90, 135, 180, -1, -120]) func exactDataGiveTheExactYaw(degrees: Double) throws {
    let fit = try #require(buffer(exactWalk(.degrees(degrees))).rigidFit().value)
    expect(abs((fit.yaw - .degrees(degrees)).wrapped.degrees), isBelow: 0.01)
    #expect(fit.estimates == 40 && fit.sigma > .zero && fit.baseline.value > 5)
  }

  @Test(arguments: [0.5, 0.9, 1.1, 2]) func theScaleOfTheWayDoesNotTurnIt(scale: Double) throws {
    let fit = try #require(buffer(exactWalk(.degrees(70), scale: scale)).rigidFit().value)
    expect(abs((fit.yaw - .degrees(70)).wrapped.degrees), isBelow: 0.01)
  }

  /// Fixes with errors that last for half a minute: the required accuracy is reached, and the stated error is right, neither too
  /// small nor too large, if the wander of this odometry's heading is given; with the default wander it is never too small.
  @Test(arguments: [true, false]) func theStatedSigmaHoldsForCorrelatedErrors(isTold: Bool) throws {
    var parameters = MethodParameters()
    if isTold { parameters.yawWalk = .degrees(0.3 / 60.0.squareRoot()) }
    var errors = [20: [Double](), 60: [], 120: []], ratios = [20: [Double](), 60: [], 120: []]
    for seed in UInt64(1)...300 {
      var kept = EstimateBuffer(parameters)
      for (estimate, yaw) in trial(seed, seconds: 120) {
        kept.add(estimate)
        let time = Int((estimate.time - BootInstant(seconds: 0)).value.rounded())
        guard errors[time] != nil else { continue }
        let fit = try #require(kept.rigidFit().value)
        let error = (fit.yaw - yaw).wrapped.magnitude
        errors[time]?.append(error.degrees)
        ratios[time]?.append(error / fit.sigma)
      }
    }
    for (time, median, most) in [(20, 5.2, 15.0), (60, 2.4, 7.0), (120, 1.3, 3.7)] {
      let sorted = try #require(errors[time]).sorted(), ratios = try #require(ratios[time])
      expect(sorted.count, equals: 300)
      #expect(sorted[150] <= median && sorted[285] <= most, "\(time) s: \(sorted[150])°, \(sorted[285])°")
      let one = Double(ratios.count { $0 <= 1 }) / 300, two = Double(ratios.count { $0 <= 2 }) / 300
      let bound = isTold ? (one: 0.74, two: 0.975) : (one: 0.76, two: 0.99)
      #expect(one >= 0.62 && one <= bound.one && two >= 0.925 && two <= bound.two, "\(time) s: \(one), \(two)")
    }
  }

  /// With errors that are not correlated in time it equals weighted least squares, implemented here in another way: a search for
  /// the angle with the smallest sum of squares.
  @Test func whiteErrorsGiveLeastSquares() throws {
    var generator = Generator(seed: 5)
    var points: [(f: SIMD2<Double>, q: SIMD2<Double>, radius: Double)] = []
    let walk = exactWalk(.degrees(25)).enumerated().map { i, exact -> Estimate in
      let radius = i % 3 == 0 ? 2.5 : 3.5
      let exactLevel = TangentPlane(origin: yard).level(exact.place)
      let east = exactLevel.x + 2 * generator.gaussian(), north = -exactLevel.z + 2 * generator.gaussian()
      points.append((SIMD2(east, north), SIMD2(exact.scene.x, -exact.scene.z), radius))
      return estimate(Double(i) * 100, east: east, north: north, radius: radius, at: exact.scene)
    }
    let fit = try #require(
      buffer(walk) {
        $0.biasTime = TimeSpan(1)
        $0.longestAge = TimeSpan(1e6)
        $0.noise = .metres(0.01)
        $0.sceneNoise = .zero
        $0.huber = 1000
      }.rigidFit().value)
    // With radii this close to each other, the weights follow the stated accuracy directly.
    let weights = points.map { 1 / ($0.radius * $0.radius) }, total = weights.reduce(0, +)
    func centre(_ part: (Int) -> SIMD2<Double>) -> SIMD2<Double> {
      points.indices.reduce(SIMD2(0, 0)) { $0 + part($1) * weights[$1] } * (1 / total)
    }
    let f = centre { points[$0].f }, q = centre { points[$0].q }
    func cost(_ angle: Double) -> Double {
      points.indices.reduce(0) { sum, i in
        let a = points[i].f - f, b = points[i].q - q, s = sin(angle), c = cos(angle)
        let residual = a - SIMD2(c * b.x + s * b.y, c * b.y - s * b.x)
        return sum + weights[i] * (residual * residual).sum()
      }
    }
    let best = stride(from: -180.0, to: 180, by: 0.01).min { cost($0 * .pi / 180) < cost($1 * .pi / 180) } ?? 999
    expect(abs((fit.yaw - .degrees(best)).wrapped.degrees), isBelow: 0.02)
  }

  @Test func aStandingWearerHasNoHeading() throws {
    let standing = (0..<60).map { (i: Int) in estimate(Double(i), east: Double(i % 5), north: Double(i % 3), at: .zero)
    }
    expect(buffer(standing).rigidFit().failure, equals: .standing)
    expect(buffer(Array(exactWalk(.zero).prefix(2))).rigidFit().failure, equals: .tooFew)
    expect(buffer([]).rigidFit().failure, equals: .tooFew)
    expect(buffer(exactWalk(.zero, count: 4, radius: 100)).rigidFit().failure, equals: .radii)
    // Shifting from one foot to the other is no path either.
    var generator = Generator(seed: 3)
    let swaying = (0..<60).map {
      estimate(
        Double($0), east: 3 * generator.gaussian(), north: 3 * generator.gaussian(),
        at: scene(0.05 * generator.gaussian(), 0.05 * generator.gaussian()))
    }
    expect(buffer(swaying).rigidFit().failure, equals: .radii)
  }

  @Test func aDistantOutlierTurnsTheFitLittle() throws {
    for far in [30.0, 300, 3000] {
      var walk = exactWalk(.degrees(70))
      walk[30].place = TangentPlane(origin: walk[30].place).geodetic(Displacement<Level>(far, 0, far))
      let fit = try #require(buffer(walk).rigidFit().value)
      let plain = try #require(buffer(walk) { $0.huber = 1000 }.rigidFit().value)
      let error = (fit.yaw - .degrees(70)).wrapped.magnitude.degrees
      expect(error, isBelow: 10, "\(far) m: \(error)°")
      expect(error, isBelow: (plain.yaw - .degrees(70)).wrapped.magnitude.degrees)
    }
  }

  /// For every input the result is a finite number or a reason.
  @Test func theFitIsAlwaysFinite() {
    var generator = Generator(seed: 8)
    func wild() -> Double { generator.gaussian() * pow10(generator.uniform(in: -9...7)) }
    for _ in 0..<200 {
      var kept = EstimateBuffer()
      var time = 0.0
      for _ in 0..<30 {
        time += pow10(generator.uniform(in: -6...2))
        let place = Geodetic(
          latitude: Degrees(generator.uniform(in: -90...90)), longitude: Degrees(generator.uniform(in: -180...180)))
        kept.add(
          Estimate(
            time: BootInstant(seconds: time), place: generator.uniform() < 0.5 ? yard : place,
            radius: Length(pow10(generator.uniform(in: -6...9))), scene: scene(wild(), wild()), way: Length(time)))
      }
      if let fit = kept.rigidFit().value {
        #expect(fit.yaw.isFinite && fit.sigma.isFinite && fit.sigma > .zero && fit.baseline.isFinite)
      }
    }
  }

  private func pow10(_ exponent: Double) -> Double { exp(exponent * 2.302585092994046) }
}
