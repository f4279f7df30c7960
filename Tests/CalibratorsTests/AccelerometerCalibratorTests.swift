import CalibrationRecords
import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

@Suite struct AccelerometerCalibratorTests {
  /// Twelve imprecise poses of a sensor with large errors: reading = A · true + b.
  static func session(
    seed: UInt64, poses: [PoseDirection] = PoseDirection.faces + PoseDirection.edges.prefix(6),
    isSymmetric: Bool = true,
    change: (inout InertialBench) -> Void = { _ in }
  ) -> InertialBench {
    var bench = InertialBench(seed: seed)
    var random = Generator(seed: seed, stream: "errors")
    bench.forceBias = SIMD3(
      random.uniform(in: -0.3...0.3), random.uniform(in: -0.3...0.3), random.uniform(in: -0.3...0.3))
    for i in 0..<3 {
      bench.forceMatrix[i, i] += random.uniform(in: -0.03...0.03)
      for j in 0..<i {
        bench.forceMatrix[i, j] = random.uniform(in: -0.052...0.052)
        bench.forceMatrix[j, i] = isSymmetric ? bench.forceMatrix[i, j] : random.uniform(in: -0.052...0.052)
      }
    }
    bench.rateBias = random.gaussian3() * 0.009
    change(&bench)
    bench.rest(0.5, tremor: 0.5)
    for pose in poses {
      bench.raise(pose.up, sloppy: 15)
      bench.rest(3)
    }
    bench.rest(0.5, tremor: 0.5)
    return bench
  }

  /// The largest angle between a corrected force and the true one, over all directions.
  static func tiltError(_ result: CalibrationResult, _ bench: InertialBench) -> Double {
    guard let calibration = result.corrections.accelerometer else { return .infinity }
    return PoseDirection.all.map { pose in
      let raw = bench.forceMatrix * (pose.unit * InertialBench.gravity) + bench.forceBias
      return angle(calibration.corrected(Acceleration(raw)).components, pose.unit)
    }.max() ?? .infinity
  }

  @Test func sloppyPosesGiveTiltWithinTheBar() throws {
    var errors: [Double] = [], kept = 0
    for seed in 0..<200 as Range<UInt64> {
      let bench = Self.session(seed: seed) { $0.hasGyroscope = false }
      let result = try AccelerometerCalibrator().taking(bench.samples).result()
      let error = Self.tiltError(result, bench)
      errors.append(error)
      if error <= result.promise.value { kept += 1 }
    }
    errors.sort()
    expect(errors[199], isAtMost: 0.2)
    expect(kept, isAtLeast: 180)
  }

  @Test func theGyroscopeShowsHowTheAxesAreTurned() throws {
    var errors: [Double] = []
    for seed in 0..<40 as Range<UInt64> {
      let bench = Self.session(seed: seed, isSymmetric: false)
      let result = try AccelerometerCalibrator().taking(bench.samples).result()
      errors.append(Self.tiltError(result, bench))
    }
    errors.sort()
    expect(errors[39], isAtMost: 0.2)
  }

  /// The six faces show neither the angles between the axes nor, 15° off, much else: no grade can be given.
  @Test func sixFacesAloneAreTooFew() {
    let bench = Self.session(seed: 3, poses: PoseDirection.faces) { $0.hasGyroscope = false }
    let calibrator = AccelerometerCalibrator().taking(bench.samples)
    #expect(!calibrator.progress.isComplete)
    expect(calibrator.failure?.reason, equals: .tooLittleMotion)
    expect(calibrator.failure?.remedy.contains("half-way between top edge up and screen up"), equals: true)
  }

  /// Nine poses for nine parameters leave no residual as a check, and suffice if they are well spread.
  @Test func ninePosesKeepTheirStatedAccuracy() throws {
    var graded = 0, kept = 0
    for seed in 0..<40 as Range<UInt64> {
      let bench = Self.session(seed: seed, poses: PoseDirection.faces + PoseDirection.edges.prefix(3)) {
        $0.hasGyroscope = false
      }
      guard let result = try? AccelerometerCalibrator().taking(bench.samples).result() else { continue }
      graded += 1
      if Self.tiltError(result, bench) <= result.promise.value { kept += 1 }
    }
    expect(graded, isAtLeast: 30)
    expect(10 * kept, isAtLeast: 9 * graded)
  }

