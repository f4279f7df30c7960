import CAllocations
import Expectations
import Geometry
import Samples
import Testing

@testable import Odometry

/// The filter of a shoe: its rows are derivatives, it follows a foot with a known path, and bad input does not make it run away.
@Suite struct ShoeOdometryTests {
  private func run(
    _ foot: SteppingFoot, strides: Int, _ parameters: ShoeParameters = ShoeParameters(),
    each: (ShoeOdometry, SteppingFoot.Sample) -> Void = { _, _ in }
  ) throws -> ShoeOdometry {
    var start = ShoeStart(parameters), filter: ShoeOdometry?
    let interval = TimeSpan(1 / foot.rate)
    for sample in foot.samples(strides: strides) {
      if filter != nil {
        filter?.advance(to: sample.time, rate: sample.rate, over: interval, force: sample.force)
      } else {
        filter = start.add(rate: sample.rate, force: sample.force, at: sample.time, over: interval)
      }
      if let filter { each(filter, sample) }
    }
    return try #require(filter)
  }

  /// In the middle of a swing, with every state away from zero.
  private func filterInASwing() throws -> ShoeOdometry {
    var foot = SteppingFoot()
    foot.gyroscopeBias = SIMD3(0.01, -0.02, 0.03)
    var filter = try run(foot, strides: 2)
    let samples = foot.samples(strides: 3).filter { $0.time > filter.time }
    for sample in samples.prefix(40) {
      filter.advance(to: sample.time, rate: sample.rate, over: TimeSpan(1 / foot.rate), force: sample.force)
    }
    for i in 0..<ShoeOdometry.Index.count { filter = filter.moved(i, by: 0.01 * Double(i % 5 - 2)) }
    return filter
  }

  private func dense(_ row: SparseRow) -> [Double] {
    var result = [Double](repeating: 0, count: ShoeOdometry.Index.count)
    for i in 0..<row.count { result[row.index(i)] += row.value(i) }
    return result
  }

  /// Central differences of a function of the filter by each state.
  private func derivative(_ filter: ShoeOdometry, _ h: (ShoeOdometry) -> Double) -> [Double] {
    let step = 1e-5
    return (0..<ShoeOdometry.Index.count).map {
      (h(filter.moved($0, by: step)) - h(filter.moved($0, by: -step))) / (2 * step)
    }
  }

  @Test func rowsAreDerivatives() throws {
    let filter = try filterInASwing()
    // The rate of the last interval is less the bias, so a change of the bias changes it.
    let bias = filter.bias.components
    func rolling(_ f: ShoeOdometry) -> SIMD3<Double> {
      let rate = filter.rate - (f.bias.components - bias)
      return f.orientation(Velocity<Body>(cross(rate, f.lever))).components
    }
    let lift = ShoeOdometry.LiftReading(climb: 1, sigma: 0.1, age: TimeSpan(0.2)), liftRow = dense(filter.liftRow(lift))
    let liftSlopes = derivative(filter) { $0.position.y - 0.2 * $0.velocity.y }
    for i in liftRow.indices { expect((liftRow[i] - liftSlopes[i]).magnitude, isBelow: 1e-6, "lift, state \(i)") }
    let levelRow = dense(filter.levelRow), levelSlopes = derivative(filter) { $0.position.y }
    for i in levelRow.indices { expect((levelRow[i] - levelSlopes[i]).magnitude, isBelow: 1e-6, "level, state \(i)") }
    for axis in 0..<3 {
      let standing = derivative(filter) { $0.velocity[axis] - rolling($0)[axis] }
      let rest = derivative(filter) { $0.bias.components[axis] }
      let floating = derivative(filter) { $0.velocity[axis] }
      let rows = [filter.standingRow(axis, filter.rolling), filter.restRow(axis), filter.floatingRow(axis)].map(dense)
      for (row, numerical) in zip(rows, [standing, rest, floating]) {
        for i in row.indices { expect((row[i] - numerical[i]).magnitude, isBelow: 1e-6, "axis \(axis), state \(i)") }
      }
    }
  }

