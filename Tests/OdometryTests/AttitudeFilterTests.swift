import CAllocations
import Expectations
import Geometry
import Samples
import Testing

@testable import Odometry

@Suite struct AttitudeFilterTests {
  typealias Index = AttitudeFilter.Index

  /// Samples of a lively motion, deterministic.
  func motion(_ count: Int, seed: UInt64 = 1) -> [(rate: AngularVelocity<Body>, force: Acceleration<Body>)] {
    var g = Generator(seed: seed)
    var rate = SIMD3<Double>.zero
    return (0..<count).map { i in
      rate = rate * 0.98 + g.gaussian3() * 0.15
      return (AngularVelocity(rate), Acceleration(SIMD3(0.5, 9.7, -0.8) + g.gaussian3()))
    }
  }

  /// A filter with all values off their defaults.
  func filter(_ adjust: (inout AttitudeParameters) -> Void = { _ in }) -> AttitudeFilter {
    var parameters = AttitudeParameters()
    parameters.window = TimeSpan(10)  // never closes within a test: no updates
    adjust(&parameters)
    var filter = AttitudeFilter(
      parameters, orientation: .init(x: 0.2, y: -0.4, z: 0.1, w: 0.88) ?? .aligned, tilt: .degrees(5))
    filter.bias = AngularVelocity(0.01, -0.02, 0.03)
    filter.errorMatrix = Matrix3(rows: SIMD3(0.01, 0.002, 0), SIMD3(-0.003, 0.004, 0.01), SIMD3(0, 0.005, -0.01))
    filter.accelerometerBias = Acceleration(0.1, -0.05, 0.02)
    filter.velocity = SIMD2(0.3, -0.2)
    return filter
  }

  /// Adds an error to the nominal state, as `fuse` would.
  func perturbed(_ filter: AttitudeFilter, _ index: Int, _ size: Double) -> AttitudeFilter {
    var f = filter
    switch index {
    case Index.theta..<Index.bias:
      var theta = SIMD3<Double>.zero
      theta[index] = size
      f.orientation = Rotation<Scene, Scene>.exp(RotationVector(theta)) * f.orientation
    case Index.bias..<Index.velocity: f.bias.components[index - Index.bias] += size
    case Index.velocity..<Index.accelerometer: f.velocity[index - Index.velocity] += size
    case Index.accelerometer..<Index.matrix: f.accelerometerBias.components[index - Index.accelerometer] += size
    default: f.errorMatrix[(index - Index.matrix) / 3, (index - Index.matrix) % 3] += size
    }
    return f
  }

  /// The error of one filter against another, as the error state defines it.
  func error(of a: AttitudeFilter, against b: AttitudeFilter) -> (theta: SIMD3<Double>, velocity: SIMD2<Double>) {
    ((a.orientation * b.orientation.inverse).logarithm.components, a.velocity - b.velocity)
  }

  @Test func transitionEqualsTheDifferenceQuotient() {
    let samples = motion(20), step = TimeSpan(0.005), size = 1e-5
    func run(_ filter: AttitudeFilter) -> AttitudeFilter {
      var f = filter
      for sample in samples { f.advance(rate: sample.rate, over: step, force: sample.force) }
      return f
    }
    let start = filter(), nominal = run(start)
    func element(_ row: SparseRow, _ column: Int) -> Double {
      var sum = 0.0
      for a in 0..<row.count where row.index(a) == column { sum += row.value(a) }
      return sum
    }
    for column in 0..<Index.count {
      let plus = error(of: run(perturbed(start, column, size)), against: nominal)
      let minus = error(of: run(perturbed(start, column, -size)), against: nominal)
      for axis in 0..<3 {
        let slope = (plus.theta[axis] - minus.theta[axis]) / (2 * size)
        let expected = element(nominal.thetaRows.row(axis), column) + (column == Index.theta + axis ? 1 : 0)
        // The sums are of first order: G and b act on a rate that is itself corrected by a few percent, and each turn is added
        // with the orientation of its end. That may cost three percent of the window, which is 0.1 s long.
        expect(abs(slope - expected), isBelow: 0.003, "θ\(axis) by \(column)")
      }
      for axis in 0..<2 {
        let slope = (plus.velocity[axis] - minus.velocity[axis]) / (2 * size)
        let expected = element(nominal.velocityRow(axis), column) + (column == Index.velocity + axis ? 1 : 0)
        // Rotation errors that arise within the window (b, G) reach velocity only to second order, and are left out.
        if (Index.bias..<Index.velocity).contains(column) || column >= Index.matrix {
          expect(abs(slope), isBelow: 0.06)
        } else {
          expect(
            abs(slope - expected), isBelow: 2e-3 * max(1, abs(expected)), "v\(axis) by \(column): \(slope), \(expected)"
          )
        }
      }
    }
  }

