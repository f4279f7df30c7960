import CommandParts

/// The text that changes a terminal from one grid to another: only the cells that differ, with the shortest movements between.
///
/// The sequences are those of ECMA-48: CUP (8.3.21), CUF (8.3.20), EL (8.3.41) and SGR (8.3.117).
struct CellChanges {
  private(set) var text = ""
  /// The cursor's place; nil when it is not known.
  private var cursor: (row: Int, column: Int)?
  private var emphasis = TerminalStyle.Emphasis.none

  /// Gaps up to this many cells are written again: that is shorter than a cursor movement.
  private static let bridge = 3
  /// Number of stale cells at the end of a row from which the rest of the row is erased instead of overwritten.
  private static let erased = 4

  /// Returns the changes. `old` is nil after the terminal has been cleared; both grids have one size.
  static func text(from old: CellGrid?, to new: CellGrid) -> String {
    var changes = CellChanges()
    let before = old ?? CellGrid(new.columns, new.rows, new.style)
    for row in 0..<new.rows { changes.add(row, before, new) }
    changes.set(.none)
    return changes.text
  }

  private mutating func add(_ row: Int, _ old: CellGrid, _ new: CellGrid) {
    // A character in the last cell of the last row makes some terminals scroll.
    let end = row == new.rows - 1 ? new.columns - 1 : new.columns
    var blanks = end
    while blanks > 0, new[row, blanks - 1] == .blank { blanks -= 1 }
    let stale = (blanks..<max(blanks, end)).count { old[row, $0] != .blank }
    let isErased = stale >= Self.erased
    var column = 0
    while column < (isErased ? blanks : end) {
      if new[row, column] == old[row, column] || new[row, column].scalar == Cell.tail.scalar {
        column += 1
        continue
      }
      move(row, column, new)
      write(new[row, column], row, column, new)
      column += 1
    }
    if isErased {
      move(row, blanks, new)
      set(.none)
      text += "\u{1B}[K"
    }
  }

  private mutating func write(_ cell: Cell, _ row: Int, _ column: Int, _ grid: CellGrid) {
    set(cell.emphasis)
    text.unicodeScalars.append(cell.scalar)
    if let mark = cell.mark { text.unicodeScalars.append(mark) }
    let next = column + (grid[row, column + 1].scalar == Cell.tail.scalar ? 2 : 1)
    // After a character in the last column, terminals differ in the cursor's place.
    cursor = next < grid.columns ? (row, next) : nil
  }

  private mutating func move(_ row: Int, _ column: Int, _ grid: CellGrid) {
    if let cursor, cursor.row == row, cursor.column <= column {
      let gap = column - cursor.column
      if gap == 0 { return }
      let between = (cursor.column..<column).map { grid[row, $0] }
      if gap <= Self.bridge, between.allSatisfy({ $0.emphasis == emphasis && $0.scalar.isASCII && $0.scalar != "\0" }) {
        for index in cursor.column..<column { write(grid[row, index], row, index, grid) }
      } else {
        text += gap == 1 ? "\u{1B}[C" : "\u{1B}[\(gap)C"
      }
    } else {
      text += column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H"
    }
    cursor = (row, column)
  }

  private mutating func set(_ next: TerminalStyle.Emphasis) {
    guard next != emphasis else { return }
    if next == .none {
      text += "\u{1B}[m"
    } else {
      text += emphasis == .none ? "\u{1B}[\(next.code)m" : "\u{1B}[0;\(next.code)m"
    }
    emphasis = next
  }
}
