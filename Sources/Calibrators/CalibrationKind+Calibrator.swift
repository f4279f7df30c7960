public import CalibrationRecords
public import Samples

/// Inputs of a calibration that are known before it begins.
public struct CalibrationContext: Sendable {
  public var surroundings = CalibrationSurroundings()
  /// Corrections in force for the sensors in use.
  public var corrections = CalibrationSet()
  /// Earlier biases of the gyroscope, to estimate their change with temperature.
  public var biases: [GyroscopeBias] = []
  /// Number of turns of the device for the gyroscope's scale; nil if the scale is not calibrated.
  public var turns: Int?

  public init() {}
}

extension CalibrationKind {
  /// Returns a calibrator of this kind.
  public func calibrator(_ context: CalibrationContext = CalibrationContext()) -> any Calibrator {
    switch self {
    case .magnetometer: MagneticCalibrator(context.surroundings)
    case .accelerometer: AccelerometerCalibrator(surroundings: context.surroundings)
    case .gyroscope:
      GyroscopeCalibrator(current: context.corrections.gyroscope, previous: context.biases, turns: context.turns)
    case .axes: AxesCalibrator(corrections: context.corrections)
    case .time: DelayCalibrator()
    }
  }

  /// Returns the corrections to apply before a calibrator of this kind gets a sample: those of the sensors it relies on, not of
  /// the one it calibrates. The axes calibrator corrects by itself, because it reads the samples under other axes.
  public func leans(on corrections: CalibrationSet) -> CalibrationSet {
    var set = corrections
    switch self {
    case .magnetometer, .time: set.magnetometer = nil
    case .accelerometer: set.accelerometer = nil
    case .gyroscope: set.gyroscope = nil
    case .axes: set = CalibrationSet()
    }
    return set
  }
}
