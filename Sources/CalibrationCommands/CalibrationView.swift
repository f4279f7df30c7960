import Calibrators
import CommandParts
import Geometry
import SceneCommands
import Wire

/// The screen of a running calibration: lines made from its progress alone, never wider or higher than the terminal.
struct CalibrationView {
  var title: String
  /// The meaning of the keys; empty if there are none.
  var keys = "Enter: finish now   q: stop, nothing is changed"
  var style: TerminalStyle
  private var drawing: SphereDrawing?

  init(title: String, style: TerminalStyle) {
    self.title = title
    self.style = style
  }

  /// Returns the lines of the whole screen.
  mutating func lines(_ progress: CalibrationProgressMessage) -> [String] {
    let width = style.columns, height = style.rows
    var head: [Line] = [titleLine(progress.elapsed), Line("")]
    head += instruction(progress)
    head.append(Line(""))
    head.append(bar(progress.fraction, progress.isComplete))
    // Always two, so that the lines below stay in place.
    var warnings = progress.warnings.flatMap { wrapped("! " + $0.english, .warning) }
    if warnings.count > 2 { warnings = [warnings[0], warnings[1]] }
    if height >= 20 { while warnings.count < 2 { warnings.append(Line("")) } }
    head += warnings

    let foot = keys.isEmpty ? [] : [Line(" " + keys, .dim)]
    var body: [Line] = []
    // One line stays free: some terminals scroll when the last one is written.
    let room = height - 1 - head.count - foot.count
    let figures = FigureTable.lines(progress.figures)
    if SphereDrawing.knows(progress.coverage) {
      body = sphere(progress.coverage, FigureTable.narrowLines(progress.figures), room)
    } else if !progress.coverage.isEmpty {
      body = [Line(" " + cells(progress.coverage))] + figures.map { Line(" " + $0) }
    } else {
      body = figures.map { Line(" " + $0) }
    }
    body = Array(body.prefix(max(0, room)))
    if height >= 20 { while body.count < room { body.append(Line("")) } }
    // If there is no room for all, the instruction at the top matters most.
    return (head + body + foot).prefix(max(1, height - 1)).map { line in
      style.emphasised(TextLayout.fitted(style.spelled(line.text), width), line.emphasis)
    }
  }

  private struct Line {
    var text: String
    var emphasis: TerminalStyle.Emphasis
    init(_ text: String, _ emphasis: TerminalStyle.Emphasis = .none) {
      self.text = text
      self.emphasis = emphasis
    }
  }

  private func wrapped(_ text: String, _ emphasis: TerminalStyle.Emphasis) -> [Line] {
    // Spelled first: µT becomes longer without Unicode.
    TextLayout.wrapped(style.spelled(text), style.columns - 3).map { Line("  " + $0, emphasis) }
  }

  private func titleLine(_ elapsed: Double) -> Line {
    let time = Self.clock(elapsed)
    return Line(" " + TextLayout.padded(title, style.columns - 3 - time.count) + " " + time, .dim)
  }

  private func instruction(_ progress: CalibrationProgressMessage) -> [Line] {
    let text =
      progress.isComplete ? "Enough readings; the result is being computed." : progress.instruction.english
    var lines = wrapped(text, progress.isComplete ? .good : .bold)
    if lines.count > 3 { lines = Array(lines[0..<3]) }
    if style.rows >= 20 { while lines.count < 3 { lines.append(Line("")) } }
    return lines
  }

  private func bar(_ fraction: Double, _ isComplete: Bool) -> Line {
    let share = fraction.isFinite ? max(0, min(1, fraction)) : 0
    let length = max(4, min(60, style.columns - 12)), full = Int(saturating: (share * Double(length)).rounded(.down))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
    let percent = "\(Int(saturating: (share * 100).rounded(.down)))"
    return Line(" [\(bar)] \(String(repeating: " ", count: 3 - percent.count))\(percent) %", isComplete ? .good : .none)
  }

  /// The two halves of the sphere, with the figures beside them if there is room, else below.
  private mutating func sphere(_ coverage: [Int], _ figures: [String], _ room: Int) -> [Line] {
    let isBeside = style.columns >= 74
    let rows = min(
      15, max(0, isBeside ? room - 2 : room - 3 - figures.count), (style.columns - (isBeside ? 34 : 5)) / 4)
    guard rows >= 5 else { return [Line(" " + cells(coverage))] + figures.map { Line(" " + $0) } }
    if drawing?.rows != rows { drawing = SphereDrawing(rows: rows) }
    let drawn = drawing?.lines(coverage, style) ?? []
    let half = 2 * rows
    let labels = TextLayout.padded("upper half", half) + "   " + "lower half"
    var left = [" " + labels] + drawn.map { " " + $0 } + [" " + cells(coverage)]
    guard isBeside else { return (left + figures.map { " " + $0 }).map { Line($0) } }
    let offset = 4 * rows + 7
    for (index, figure) in figures.prefix(left.count - 1).enumerated() {
      left[index + 1] = TextLayout.padded(left[index + 1], offset) + style.spelled(figure)
    }
    return left.map { Line($0) }
  }

  /// `62 of 96 directions seen, forward is up`
  private func cells(_ coverage: [Int]) -> String {
    "\(coverage.count { $0 > 0 }) of \(coverage.count) directions seen, forward is up"
  }

  /// `0:42`
  static func clock(_ seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(saturating: max(0, min(1e6, seconds))) : 0
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}

/// The same for logs and for terminals without drawing: a line for each change.
struct PlainCalibrationView {
  private var lastInstruction = "", lastWarnings: [String] = [], lastTenth = -1, wasComplete = false
  /// When the last line with figures was printed.
  private var told = -Double.infinity

  mutating func lines(_ progress: CalibrationProgressMessage) -> [String] {
    var lines: [String] = []
    let warnings = progress.warnings.map(\.english)
    // Every ten seconds, also where nothing goes on.
    let isDue = progress.elapsed - told >= 10
    for warning in warnings where isDue || !lastWarnings.contains(warning) { lines.append("! \(warning)") }
    lastWarnings = warnings
    let share = progress.fraction.isFinite ? max(0, min(1, progress.fraction)) : 0
    if progress.instruction.english != lastInstruction, !progress.isComplete {
      lastInstruction = progress.instruction.english
      lines.append(lastInstruction)
    }
    // Also downward, if samples had to be discarded.
    let tenth = Int(saturating: share * 10)
    if isDue || tenth != lastTenth {
      (lastTenth, told) = (tenth, progress.elapsed)
      let figures = progress.figures.map { "\($0.label) \($0.quantity)" }.joined(separator: ", ")
      lines.append(
        "\(CalibrationView.clock(progress.elapsed)) \(Int(saturating: share * 100)) %\(figures.isEmpty ? "" : ": \(figures)")"
      )
    }
    if progress.isComplete, !wasComplete { lines.append("enough readings") }
    wasComplete = progress.isComplete
    return lines
  }
}
