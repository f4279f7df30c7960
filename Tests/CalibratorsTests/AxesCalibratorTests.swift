import CalibrationRecords
import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

@Suite struct AxesCalibratorTests {
  /// A wearer's moves, in the wearer's own axes: standing with sway, twelve nods about an axis that varies by 5°, and a turn to
  /// the left about a leaning axis. The assumed body axes are `mount` of the true ones.
  static func session(
    seed: UInt64, mount: Rotation<Body, Body>, reversed: Bool = false, nods: Int = 12, turn: Double = 1.7,
    lean: Bool = true,
    nodSign: Double = 1
  ) -> InertialBench {
    var bench = InertialBench(seed: seed)
    bench.mount = mount
    bench.isReversed = reversed
    bench.rateBias = bench.random.gaussian3() * 0.009
    bench.forceBias = bench.random.gaussian3() * 0.03
    bench.leverArm = SIMD3(0.02, 0.12, -0.1)
    bench.sway(4)
    for _ in 0..<nods {
      let depth = bench.random.uniform(in: 0.3...0.6) * nodSign
      for sign in [-1.0, 1] {
        let yaw = bench.random.uniform(in: -0.087...0.087), roll = bench.random.uniform(in: -0.087...0.087)
        let axis = SIMD3<Double>(1, roll, yaw), angle: Double = sign * depth
        bench.turn(axis * angle, in: 0.6 + 0.4 * bench.random.uniform(), tremor: 0.3)
      }
      bench.sway(0.3)
    }
    bench.sway(1)
    let wander = SIMD3(bench.random.uniform(in: -0.15...0.15), 1, bench.random.uniform(in: -0.15...0.15))
    bench.turn(wander * turn, in: 1.5, tremor: 0.3)
    bench.sway(1)
    if lean {
      bench.turn(SIMD3(0.1, 0.1, 0.5), in: 0.8)
      bench.turn(SIMD3(-0.1, -0.1, -0.5), in: 0.8)
      bench.sway(0.5)
    }
    return bench
  }

  static func error(_ result: CalibrationResult, _ mount: Rotation<Body, Body>) -> Double {
    result.inertialTurn.map { ($0 * mount).angle.degrees } ?? 180
  }

  @Test func everyMountingByRightAnglesIsFound() throws {
    expect(AxesFit.cubes.count, equals: 24)
    for (i, cube) in AxesFit.cubes.enumerated() {
      for reversed in [false, true] {
        let bench = Self.session(seed: UInt64(i), mount: cube, reversed: reversed)
        let calibrator = AxesCalibrator().taking(bench.samples)
        #expect(calibrator.progress.isComplete)
        let result = try calibrator.result()
        expect(Self.error(result, cube), isBelow: 1e-6)
        expect(result.isAccelerometerReversed, equals: reversed)
      }
    }
  }

  @Test func anyMountingIsFoundWithinTwoDegrees() throws {
    var errors: [Double] = [], kept = 0
    for seed in 100..<200 as Range<UInt64> {
      var random = Generator(seed: seed)
      let axis = random.gaussian3()
      let mount = Rotation<Body, Body>(about: Direction(axis), by: .degrees(random.uniform(in: 0...180)))
      let result = try AxesCalibrator().taking(Self.session(seed: seed, mount: mount).samples).result()
      let error = Self.error(result, mount)
      errors.append(error)
      if error <= result.promise.value { kept += 1 }
    }
    errors.sort()
    expect(errors[99], isBelow: 2)
    expect(kept, isAtLeast: 90)
  }

  @Test func aTurnToTheWrongSideIsRefused() {
    let bench = Self.session(seed: 1, mount: .aligned, turn: -1.7)
    expect(AxesCalibrator().taking(bench.samples).failure?.reason, equals: .residual)
    let unsaid = Self.session(seed: 1, mount: .aligned, turn: -1.7, lean: false)
    let calibrator = AxesCalibrator().taking(unsaid.samples)
    expect(calibrator.progress.instruction.code, equals: "lean-left")
    expect(calibrator.failure?.reason, equals: .tooLittleMotion)
  }

  @Test func instructionsFollowTheMoves() {
    var calibrator = AxesCalibrator()
    var codes: [String] = []
    for sample in Self.session(seed: 2, mount: .aligned).samples {
      calibrator.ingest(sample)
      let code = calibrator.progress.instruction.code
      if codes.last != code { codes.append(code) }
    }
    expect(codes, equals: ["stand-still", "nod", "turn-left", "done"])
  }

  @Test func badMovesAreNamed() {
    let none = Self.session(seed: 3, mount: .aligned, nods: 2)
    expect(AxesCalibrator().taking(none.samples).failure?.reason, equals: .residual, "turned before nodding was done")
    var still = InertialBench(seed: 4)
    still.sway(20)
    expect(AxesCalibrator().taking(still.samples).failure?.reason, equals: .tooLittleMotion)
    var restless = InertialBench(seed: 4)
    for _ in 0..<20 {
      restless.sway(1)
      restless.turn(SIMD3(0.3, 0, 0), in: 0.5)
    }
    expect(AxesCalibrator().taking(restless.samples).failure?.reason, equals: .moved)
    var oblique = InertialBench(seed: 5)
    oblique.sway(3)
    for _ in 0..<10 {
      oblique.turn(SIMD3(-0.5, 0.5, 0), in: 0.7)
      oblique.turn(SIMD3(0.5, -0.5, 0), in: 0.7)
    }
    expect(AxesCalibrator().taking(oblique.samples).failure?.reason, equals: .undetermined)
    var up = InertialBench(seed: 6)
    up.sway(3)
    // A first move of the head up, then nods: which of them was down is not given.
    up.turn(SIMD3(0.2, 0, 0), in: 0.5)
    for _ in 0..<8 {
      up.turn(SIMD3(-0.5, 0, 0), in: 0.7)
      up.turn(SIMD3(0.5, 0, 0), in: 0.7)
    }
    up.turn(SIMD3(0, 1.7, 0), in: 1.5)
    up.sway(1)
    expect(AxesCalibrator().taking(up.samples).failure?.reason, equals: .undetermined)
  }
}