  @Test func instructionsNameThePoseInBodyWords() {
    var calibrator = AccelerometerCalibrator()
    expect(calibrator.progress.instruction.english, equals: "lay it still with its screen up")
    calibrator = calibrator.taking(Self.session(seed: 1, poses: [PoseDirection.faces[0]]).samples)
    expect(calibrator.progress.instruction.english, equals: "lay it still with its screen down")
    calibrator = AccelerometerCalibrator().taking(Self.session(seed: 1).samples)
    #expect(calibrator.progress.isComplete)
    expect(calibrator.progress.fraction, equals: 1)
  }

  @Test func aPoseThatMovedIsThrownAwayAndTheOthersAreKept() throws {
    var bench = Self.session(seed: 5, poses: Array(PoseDirection.faces.prefix(3)))
    bench.raise(PoseDirection.faces[3].up, sloppy: 5)
    bench.rest(1.6)
    bench.rest(0.6, tremor: 1.5)
    var calibrator = AccelerometerCalibrator().taking(bench.samples)
    expect(calibrator.progress.warnings.map(\.english), equals: ["moved during still pose 4: hold it still again"])
    bench.clear()
    bench.rest(3)
    for pose in PoseDirection.all[4..<12] {
      bench.raise(pose.up, sloppy: 10)
      bench.rest(3)
    }
    calibrator = calibrator.taking(bench.samples)
    let result = try calibrator.result()
    expect(result.evidence.first { $0.name == "poses" }?.value, equals: 12)
    #expect(result.remarks.contains { $0.code == "poses-thrown-away" })
    expect(Self.tiltError(result, bench), isBelow: 0.2)
  }

  @Test func aPoseWithAWrongForceIsLeftOut() throws {
    var bench = Self.session(seed: 6, poses: PoseDirection.all)
    // A constant force on the device during the pose.
    bench.raise(SIMD3(1, 0.2, 0.4), sloppy: 5)
    for _ in 0..<600 { bench.step(.zero, SIMD3(0, 0.3, 0)) }
    let result = try AccelerometerCalibrator().taking(bench.samples).result()
    #expect(result.remarks.contains { $0.code == "pose-left-out" })
    expect(Self.tiltError(result, bench), isBelow: 0.2)
  }

  @Test func badInputIsNamed() {
    let down = [
      SIMD3<Double>(0, 1, 0), SIMD3(0, 0, 1), SIMD3(0, -1, 0), SIMD3(0, 0, -1), SIMD3(0, 1, 1), SIMD3(0, 1, -1),
    ]
    let plane = down.map { PoseDirection(up: $0, name: "") }
    var bench = Self.session(seed: 7, poses: [])
    for pose in plane {
      bench.raise(pose.up, sloppy: 3)
      bench.rest(3)
    }
    let onePlane = AccelerometerCalibrator().taking(bench.samples).failure
    expect(onePlane?.reason, equals: .onePlane)
    expect(onePlane?.remedy, equals: "also lay it still with its left side down and right side down")

    let few = AccelerometerCalibrator().taking(
      Self.session(seed: 8, poses: Array(PoseDirection.faces.prefix(5))).samples)
    expect(few.failure?.reason, equals: .tooLittleMotion)
    expect(few.failure?.remedy, equals: "also lay it still with its right side down")

    expect(AccelerometerCalibrator().failure?.reason, equals: .sensorMissing)

    var shaking = InertialBench(seed: 9)
    shaking.rest(20, tremor: 1)
    expect(AccelerometerCalibrator().taking(shaking.samples).failure?.reason, equals: .tooLittleMotion)
    var fidgety = InertialBench(seed: 9)
    for _ in 0..<6 {
      fidgety.rest(1.6)
      fidgety.rest(1, tremor: 1)
    }
    expect(AccelerometerCalibrator().taking(fidgety.samples).failure?.reason, equals: .moved)

    let clipped = Self.session(seed: 10) { $0.forceRange = 8.5 }
    expect(AccelerometerCalibrator().taking(clipped.samples).failure?.reason, equals: .saturated)

    let tenfold = Self.session(seed: 11) { $0.forceMatrix = $0.forceMatrix * 0.1 }
    expect(AccelerometerCalibrator().taking(tenfold.samples).failure?.reason, equals: .implausible)
  }
}
