import CalibrationRecords
import Calibrators
import CommandParts
import Text
import Wire

/// The outcome of a calibration as text.
enum CalibrationOutcome {
  static func lines(_ result: CalibrationResultMessage, _ kind: CalibrationKind, _ style: TerminalStyle) -> [String] {
    var lines = [
      emphasised("\(kind.english): \(result.grade), \(kind.promise(result.promise))", emphasis(result.grade), style)
    ]
    let figures = FigureTable.lines(result.evidence)
    if !figures.isEmpty { lines.append("") }
    lines += figures.map { "  " + $0 }
    if !result.remarks.isEmpty { lines.append("") }
    lines += result.remarks.flatMap { bullet($0.english, style) }
    return finished(lines, style)
  }

  static func lines(_ failure: CalibrationFailureMessage, _ kind: CalibrationKind, _ style: TerminalStyle) -> [String] {
    var lines = [
      emphasised(
        "\(kind.english): not calibrated (\(failure.reason)); nothing was changed", .bad, style)
    ]
    lines.append("")
    lines += wrapped("found", failure.finding, style)
    lines += wrapped("to do", failure.remedy, style)
    let figures = FigureTable.lines(failure.figures)
    if !figures.isEmpty { lines.append("") }
    lines += figures.map { "  " + $0 }
    return finished(lines, style)
  }

  static func emphasis(_ grade: String) -> TerminalStyle.Emphasis {
    switch CalibrationGrade(rawValue: grade) {
    case .excellent, .good: .good
    case .fair, nil: .warning
    case .poor: .bad
    }
  }

  private static func bullet(_ text: String, _ style: TerminalStyle) -> [String] {
    TextLayout.wrapped(style.spelled(text), max(20, style.columns - 5)).enumerated().map { index, line in
      (index == 0 ? "  - " : "    ") + line
    }
  }

  private static func wrapped(_ name: String, _ text: String, _ style: TerminalStyle) -> [String] {
    TextLayout.wrapped(style.spelled(text), max(20, style.columns - 10)).enumerated().map { index, line in
      "  " + TextLayout.padded(index == 0 ? name : "", 7) + line
    }
  }

  private static func emphasised(
    _ text: String, _ emphasis: TerminalStyle.Emphasis, _ style: TerminalStyle
  ) -> String { style.emphasised(style.spelled(text), emphasis) }

  /// Spells the lines, except for the first one, which is already spelled and emphasized.
  private static func finished(_ lines: [String], _ style: TerminalStyle) -> [String] {
    lines.enumerated().map { $0 == 0 ? $1 : style.spelled($1) }
  }
}
