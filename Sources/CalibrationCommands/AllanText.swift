import Allan
import Calibrators
import CommandParts
import Geometry
import SceneCommands
import Text
import Wire

/// An Allan variance as text and as JSON. The text has degrees for a gyroscope.
enum AllanText {
  struct Unit {
    var factor: Double
    var rate: String
    var white: String
    var walk: String
    var name: String

    init(_ sensor: AllanRecorder.Sensor) {
      switch sensor {
      case .gyroscope:
        (factor, rate, white, walk, name) = (180 / .pi, "°/s", "°/√s", "°/s/√s", "gyroscope")
      case .accelerometer: (factor, rate, white, walk, name) = (1, "m/s²", "m/s/√s", "m/s²/√s", "accelerometer")
      }
    }
  }

  static func lines(_ report: AllanReport, _ style: TerminalStyle) -> [String] {
    let unit = Unit(report.sensor)
    let duration = CalibrationView.clock(report.duration.value), rate = text(1 / report.interval.value, 1)
    var title = "\(unit.name): \(duration) at \(rate) Hz, \(report.samples) samples"
    if report.stretches > 1 {
      title += ", the longest of \(report.stretches) stretches in \(CalibrationView.clock(report.arrived.value))"
    }
    if report.filled > 0 { title += ", \(report.filled) lost samples bridged" }
    var lines = TextLayout.wrapped(style.spelled(title), style.columns).map { style.emphasised($0, .bold) }
    lines += plot(report, style)
    lines.append("")
    lines += table(report, unit).map { TextLayout.fitted(style.spelled($0), style.columns) }
    let recommendations = report.recommendations
    if recommendations.isEmpty {
      lines.append("")
      lines += paragraph(
        "for the filter: nothing to change; its value for this sensor is larger than this noise", style)
      return lines
    }
    lines += ["", style.spelled("for the filter, in [Parameters] of the configuration, or after --set:")]
    for recommendation in recommendations {
      lines.append(style.emphasised(style.spelled("  \(recommendation.line)"), .good))
      lines += paragraph(recommendation.why, style, indent: 6)
    }
    return lines
  }

  private static func paragraph(_ text: String, _ style: TerminalStyle, indent: Int = 0) -> [String] {
    TextLayout.wrapped(style.spelled(text), max(20, style.columns - indent - 1)).map {
      String(repeating: " ", count: indent) + $0
    }
  }

  /// The measured coefficients; "hidden" stands for a noise that another one covers.
  private static func table(_ report: AllanReport, _ unit: Unit) -> [String] {
    typealias Coefficient = AllanVariance.Coefficient
    func cell(_ coefficient: Coefficient?) -> String {
      guard let coefficient else { return "hidden" }
      func number(_ value: Double) -> String { significant(value * unit.factor) }
      return "\(number(coefficient.value)) (\(number(coefficient.lower))…\(number(coefficient.upper)))"
    }
    var rows = [["as measured, 95 %", "x", "y", "z"]]
    rows.append(["white N, \(unit.white)"] + report.axes.map { cell($0.whiteNoise) })
    rows.append(["instability B, \(unit.rate)"] + report.axes.map { cell($0.instability) })
    rows.append(["walk K, \(unit.walk)"] + report.axes.map { cell($0.walk) })
    let widths = (0..<4).map { column in rows.map { TextLayout.width($0[column]) }.max() ?? 0 }
    if widths.reduce(6, +) > 79 {
      // Too wide for one table: one block per axis.
      return (1..<4).flatMap { axis -> [String] in
        var lines = ["\(rows[0][axis]), as measured (95 %)"]
        for row in rows.dropFirst() {
          lines.append("  \(TextLayout.padded(row[0], widths[0]))  \(row[axis])")
        }
        return lines
      }
    }
    return rows.map { row in
      var line = ""
      for column in 0..<4 { line += TextLayout.padded(row[column], column < 3 ? widths[column] + 2 : 0) }
      return line
    }
  }

