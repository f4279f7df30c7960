import Bridge
import CalibrationRecords
import Calibrators
import CommandParts
import Geodesy
import Geometry
import GnomonClient
import SceneCommands
import Text
import Wire

/// `gnomon calibration list`: the stored calibrations.
struct CalibrationListCommand: Command {
  let syntax = Syntax(
    name: "calibration list", summary: "list the stored calibrations: grade, age, and which are in force",
    operands: "", operandCount: 0...0,
    explanation:
      "Those of the present sensors; with --all those of all sensors ever calibrated. * marks the ones in force.",
    options: [.flag("--all", "also those of absent sensors")] + DaemonCall.options,
    examples: [("gnomon calibration list", "a line for each calibration")])

  func run(_ arguments: Arguments) throws {
    let client = try DaemonCall.connect(arguments)
    let records = try CalibrationRefusal.attempt { () throws(ClientFault) in
      try client.calibration.list(all: arguments.has("--all")).records
    }
    if arguments.has("--json") { return Terminal.print(["records": .array(records)], layout: .compact) }
    let now = UTC(secondsSince1970: secondsSince1970())
    Terminal.draw(CalibrationText.list(records, now: now, TerminalStyle.current()).map { $0 + "\n" }.joined())
  }
}

/// `gnomon calibration show`: one calibration, with the evidence for its grade.
struct CalibrationShowCommand: Command {
  let syntax = Syntax(
    name: "calibration show", summary: "show everything about the calibration in force of one kind",
    operands: "mag|accel|gyro|axes|time", operandCount: 1...1,
    explanation: "If none is in force, it shows the newest stored one. --json prints the record as it is stored.",
    options: DaemonCall.options, examples: [("gnomon calibration show mag", "grade, evidence, corrections, sensors")])

  func run(_ arguments: Arguments) throws {
    let kind = try CalibrationText.kind(arguments.operands[0])
    let client = try DaemonCall.connect(arguments)
    let records = try CalibrationRefusal.attempt { () throws(ClientFault) in
      try client.calibration.list(all: true).records
    }
    .filter { $0["kind"]?.string == kind.rawValue }
    guard let record = records.first(where: { $0["in_force"]?.bool == true }) ?? records.last else {
      throw Failure.data(
        "no calibration of kind \(kind.rawValue) is stored; 'gnomon calibrate \(kind.rawValue)' makes one")
    }
    if arguments.has("--json") { return Terminal.print(record) }
    let now = UTC(secondsSince1970: secondsSince1970())
    Terminal.draw(try CalibrationText.all(record, now: now, TerminalStyle.current()).map { $0 + "\n" }.joined())
  }
}

/// `gnomon calibration undo`: returns to the previous calibration.
struct CalibrationUndoCommand: Command {
  let syntax = Syntax(
    name: "calibration undo",
    summary: "remove the newest calibration of a kind, and put the previous one in force",
    operands: "mag|accel|gyro|axes|time", operandCount: 1...1,
    explanation:
      "It asks first, unless --yes is given. Without a previous one, the sensor is used uncalibrated. Exit status 3 if not confirmed.",
    options: [.flag("--yes", "do not ask")] + DaemonCall.options,
    examples: [("gnomon calibration undo mag", "if the heading has become worse since")])

  func run(_ arguments: Arguments) throws {
    let kind = try CalibrationText.kind(arguments.operands[0])
    let client = try DaemonCall.connect(arguments)
    if !arguments.has("--yes") {
      guard TerminalStyle.isAnswered else {
        throw Failure(
          status: .declined,
          message: "there is no terminal to ask on; nothing is changed: give --yes to undo without asking")
      }
      guard LiveCalibration.asks("Remove the newest calibration of kind \(kind.rawValue)? [y/N] ") else {
        throw Failure(status: .declined, message: "nothing is changed")
      }
    }
    let answer = try CalibrationRefusal.attempt { () throws(ClientFault) in
      try client.calibration.undo(kind: kind.rawValue)
    }
    if arguments.has("--json") {
      return Terminal.print(["undone": answer.undone, "in_force": answer.inForce ?? .null], layout: .compact)
    }
    let style = TerminalStyle.current(), now = UTC(secondsSince1970: secondsSince1970())
    var lines = ["out of force: \(CalibrationText.sentence(answer.undone, now: now))"]
    lines.append(
      answer.inForce.map { "in force:     \(CalibrationText.sentence($0, now: now))" }
        ?? "in force:     none; the sensor is used uncalibrated")
    Terminal.print(lines.map { style.spelled($0) + "\n" }.joined())
  }
}

/// Records as text. They arrive as JSON objects, so that a record of a later version can still be listed.
enum CalibrationText {
  static func kind(_ name: String) throws(Failure) -> CalibrationKind {
    guard let kind = CalibrationKind(rawValue: name) else {
      throw .unknown("kind of calibration", name, among: CalibrationKind.allCases.map(\.rawValue))
    }
    return kind
  }

