public import CalibrationRecords
public import Samples

/// Check of a calibration in force against its sensor's samples of half a minute. It changes nothing.
public protocol CalibrationVerifier: Sendable {
  /// Ingests a sample, as a calibrator of the kind does.
  mutating func ingest(_ sample: Sample)
  /// Progress, and the instruction for the wearer.
  var progress: CalibrationProgress { get }
  func result() throws(CalibrationFailure) -> CalibrationCheck
}

extension GyroscopeVerify: CalibrationVerifier {}
extension AccelerometerVerify: CalibrationVerifier {}

extension MagneticVerification: CalibrationVerifier {
  public var progress: CalibrationProgress {
    let fraction = min(1, health.turned / 0.75)
    return CalibrationProgress(
      fraction: fraction, isComplete: verdict != nil && fraction >= 1,
      instruction: CalibrationPhrase("turn-around", english: "turn around once, and nod while you do"),
      figures: health.figures)
  }

  public func result() throws(CalibrationFailure) -> CalibrationCheck {
    guard let verdict else {
      throw CalibrationFailure(
        .tooLittleMotion, health.figures, finding: reason.english, remedy: "turn around once, and verify again")
    }
    return CalibrationCheck(verdict, health.figures, finding: reason.english)
  }
}

extension CalibrationKind {
  /// Returns a verifier for a calibration of this kind in force; nil for the kinds that only a new calibration can check.
  public func verifier(_ context: CalibrationContext) -> (any CalibrationVerifier)? {
    switch self {
    case .magnetometer:
      context.corrections.magnetometer.map { MagneticVerification($0, surroundings: context.surroundings) }
    case .accelerometer:
      context.corrections.accelerometer.map { AccelerometerVerify(of: $0, surroundings: context.surroundings) }
    case .gyroscope: context.corrections.gyroscope.map { GyroscopeVerify(of: $0) }
    case .axes, .time: nil
    }
  }
}