  /// The number with three significant digits.
  static func significant(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return text(value, 0) }
    var decimals = 2, limit = 1.0
    while value < limit, decimals < 12 {
      decimals += 1
      limit /= 10
    }
    if value >= 10 { decimals = value >= 100 ? 0 : 1 }
    return text(value, decimals)
  }

  /// A plot of deviation over averaging time, both logarithmic, with the letters x, y and z, and * where two coincide.
  static func plot(_ report: AllanReport, _ style: TerminalStyle) -> [String] {
    let unit = Unit(report.sensor)
    let points = report.axes.flatMap(\.points).filter { $0.deviation > 0 && $0.time.value > 0 }
    guard let first = points.map(\.time.value).min(), let last = points.map(\.time.value).max(),
      let low = points.map(\.deviation).min(), let high = points.map(\.deviation).max(), last > first
    else { return [] }
    let height = 11, margin = 12, width = max(20, min(100, style.columns - margin - 2))
    func logarithm(_ value: Double) -> Double { log(value) / log(10) }
    let left = logarithm(first), right = logarithm(last)
    // The plot spans at least a decade, so that a nearly flat line does not look steep.
    let top = logarithm(high * unit.factor) + 0.05, bottom = min(logarithm(low * unit.factor) - 0.05, top - 1)
    var canvas = [[Character]](repeating: [Character](repeating: " ", count: width), count: height)
    for (axis, letter) in zip(report.axes, ["x", "y", "z"] as [Character]) {
      for point in axis.points where point.deviation > 0 {
        let x = (logarithm(point.time.value) - left) / (right - left) * Double(width - 1)
        let y = (top - logarithm(point.deviation * unit.factor)) / (top - bottom) * Double(height - 1)
        let (column, row) = (Int(saturating: x.rounded()), Int(saturating: y.rounded()))
        guard canvas.indices.contains(row), canvas[row].indices.contains(column) else { continue }
        let there = canvas[row][column]
        canvas[row][column] = there == " " || there == letter ? letter : "*"
      }
    }
    let bar: Character = style.isUnicode ? "│" : "|"
    var lines = canvas.enumerated().map { row, cells in
      let value = top - Double(row) / Double(height - 1) * (top - bottom)
      let label = row % 5 == 0 ? significant(pow(10, value)) : ""
      return padLeft(label, margin - 2) + " " + String(bar) + trimmed(String(cells))
    }
    let ends = (significant(first), significant(last))
    let gap = max(1, width - ends.0.count - ends.1.count - 2)
    lines.append(
      String(repeating: " ", count: margin) + ends.0 + String(repeating: " ", count: gap) + ends.1 + " s")
    lines.append(String(repeating: " ", count: margin) + style.spelled("deviation in \(unit.rate) over averaging time"))
    return lines.map { TextLayout.fitted($0, style.columns) }
  }

  private static func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The report in the units of the library: rad/s or m/s².
  static func json(_ report: AllanReport) -> JSONValue {
    func coefficient(_ value: AllanVariance.Coefficient?) -> JSONValue {
      guard let value else { return .null }
      func finite(_ number: Double) -> JSONValue { number.isFinite ? .number(number) : .null }
      return ["value": finite(value.value), "lower": finite(value.lower), "upper": finite(value.upper)]
    }
    return [
      "unit": .string(report.sensor == .gyroscope ? "rad/s" : "m/s²"), "duration_s": .number(report.duration.value),
      "interval_s": .number(report.interval.value), "samples": .integer(Int64(report.samples)),
      "filled": .integer(Int64(report.filled)), "stretches": .integer(Int64(report.stretches)),
      "axes": .array(
        zip(["x", "y", "z"], report.axes).map { name, axis in
          [
            "axis": .string(name), "white_noise": coefficient(axis.whiteNoise),
            "instability": coefficient(axis.instability),
            "walk": coefficient(axis.walk), "quantization": coefficient(axis.quantization),
            "points": .array(
              axis.points.map { point in
                .array(
                  [point.time.value, point.deviation, point.lower, point.upper].map {
                    $0.isFinite ? .number($0) : .null
                  })
              }),
          ]
        }),
      "recommended": .array(
        report.recommendations.map {
          [
            "parameter": .string($0.parameter), "value": .number($0.value), "unit": .string($0.unit),
            "factor": .number($0.factor), "line": .string($0.line), "why": .string($0.why),
          ]
        }),
    ]
  }
}
