/// Kinds of calibration.
public enum CalibrationKind: String, CaseIterable, Sendable {
  case magnetometer = "mag"
  case accelerometer = "accel"
  case gyroscope = "gyro"
  /// Orientation of the sensors' axes in the body: the mount matrix.
  case axes
  /// Delay of one sensor after another.
  case time
}
