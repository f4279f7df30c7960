public import Samples

/// One calibration in the making: samples in, what to do next out, and in the end a result or a named failure.
///
/// Samples of the sensor that it is about come as the device gave them (after scale, offset and the mount in force), never
/// calibrated: a calibration is of the sensor, not of what is left of it. Those of others come corrected (`CalibrationKind.leans`). A value type without a clock: time is that of the samples, so the same recording gives the
/// same result.
public protocol Calibrator: Sendable {
  var kind: CalibrationKind { get }
  /// Any sample; what is of no use to it is passed over. Bounded memory, however long it lasts.
  mutating func take(_ sample: Sample)
  /// How far it is, and what the wearer does next. Cheap: asked ten times a second.
  var progress: CalibrationProgress { get }
  /// The fit over everything taken so far. It may take some tenths of a second, so it is asked for once or seldom.
  func result() throws(CalibrationFailure) -> CalibrationResult
}

/// What can be calibrated.
public enum CalibrationKind: String, CaseIterable, Sendable {
  case magnetometer = "mag"
  case accelerometer = "accel"
  case gyroscope = "gyro"
  /// How the sensors' axes stand in the body: the mount matrix.
  case axes
  /// How late one sensor is against another.
  case time
}
