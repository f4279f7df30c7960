import CalibrationRecords
import Calibrators
import Expectations
import Geodesy
import Geometry
import Samples
import Testing
import Text

/// A stored calibration.
@Suite struct CalibrationRecordTests {
  private static func rotation(_ generator: inout Generator) -> Matrix3 {
    Rotation<Body, Body>.exp(RotationVector(generator.gaussian3() * 2)).matrix
  }

  /// However the sensors are mounted later, a reading of the chip gives the same field: in the old body axes with the record's
  /// correction, and in the new ones with the converted one.
  @Test func aCalibrationGivesTheSameFieldUnderAnotherMount() throws {
    var generator = Generator(seed: 3)
    for _ in 0..<100 {
      let chip = generator.gaussian3() * 40
      let (gyroscopeThen, gyroscopeNow) = (Self.rotation(&generator), Self.rotation(&generator))
      let magnetometerThen = Self.rotation(&generator)
      // The magnetometer is turned with the body's axes, and a little in addition.
      let magnetometerNow = gyroscopeNow * gyroscopeThen.transposed * magnetometerThen
      var matrix = Matrix3.identity
      for row in 0..<3 { for column in 0..<3 { matrix[row, column] += generator.gaussian() * 0.05 } }
      let correction = try Calibration<Microtesla>(validating: Vector(generator.gaussian3() * 30), matrix: matrix)
      let record = CalibrationRecord(
        CalibrationResult(
          kind: .magnetometer, grade: .good, promise: CalibrationFigure("heading", 2, "°"),
          corrections: CalibrationSet(magnetometer: correction)),
        of: [
          .init(role: .gyroscope, identity: SensorIdentity(name: "g"), mount: gyroscopeThen),
          .init(role: .magnetometer, identity: SensorIdentity(name: "m"), mount: magnetometerThen),
        ], made: nil, software: "", system: "")
      let then = correction.corrected(Vector(magnetometerThen * chip)).components
      let now = try #require(
        record.corrections(under: [.gyroscope: gyroscopeNow, .magnetometer: magnetometerNow]).magnetometer)
      let found = now.corrected(Vector(magnetometerNow * chip)).components
      let expected = gyroscopeNow * (gyroscopeThen.transposed * then)
      expect(dot(found - expected, found - expected), isBelow: 1e-18)
      // With the mounts of the record the correction is the same to the last bit.
      let same = try record.corrections(under: [.gyroscope: gyroscopeThen, .magnetometer: magnetometerThen])
      expect(same.magnetometer, equals: correction)
    }
  }

  @Test func anotherWayRoundThatNoCorrectionCanHoldIsRefused() throws {
    let correction = try Calibration<Microtesla>(validating: Vector(1, 2, 3))
    let record = CalibrationRecord(
      CalibrationResult(
        kind: .magnetometer, grade: .good, promise: CalibrationFigure("heading", 2, "°"),
        corrections: CalibrationSet(magnetometer: correction)),
      of: [
        .init(role: .gyroscope, identity: SensorIdentity(name: "g")),
        .init(role: .magnetometer, identity: SensorIdentity(name: "m")),
      ], made: nil, software: "", system: "")
    let over = Matrix3(diagonal: SIMD3(1, -1, -1))
    #expect(throws: CalibrationFault.self) {
      _ = try record.corrections(under: [.gyroscope: .identity, .magnetometer: over])
    }
  }

  @Test func anInvalidRecordIsRefusedByTheNameOfItsMember() throws {
    let good = CalibrationRecord(
      CalibrationResult(kind: .gyroscope, grade: .fair, promise: CalibrationFigure("bias", 0.05, "°/s")),
      of: [.init(role: .gyroscope, identity: SensorIdentity(name: "g"))], made: UTC("2026-11-20T09:15:00Z"),
      software: "s", system: "t"
    ).json
    try expect(CalibrationRecord(json: good).json, equals: good)
    func broken(_ name: String, _ value: JSONValue) -> JSONValue {
      .object((good.object ?? []).map { $0.name == name ? JSONMember(name, value) : $0 })
    }
    let cases: [(String, JSONValue)] = [
      ("schema", 2), ("schema", "1"), ("kind", "magnet"), ("grade", 3), ("made", "yesterday"), ("promise", [:]),
      ("sensors", []), ("corrections", ["gyroscope": ["offset": [1, 2]]]),
      ("sensors", [["role": "gyroscope", "name": "g", "mount": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]]]),
    ]
    for (name, value) in cases {
      do throws(CalibrationRecordFault) {
        _ = try CalibrationRecord(json: broken(name, value))
        Issue.record("\(name) was taken")
      } catch {
        #expect(error.member.hasPrefix(name), "\(error)")
      }
    }
  }
}
