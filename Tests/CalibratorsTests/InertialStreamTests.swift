import Allan
import CAllocations
import CalibrationRecords
import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

/// Faults of a sensor are named by every calibration.
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
    expect(Self.reasons([]), equals: Array(repeating: .sensorMissing, count: 4))
  }

  @Test func oneSensorMissing() {
    let gyroscopeOnly = Self.samples().filter { if case .gyroscope = $0 { true } else { false } }
    let accelerometerOnly = Self.samples().filter { if case .accelerometer = $0 { true } else { false } }
    #expect(GyroscopeCalibrator().taking(gyroscopeOnly).failure == nil)
    expect(Self.reasons(gyroscopeOnly), equals: [.sensorMissing, nil, .sensorMissing, .sensorMissing])
    expect(GyroscopeCalibrator().taking(accelerometerOnly).failure?.reason, equals: .sensorMissing)
    expect(AxesCalibrator().taking(accelerometerOnly).failure?.reason, equals: .sensorMissing)
    expect(DelayCalibrator().taking(accelerometerOnly).failure?.reason, equals: .sensorMissing)
  }

  @Test func notANumber() {
    let bad = Self.changed(Self.samples()) { k, a, g in
      guard k % 10 == 0 else { return }
      a.force.x = .nan
      g.rate.z = .infinity
    }
    expect(Self.reasons(bad), equals: Array(repeating: .notFinite, count: 4))
  }

  @Test func alwaysTheSame() {
    let bad = Self.changed(Self.samples()) { _, a, g in
      a.force = Acceleration(0, 9.8, 0)
      g.rate = AngularVelocity(0.01, 0, 0)
    }
    expect(Self.reasons(bad), equals: Array(repeating: .constant, count: 4))
  }

  @Test func twoSensorsInterleaved() {
    let bad = Self.changed(Self.samples()) { k, a, g in
      guard k % 2 == 0 else { return }
      a.force += Acceleration(0.2, -0.1, 0.1)
      g.rate += AngularVelocity(0.01, -0.01, 0.02)
    }
    expect(Self.reasons(bad), equals: Array(repeating: .twoSensors, count: 4))
    // Another rate, and stamps that fall behind those of the other sensor.
    let slower = Self.changed(Self.samples()) { k, a, g in
      guard k % 3 == 0 else { return }
      a.force += Acceleration(0.2, -0.1, 0.1)
      g.rate += AngularVelocity(0.01, -0.01, 0.02)
      a.time = a.time - TimeSpan(0.006)
      g.time = g.time - TimeSpan(0.006)
    }
    expect(Self.reasons(slower), equals: Array(repeating: .twoSensors, count: 4))
  }

  @Test func clockBackwards() {
    let bad = Self.changed(Self.samples()) { k, a, g in
      guard k > 3000 else { return }
      a.time = a.time - TimeSpan(10)
      g.time = g.time - TimeSpan(10)
    }
    expect(Self.reasons(bad), equals: Array(repeating: .clock, count: 4))
  }

  @Test func aFewBadSamplesAreLeftOutWithARemark() throws {
    let bad = Self.changed(Self.samples()) { k, _, g in
      if k % 1000 == 500 { g.rate.x = .nan }
    }
    let result = try GyroscopeCalibrator().taking(bad).result()
    #expect(result.remarks.contains { $0.code == "left-out-not-finite" })
  }

  /// Every input gives finite numbers or a named failure, and the program goes on.
  @Test func anythingAtAll() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = Generator(seed: seed)
      var time = 0.0
      var samples: [Sample] = []
      func value() -> Double {
        switch random.next() % 40 {
        case 0: .nan
        case 1: -.infinity
        case 2: 1e300
        case 3: 1e6
        case 4: 0
        default: random.gaussian() * (seed % 3 == 0 ? 0.01 : seed % 3 == 1 ? 5 : 9e5)
        }
      }
      for _ in 0..<3000 {
        time += random.next() % 50 == 0 ? random.uniform(in: -3...30) : 0.01
        let stamp = BootInstant(seconds: time), v = SIMD3(value(), value(), value())
        switch random.next() % 4 {
        case 0: samples.append(.accelerometer(AccelerometerSample(time: stamp, force: Acceleration(v))))
        case 1: samples.append(.gyroscope(GyroscopeSample(time: stamp, rate: AngularVelocity(v))))
        case 2: samples.append(.magnetometer(MagnetometerSample(time: stamp, field: MagneticField(v))))
        default:
          samples.append(
            .temperature(TemperatureSample(time: stamp, sensor: .imu, temperature: Temperature(value()))))
        }
      }
      for calibrator in Self.calibrators + [GyroscopeCalibrator(turns: 2)] {
        let taken = calibrator.taking(samples)
        let progress = taken.progress
        #expect(progress.fraction >= 0 && progress.fraction <= 1)
        #expect(progress.figures.allSatisfy { $0.value.isFinite })
        do {
          let result = try taken.result()
          #expect(result.evidence.allSatisfy { $0.value.isFinite })
        } catch {}
      }
      var recorder = AllanRecorder(capacity: 256)
      for sample in samples { recorder.ingest(sample) }
      let recorded = recorder
      for sensor in AllanRecorder.Sensor.allCases {
        #expect(throws: CalibrationFailure.self) { try recorded.result(of: sensor) }
      }
    }
  }

  @Test func ingestingASampleAllocatesNothing() {
    let session = AccelerometerCalibratorTests.session(seed: 2).samples
    let moves = AxesCalibratorTests.session(seed: 2, mount: .aligned).samples
    func allocations<C: Calibrator>(_ make: @autoclosure () -> C, _ samples: [Sample]) -> UInt {
      var calibrator = make()
      for sample in samples.prefix(3) { calibrator.ingest(sample) }
      let before = allocations_of_this_thread()
      for sample in samples.dropFirst(3) { calibrator.ingest(sample) }
      return allocations_of_this_thread() - before
    }
    expect(allocations(AccelerometerCalibrator(), session), equals: 0)
    expect(allocations(GyroscopeCalibrator(), session), equals: 0)
    expect(allocations(DelayCalibrator(), session), equals: 0)
    // One per nod, to judge how well they agree.
    expect(allocations(AxesCalibrator(), moves), isBelow: 50)
  }
}
