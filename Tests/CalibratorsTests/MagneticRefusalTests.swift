import CalibrationRecords
import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

/// Every bad input is refused with its reason, with numbers and a remedy, and none gives a NaN.
@Suite struct MagneticRefusalTests {
  func failure(
    _ samples: [Sample], _ surroundings: CalibrationSurroundings = .init()
  ) -> CalibrationFailure? {
    var calibrator = MagneticCalibrator(surroundings)
    for sample in samples { calibrator.ingest(sample) }
    let progress = calibrator.progress
    #expect(progress.fraction.isFinite, "\(progress)")
    for figure in progress.figures { #expect(figure.value.isFinite, "\(figure)") }
    do {
      let result = try calibrator.result()
      #expect(result.evidence.allSatisfy { $0.value.isFinite })
      return nil
    } catch {
      #expect(!error.remedy.isEmpty && !error.finding.isEmpty)
      return error
    }
  }

  func samples(_ motion: MagneticSimulation.Motion = .wearer, seed: UInt64 = 11) -> [Sample] {
    var simulation = MagneticSimulation(motion, seed: seed)
    return simulation.samples()
  }

  /// Returns the samples with each magnetometer reading changed, or left out where nil.
  func changed(
    _ samples: [Sample], _ change: (Int, MagnetometerSample) -> MagnetometerSample?
  ) -> [Sample] {
    var index = -1
    return samples.compactMap { sample in
      guard case .magnetometer(let reading) = sample else { return sample }
      index += 1
      return change(index, reading).map { .magnetometer($0) }
    }
  }

  @Test func noReadings() {
    expect(failure([])?.reason, equals: .sensorMissing)
  }

  @Test(arguments: ["magnetometer", "gyroscope", "accelerometer"]) func aSensorIsMissing(name: String) {
    let rest = samples().filter { sample in
      switch sample {
      case .magnetometer: name != "magnetometer"
      case .gyroscope: name != "gyroscope"
      case .accelerometer: name != "accelerometer"
      default: true
      }
    }
    let failure = failure(rest)
    #expect(failure?.reason == .sensorMissing && failure?.finding.contains(name) == true)
  }

  @Test func readingsThatAreNotFinite() {
    let bad = changed(samples()) { index, reading in
      index % 10 == 3
        ? MagnetometerSample(time: reading.time, field: MagneticField(.nan, .infinity, 0)) : reading
    }
    expect(failure(bad)?.reason, equals: .notFinite)
  }

  @Test func aFewOfThemAreRemarked() throws {
    var calibrator = MagneticCalibrator()
    let bad = changed(samples()) { index, reading in
      index == 50 ? MagnetometerSample(time: reading.time, field: MagneticField(.nan, 0, 0)) : reading
    }
    for sample in bad { calibrator.ingest(sample) }
    let result = try calibrator.result()
    #expect(result.remarks.contains { $0.code == "readings-refused" })
  }

  @Test func aSensorThatIsStuck() {
    let stuck = changed(samples()) { _, reading in
      MagnetometerSample(time: reading.time, field: MagneticField(20, -30, 10))
    }
    expect(failure(stuck)?.reason, equals: .constant)
  }

  @Test func lyingOnATable() {
    let failure = failure(samples(.still))
    #expect(failure?.reason == .constant || failure?.reason == .tooLittleMotion)
    expect(failure?.remedy.contains("turn"), equals: true)
  }

  @Test func aMereTwitch() {
    var simulation = MagneticSimulation(.scant, seed: 12)
    simulation.duration = 2
    let failure = failure(simulation.samples(), simulation.surroundings)
    #expect(failure?.reason == .tooLittleMotion || failure?.reason == .onePlane)
    expect(failure?.figures.isEmpty, equals: false)
  }

  @Test func onePlaneOnly() {
    var refused = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var simulation = MagneticSimulation(.turning, seed: seed)
      guard let failure = failure(simulation.samples(), simulation.surroundings) else { continue }
      refused += 1
      #expect(failure.reason == .onePlane || failure.reason == .tooLittleMotion, "\(failure)")
      #expect(failure.remedy.contains("nod") || failure.remedy.contains("turn"))
    }
    expect(refused, isAtLeast: 16)
  }

  /// A magnet that is added half-way: its time and strength are found.
  @Test(arguments: [MagneticSimulation.Motion.full, .wearer]) func aMagnetComes(motion: MagneticSimulation.Motion) {
    var timed = 0
    for seed in 1...10 as ClosedRange<UInt64> {
      var simulation = MagneticSimulation(motion, seed: seed)
      simulation.magnet = (SIMD3(12, -15, 8), simulation.duration * 0.5, .infinity)
      let failure = failure(simulation.samples(), simulation.surroundings)
      expect(failure?.reason, equals: .disturbed, "\(seed): \(failure?.description ?? "accepted")")
      let time = failure?.figures.first { $0.name == "time" }?.value ?? 0
      if (time - simulation.duration * 0.5).magnitude < 0.15 * simulation.duration { timed += 1 }
    }
    expect(timed, isAtLeast: 8)
  }