  /// The covariance moves as two filters that differ by a state do.
  @Test(arguments: 0..<15) func propagationIsTheDerivativeOfTheMotion(state: Int) throws {
    let foot = SteppingFoot()
    // The first moments of a swing are as still as a stance, which would be a measurement.
    let samples = foot.samples(strides: 1).filter { !$0.isStanding }.dropFirst(20).prefix(50)
    func swing(_ filter: ShoeOdometry) -> ShoeOdometry {
      var filter = filter
      for sample in samples {
        filter.advance(to: sample.time, rate: sample.rate, over: TimeSpan(1 / foot.rate), force: sample.force)
      }
      return filter
    }
    let first = try #require(samples.first)
    var filter = ShoeOdometry(
      ShoeParameters(), orientation: .aligned, tilt: .degrees(1), bias: nil, rate: first.rate, force: first.force,
      at: first.time - TimeSpan(1 / foot.rate))
    let small = 1e-4
    filter.covariance = SymmetricMatrix(size: ShoeOdometry.Index.count)
    filter.covariance[state, state] = 1
    var a = swing(filter), b = swing(filter.moved(state, by: small))
    a.strapdown.propagate()
    b.strapdown.propagate()
    let θ = (b.orientation * a.orientation.inverse).logarithm.components
    let differences: [SIMD3<Double>] = [
      b.position - a.position, b.velocity - a.velocity, θ, b.bias.components - a.bias.components,
      b.strapdown.accelerometerBias.components - a.strapdown.accelerometerBias.components,
    ]
    for i in 0..<ShoeOdometry.Index.count {
      let moved = differences[i / 3][i % 3] / small
      // The windows' sums are exact to their second order.
      expect((a.covariance[state, i] - moved).magnitude, isBelow: 0.02 + 0.05 * moved.magnitude, "state \(i)")
    }
  }

  @Test(arguments: [100.0, 200, 400, 1000]) func followsAFoot(rate: Double) throws {
    var foot = SteppingFoot()
    foot.rate = rate
    var worst = 0.0, missed = 0, stances = 0
    let filter = try run(foot, strides: 30) { filter, sample in
      guard sample.isStanding else { return }
      stances += 1
      if !filter.isStanding { missed += 1 }
      if filter.isStanding { worst = max(worst, (-filter.place.z - sample.ahead).magnitude) }
    }
    expect(worst, isBelow: 0.02 * 39, "\(worst) m")
    // At 100 Hz a swing has 45 samples, and the path is 0.7 % short.
    let bar = rate < 200 ? 0.3 : 0.2
    #expect((-filter.place.z - 39).magnitude < bar && filter.place.x.magnitude < 0.02, "\(filter.place)")
    // The window has to be still as a whole: the first samples of each stance are missed.
    expect(Double(missed), isBelow: 0.2 * Double(stances))
    expect(filter.strides.count, isAtLeast: 28)
    let stride = try #require(filter.strides.last)
    #expect((stride.length.value - 1.3).magnitude < 0.03 && (stride.duration.value - 1.1).magnitude < 0.03)
    #expect((stride.cadence - 109).magnitude < 4 && (0.4...0.7).contains(stride.stance))
  }

  /// The bias of the gyroscope is learned at rest, and the heading does not drift with it.
  @Test func learnsTheBias() throws {
    var foot = SteppingFoot()
    foot.gyroscopeBias = SIMD3(0.01, -0.017, 0.012)
    foot.accelerometerBias = SIMD3(0.05, 0, -0.03)
    let filter = try run(foot, strides: 40)
    let off = filter.bias.components - foot.gyroscopeBias
    expect(dot(off, off).squareRoot(), isBelow: 0.002, "\(off)")
    expect(filter.place.x.magnitude, isBelow: 0.6, "\(filter.place)")
    expect((-filter.place.z - 52).magnitude, isBelow: 0.5, "\(filter.place)")
    var blind = ShoeParameters()
    blind.restNoise = .degrees(100)
    try expect(run(foot, strides: 40, blind).place.x.magnitude, isAbove: 3 * filter.place.x.magnitude)
  }

  /// The weight of a stance depends on its length, not on the rate of the samples.
  @Test func weightDoesNotDependOnTheRate() throws {
    var sigmas: [Double] = []
    for rate in [100.0, 200, 800] {
      var foot = SteppingFoot()
      foot.rate = rate
      let filter = try run(foot, strides: 4)
      let i = ShoeOdometry.Index.velocity
      sigmas.append(filter.covariance[i, i].squareRoot())
    }
    expect(sigmas.max() ?? 1, isBelow: 1.15 * (sigmas.min() ?? 0), "\(sigmas)")
  }

