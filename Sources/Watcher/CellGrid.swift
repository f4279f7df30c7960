import CommandParts

/// One cell of a terminal.
struct Cell: Equatable {
  var scalar: Unicode.Scalar = " "
  /// A combining mark, such as an accent.
  var mark: Unicode.Scalar?
  var emphasis = TerminalStyle.Emphasis.none

  static let blank = Cell()
  /// The second half of a wide character.
  static let tail = Cell(scalar: "\0")
}

/// A rectangle of a terminal that is drawn cell by cell. Drawing outside it has no effect.
struct CellGrid: Equatable {
  let columns: Int
  let rows: Int
  let style: TerminalStyle
  private var cells: [Cell]

  init(_ columns: Int, _ rows: Int, _ style: TerminalStyle) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.style = style
    cells = [Cell](repeating: .blank, count: self.columns * self.rows)
  }

  subscript(row: Int, column: Int) -> Cell {
    guard has(row, column) else { return .blank }
    return cells[row * columns + column]
  }

  private func has(_ row: Int, _ column: Int) -> Bool {
    0..<rows ~= row && 0..<columns ~= column
  }

  /// Draws one glyph of width 1; without Unicode, its ASCII stand-in.
  mutating func put(
    _ scalar: Unicode.Scalar, _ row: Int, _ column: Int, _ emphasis: TerminalStyle.Emphasis = .none
  ) {
    guard has(row, column) else { return }
    // In text this glyph separates words; in a drawing it is a dot.
    let shown = !style.isUnicode && scalar == "·" ? "." : style.spelled(String(scalar)).unicodeScalars.first ?? "?"
    cells[row * columns + column] = Cell(scalar: shown, emphasis: style.isColoured ? emphasis : .none)
  }

  /// Writes a text from a column on, cut after `width` columns or at the grid's edge. Control characters are left out. Returns
  /// the column after the text.
  @discardableResult
  mutating func write(
    _ text: String, _ row: Int, _ column: Int, width: Int? = nil, _ emphasis: TerminalStyle.Emphasis = .none
  ) -> Int {
    guard 0..<rows ~= row, column < columns else { return column }
    let emphasis = style.isColoured ? emphasis : .none
    var next = column
    for scalar in TextLayout.fitted(style.spelled(text), min(width ?? columns, columns - column)).unicodeScalars {
      let width = TextLayout.width(scalar)
      if width == 0 {
        if has(row, next - 1) { cells[row * columns + next - 1].mark = scalar }
        continue
      }
      guard next + width <= columns else { break }
      if has(row, next) { cells[row * columns + next] = Cell(scalar: scalar, emphasis: emphasis) }
      if width == 2, has(row, next + 1) { cells[row * columns + next + 1] = .tail }
      next += width
    }
    return next
  }

  /// Writes a text that ends just before the column `end`.
  mutating func write(endingAt end: Int, _ text: String, _ row: Int, _ emphasis: TerminalStyle.Emphasis = .none) {
    let width = TextLayout.width(style.spelled(text))
    write(text, row, max(0, end - width), width: end, emphasis)
  }

  /// Draws another grid over this one.
  mutating func lay(_ other: CellGrid, row: Int, column: Int) {
    for y in 0..<other.rows {
      for x in 0..<other.columns where has(row + y, column + x) {
        cells[(row + y) * columns + column + x] = other[y, x]
      }
    }
  }

  /// Sets the emphasis of all cells, for data that are out of date.
  mutating func emphasise(_ emphasis: TerminalStyle.Emphasis) {
    guard style.isColoured else { return }
    for index in cells.indices { cells[index].emphasis = emphasis }
  }

  /// Returns a row as text, without the blanks at its end.
  func line(_ row: Int) -> String {
    var line = String.UnicodeScalarView()
    for column in 0..<columns {
      let cell = self[row, column]
      guard cell.scalar != Cell.tail.scalar else { continue }
      line.append(cell.scalar)
      if let mark = cell.mark { line.append(mark) }
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  var lines: [String] { (0..<rows).map(line) }
}