  @Test func aMagnetPassesBy() {
    for seed in 1...10 as ClosedRange<UInt64> {
      var simulation = MagneticSimulation(.wearer, seed: seed)
      simulation.magnet = (SIMD3(-25, 20, 20), 20, 26)
      var calibrator = MagneticCalibrator(simulation.surroundings)
      var warned = false
      for sample in simulation.samples() {
        calibrator.ingest(sample)
        if case .magnetometer(let reading) = sample, (30.0...31).contains(Double(reading.time.nanoseconds) * 1e-9) {
          warned = warned || calibrator.progress.warnings.contains { $0.code == "disturbed" }
        }
      }
      #expect(warned, "\(seed)")
      // The result is refused, or the magnet's readings are outvoted.
      switch simulation.outcome(calibrator) {
      case .failure(let failure): expect(failure.reason, equals: .disturbed, "\(failure)")
      case .result(_, let error, _): expect(error, isBelow: 4)
      }
    }
  }

  @Test func theEndOfTheRange() {
    var simulation = MagneticSimulation(.full, seed: 4)
    simulation.hardIron = SIMD3(90, 20, -10)
    simulation.limit = 100
    let failure = failure(simulation.samples(), simulation.surroundings)
    expect(failure?.reason, equals: .saturated)
    expect(failure?.finding.contains("100.0"), equals: true)
  }

  @Test func twoSensorsThatTakeTurns() {
    let two = changed(samples(.full)) { index, reading in
      index % 2 == 0
        ? reading : MagnetometerSample(time: reading.time, field: reading.field + MagneticField(30, -40, 15))
    }
    expect(failure(two)?.reason, equals: .twoSensors)
  }

  @Test func aClockThatRunsBackwards() {
    let bad = changed(samples()) { index, reading in
      index % 4 == 0 ? MagnetometerSample(time: reading.time - TimeSpan(0.5), field: reading.field) : reading
    }
    expect(failure(bad)?.reason, equals: .clock)
  }

  @Test func aGapOfSeconds() {
    let bad = samples().filter { !(25.0...28).contains(Double($0.time.nanoseconds) * 1e-9) }
    expect(failure(bad)?.reason, equals: .clock)
  }

  @Test func aFieldThatIsNotTheEarths() {
    var simulation = MagneticSimulation(.full, seed: 5)
    simulation.forward = simulation.forward * 1.6
    expect(failure(simulation.samples(), simulation.surroundings)?.reason, equals: .field)
    simulation = MagneticSimulation(.full, seed: 6)
    simulation.dip = 0.5
    let elsewhere = CalibrationSurroundings(
      field: MagneticField(0, simulation.strength * cos(0.9), -simulation.strength * sin(0.9)))
    expect(failure(simulation.samples(), elsewhere)?.reason, equals: .field)
    simulation = MagneticSimulation(.full, seed: 5)
    simulation.forward = simulation.forward * 4
    expect(failure(simulation.samples())?.reason, equals: .field)
  }

  @Test func aSensorWithAnInsensitiveAxis() {
    var simulation = MagneticSimulation(.full, seed: 5)
    simulation.forward = Matrix3(diagonal: SIMD3(1.4, 1.4, 0.35))
    let failure = failure(simulation.samples())
    expect(failure?.reason, equals: .implausible, "\(failure?.description ?? "accepted")")
  }

  /// Noise instead of a field.
  @Test func noiseIsNotTakenForAField() {
    var generator = Generator(seed: 1)
    let noise = changed(samples(.full)) { _, reading in
      MagnetometerSample(time: reading.time, field: MagneticField(generator.gaussian3() * 30))
    }
    #expect(failure(noise) != nil)
  }

  /// Every input is refused or ignored: no trap, and no NaN in the messages.
  @Test func anyReadingsHaveAnAnswer() {
    let odd = [0, -0.0, 1e-300, 1e300, -1e12, 1e7, .nan, .infinity, 3.3]
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = Generator(seed: seed)
      var simulation = MagneticSimulation(seed % 2 == 0 ? .wearer : .full, seed: seed)
      simulation.duration = 15
      let share = [0.0005, 0.01, 0.5][Int(seed % 3)]
      func value(_ components: SIMD3<Double>) -> SIMD3<Double> {
        var result = components
        for i in 0..<3 where generator.uniform() < share {
          result[i] = odd[Int(generator.uniform() * Double(odd.count))]
        }
        return result
      }
      func moment(_ time: BootInstant) -> BootInstant {
        guard generator.uniform() < share else { return time }
        return BootInstant(nanoseconds: [0, .max, .min, time.nanoseconds, -5][Int(generator.uniform() * 5)])
      }
      let bad = simulation.samples().map { sample -> Sample in
        switch sample {
        case .gyroscope(let s):
          .gyroscope(GyroscopeSample(time: moment(s.time), rate: AngularVelocity(value(s.rate.components))))
        case .accelerometer(let s):
          .accelerometer(AccelerometerSample(time: moment(s.time), force: Acceleration(value(s.force.components))))
        case .magnetometer(let s):
          .magnetometer(MagnetometerSample(time: moment(s.time), field: MagneticField(value(s.field.components))))
        default: sample
        }
      }
      _ = failure(bad, simulation.surroundings)
      var check = MagneticVerification(.identity, surroundings: simulation.surroundings)
      for sample in bad { check.ingest(sample) }
      #expect(check.health.figures.allSatisfy { $0.value.isFinite })
    }
  }
}
