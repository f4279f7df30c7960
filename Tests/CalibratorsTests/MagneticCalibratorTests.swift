import CalibrationRecords
import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

/// Quality of a calibration over many devices, places and hands: the heading error that it leaves, and whether its grade is
/// right.
@Suite struct MagneticCalibratorTests {
  static let seeds: ClosedRange<UInt64> = 1...100

  /// Counts of the runs, and the error that a refused fit would have left, if there was a fit.
  struct Tally {
    var errors: [Double] = []
    var worst: [Double] = []
    var refusals: [(reason: CalibrationFailure.Reason, error: Double?)] = []
    var kept: [CalibrationGrade: (runs: Int, kept: Int)] = [:]

    mutating func add(_ simulation: MagneticSimulation, knowing place: Bool = true) {
      var simulation = simulation
      var calibrator = MagneticCalibrator(place ? simulation.surroundings : .init())
      for sample in simulation.samples() { calibrator.ingest(sample) }
      switch simulation.outcome(calibrator) {
      case .result(let result, let error, let worst):
        errors.append(error)
        self.worst.append(worst)
        let old = kept[result.grade] ?? (0, 0)
        kept[result.grade] = (old.runs + 1, old.kept + (error <= result.promise.bar ?? 0 ? 1 : 0))
      case .failure(let failure):
        let fitted = try? calibrator.fitted()
        let correction = fitted.flatMap {
          try? Calibration(validating: MagneticField<Body>($0.fit.offset), matrix: $0.matrix)
        }
        refusals.append((failure.reason, correction.map { simulation.headingError($0).rms }))
      }
    }

    func share(within limit: Double) -> Double {
      Double(errors.filter { $0 <= limit }.count) / Double(max(1, errors.count))
    }