  @Test func aKnownGyroscopeErrorIsLearned() throws {
    // Varied rotation about a point at rest; the gyroscope has a matrix and a bias as errors. The matrix is symmetric: its
    // antisymmetric part is a turn of the gyroscope against the accelerometer, which shows only as a tilt that turns with the
    // body, far below the velocity that the filter assumes for a hand.
    let trueMatrix = Matrix3(
      rows: SIMD3(0.006, -0.003, 0.002), SIMD3(-0.003, -0.005, 0.003), SIMD3(0.002, 0.003, 0.005))
    let trueBias = SIMD3(0.004, -0.003, 0.002)
    var orientation = Rotation<Body, Scene>.aligned
    var filter = AttitudeFilter(.init(), orientation: orientation, tilt: .degrees(1))
    let step = 0.005
    let inverse = try #require((Matrix3.identity - trueMatrix).inverse)
    var g = Generator(seed: 6), rate = SIMD3<Double>.zero
    for i in 0..<Int(200 / step) {
      // at rest first, then turning at random about all axes, at about 2 rad/s
      rate = Double(i) * step < 3 ? .zero : rate * 0.995 + g.gaussian3() * 0.2
      orientation = orientation * Rotation<Body, Body>.exp(RotationVector(rate * step))
      let middle = orientation * Rotation<Body, Body>.exp(RotationVector(rate * (-step / 2)))
      filter.advance(
        rate: AngularVelocity(inverse * rate + trueBias), over: TimeSpan(step),
        force: middle.inverse(Acceleration<Scene>(0, 9.81, 0)))
    }
    expect((filter.bias.components - trueBias).max(), isBelow: 3e-4)
    for i in 0..<3 {
      for j in 0..<3 { expect(abs(filter.errorMatrix[i, j] - trueMatrix[i, j]), isBelow: 1.2e-3, "\(i),\(j)") }
    }
    let apart = filter.orientation.difference(to: orientation)
    expect(apart.norm.value, isBelow: 0.02)
  }

  @Test func symmetricAndPositiveAfterADayAtRest() {
    var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(3))
    var g = Generator(seed: 5)
    for _ in 0..<Int(86_400 / 0.02) {
      filter.advance(
        rate: AngularVelocity(g.gaussian3() * 1e-3 + SIMD3(0.005, 0.002, -0.003)), over: TimeSpan(0.02),
        force: Acceleration(SIMD3(0, 9.81, 0) + g.gaussian3() * 0.02))
    }
    for i in 0..<filter.covariance.size {
      for j in 0..<filter.covariance.size { expect(filter.covariance[i, j], equals: filter.covariance[j, i]) }
    }
    #expect(filter.covariance.cholesky != nil)
    expect((filter.bias - AngularVelocity(0.005, 0.002, -0.003)).norm.value, isBelow: 2e-4)
  }

  @Test func aMagnetometerCannotTilt() {
    // The attitude filter has no input for a magnetometer: the heading filter only reads it, and it stays the same bit for bit.
    var alone = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(3)), watched = alone
    var compass = HeadingFilter(.init())
    for (i, sample) in motion(2000).enumerated() {
      alone.advance(rate: sample.rate, over: TimeSpan(0.005), force: sample.force)
      watched.advance(rate: sample.rate, over: TimeSpan(0.005), force: sample.force)
      compass.add(MagneticField(Double(i), 500, -40), orientation: watched.orientation, rate: watched.rate)
      if i % 20 == 19 { compass.closeWindow(TimeSpan(0.1), headingGrowth: 1e-6) }
    }
    expect(alone.orientation, equals: watched.orientation)
  }

  @Test func noAllocationPerSample() {
    var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(3))
    var compass = HeadingFilter(.init())
    let samples = motion(3000)
    func pass() {
      for (i, sample) in samples.enumerated() {
        filter.advance(rate: sample.rate, over: TimeSpan(0.005), force: sample.force)
        compass.add(MagneticField(20, Double(i % 9), -40), orientation: filter.orientation, rate: filter.rate)
        if i % 20 == 19 { compass.closeWindow(TimeSpan(0.1), headingGrowth: 1e-6) }
      }
    }
    pass()
    let before = allocations_of_this_thread()
    pass()
    expect(allocations_of_this_thread(), equals: before)
  }

  @Test func swayIsNotLearnedAsABias() {
    // A standing wearer sways by a degree within a few seconds: slow enough to count as rest, and not a bias.
    var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(3))
    for i in 0..<4000 {
      let t = Double(i) * 0.005
      let rate = SIMD3(0.007 * sin(1.1 * t), 0.006 * sin(0.8 * t + 1), 0.005 * cos(1.3 * t))
      filter.advance(rate: AngularVelocity(rate), over: TimeSpan(0.005), force: Acceleration(0, 9.81, 0))
    }
    #expect(filter.stillness.isStill)
    expect(filter.bias.norm.value, isBelow: 0.0012)
  }
}

/// A filter whose gyroscope was at the end of its range.
@Suite struct LostUpTests {
  /// Up is found again from any tilt, also from upside down, and the bias does not learn from it.
  @Test(arguments: [20.0, 60, 100, 150, 178]) func upIsFoundAgain(degrees: Double) {
    var filter = AttitudeFilter(AttitudeParameters(), orientation: .aligned, tilt: .degrees(1))
    let off = Rotation<Body, Body>.exp(RotationVector(SIMD3(Angle.degrees(degrees).radians, 0, 0)))
    let force = off.inverse(Acceleration<Body>(0, 9.81, 0)), step = TimeSpan(0.005)
    var g = Generator(seed: 3)
    for k in 0..<800 {
      let missing = k == 0 ? MissingMotion(turn: .init(amount: .zero, variance: SIMD3(3, 0, 0))) : MissingMotion()
      let tremor = g.gaussian3() * 0.1
      filter.advance(rate: AngularVelocity(tremor), over: step, force: force + Acceleration(tremor), missing: missing)
    }
    let up = filter.orientation(force.direction ?? Direction(0, 1, 0)).components
    expect(acos(min(1, up.y)), isBelow: Angle.degrees(3).radians, "\(Angle.radians(acos(min(1, up.y))).degrees)°")
    #expect(!filter.isUpLost && filter.bias.norm < .degrees(0.5))
  }
}
