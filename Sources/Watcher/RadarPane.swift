import CommandParts
import Geometry
import Wire

/// The places around the wearer, ahead at the top, with the signs of the list.
enum RadarPane {
  /// Returns the cell of a point of the unit disc, x right and y down.
  static func cell(_ x: Double, _ y: Double, rows: Int, columns: Int) -> (row: Int, column: Int) {
    let x = max(-2, min(2, x)), y = max(-2, min(2, y))
    let high = (rows - 1) / 2, wide = min((columns - 1) / 2, 2 * high)
    return (
      high + Int(saturating: (y * Double(high)).rounded()),
      (columns - 1) / 2 + Int(saturating: (x * Double(wide)).rounded())
    )
  }

  static func draw(_ model: WatchModel, _ grid: inout CellGrid) {
    let rows = grid.rows, columns = grid.columns
    func at(_ x: Double, _ y: Double) -> (row: Int, column: Int) { cell(x, y, rows: rows, columns: columns) }
    for degree in stride(from: 0, to: 360, by: 3) {
      let angle = Angle.degrees(Double(degree)), place = at(angle.sine, -angle.cosine)
      grid.put("·", place.row, place.column, .dim)
    }
    if let heading = model.pose?.heading {
      let place = at(-heading.sine, -heading.cosine)
      grid.put("N", place.row, place.column, .bold)
    }
    guard let radar = model.frame?.radar else { return }
    let ranks = Dictionary(
      (model.frame?.placements ?? []).enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    // The nearest is drawn last, on top.
    for mark in radar.marks.sorted(by: { (ranks[$0.key] ?? .max, $0.x) > (ranks[$1.key] ?? .max, $1.x) }) {
      let place = at(mark.x, mark.y), sign = radarSign(ranks[mark.key] ?? .max)
      grid.put(sign.unicodeScalars.first ?? "+", place.row, place.column, mark.isBeyond ? .dim : .bold)
    }
    if let hint = model.frame?.hint, let bearing = hint.bearing {
      let share = min(1, hint.distance.value / max(1, radar.range.value))
      let place = at(share * bearing.sine, -share * bearing.cosine)
      grid.put("◆", place.row, place.column, .good)
    }
    let own = at(0, 0)
    grid.put("▲", own.row, own.column, .bold)
    grid.write(distanceText(radar.range), rows - 1, 0)
    if let frame = model.frame, frame.status.state != .shown {
      grid.write(endingAt: columns, frame.status.reason?.word ?? frame.status.state.word, 0, .warning)
    }
  }
}
