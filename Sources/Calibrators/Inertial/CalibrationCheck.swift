public import CalibrationRecords

/// Result of half a minute's check of a calibration in force.
public struct CalibrationCheck: Equatable, Sendable {
  public var verdict: CalibrationVerdict
  public var figures: [CalibrationFigure]
  /// The finding as a sentence, with the remedy.
  public var finding: String

  public init(_ verdict: CalibrationVerdict, _ figures: [CalibrationFigure], finding: String) {
    self.verdict = verdict
    self.figures = figures
    self.finding = finding
  }
}
