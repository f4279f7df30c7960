import CalibrationRecords
import Calibrators
import CommandParts
import Text
import Wire

/// The output of a calibration: drawn on a screen, as lines, or as JSON lines for programs.
///
/// The lines of JSON have one member each: `progress`, `result`, `failure` (as org.gnomon.Calibration has them), then `accepted`
/// with the record, `written` with the file, or `rejected`.
struct CalibrationDisplay {
  let kind: CalibrationKind
  let isJSON: Bool
  private(set) var style: TerminalStyle
  private var screen: Screen?
  private var view: CalibrationView
  private var plain = PlainCalibrationView()
  private var seen: Int?

  init(_ kind: CalibrationKind, title: String, keys: String? = nil, _ arguments: Arguments) {
    self.kind = kind
    isJSON = arguments.has("--json")
    style = TerminalStyle.current(isPlain: arguments.has("--plain") || isJSON)
    view = CalibrationView(title: title, style: style)
    if let keys { view.keys = keys }
    screen = style.isInPlace ? Screen() : nil
  }

  mutating func show(_ progress: CalibrationProgressMessage) {
    if isJSON { return Terminal.print(["progress": progress.json], layout: .compact) }
    guard screen != nil else {
      return Terminal.print(plain.lines(progress).map { style.spelled($0) + "\n" }.joined())
    }
    style.measure()
    view.style = style
    let cells = progress.coverage.count { $0 > 0 }
    screen?.draw(view.lines(progress), style, bell: cells > seen ?? cells)
    seen = cells
  }

  /// The last key typed since the previous call.
  func key() -> Screen.Key? { screen?.key() }

  /// Restores the terminal.
  mutating func end() {
    screen?.end()
    screen = nil
  }

  mutating func show(_ result: CalibrationResultMessage) {
    end()
    if isJSON { return Terminal.print(["result": result.json], layout: .compact) }
    Terminal.draw(CalibrationOutcome.lines(result, kind, style).map { $0 + "\n" }.joined())
  }

  mutating func show(_ failure: CalibrationFailureMessage) {
    end()
    if isJSON { return Terminal.print(["failure": failure.json], layout: .compact) }
    Terminal.draw(CalibrationOutcome.lines(failure, kind, style).map { $0 + "\n" }.joined())
  }

  /// Prints the conclusion of the calibration.
  func conclude(_ name: String, _ value: JSONValue, _ sentence: String) {
    if isJSON {
      Terminal.print(.object([JSONMember(name, value)]), layout: .compact)
    } else {
      Terminal.print(style.spelled(sentence) + "\n")
    }
  }
}
