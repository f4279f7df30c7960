import CommandParts
import Geometry
import Wire

/// The route, its next step, and the nearest places, with the signs of the radar.
enum WayPane {
  static func draw(_ model: WatchModel, _ grid: inout CellGrid) {
    guard let frame = model.frame else {
      grid.write("nothing is known of places yet", 0, 0, .dim)
      return
    }
    var row = 0
    if let progress = frame.progress {
      grid.write(route(progress), 0, 0, progress.status == "off-route" ? .warning : .none)
      grid.write(next(progress, frame.hint), 1, 0, .bold)
      row = 2
      if let leg = leg(model), grid.rows > row {
        grid.write(leg, row, 0, .dim)
        row += 1
      }
    }
    let placements = frame.placements ?? []
    if let fault = frame.fault {
      grid.write(fault, row, 0, .bad)
      row += 1
    } else if placements.isEmpty {
      let why =
        frame.status.state == .shown
        ? "no places around" : "places: \(frame.status.reason?.word ?? frame.status.state.word)"
      grid.write(frame.progress == nil ? "\(why), no route" : why, row, 0, .dim)
      row += 1
    }
    let room = grid.rows - row, more = "+\(placements.count - room)"
    let edge = grid.columns - (placements.count > room ? more.count + 1 : 0)
    for (rank, placement) in placements.prefix(max(0, room)).enumerated() {
      draw(placement, rank, model, row, edge, &grid)
      row += 1
    }
    if placements.count > room, room > 0 { grid.write(endingAt: grid.columns, more, row - 1, .dim) }
  }

  private static func draw(
    _ placement: PlacementMessage, _ rank: Int, _ model: WatchModel, _ row: Int, _ columns: Int, _ grid: inout CellGrid
  ) {
    let bearing = model.bearing(of: placement.azimuth).map(turn) ?? ""
    let count = placement.count > 1 ? " +\(placement.count - 1)" : ""
    let distance = distanceText(placement.distance)
    grid.write("\(radarSign(rank))", row, 0, .bold)
    let side = grid.style.spelled(bearing)
    grid.write(endingAt: columns, side, row)
    grid.write(endingAt: columns - 7, distance, row)
    let name = grid.style.spelled(placement.name), room = columns - 7 - distance.count - 3
    let end = grid.write(name, row, 2, width: room - count.count)
    grid.write(count, row, end, .dim)
  }

  /// Returns the turn toward a bearing, and its side: `12°R`, `3°L`.
  static func turn(_ bearing: Angle) -> String {
    let degrees = Int(saturating: bearing.degrees.magnitude.rounded())
    return degrees == 0 || degrees == 180 ? "\(degrees)°" : "\(degrees)°\(bearing < .zero ? "L" : "R")"
  }

  /// The contribution of the route's legs to the heading; nil before the first.
  static func leg(_ model: WatchModel) -> String? {
    let aids = model.aids?.aids ?? model.status?.aids ?? []
    guard let leg = aids.first(where: { $0.name == "leg" }), leg.fused > 0 else { return nil }
    return "heading by its legs: \(HorizonPane.signed(leg.turned.degrees))°, \(leg.fused) ×"
  }

  static func route(_ progress: ProgressMessage) -> String {
    let minutes = Int(saturating: (progress.remainingTime.value / 60).rounded(.up))
    return (progress.name.isEmpty ? "route" : "to \(progress.name)") + ": \(progress.status), "
      + "\(distanceText(progress.remaining)), \(minutes) min" + (progress.isFrozen ? ", place too poor" : "")
  }

  static func next(_ progress: ProgressMessage, _ hint: HintMessage?) -> String {
    if progress.status == "off-route", let deviation = progress.deviation {
      return "back: \(distanceText(deviation.distance)) away" + (hint?.bearing.map { ", \(turn($0))" } ?? "")
    }
    let step = progress.currentStep
    let words = step.instruction.isEmpty ? step.kind : step.instruction
    return "next \(words) in \(distanceText(progress.distanceToStep))"
      + (hint?.bearing.map { ", look \(turn($0))" } ?? "")
  }
}
