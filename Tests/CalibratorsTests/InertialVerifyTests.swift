import CalibrationRecords
import Expectations
import Geometry
import Samples
import Testing

@testable import Calibrators

@Suite struct InertialVerifyTests {
  static func gyroscope(_ bias: SIMD3<Double>, moving: Bool = false) throws -> GyroscopeVerify {
    var bench = InertialBench(seed: 3)
    bench.rateBias = SIMD3(0.01, 0, 0)
    if moving { bench.sway(30) } else { bench.rest(30) }
    var verify = GyroscopeVerify(of: try Calibration(validating: AngularVelocity(bias)))
    for sample in bench.samples { verify.ingest(sample) }
    return verify
  }

  @Test func aBiasThatMovedIsSeen() throws {
    try expect(Self.gyroscope(SIMD3(0.01, 0, 0)).result().verdict, equals: .good)
    try expect(Self.gyroscope(SIMD3(0.0125, 0, 0)).result().verdict, equals: .drifting)
    try expect(Self.gyroscope(SIMD3(0.02, 0, 0)).result().verdict, equals: .redo)
    #expect(try Self.gyroscope(.zero).progress.isComplete)
    let swaying = try Self.gyroscope(.zero, moving: true)
    #expect(throws: CalibrationFailure.self) { try swaying.result() }
  }

  @Test func aForceThatIsNotGravityIsSeen() throws {
    func verdict(_ bias: Double) throws -> CalibrationVerdict {
      var bench = InertialBench(seed: 4)
      bench.forceBias = SIMD3(0, bias, 0)
      bench.rest(8)
      bench.raise(SIMD3(1, 0.2, 0), sloppy: 5)
      bench.rest(5)
      var verify = AccelerometerVerify(of: .identity)
      for sample in bench.samples { verify.ingest(sample) }
      return try verify.result().verdict
    }
    try expect(verdict(0), equals: .good)
    try expect(verdict(0.08), equals: .drifting)
    try expect(verdict(-0.3), equals: .redo)
    var shaking = InertialBench(seed: 5)
    shaking.rest(20, tremor: 1)
    var verify = AccelerometerVerify(of: .identity)
    for sample in shaking.samples { verify.ingest(sample) }
    let shaken = verify
    #expect(throws: CalibrationFailure.self) { try shaken.result() }
  }
}
