import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

@Suite struct DelayCalibratorTests {
  /// Waving about all axes; magnetometer and accelerometer stamped late.
  static func session(
    seed: UInt64, delay: Double, forceDelay: Double = 0, fieldRate: Double = 50, size: Double = 0.5,
    seconds: Double = 20,
    axes: SIMD3<Double> = SIMD3(1, 1, 1)
  ) -> [Sample] {
    var bench = InertialBench(seed: seed)
    bench.rateBias = bench.random.gaussian3() * 0.009
    bench.leverArm = SIMD3(0.05, 0.3, -0.1)
    var random = Generator(seed: seed, stream: "field")
    let iron = random.gaussian3() * 20
    var soft = Matrix3.identity
    for i in 0..<3 { for j in 0..<3 { soft[i, j] += 0.03 * random.gaussian() } }
    let earth = MagneticField<Level>(0, -43, -21)
    let phases = (0..<6).map { _ in 2 * .pi * random.uniform() }
    let pace = (0..<3).map { _ in 0.6 + 0.5 * random.uniform() }
    var fields: [(Double, SIMD3<Double>)] = []
    var next = random.uniform() / fieldRate
    var hidden: [Sample] = []
    for k in 0..<Int(seconds * InertialBench.rate) {
      let t = Double(k) / InertialBench.rate
      var rate = SIMD3<Double>.zero
      for i in 0..<3 {
        rate[i] =
          size * axes[i] * 2 * .pi * pace[i]
          * (sin(2 * .pi * pace[i] * t + phases[i]) + 0.3 * sin(7.3 * pace[i] * t + phases[i + 3]))
      }
      let before = bench.attitude, start = bench.time
      bench.step(rate, random.gaussian3() * 0.5)
      while next <= bench.time {
        let part = (next - start)
        let attitude = before * Rotation<Body, Body>.exp(RotationVector(rate * part))
        let field = soft * attitude.inverse(earth).components + iron + random.gaussian3() * 0.4
        fields.append((next, (field / 0.15).rounded(.toNearestOrEven) * 0.15))
        next += 1 / fieldRate
      }
    }
    for (time, field) in fields {
      hidden.append(
        .magnetometer(MagnetometerSample(time: BootInstant(seconds: time + delay), field: MagneticField(field))))
    }
    let delayed = bench.samples.map { sample -> Sample in
      guard case .accelerometer(var force) = sample else { return sample }
      force.time = force.time + TimeSpan(forceDelay)
      return .accelerometer(force)
    }
    return (delayed + hidden).sorted { $0.time < $1.time }
  }

  @Test func delaysAreFoundWithinTheBar() throws {
    var errors: [Double] = [], forceErrors: [Double] = [], kept = 0
    for (i, delay) in [-0.02, -0.01, 0, 0.0033, 0.01, 0.02, 0.035, 0.05].enumerated() {
      for rate in [50.0, 100] {
        let force = 0.001 * Double(i - 3)
        let samples = Self.session(seed: UInt64(i), delay: delay, forceDelay: force, fieldRate: rate)
        let result = try DelayCalibrator().taking(samples).result()
        let found = try #require(result.magnetometerDelay).value
        errors.append(1000 * abs(found - delay))
        if abs(found - delay) <= result.promise.value { kept += 1 }
        // The accelerometer's sample is a mean over its interval, so it is half an interval old at its stamp.
        forceErrors.append(1000 * abs(try #require(result.accelerometerDelay).value - force))
      }
    }
    errors.sort()
    forceErrors.sort()
    expect(errors[15], isAtMost: 2)
    expect(kept, isAtLeast: 14)
    expect(forceErrors[15], isAtMost: 4)
  }

  @Test func tooLittleMotionIsUndetermined() {
    expect(
      DelayCalibrator().taking(Self.session(seed: 1, delay: 0.01, size: 0.03)).failure?.reason, equals: .undetermined)
    expect(
      DelayCalibrator().taking(Self.session(seed: 1, delay: 0.01, seconds: 4)).failure?.reason, equals: .undetermined)
    expect(
      DelayCalibrator().taking(Self.session(seed: 1, delay: 0.01, size: 1, axes: SIMD3(0, 1, 0))).failure?.reason,
      equals: .onePlane)
    expect(DelayCalibrator().taking(Self.session(seed: 2, delay: 0.15)).failure?.reason, equals: .undetermined)
  }

  @Test func aReachedRangeIsNamed() {
    let clipped = Self.session(seed: 4, delay: 0.01, size: 1).map { sample -> Sample in
      guard case .gyroscope(var rate) = sample else { return sample }
      let limit = SIMD3<Double>(repeating: 2.18)
      rate.rate = AngularVelocity(rate.rate.components.clamped(lowerBound: -limit, upperBound: limit))
      return .gyroscope(rate)
    }
    expect(DelayCalibrator().taking(clipped).failure?.reason, equals: .saturated)
    #expect(DelayCalibrator().taking(clipped).progress.warnings.contains { $0.code == "saturated" })
  }

  @Test func aMovedMagnetIsNamed() {
    var k = 0.0
    let disturbed = Self.session(seed: 3, delay: 0.01).map { sample -> Sample in
      guard case .magnetometer(var field) = sample else { return sample }
      k += 1
      field.field += MagneticField(30 * sin(0.3 * k), 0, 0)
      return .magnetometer(field)
    }
    expect(DelayCalibrator().taking(disturbed).failure?.reason, equals: .disturbed)
  }
}
