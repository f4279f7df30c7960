public import CalibrationRecords
import Calibrators
public import Wire

// Values of a calibration → messages.

extension FigureMessage {
  public init(_ figure: CalibrationFigure) {
    self.init(name: figure.name, value: figure.value, unit: figure.unit, bar: figure.bar)
  }
}

extension PhraseMessage {
  public init(_ phrase: CalibrationPhrase) {
    self.init(code: phrase.code, figures: phrase.figures.map(FigureMessage.init), english: phrase.english)
  }
}

extension CalibrationProgressMessage {
  public init(_ progress: CalibrationProgress, elapsed: Double) {
    self.init(
      fraction: progress.fraction, isComplete: progress.isComplete, elapsed: elapsed,
      instruction: PhraseMessage(progress.instruction), warnings: progress.warnings.map(PhraseMessage.init),
      figures: progress.figures.map(FigureMessage.init), coverage: progress.coverage.map { Int($0) })
  }
}

extension CalibrationResultMessage {
  public init(_ record: CalibrationRecord) {
    self.init(
      grade: record.grade.rawValue, promise: FigureMessage(record.promise),
      evidence: record.evidence.map(FigureMessage.init), remarks: record.remarks.map(PhraseMessage.init),
      record: record.json)
  }
}

extension CalibrationFailureMessage {
  public init(_ failure: CalibrationFailure) {
    self.init(
      reason: failure.reason.rawValue, figures: failure.figures.map(FigureMessage.init), finding: failure.finding,
      remedy: failure.remedy)
  }
}
