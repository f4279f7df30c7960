import CAllocations
import Geometry
import Samples
import Testing

@testable import Calibrators

/// What is wrong with a sensor is named, whichever calibration meets it.
@Suite struct InertialStreamTests {
  static func samples(_ seconds: Double = 30) -> [Sample] {
    var bench = InertialBench(seed: 1)
    bench.rest(seconds)
    return bench.samples
  }

  static func changed(_ samples: [Sample], _ change: (Int, inout AccelerometerSample, inout GyroscopeSample) -> Void)
    -> [Sample]
  {
    var k = 0
    var result: [Sample] = []
    for i in stride(from: 0, to: samples.count - 1, by: 2) {
      guard case .accelerometer(var a) = samples[i], case .gyroscope(var g) = samples[i + 1] else { continue }
      change(k, &a, &g)
      k += 1
      result += [.accelerometer(a), .gyroscope(g)]
    }
    return result
  }

  static let calibrators: [any Calibrator] = [
    AccelerometerCalibrator(), GyroscopeCalibrator(), AxesCalibrator(), DelayCalibrator(),
  ]

  static func reasons(_ samples: [Sample]) -> [CalibrationFailure.Reason?] {
    calibrators.map { $0.taking(samples).failure?.reason }
  }

  @Test func noSampleAtAll() {
    #expect(Self.reasons([]) == Array(repeating: .sensorMissing, count: 4))
  }

  @Test func notANumber() {
    let bad = Self.changed(Self.samples()) { k, a, g in
      guard k % 10 == 0 else { return }
      a.force.x = .nan
      g.rate.z = .infinity
    }
    #expect(Self.reasons(bad) == Array(repeating: .notFinite, count: 4))
  }

  @Test func alwaysTheSame() {
    let bad = Self.changed(Self.samples()) { _, a, g in
      a.force = Acceleration(0, 9.8, 0)
      g.rate = AngularVelocity(0.01, 0, 0)
    }
    #expect(Self.reasons(bad) == Array(repeating: .constant, count: 4))
  }

  @Test func twoSensorsInterleaved() {
    let bad = Self.changed(Self.samples()) { k, a, g in
      guard k % 2 == 0 else { return }
      a.force += Acceleration(0.2, -0.1, 0.1)
      g.rate += AngularVelocity(0.01, -0.01, 0.02)
    }
    #expect(Self.reasons(bad) == Array(repeating: .twoSensors, count: 4))
    // Another rate, and stamps that fall behind the other's.
    let slower = Self.changed(Self.samples()) { k, a, g in
      guard k % 3 == 0 else { return }
      a.force += Acceleration(0.2, -0.1, 0.1)
      g.rate += AngularVelocity(0.01, -0.01, 0.02)
      a.time = a.time - TimeSpan(0.006)
      g.time = g.time - TimeSpan(0.006)
    }
    #expect(Self.reasons(slower) == Array(repeating: .twoSensors, count: 4))
  }

  @Test func clockBackwards() {
    let bad = Self.changed(Self.samples()) { k, a, g in
      guard k > 3000 else { return }
      a.time = a.time - TimeSpan(10)
      g.time = g.time - TimeSpan(10)
    }
    #expect(Self.reasons(bad) == Array(repeating: .clock, count: 4))
  }

  @Test func afewBadSamplesAreLeftOutAndSaid() throws {
    let bad = Self.changed(Self.samples()) { k, _, g in
      if k % 1000 == 500 { g.rate.x = .nan }
    }
    let result = try GyroscopeCalibrator().taking(bad).result()
    #expect(result.remarks.contains { $0.code == "left-out-not-finite" })
  }

  @Test func takingASampleAllocatesNothing() {
    let session = AccelerometerCalibratorTests.session(seed: 2).samples
    let moves = AxesCalibratorTests.session(seed: 2, mount: .aligned).samples
    func allocations<C: Calibrator>(_ make: @autoclosure () -> C, _ samples: [Sample]) -> UInt {
      var calibrator = make()
      for sample in samples.prefix(3) { calibrator.take(sample) }
      let before = allocations_of_this_thread()
      for sample in samples.dropFirst(3) { calibrator.take(sample) }
      return allocations_of_this_thread() - before
    }
    #expect(allocations(AccelerometerCalibrator(), session) == 0)
    #expect(allocations(GyroscopeCalibrator(), session) == 0)
    #expect(allocations(DelayCalibrator(), session) == 0)
    // One a nod, to judge how well they agree.
    #expect(allocations(AxesCalibrator(), moves) < 50)
  }
}
