@testable import CommandParts
@testable import Watcher

/// The drawing of a terminal as an SVG: the cells of a grid in their emphasis, on a dark ground.
enum TerminalDrawing {
  private static let cell = (width: 8, height: 17)

  static func svg(_ grid: CellGrid) -> String {
    let width = (grid.columns + 2) * cell.width, height = (grid.rows + 1) * cell.height
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\">",
      "<style>text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#d8dee6;white-space:pre}"
        + ".b{font-weight:700;fill:#fff}.d{fill:#7d8794}.g{fill:#7ddc8a}.w{fill:#ffd166}.r{fill:#ff7b72}</style>",
      "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#12161c\"/>",
    ]
    for row in 0..<grid.rows {
      lines += runs(grid, row).map { run in
        "<text class=\"\(letter(run.emphasis))\" x=\"\((run.column + 1) * cell.width)\" y=\"\((row + 1) * cell.height)\" "
          + "textLength=\"\(run.length * cell.width)\" lengthAdjust=\"spacingAndGlyphs\">\(escaped(run.text))</text>"
      }
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private struct Run {
    var column: Int
    var length = 0
    var text = ""
    var emphasis: TerminalStyle.Emphasis
  }

  /// The parts of a row that have one emphasis and at most one blank cell between two others.
  private static func runs(_ grid: CellGrid, _ row: Int) -> [Run] {
    var runs: [Run] = [], blanks = 0
    for column in 0..<grid.columns {
      let cell = grid[row, column]
      guard cell.scalar != " " else { blanks += 1; continue }
      guard cell.scalar != Cell.tail.scalar else { continue }
      let width = TextLayout.width(cell.scalar)
      if let last = runs.indices.last, blanks <= 1, runs[last].emphasis == cell.emphasis {
        runs[last].text += String(repeating: " ", count: blanks)
        runs[last].length += blanks
      } else {
        runs.append(Run(column: column, emphasis: cell.emphasis))
      }
      runs[runs.count - 1].text.unicodeScalars.append(cell.scalar)
      if let mark = cell.mark { runs[runs.count - 1].text.unicodeScalars.append(mark) }
      runs[runs.count - 1].length += width
      blanks = 0
    }
    return runs
  }

  private static func letter(_ emphasis: TerminalStyle.Emphasis) -> String {
    switch emphasis {
    case .none: "n"
    case .bold: "b"
    case .dim: "d"
    case .good: "g"
    case .warning: "w"
    case .bad: "r"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
