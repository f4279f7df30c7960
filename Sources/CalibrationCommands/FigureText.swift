import CalibrationRecords
import Calibrators
import CommandParts
import SceneCommands
import Wire

// Figures of calibrations as text.

extension FigureMessage {
  /// `holdout residual`
  var label: String { String(name.map { $0 == "-" ? " " : $0 }) }
  /// `0.42 µT`
  var quantity: String { Self.quantity(value, unit) }

  /// About three digits; a unit that begins with ° follows without a space, except °C.
  static func quantity(_ value: Double, _ unit: String) -> String {
    guard value.isFinite else { return "unknown" }
    // Times below a second are shown in milliseconds.
    let number = unit == "s" && value.magnitude < 0.9995 && value != 0 ? value * 1000 : value
    let shownUnit = unit == "s" && value.magnitude < 0.9995 && value != 0 ? "ms" : unit
    let decimals =
      switch number.magnitude {
      case _ where number == number.rounded() && number.magnitude < 1e6: 0
      case ..<0.01: 5
      case ..<0.1: 4
      case ..<1: 3
      case ..<10: 2
      case ..<100: 1
      default: 0
      }
    let text = CommandParts.text(number, decimals)
    return shownUnit.isEmpty
      ? text : shownUnit.hasPrefix("°") && shownUnit != "°C" ? text + shownUnit : "\(text) \(shownUnit)"
  }
}

enum FigureTable {
  struct Row: Equatable {
    var label: String
    /// The value before the calibration, if known.
    var before: String?
    var value: String
    var bar: String?
  }

  /// A figure and the one of the same name with `-before` share a row, at the place of the former.
  static func rows(_ figures: [FigureMessage]) -> [Row] {
    let suffix = "-before"
    return figures.compactMap { figure in
      if figure.name.hasSuffix(suffix) {
        let name = String(figure.name.dropLast(suffix.count))
        guard !figures.contains(where: { $0.name == name }) else { return nil }
        return Row(label: figure.label, before: nil, value: figure.quantity, bar: bar(figure))
      }
      let before = figures.first { $0.name == figure.name + suffix }
      return Row(label: figure.label, before: before?.quantity, value: figure.quantity, bar: bar(figure))
    }
  }

  private static func bar(_ figure: FigureMessage) -> String? {
    // For field and dip the bar is not a limit but the expected value.
    let word = ["field", "dip"].contains(figure.name) ? "expected" : "bar"
    return figure.bar.map { "\(word) \(FigureMessage.quantity($0, figure.unit))" }
  }

  /// Lines for little room: `field  51.3 / 49.1 µT`, with the bar after the slash.
  static func narrowLines(_ figures: [FigureMessage]) -> [String] {
    let name = figures.map { TextLayout.width($0.label) }.max() ?? 0
    return figures.map { figure in
      let label = TextLayout.padded(figure.label, name) + "  "
      guard let bar = figure.bar else { return label + figure.quantity }
      // Seconds may be shown in milliseconds, so a time keeps its unit.
      return label + FigureMessage.quantity(figure.value, figure.unit == "s" ? "s" : "") + " / "
        + FigureMessage.quantity(bar, figure.unit)
    }
  }

  /// `residual   8.1 µT → 0.42 µT   bar 1 µT`, in columns.
  static func lines(_ figures: [FigureMessage]) -> [String] {
    let rows = rows(figures)
    let name = rows.map { TextLayout.width($0.label) }.max() ?? 0
    let before = rows.compactMap { $0.before.map(TextLayout.width) }.max() ?? 0
    let value = rows.map { TextLayout.width($0.value) }.max() ?? 0
    return rows.map { row in
      var line = TextLayout.padded(row.label, name) + "  "
      if before > 0 {
        line +=
          TextLayout.padded(row.before ?? "", before) + (row.before == nil ? "   " : " → ")
      }
      line += row.bar == nil ? row.value : TextLayout.padded(row.value, value)
      if let bar = row.bar { line += "  \(bar)" }
      return line
    }
  }
}

extension CalibrationKind {
  /// The accuracy that the calibration promises: `heading within 2°`.
  func promise(_ figure: FigureMessage) -> String {
    let limit = figure.quantity
    return switch self {
    case .magnetometer: "heading within \(limit)"
    case .accelerometer: "tilt within \(limit)"
    case .gyroscope: "drift within \(limit)"
    case .axes: "axes within \(limit)"
    case .time: "times within \(limit)"
    }
  }
}
