import CommandParts
import Geometry
import Wire

/// Sensors with their rates, their faults, their sources, and the health of their calibrations.
enum SensorsPane {
  static let short = [
    "accelerometer": "accel", "gyroscope": "gyro", "magnetometer": "mag", "barometer": "baro", "temperature": "temp",
    "odometry": "odom",
  ]
  private static let width = 13

  static func draw(_ model: WatchModel, _ grid: inout CellGrid) {
    var row = drawRates(model, &grid)
    for line in lines(model) where row < grid.rows {
      grid.write(line.text, row, 0, line.emphasis)
      row += 1
    }
    let left = lines(model).count - (grid.rows - rateRows(model, grid.columns))
    if left > 0, grid.rows > 0 {
      // The last row shows the number of lines that are left out.
      let text = " +\(left) more"
      let column = max(0, grid.columns - text.count)
      grid.write(text, grid.rows - 1, column, .dim)
    }
  }

  private static func entries(_ columns: Int) -> Int { max(1, columns / width) }
  private static func rateRows(_ model: WatchModel, _ columns: Int) -> Int {
    max(1, ((model.sensors?.sensors.count ?? 0) + entries(columns) - 1) / entries(columns))
  }

  private static func drawRates(_ model: WatchModel, _ grid: inout CellGrid) -> Int {
    let sensors = model.sensors?.sensors ?? []
    if sensors.isEmpty { grid.write("no sensor data yet", 0, 0, .warning) }
    for (index, sensor) in sensors.enumerated() {
      let row = index / entries(grid.columns), column = index % entries(grid.columns) * width
      let isSilent = model.silence(of: sensor) != nil
      let rate = isSilent ? "silent" : sensor.rate.map { Self.rate($0) } ?? "once"
      grid.write(short[sensor.name] ?? sensor.name, row, column, width: 6)
      grid.write(endingAt: column + width - 1, rate, row, isSilent ? .bad : .none)
    }
    return rateRows(model, grid.columns)
  }

  /// Returns `200 Hz` or, below 9.95 Hz, `1.0 Hz` with a decimal.
  static func rate(_ hertz: Double) -> String { "\(steady(hertz, hertz < 9.95 ? 1 : 0)) Hz" }

  /// Returns lines about sources and calibrations, problems first.
  static func lines(_ model: WatchModel) -> [StatePane.Line] {
    guard let status = model.status else { return [] }
    var bad: [StatePane.Line] = [], good: [StatePane.Line] = []
    for source in status.sources {
      let text = "\(source.name): \(source.state)" + (source.detail.isEmpty ? "" : ", \(source.detail)")
      switch source.state {
      case .absent, .silent, .failed: bad.append(.init(name: "", text: text, emphasis: .bad))
      case .running: good.append(.init(name: "", text: text))
      default: bad.append(.init(name: "", text: text, emphasis: .warning))
      }
    }
    if status.sources.isEmpty { bad.append(.init(name: "", text: "no source of samples", emphasis: .bad)) }
    for state in status.calibrations {
      let detail = state.detail.isEmpty ? "" : ": \(state.detail)"
      let text =
        "calibrated \(state.kind): \(state.grade)" + (state.health == "unknown" ? "" : ", \(state.health)\(detail)")
      switch state.health {
      case "drifting": bad.append(.init(name: "", text: text, emphasis: .warning))
      case "redo": bad.append(.init(name: "", text: text, emphasis: .bad))
      default: good.append(.init(name: "", text: text))
      }
    }
    for counter in status.refused {
      good.append(.init(name: "", text: "refused \(counter.count) × \(counter.reason)", emphasis: .dim))
    }
    if model.missed > 0 { good.append(.init(name: "", text: "missed \(model.missed) events", emphasis: .warning)) }
    if status.calibrations.isEmpty { good.append(.init(name: "", text: "nothing is calibrated", emphasis: .dim)) }
    return bad + good
  }
}
