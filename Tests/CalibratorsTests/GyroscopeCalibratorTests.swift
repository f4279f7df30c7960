import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

@Suite struct GyroscopeCalibratorTests {
  static func bench(_ seed: UInt64) -> InertialBench {
    var bench = InertialBench(seed: seed)
    bench.rateBias = bench.random.gaussian3() * 0.009
    return bench
  }

  @Test func biasAtRestIsWithinTheBarAndItsSigmaHonest() throws {
    var within = 0, inSigma = 0, inTwo = 0, errors: [Double] = [], kept = 0
    for seed in 0..<200 as Range<UInt64> {
      var bench = Self.bench(seed)
      bench.turn(SIMD3(0.3, 0.2, 0.1), in: 2, tremor: 0.3)
      bench.rest(10 + 5 * bench.random.uniform())
      let calibrator = GyroscopeCalibrator().taking(bench.samples)
      let result = try calibrator.result()
      let found = try #require(result.corrections.gyroscope).offset.components
      let off = found - bench.rateBias, error = degrees(length(off))
      errors.append(error)
      if error <= 0.02 { within += 1 }
      if error <= result.promise.value { kept += 1 }
      let sigma = try #require(calibrator.biases.last).sigma.value
      for axis in 0..<3 {
        if off[axis].magnitude <= sigma { inSigma += 1 }
        if off[axis].magnitude <= 2 * sigma { inTwo += 1 }
      }
    }
    errors.sort()
    expect(within, isAtLeast: 190)
    expect(kept, isAtLeast: 180)
    #expect((360...510).contains(inSigma))
    expect(inTwo, isAtLeast: 550)
  }

  @Test func aStandingWearerIsNotAtRest() {
    var refused = 0
    for seed in 0..<60 as Range<UInt64> {
      var bench = Self.bench(seed)
      bench.sway(30, size: seed % 2 == 0 ? 0.008 : 0.004)
      let calibrator = GyroscopeCalibrator().taking(bench.samples)
      if calibrator.failure?.reason == .moved { refused += 1 }
      expect(calibrator.progress.fraction, isBelow: 0.5)
    }
    expect(refused, equals: 60)
  }

  @Test func aNoisySensorBehindALowPassFilterIsAtRest() throws {
    // 0.03 °/√s through 10 Hz, at 200 Hz.
    var random = Generator(seed: 1), calibrator = GyroscopeCalibrator()
    var smooth = SIMD3<Double>.zero
    let keep = exp(-2 * .pi * 10 / 200), density = 0.03 * .pi / 180
    for k in 0..<4000 {
      smooth = smooth * keep + random.gaussian3() * (density * 200.0.squareRoot() * (1 - keep))
      let time = BootInstant(seconds: Double(k) / 200)
      calibrator.ingest(.gyroscope(GyroscopeSample(time: time, rate: AngularVelocity(smooth + SIMD3(0.01, 0, 0)))))
    }
    let found = try #require(try calibrator.result().corrections.gyroscope).offset
    expect(degrees(length(found.components - SIMD3(0.01, 0, 0))), isBelow: 0.05)
  }

  @Test func aCoarseConverterWithoutNoiseHasAnHonestSigma() throws {
    var calibrator = GyroscopeCalibrator()
    for k in 0..<4000 {
      let time = BootInstant(seconds: Double(k) / 200)
      let rate = AngularVelocity<Body>(k % 997 == 0 ? 0.001 : 0, 0, 0.001)
      calibrator.ingest(.gyroscope(GyroscopeSample(time: time, rate: rate)))
    }
    try expect(#require(calibrator.biases.last).sigma.value, isAbove: 0.00028)
  }

  @Test func temperatureSlopeOnceTheSpanIsThere() throws {
    var bench = Self.bench(4)
    bench.ratePerKelvin = SIMD3(2e-4, -1e-4, 3e-4)
    func session(at temperature: Double, previous: [GyroscopeBias]) -> GyroscopeCalibrator {
      bench.clear()
      bench.say(temperature: temperature)
      bench.rest(15)
      return GyroscopeCalibrator(previous: previous).taking(bench.samples)
    }
    let first = session(at: 20, previous: [])
    try expect(first.result().corrections.gyroscope?.slope, equals: .zero)
    try expect(first.result().corrections.gyroscope?.reference?.value, equals: 20)
    let second = session(at: 26, previous: first.biases)
    try expect(second.result().corrections.gyroscope?.slope, equals: .zero)
    let third = session(at: 38, previous: first.biases + second.biases)
    let slope = try #require(try third.result().corrections.gyroscope).slope.components
    expect(length(slope - bench.ratePerKelvin), isBelow: 3e-5)
  }

  @Test func warmingUpAtRestShowsASlope() throws {
    var bench = Self.bench(5)
    bench.ratePerKelvin = SIMD3(2e-4, -1e-4, 3e-4)
    for second in 0..<240 {
      bench.say(temperature: 20 + 14 * Double(second) / 240)
      bench.rest(1)
    }
    let result = try GyroscopeCalibrator().taking(bench.samples).result()
    let slope = try #require(result.corrections.gyroscope).slope.components
    expect(length(slope - bench.ratePerKelvin), isBelow: 3e-5)
  }

  @Test func countedTurnsGiveTheScale() throws {
    for seed in 0..<10 as Range<UInt64> {
      var bench = Self.bench(seed)
      let scale = bench.random.uniform(in: -0.03...0.03)
      bench.rateMatrix[1, 1] += scale
      bench.rest(16)
      for _ in 0..<10 { bench.turn(SIMD3(0, -2 * .pi, 0), in: 2.5, tremor: 0.2) }
      bench.turn(SIMD3(0, bench.random.gaussian() * 0.02, 0), in: 0.5)
      bench.rest(4)
      let calibrator = GyroscopeCalibrator(turns: 10).taking(bench.samples)
      #expect(calibrator.progress.isComplete)
      let matrix = try #require(try calibrator.result().corrections.gyroscope).matrix
      expect(abs(matrix[1, 1] * (1 + scale) - 1), isBelow: 0.002)
      expect(matrix[0, 0], equals: 1)
      expect(GyroscopeCalibrator(turns: 9).taking(bench.samples).failure?.reason, equals: .residual)
    }
  }

  @Test func theScaleInForceStaysWithoutABetterOne() throws {
    var bench = Self.bench(7)
    bench.rest(16)
    let current = try Calibration<RadianPerSecond>(
      validating: .zero, matrix: Matrix3(diagonal: SIMD3(1.01, 0.99, 1)), slope: AngularVelocity(1e-4, 0, 0),
      reference: Temperature(20))
    bench.say(temperature: 30)
    bench.rest(16)
    let found = try #require(
      try GyroscopeCalibrator(current: current).taking(bench.samples).result().corrections.gyroscope)
    expect(found.matrix, equals: current.matrix)
    expect(found.slope, equals: current.slope)
  }

  @Test func badInputIsNamed() {
    var turning = Self.bench(8)
    for _ in 0..<6000 { turning.step(SIMD3(0, 0.35, 0)) }
    expect(GyroscopeCalibrator().taking(turning.samples).failure?.reason, equals: .implausible)
    var bench = Self.bench(9)
    bench.rest(16)
    expect(GyroscopeCalibrator(turns: 5).taking(bench.samples).failure?.reason, equals: .tooLittleMotion)
    var fast = Self.bench(10)
    fast.rest(16)
    fast.turn(SIMD3(0, 20 * .pi, 0), in: 2)
    fast.rest(4)
    expect(GyroscopeCalibrator(turns: 10).taking(fast.samples).failure?.reason, equals: .saturated)
  }
}
