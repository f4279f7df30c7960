/// What half a minute's look at a calibration in force found.
public struct CalibrationCheck: Equatable, Sendable {
  public var verdict: CalibrationVerdict
  public var figures: [CalibrationFigure]
  /// In a sentence, with what to do.
  public var finding: String

  public init(_ verdict: CalibrationVerdict, _ figures: [CalibrationFigure], finding: String) {
    self.verdict = verdict
    self.figures = figures
    self.finding = finding
  }
}
