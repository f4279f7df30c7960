public import Samples

/// What a calibration may know before it begins.
public struct CalibrationContext: Sendable {
  public var surroundings = CalibrationSurroundings()
  /// What is in force for the sensors that speak.
  public var corrections = CalibrationSet()
  /// The gyroscope's biases of before, for how they go with temperature.
  public var biases: [GyroscopeBias] = []
  /// How often the device is turned for the gyroscope's scale; nil if it is not asked for.
  public var turns: Int?

  public init() {}
}

extension CalibrationKind {
  /// What makes one of this kind.
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

  /// What is corrected before a calibrator of this kind takes it: the sensors that it leans on, and not the one it is about. That
  /// of the axes corrects by itself, since it looks at readings under other axes.
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
