/// Failure of a calibration: the reason by name, its numbers, and the remedy. The correction in force stays in force.
public struct CalibrationFailure: Error, Equatable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    /// There was too little of the motion or the poses asked for.
    case tooLittleMotion = "too-little-motion"
    /// All motion lay in one plane.
    case onePlane = "one-plane"
    /// A magnet, iron or a current came near, or was removed, during the calibration.
    case disturbed
    /// The sensor's range was reached.
    case saturated
    /// The device moved when it should have been still.
    case moved
    /// A value was not a number, or infinite.
    case notFinite = "not-finite"
    /// The sensor's readings never changed.
    case constant
    /// A sensor that the calibration needs sent nothing.
    case sensorMissing = "sensor-missing"
    /// Two sensors of one kind send at once.
    case twoSensors = "two-sensors"
    /// The fit does not explain the measurements.
    case residual
    /// The fit describes no real sensor: not positive definite, ill conditioned, or beyond every range.
    case implausible
    /// Strength or dip of the field is not the Earth's at this place.
    case field
    /// The temperature changed too much.
    case temperature
    /// Time went backwards, or had gaps too long.
    case clock
    /// The estimated quantity is hidden in the noise.
    case undetermined
  }

  public var reason: Reason
  public var figures: [CalibrationFigure]
  /// The finding, a sentence with its numbers.
  public var finding: String
  /// The remedy: what the user can do.
  public var remedy: String

  public init(_ reason: Reason, _ figures: [CalibrationFigure] = [], finding: String, remedy: String) {
    self.reason = reason
    self.figures = figures
    self.finding = finding
    self.remedy = remedy
  }
}

extension CalibrationFailure: CustomStringConvertible {
  public var description: String { "\(reason.rawValue): \(finding): \(remedy)" }
}
