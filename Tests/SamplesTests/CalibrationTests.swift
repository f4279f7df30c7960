import Expectations
import Geometry
import Samples
import Testing
import Text

@Suite struct CalibrationTests {
  @Test func correctionUndoesTheError() throws {
    let matrix = Matrix3(rows: SIMD3(1.02, 0.01, -0.02), SIMD3(0.003, 0.97, 0.01), SIMD3(-0.01, 0.02, 1.1))
    let calibration = try Calibration<Microtesla>(
      validating: MagneticField(10, -20, 5), matrix: matrix, slope: MagneticField(0.1, 0, -0.1),
      reference: Temperature(25))
    var g = Generator(seed: 1)
    for _ in 0..<100 {
      let truth = MagneticField<Body>(g.gaussian3() * 50)
      let temperature = Temperature(25 + 10 * g.gaussian())
      let raw = calibration.raw(of: truth, at: temperature)
      expect((calibration.corrected(raw, at: temperature) - truth).norm.value, isBelow: 1e-11)
    }
    // without a temperature the slope has no effect
    expect(calibration.offset(at: nil), equals: calibration.offset)
    expect(Calibration<Microtesla>.identity.corrected(MagneticField(1, 2, 3)), equals: MagneticField(1, 2, 3))
  }

  @Test func invalidCalibrationsAreRefusedWithTheField() {
    func fault(_ offset: SIMD3<Double>, _ matrix: Matrix3) -> CalibrationFault? {
      do throws(CalibrationFault) {
        _ = try Calibration<Microtesla>(validating: Vector(offset), matrix: matrix)
        return nil
      } catch { return error }
    }
    expect(fault(SIMD3(.nan, 0, 0), .identity), equals: .notFinite("offset[0]"))
    expect(fault(.zero, Matrix3(diagonal: SIMD3(1, .infinity, 1))), equals: .notFinite("matrix"))
    expect(fault(.zero, Matrix3(diagonal: SIMD3(1, -1, 1))), equals: .notPositiveDefinite)
    expect(fault(.zero, Matrix3(diagonal: SIMD3(1, 3, 1))), equals: .scale(3))
    expect(fault(.zero, Matrix3(diagonal: SIMD3(0.25, 1, 1))), equals: .scale(0.25))
    #expect(fault(.zero, Matrix3(diagonal: SIMD3(0.5, 2, 1))) == nil)
    expect(fault(SIMD3(0, 1e300, 0), .identity), equals: .outOfRange("offset[1]", 1e300, -5000...5000, "µT"))
    #expect(fault(.zero, Matrix3(diagonal: SIMD3(1.1, 0.9, 1))) == nil)
  }

  @Test func jsonRoundTrip() throws {
    let set = CalibrationSet(
      accelerometer: try Calibration(validating: Acceleration(0.1, -0.2, 0.05)),
      gyroscope: try Calibration(
        validating: AngularVelocity(1e-3, 2e-3, -1.0 / 3), slope: AngularVelocity(1e-5, 0, 0),
        reference: Temperature(31.5)),
      magnetometer: try Calibration(
        validating: MagneticField(10, 20, 30), matrix: Matrix3(diagonal: SIMD3(1.1, 0.9, 1))))
    let text = set.json.text
    try expect(CalibrationSet(json: JSONValue(reading: text)), equals: set)
    try expect(CalibrationSet(json: JSONValue(reading: "{\"date\":\"today\"}")), equals: CalibrationSet())
  }

  @Test(arguments: [
    ("[]", "expected an object"), ("{\"gyroscope\":{}}", "gyroscope.offset"),
    ("{\"gyroscope\":{\"offset\":[1,2]}}", "gyroscope.offset"),
    ("{\"magnetometer\":{\"offset\":[1,2,3],\"matrix\":[[1,0,0],[0,1,0]]}}", "magnetometer.matrix"),
    ("{\"magnetometer\":{\"offset\":[1,2,3],\"slope\":5}}", "magnetometer.slope"),
    ("{\"magnetometer\":{\"offset\":[1,2,3],\"matrix\":[[1,0,0],[0,-1,0],[0,0,1]]}}", "positive definite"),
    (
      "{\"accelerometer\":{\"offset\":[0,0,-1e19]}}",
      "accelerometer.offset[2] is -1e+19, beyond -157.0 … 157.0 m/s²: correct it, or calibrate again"
    ),
    (
      "{\"gyroscope\":{\"offset\":[0,0,0],\"slope\":[0,1e300,0],\"reference_celsius\":20}}",
      "gyroscope.slope[1] is 1e+300"
    ),
    ("{\"gyroscope\":{\"offset\":[0,0,0],\"reference_celsius\":1e9}}", "gyroscope.reference_celsius is 1000000000.0"),
    ("{\"magnetometer\":{\"offset\":[1,2,3],\"matrix\":[[1,1e300,0],[0,1,0],[0,0,1]]}}", "magnetometer.matrix"),
    ("{\"magnetometer\":{\"offset\":[1,2,3],\"matrix\":[[5,0,0],[0,1,0],[0,0,1]]}}", "scales a direction by 5.0"),
  ]) func badCalibrationFilesAreNamed(text: String, expected: String) throws {
    let json = try JSONValue(reading: text)
    do throws(CalibrationFault) {
      _ = try CalibrationSet(json: json)
      Issue.record("taken: \(text)")
    } catch {
      #expect(error.description.contains(expected), "\(error)")
    }
  }

  @Test func setsCorrectEachSensor() throws {
    let set = CalibrationSet(gyroscope: try Calibration(validating: AngularVelocity(0.5, 0, 0)))
    let time = BootInstant(seconds: 1)
    expect(set.corrected(GyroscopeSample(time: time, rate: Vector(1, 2, 3))).rate, equals: AngularVelocity(0.5, 2, 3))
    expect(set.corrected(AccelerometerSample(time: time, force: Vector(1, 2, 3))).force, equals: Acceleration(1, 2, 3))
    expect(set.corrected(MagnetometerSample(time: time, field: Vector(1, 2, 3))).field, equals: MagneticField(1, 2, 3))
  }
}
