/// Why a calibration came to nothing: the reason by name, its numbers, and what to do about it. What was in force stays in force.
public struct CalibrationFailure: Error, Equatable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    /// Of the motion or the poses asked for too little was there.
    case tooLittleMotion = "too-little-motion"
    /// All of it lay in one plane.
    case onePlane = "one-plane"
    /// A magnet, iron or a current came near, or went, during it.
    case disturbed
    /// The sensor's range was reached.
    case saturated
    /// It should have been still.
    case moved
    /// Not a number, or infinite.
    case notFinite = "not-finite"
    /// The sensor said the same all the time.
    case constant
    /// A sensor that it needs said nothing.
    case sensorMissing = "sensor-missing"
    /// Two sensors of one kind speak at once.
    case twoSensors = "two-sensors"
    /// What was fitted does not explain what was measured.
    case residual
    /// The fit is no sensor's: not positive definite, ill conditioned, or beyond every range.
    case implausible
    /// Strength or dip of the field is not the Earth's here.
    case field
    /// The temperature moved too far.
    case temperature
    /// Time went backwards, or had gaps too long.
    case clock
    /// What was to be estimated is hidden in the noise.
    case undetermined
  }

  public var reason: Reason
  public var figures: [CalibrationFigure]
  /// What was found, in a sentence with its numbers.
  public var finding: String
  /// What to do.
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