  /// A foot in the air, without any stance: the speed stays that of a leg.
  @Test func floatingIsBounded() throws {
    var filter = try run(SteppingFoot(), strides: 3)
    var time = Double(filter.time.nanoseconds) * 1e-9
    for i in 0..<12_000 {
      time += 0.005
      // A sensor that tumbles once a second on the spot, with a gyroscope that is off by half a degree a second.
      let x = 2 * Double.pi * 0.005 * Double(i)
      let orientation = Rotation<Body, Scene>(about: Direction(1, 0, 0), by: .radians(x))
      filter.advance(
        to: BootInstant(seconds: time), rate: AngularVelocity(2 * Double.pi + 0.01, 0, 0), over: TimeSpan(0.005),
        force: orientation.inverse(Acceleration<Scene>(0, Constants.standardGravity.value, 0)))
    }
    #expect(filter.isLost && filter.speed.norm.value < 15, "\(filter.speed)")
    #expect(filter.place.isFinite && filter.place.norm.value < 600, "\(filter.place)")
    #expect(filter.aids.contains { $0.description.name == "foot-floating" && $0.fused > 50 })
  }

  /// A gap, a missing force, extreme readings: finite, and the foot stands again afterwards.
  @Test func survivesBadInput() throws {
    var filter = try run(SteppingFoot(), strides: 3)
    var time = Double(filter.time.nanoseconds) * 1e-9
    func add(_ interval: Double, _ rate: AngularVelocity<Body>, _ force: Acceleration<Body>?) {
      time += interval
      filter.advance(to: BootInstant(seconds: time), rate: rate, over: TimeSpan(interval), force: force)
    }
    add(1.5, .zero, Acceleration(0, 9.8, 0))
    for _ in 0..<50 { add(0.005, AngularVelocity(34, -34, 34), Acceleration(160, -160, 160)) }
    for _ in 0..<50 { add(0.005, .zero, nil) }
    add(0, .zero, nil)
    for _ in 0..<400 { add(0.005, .zero, Acceleration(0, 9.8, 0)) }
    #expect(filter.place.isFinite && filter.orientation.isFinite && filter.bias.isFinite)
    #expect(filter.isStanding && filter.speed.norm.value < 1)
  }

  @Test func allocatesNothing() throws {
    var filter = try run(SteppingFoot(), strides: 3)
    let samples = SteppingFoot().samples(strides: 20).filter { $0.time > filter.time }
    let before = allocations_of_this_thread()
    for sample in samples {
      filter.advance(to: sample.time, rate: sample.rate, over: TimeSpan(0.005), force: sample.force)
    }
    expect(allocations_of_this_thread() - before, equals: 0)
    expect(filter.strides.count, isAbove: 10)
  }
}

@Suite struct InertialWindowTests {
  /// Means and scatters agree with those of the samples themselves, also after the ring has wrapped and after large samples.
  @Test(arguments: [100.0, 200, 3000]) func agreesWithItsSamples(rate: Double) {
    var window = InertialWindow(TimeSpan(0.06)), all: [InertialWindow.Entry] = []
    for i in 0..<2000 {
      let x = Double(i)
      let size = i % 700 < 20 ? 150.0 : 1.0
      all.append(
        .init(
          time: BootInstant(seconds: x / rate), rate: SIMD3(sin(x), cos(0.3 * x), 0.1 * sin(2 * x)),
          force: SIMD3(size * sin(0.1 * x), 9.8, size * cos(x))))
      window.add(all[i])
      guard i % 97 == 0 else { continue }
      let kept = all.suffix(256).filter { (all[i].time - $0.time).value < 0.06 - 5e-6 }
      let n = Double(kept.count)
      var mean = SIMD3(0.0, 0.0, 0.0), scatter = 0.0
      for entry in kept { mean += entry.force / n }
      for entry in kept { scatter += dot(entry.force - mean, entry.force - mean) / n }
      expect((window.meanForce - mean).max().magnitude, isBelow: 1e-9)
      expect((window.forceScatter - scatter).magnitude, isBelow: 1e-8, "\(i): \(window.forceScatter), \(scatter)")
    }
  }
}

extension ShoeOdometry {
  /// Returns the filter moved by an error state.
  func moved(_ index: Int, by amount: Double) -> ShoeOdometry {
    var result = self
    var correction = StateVector()
    correction[index] = amount
    result.apply(correction)
    return result
  }
}
