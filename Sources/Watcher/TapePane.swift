import Alignment
import CommandParts
import Geometry

/// The compass as a tape: the heading in the middle, two degrees per column, so that all marks move together.
enum TapePane {
  static let degreesPerColumn = 2.0

  /// Returns the column of an azimuth; nil beyond the ends of the tape.
  static func column(of azimuth: Angle, heading: Angle, columns: Int) -> Int? {
    let offset = ((azimuth - heading).wrapped.degrees / degreesPerColumn).rounded()
    let column = middle(columns) + Int(saturating: offset)
    return 0..<columns ~= column ? column : nil
  }

  static func middle(_ columns: Int) -> Int { (columns - 1) / 2 }

  static func draw(_ model: WatchModel, _ grid: inout CellGrid) {
    let columns = grid.columns, middle = middle(columns)
    guard let heading = model.pose?.heading else {
      for column in 0..<columns { grid.put("·", 1, column, .dim) }
      let text = grid.style.spelled(model.pose == nil ? "no heading yet" : " the heading is not known ")
      grid.write(text, 1, max(0, middle - text.count / 2), .warning)
      return
    }
    for degree in stride(from: 0, to: 360, by: 10) {
      guard let column = column(of: .degrees(Double(degree)), heading: heading, columns: columns) else { continue }
      let isLabelled = degree % 30 == 0
      grid.put(isLabelled ? "│" : "╵", 1, column, isLabelled ? .none : .dim)
      if isLabelled {
        let label = Self.label(degree)
        grid.write(label, 0, column - label.count / 2, degree % 90 == 0 ? .bold : .none)
      }
    }
    if let hint = model.frame?.hint, let column = column(of: hint.azimuth, heading: heading, columns: columns) {
      grid.put("◆", 1, column, .good)
    }
    if let sigma = model.pose?.headingSigma {
      // One standard deviation to either side.
      let half = Int(saturating: min(Double(columns), (sigma.degrees / degreesPerColumn).rounded()))
      let emphasis: TerminalStyle.Emphasis = sigma > LocalizationParameters().heading ? .warning : .good
      for column in max(0, middle - half)...min(columns - 1, middle + half) { grid.put("─", 2, column, emphasis) }
      if half > 0 {
        grid.put("├", 2, middle - half, emphasis)
        grid.put("┤", 2, middle + half, emphasis)
      }
    }
    grid.put("▲", 2, middle, .bold)
  }

  static func label(_ degree: Int) -> String {
    switch degree {
    case 0: "N"
    case 90: "E"
    case 180: "S"
    case 270: "W"
    default: String(repeating: "0", count: 3 - "\(degree)".count) + "\(degree)"
    }
  }
}