  static func list(_ records: [JSONValue], now: UTC?, _ style: TerminalStyle) -> [String] {
    guard !records.isEmpty else { return ["no calibration is stored; 'gnomon calibrate mag' makes one"] }
    var rows = [["", "kind", "sensor", "grade", "promise", "made", "age", "at"]]
    for record in records {
      rows.append([
        record["in_force"]?.bool == true ? "*" : "", text(record, "kind"), sensors(record), text(record, "grade"),
        promise(record), made(record).map { String($0.description.prefix(10)) } ?? "?", age(record, now) ?? "?",
        temperature(record) ?? "?",
      ])
    }
    rows = rows.map { $0.map(style.spelled) }
    let widths = (0..<rows[0].count).map { column in rows.map { TextLayout.width($0[column]) }.max() ?? 0 }
    // The sensor's name is shortened if the line is too long.
    let others = widths.enumerated().reduce(0) { $0 + ($1.offset == 2 ? 0 : $1.element + 2) }
    let sensorWidth = max(6, min(widths[2], style.columns - others))
    return rows.enumerated().map { index, row in
      let line = row.enumerated().map { column, cell in
        let width = column == 2 ? sensorWidth : widths[column]
        return TextLayout.padded(TextLayout.fitted(cell, width), width)
      }.joined(separator: "  ")
      let shown = TextLayout.fitted(trimmed(line), style.columns)
      return index == 0 ? style.emphasised(shown, .dim) : shown
    }
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  static func all(_ record: JSONValue, now: UTC?, _ style: TerminalStyle) throws(Failure) -> [String] {
    let read: CalibrationRecord
    do throws(CalibrationRecordFault) { read = try CalibrationRecord(json: record) } catch {
      throw .data("the stored calibration cannot be read: \(DaemonCall.plain("\(error)"))")
    }
    var lines = CalibrationOutcome.lines(CalibrationResultMessage(read), read.kind, style)
    func add(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append(style.spelled(TextLayout.padded("  \(name)", 16) + value))
    }
    lines.append("")
    add("in force", record["in_force"]?.bool == true ? "yes" : "no")
    add("made", read.made.map { "\($0)" + (age(record, now).map { ", \($0) ago" } ?? "") } ?? "at an unknown time")
    add("at", temperature(record))
    for sensor in read.sensors { add(sensor.role.rawValue, "\(sensor.identity)") }
    add("by", read.software + (read.system.isEmpty ? "" : " on \(read.system)"))
    add("model", read.magneticModel)
    func matrix(_ values: [[Double]]) -> [String] {
      values.map { row in row.map { TextLayout.padded(CommandParts.text($0, 5), 10) }.joined() }.map(trimmed)
    }
    let corrections = read.corrections.json
    for name in ["accelerometer", "gyroscope", "magnetometer"] {
      guard let correction = corrections[name] else { continue }
      let offset = (correction["offset"]?.array ?? []).compactMap(\.double)
      let rows = (correction["matrix"]?.array ?? []).map { ($0.array ?? []).compactMap(\.double) }
      let unit = name == "magnetometer" ? "µT" : name == "gyroscope" ? "rad/s" : "m/s²"
      add("offset", matrix([offset])[0] + " " + unit)
      for (index, row) in matrix(rows).enumerated() { add(index == 0 ? "matrix" : "", row) }
    }
    add("mag delay", read.magnetometerDelay.map { "\(CommandParts.text($0.value * 1000, 1)) ms after the gyroscope" })
    add(
      "accel delay", read.accelerometerDelay.map { "\(CommandParts.text($0.value * 1000, 1)) ms after the gyroscope" })
    if read.isAccelerometerReversed { add("accelerometer", "its sign is reversed; this is corrected") }
    return lines
  }

  /// `mag, good, heading within 2°, 3 days old`
  static func sentence(_ record: JSONValue, now: UTC?) -> String {
    [text(record, "kind"), text(record, "grade"), promise(record), age(record, now).map { "\($0) old" } ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func text(_ record: JSONValue, _ name: String) -> String { record[name]?.string ?? "?" }

  private static func sensors(_ record: JSONValue) -> String {
    var names: [String] = []
    for sensor in record["sensors"]?.array ?? [] {
      let name = sensor["label"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? sensor["name"]?.string ?? "?"
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: " ")
  }

  private static func promise(_ record: JSONValue) -> String {
    guard let promise = record["promise"], let message = try? FigureMessage(json: promise) else { return "?" }
    return "≤ " + message.quantity
  }

  private static func made(_ record: JSONValue) -> UTC? { record["made"]?.string.flatMap { UTC($0) } }

  private static func temperature(_ record: JSONValue) -> String? {
    record["temperature_celsius"]?.double.map { "\(CommandParts.text($0, 1)) °C" }
  }

  /// `5 min`, `3 h`, `12 days`
  static func age(_ record: JSONValue, _ now: UTC?) -> String? {
    guard let made = made(record), let now else { return nil }
    let seconds = now.since(made).value
    switch seconds {
    case ..<0: return "in the future"
    case ..<5400: return "\(Int(saturating: seconds / 60)) min"
    case ..<172_800: return "\(Int(saturating: seconds / 3600)) h"
    default: return "\(Int(saturating: seconds / 86_400)) days"
    }
  }
}
