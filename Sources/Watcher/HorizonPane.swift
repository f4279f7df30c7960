import CommandParts
import Geometry

/// The horizon in front of the wearer, with the sky above it, tilted against the head.
///
/// A cell at x right and y up, as tangents, is seen along (x, y, −1) of the body. With u, the world's up, it lies in the sky where
/// u · (x, y, −1) > 0, so the horizon is the straight line u.x x + u.y y = u.z.
enum HorizonPane {
  /// A row is about five degrees, and a column half of that.
  static let rowTangent = 0.0875, columnTangent = 0.04375
  /// The line in the upper, the middle and the lower third of a row.
  private static let thirds: [Unicode.Scalar] = ["▔", "─", "▁"]

  static func draw(_ model: WatchModel, _ grid: inout CellGrid) {
    guard let up = model.up, let attitude = model.attitude else {
      grid.write("no horizon yet", grid.rows / 2, max(0, grid.columns / 2 - 7), .dim)
      return
    }
    // The last row shows pitch and roll in degrees.
    let rows = grid.rows - 1, columns = grid.columns, middle = columns / 2, centre = rows / 2
    func x(_ column: Int) -> Double { Double(column - middle) * columnTangent }
    func y(_ row: Int) -> Double { Double(centre - row) * rowTangent }
    for row in 0..<rows {
      for column in 0..<columns where up.x * x(column) + up.y * y(row) < up.z { grid.put("·", row, column, .dim) }
    }
    if up.y.magnitude * columnTangent * 2 >= up.x.magnitude * rowTangent / 2, up.y != 0 {
      for column in 0..<columns {
        let line = Double(centre) - (up.z - up.x * x(column)) / up.y / rowTangent
        guard line.magnitude < 1000 else { continue }
        // In thirds of a row.
        let third = Int(saturating: (line * 3).rounded()) + 1
        let row = (third >= 0 ? third : third - 2) / 3
        guard 0..<rows ~= row else { continue }
        grid.put(thirds[third - 3 * row], row, column)
      }
    } else if up.x != 0 {
      for row in 0..<rows {
        let line = Double(middle) + (up.z - up.y * y(row)) / up.x / columnTangent
        guard line.magnitude < 1000, 0..<columns ~= Int(saturating: line.rounded()) else { continue }
        grid.put("│", row, Int(saturating: line.rounded()))
      }
    }
    for offset in -3...3 where offset.magnitude != 1 {
      grid.put(offset == 0 ? "╋" : "━", centre, middle + offset, .bold)
    }
    let elevation = attitude.elevation.degrees, roll = attitude.roll.degrees
    grid.write("pitch \(signed(elevation)) roll \(signed(roll))", rows, 0)
  }

  static func signed(_ value: Double) -> String {
    let text = steady(value.magnitude, 1)
    return (value < 0 && text != "0.0" ? "-" : "+") + text
  }
}
