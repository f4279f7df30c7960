public import Samples

/// A calibration in force, held against what its sensor says for half a minute. Nothing is changed by it.
public protocol CalibrationVerifier: Sendable {
  /// As for a calibrator of the kind.
  mutating func take(_ sample: Sample)
  /// How far it is, and what the wearer does meanwhile.
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
  /// What verifies one of this kind that is in force; nil for what shows only when it is made anew.
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
