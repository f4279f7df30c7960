import CalibrationRecords
import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

/// The check in service: a field that turns with the body is attributed to the calibration, the field of the place is not.
@Suite struct MagneticHealthTests {
  /// A wearer who turns and nods, with a calibrated device except for a rest fixed to the body, in a field that varies with the
  /// place.
  struct Wear {
    var rest = SIMD3<Double>.zero
    var place = 0.0
    var turns = 3.0
    var duration = 30.0
    let surroundings = CalibrationSurroundings(field: MagneticField(0, 20, -45))

    func readings(
      seed: UInt64, from start: Double = 0
    ) -> [(field: MagneticField<Body>, orientation: Rotation<Body, Scene>, time: BootInstant)] {
      var g = Generator(seed: seed)
      var here = SIMD3<Double>.zero
      let interval = 0.04
      return (0..<Int(duration / interval)).map { i in
        let t = Double(i) * interval
        let keep = exp(-interval / 6)
        here = here * keep + g.gaussian3() * (place * (1 - keep * keep).squareRoot())
        let orientation =
          Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: .radians(-2 * .pi * turns * t / duration + 0.4))
          * Rotation<Body, Scene>.aligned
          * Rotation<Body, Body>(about: Direction(1, 0, 0), by: .radians(0.3 * sin(0.9 * t)))
          * Rotation<Body, Body>(about: Direction(0, 0, 1), by: .radians(0.2 * sin(0.5 * t)))
        let there = MagneticField<Scene>(SIMD3(0, -45, -20) + here)
        let field = orientation.inverse(there).components + rest + 0.4 * g.gaussian3()
        return (MagneticField(field), orientation, BootInstant(seconds: 100 + start + t))
      }
    }

    func health(seed: UInt64) -> MagneticHealth {
      var health = MagneticHealth(surroundings)
      for reading in readings(seed: seed) {
        health.ingest(reading.field, orientation: reading.orientation, at: reading.time)
      }
      return health
    }
  }

  @Test func aGoodCalibrationStaysGood() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let health = Wear().health(seed: seed)
      expect(health.verdict, equals: .good)
      expect(health.headingError.degrees, isBelow: 2)
    }
  }

  @Test func anErrorThatTurnsWithTheBodyIsFound() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let small = Wear(rest: SIMD3(2, 0.5, -1.5)).health(seed: seed)
      expect(small.verdict, equals: .drifting, "\(small.reason)")
      let large = Wear(rest: SIMD3(-5, 2, 6)).health(seed: seed)
      expect(large.verdict, equals: .redo, "\(large.reason)")
      let off = large.hardIron.components - SIMD3(-5, 2, 6)
      expect(dot(off, off).squareRoot(), isBelow: 2)
    }
  }

  /// In a steel building the field is off by microteslas everywhere; that is not attributed to the calibration.
  @Test func aBadPlaceIsNotHeldAgainstIt() {
    var accused = 0
    for seed in 1...50 as ClosedRange<UInt64> {
      let verdict = Wear(place: 6, duration: 60).health(seed: seed).verdict
      if verdict != .good { accused += 1 }
      expect(verdict, differsFrom: .redo)
    }
    expect(accused, isAtMost: 3)
  }

  @Test func withoutATurnThereIsNoVerdict() {
    let health = Wear(rest: SIMD3(8, 0, 0), turns: 0.4).health(seed: 1)
    #expect(health.verdict == nil && health.reason.code == "not-turned")
  }

  /// Half a minute of raw samples, as from the sensors.
  @Test func verificationTriesACalibration() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var simulation = MagneticSimulation(.wearer, seed: seed)
      simulation.dip = 0.9
      let samples = simulation.samples()
      var calibrator = MagneticCalibrator(simulation.surroundings)
      for sample in samples { calibrator.ingest(sample) }
      let found = try #require(try calibrator.result().corrections.magnetometer)
      let worn = try Calibration(
        validating: found.offset + MagneticField(SIMD3(0.5, 0.1, 0.4) * simulation.strength * 0.3), matrix: found.matrix
      )
      for (calibration, expected) in [(found, CalibrationVerdict.good), (worn, .redo)] {
        var check = MagneticVerification(calibration, surroundings: simulation.surroundings)
        for sample in samples { check.ingest(sample) }
        expect(check.verdict, equals: expected, "\(seed): \(check.reason)")
      }
    }
  }

  /// A slow change is followed within limits, and each step is a proposal with evidence.
  @Test func refinementFollowsSlowly() throws {
    let accepted = try Calibration(validating: MagneticField<Body>(10, -5, 3))
    var wear = Wear(rest: SIMD3(3, 0, -2) + SIMD3(10, -5, 3))
    var refinement = MagneticRefinement(accepted, surroundings: wear.surroundings)
    var proposals: [MagneticRefinement.Proposal] = []
    for hour in 0..<6 {
      wear.duration = 120
      for reading in wear.readings(seed: UInt64(hour + 1), from: Double(hour) * 3600) {
        if let proposal = refinement.ingest(reading.field, orientation: reading.orientation, at: reading.time) {
          proposals.append(proposal)
        }
      }
    }
    #expect(!proposals.isEmpty)
    for proposal in proposals {
      #expect(proposal.step.norm.value <= 2 + 1e-9 && proposal.total.value <= 10 + 1e-9 && !proposal.evidence.isEmpty)
    }
    let left = refinement.current.offset.components - SIMD3(13, -5, 1)
    expect(dot(left, left).squareRoot(), isBelow: 1.5)
    expect(refinement.accepted, equals: accepted)
  }

  @Test func refinementKeepsItsBound() throws {
    let accepted = Calibration<Microtesla>.identity
    var wear = Wear(rest: SIMD3(25, 5, -10))
    wear.duration = 60
    var refinement = MagneticRefinement(accepted, surroundings: wear.surroundings)
    var bounded = false
    for hour in 0..<12 {
      for reading in wear.readings(seed: UInt64(hour + 1), from: Double(hour) * 3600) {
        if let proposal = refinement.ingest(reading.field, orientation: reading.orientation, at: reading.time) {
          bounded = bounded || proposal.isBounded
        }
      }
      expect(refinement.current.offset.norm.value, isAtMost: 2 * Double(hour) + 1e-9)
    }
    #expect(bounded && refinement.current.offset.norm.value <= 10 + 1e-9)
    expect(refinement.health.verdict, equals: .redo)
  }
}
