import Calibrators
import CommandParts
import Geometry
import Wire

/// The coverage of the sphere of directions as two discs of characters: the upper half and the lower half of the body, both seen
/// from above with forward at the top. The projection is Lambert's (1772), which preserves areas, as the cells do: at the
/// distance r from the middle of a disc of radius 1 the height over the sphere's middle is 1 − r².
struct SphereDrawing {
  /// Rows of a disc; a character is about twice as high as wide, so it has twice as many columns.
  let rows: Int
  /// The cell by row and column; −1 outside the disc.
  private let upper: [[Int]], lower: [[Int]]

  init(rows: Int) {
    self.rows = rows
    func disc(_ side: Double) -> [[Int]] {
      (0..<rows).map { row in
        (0..<(2 * rows)).map { column in
          let x = (Double(column) + 0.5) / Double(rows) - 1, forward = 1 - (Double(row) + 0.5) / (Double(rows) / 2)
          let square = x * x + forward * forward
          guard square < 1 else { return -1 }
          // The level part has the length √(1 − (1 − r²)²) = r √(2 − r²).
          let stretch = (2 - square).squareRoot()
          return CoverageGrid.cell(of: Direction<Body>(x * stretch, side * (1 - square), -forward * stretch))
        }
      }
    }
    upper = disc(1)
    lower = disc(-1)
  }

  var columns: Int { 4 * rows + 3 }

  /// Returns the rows of both discs. The inks `·░▒█` stand for no, 1 or 2, 3 to 7, and more readings.
  func lines(_ coverage: [Int], _ style: TerminalStyle) -> [String] {
    let inks: [Character] = style.isUnicode ? ["·", "░", "▒", "█"] : [".", "-", "+", "#"]
    func row(_ cells: [Int]) -> String {
      String(
        cells.map { cell -> Character in
          guard cell >= 0 else { return " " }
          switch coverage[cell] {
          case ..<1: return inks[0]
          case ..<3: return inks[1]
          case ..<8: return inks[2]
          default: return inks[3]
          }
        })
    }
    return zip(upper, lower).map { row($0) + "   " + row($1) }
  }

  static func knows(_ coverage: [Int]) -> Bool { coverage.count == CoverageGrid.count }
}