    func report(_ name: String) {
      func quantile(_ values: [Double], _ share: Double) -> String {
        values.isEmpty ? "–" : shown(values.sorted()[min(values.count - 1, Int(share * Double(values.count)))])
      }
      print(
        "\(name): \(errors.count) accepted, \(refusals.count) refused; RMS error 50/95/100 %: \(quantile(errors, 0.5)) \(quantile(errors, 0.95)) \(quantile(errors, 1))°; worst pose 50/95 %: \(quantile(worst, 0.5)) \(quantile(worst, 0.95))°; \(kept.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.kept)/\($0.value.runs)" })"
      )
    }
  }

  @Test func fullMotionGivesTheHeading() {
    var tally = Tally()
    for seed in Self.seeds { tally.add(MagneticSimulation(.full, seed: seed)) }
    tally.report("full motion")
    expect(tally.share(within: 1.5), isAtLeast: 0.95)
    expect(tally.refusals.count, isAtMost: 5)
  }

  /// A device that cannot be turned over is not refused for that, and every refusal has a good reason.
  @Test(arguments: [true, false]) func aWearersMotionGivesTheHeading(knowingThePlace place: Bool) {
    var tally = Tally()
    let seeds = place ? Self.seeds : 1...50
    for seed in seeds { tally.add(MagneticSimulation(.wearer, seed: seed), knowing: place) }
    tally.report("a wearer's motion, the place \(place ? "known" : "unknown")")
    expect(tally.share(within: 4), isAtLeast: 0.95)
    expect(4 * tally.refusals.count, isAtMost: seeds.count)
    let named: Set<CalibrationFailure.Reason> = [.tooLittleMotion, .onePlane, .undetermined, .field]
    for refusal in tally.refusals { #expect((refusal.error ?? 99) > 4 || named.contains(refusal.reason)) }
  }

  /// Nine in ten are within their grade's limit, from good motion to hardly any, also with a steep field.
  @Test func eachGradeKeepsItsPromise() {
    var tally = Tally()
    for seed in Self.seeds {
      if seed <= 25 {
        tally.add(MagneticSimulation(.full, seed: seed + 1000))
        tally.add(MagneticSimulation(.wearer, seed: seed + 1000), knowing: seed % 2 == 0)
      }
      tally.add(MagneticSimulation(.scant, seed: seed + 1000), knowing: seed % 2 == 0)
      var steep = MagneticSimulation(.scant, seed: seed + 2000)
      steep.dip = (seed % 2 == 0 ? 68 + 0.12 * Double(seed) : -68 - 0.12 * Double(seed)) * .pi / 180
      tally.add(steep)
    }
    tally.report("all motions")
    for grade in CalibrationGrade.allCases {
      let (runs, kept) = tally.kept[grade] ?? (0, 0)
      expect(runs, isAtLeast: 15, "\(grade)")
      expect(Double(kept), isAtLeast: 0.9 * Double(runs), "\(grade): \(kept) of \(runs)")
    }
  }

  @Test func theEvidenceIsThere() throws {
    var simulation = MagneticSimulation(.full, seed: 3)
    simulation.forward = Matrix3(diagonal: SIMD3(1.2, 0.9, 1))
    simulation.hardIron = SIMD3(30, -20, 10)
    guard case .result(let result, _, _) = simulation.run() else {
      Issue.record("refused")
      return
    }
    func value(_ name: String) -> Double { result.evidence.first { $0.name == name }?.value ?? .nan }
    expect((value("hard-iron") - 37.4).magnitude, isBelow: 1)
    expect((value("soft-iron") - 17).magnitude, isBelow: 2)
    expect(value("misalignment"), isBelow: 1)
    expect((value("condition") - 1.33).magnitude, isBelow: 0.05)
    expect((value("dip") - Angle.radians(simulation.dip).degrees).magnitude, isBelow: 1)
    #expect(value("residual") < 1.2 && value("holdout-residual") < 1.5 && value("residual-before") > 10)
    #expect(value("kept") <= 600 && value("coverage") > 50)
    #expect(result.kind == .magnetometer && result.corrections.accelerometer == nil)
    let delay = try #require(result.magnetometerDelay)
    expect((delay.value - simulation.lag).magnitude, isBelow: 0.003)
  }

  /// For a magnetometer that is soldered on in another orientation than its mount states, this is reported, for each of the 24
  /// orientations.
  @Test func anotherMountingIsFound() throws {
    for (index, turn) in MagneticStart.turns.enumerated() {
      var simulation = MagneticSimulation(index % 2 == 0 ? .full : .wearer, seed: UInt64(index + 40))
      simulation.dip = 1
      // Equivalent: a magnetometer that is turned back.
      simulation.mount = turn.transposed
      guard case .result(let result, let error, _) = simulation.run() else {
        Issue.record("refused: \(index)")
        continue
      }
      expect((result.magnetometerTurn == nil), equals: (turn == .identity))
      let expected = try #require(Rotation<Body, Body>(turn))
      expect((result.magnetometerTurn ?? .aligned).difference(to: expected).norm.value, isBelow: 1e-6)
      expect(error, isBelow: 4)
    }
  }

  @Test func theSameSamplesGiveTheSameResult() throws {
    var simulation = MagneticSimulation(.wearer, seed: 8)
    let samples = simulation.samples()
    var first = MagneticCalibrator(simulation.surroundings), second = first
    for sample in samples { first.ingest(sample) }
    for sample in samples { second.ingest(sample) }
    let a = try first.result(), b = try second.result()
    expect(a, equals: b)
    expect(first.progress, equals: second.progress)
  }

  /// The instruction follows the missing motion, the fraction never decreases, and in the end it is complete.
  @Test func progressLeadsOn() {
    var simulation = MagneticSimulation(.full, seed: 7)
    var calibrator = MagneticCalibrator(simulation.surroundings)
    #expect(calibrator.progress.fraction == 0 && !calibrator.progress.isComplete)
    var last = 0.0, codes: Set<String> = []
    for (index, sample) in simulation.samples().enumerated() {
      calibrator.ingest(sample)
      guard index % 100 == 0 else { continue }
      let progress = calibrator.progress
      #expect(progress.fraction >= last && progress.fraction <= 1)
      expect(progress.coverage.count, equals: CoverageGrid.count)
      last = progress.fraction
      codes.insert(progress.instruction.code)
    }
    #expect(calibrator.progress.isComplete && calibrator.progress.instruction.code == "enough")
    expect(codes.count, isAbove: 2)
  }

  /// Memory is bounded for any duration and any rate of the sensors.
  @Test func memoryIsBounded() {
    var simulation = MagneticSimulation(.wearer, seed: 9)
    simulation.inertialRate = 400
    simulation.magnetometerRate = 100
    simulation.duration = 400
    var calibrator = MagneticCalibrator(simulation.surroundings)
    for sample in simulation.samples() { calibrator.ingest(sample) }
    expect(calibrator.readings.all.count, isAtMost: KeptReadings.capacity)
    expect(calibrator.track.steps.count, isAtMost: MotionTrack.capacity)
    guard case .result(_, let error, _) = simulation.outcome(calibrator) else {
      Issue.record("refused")
      return
    }
    expect(error, isBelow: 2)
  }
}
