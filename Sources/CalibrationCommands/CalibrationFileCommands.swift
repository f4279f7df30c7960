import CalibrationRecords
import Calibrators
import CommandParts
import GnomonClient
import SceneCommands
import Text
import Wire

/// `gnomon calibration export`: writes the calibrations in force to a file.
struct CalibrationExportCommand: Command {
  let syntax = Syntax(
    name: "calibration export", summary: "write the calibrations in force as JSON, for another machine or a backup",
    operands: "[mag|accel|gyro|axes|time] [FILE]", operandCount: 0...2,
    operandKinds: [.words(CalibrationKind.allCases.map(\.rawValue)), .json],
    explanation: """
      All kinds unless one is named; without FILE, or with -, to standard output. 'gnomon calibration import FILE' reads it.
      Give a file with the name of a kind as ./mag.
      """,
    options: DaemonCall.options,
    examples: [
      ("gnomon calibration export glasses.json", "all that is in force"),
      ("gnomon calibration export mag - | less", "the magnetometer's, on the screen"),
    ])

  func run(_ arguments: Arguments) throws {
    var operands = arguments.operands[...], kind: CalibrationKind?
    if let first = operands.first.flatMap(CalibrationKind.init(rawValue:)) {
      kind = first
      operands = operands.dropFirst()
    } else if operands.count == 2, let first = operands.first {
      kind = try CalibrationText.kind(first)
    }
    let path = operands.first ?? "-"
    let client = try DaemonCall.connect(arguments)
    let calibrations = try CalibrationRefusal.attempt { () throws(ClientFault) in
      try client.calibration.export(kind: kind?.rawValue).calibrations
    }
    var file = try OutputFile(path: path)
    calibrations.write(to: &file.text, layout: .indented)
    try file.endLine()
    try file.close()
    guard path != "-" else { return }
    if arguments.has("--json") {
      Terminal.print(["file": .string(path)], layout: .compact)
    } else {
      Terminal.inform("\(path): written; 'gnomon calibration import' reads it")
    }
  }
}

/// `gnomon calibration import`: puts calibrations from a file in force.
struct CalibrationImportCommand: Command {
  let syntax = Syntax(
    name: "calibration import", summary: "put calibrations from a file in force",
    operands: "FILE", operandCount: 1...1, operandKinds: [.json],
    explanation: """
      FILE was written by 'gnomon calibration export' or 'gnomon calibrate --from … --out'; - is standard input. It is refused
      (exit status 3) if it was made with other sensors than the present ones, because each sensor has its own errors. Use
      --other-sensors if the sensors are the same: after an export from this device under another name, or for a calibration
      from a recording, which names no sensors.
      """,
    options: [.flag("--other-sensors", "import it even if it was made with other sensors")] + DaemonCall.options,
    examples: [("gnomon calibration import glasses.json", "a file of 'gnomon calibration export'")])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let bytes = try contents(of: path == "-" ? "/dev/stdin" : path)
    let json: JSONValue
    do { json = try JSONValue(reading: bytes) } catch { throw Failure.data("\(path): \(error)") }
    let calibrations = CalibrationFile.imported(json)
    let client = try DaemonCall.connect(arguments)
    let records = try CalibrationRefusal.attempt { () throws(ClientFault) in
      try client.calibration.import(calibrations: calibrations, otherSensors: arguments.has("--other-sensors")).records
    }
    if arguments.has("--json") { return Terminal.print(["records": .array(records)], layout: .compact) }
    let style = TerminalStyle.current()
    for record in records {
      Terminal.print(style.spelled("in force: \(CalibrationText.sentence(record, now: nil))") + "\n")
    }
    if records.isEmpty { Terminal.print("the file has no calibrations\n") }
  }
}

/// `gnomon calibration share`: lets the calibrations in force be used on every machine whose sensors are alike.
struct CalibrationShareCommand: Command {
  let syntax = Syntax(
    name: "calibration share", summary: "allow the calibrations in force on every machine that has the same sensors",
    operands: "", operandCount: 0...0,
    explanation: """
      For an image that is copied to many boards of one design. Chips of one type differ, and each board has its own iron: without
      this word a copied calibration is "from another machine", and not in force until 'gnomon calibration verify' or a minute's
      walk confirms it, which is better. How sensors are mounted, and their delays, belong to the design and hold anyway.
      """,
    options: DaemonCall.options,
    examples: [("gnomon calibration share", "before the image is made")])

  func run(_ arguments: Arguments) throws {
    let client = try DaemonCall.connect(arguments)
    let records = try CalibrationRefusal.attempt { () throws(ClientFault) in try client.calibration.share().records }
    if arguments.has("--json") { return Terminal.print(["records": .array(records)], layout: .compact) }
    let style = TerminalStyle.current()
    for record in records {
      Terminal.print(style.spelled("for every machine: \(CalibrationText.sentence(record, now: nil))") + "\n")
    }
  }
}

/// `gnomon calibration verify`: whether the calibrations in force still hold.
struct CalibrationVerifyCommand: Command {
  let syntax = Syntax(
    name: "calibration verify", summary: "compare the calibrations in force with the sensors for half a minute",
    operands: "[mag|accel|gyro]", operandCount: 0...1,
    explanation: """
      Follow the instructions: keep still first, then turn about. The verdict on each kind is good, drifting (still usable;
      calibrate when there is time), redo, or unknown (too few readings). Exit status: 0 all are good, 1 one is drifting, 2 one
      has to be made again, 3 one could not be judged and no other is drifting or redo.
      """,
    options: [
      .value("--seconds", "S", "duration of the check (30)"),
      .flag("--plain", "no drawing: a line on each change"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon calibration verify", "before a walk"),
      ("gnomon calibration verify mag --json", "for a script: a line of JSON for each progress, then the verdicts"),
    ])

  func run(_ arguments: Arguments) throws {
    let kind = try arguments.operands.first.map(CalibrationText.kind)
    let seconds = try arguments.number("--seconds", in: 1...3600)
    let client = try DaemonCall.connect(arguments)
    client.setPatience(.seconds(60))
    var display = CalibrationDisplay(
      kind ?? .magnetometer, title: "gnomon calibration verify", keys: "q: stop", arguments)
    var isStopped = false
    var outcome: [CalibrationVerdictMessage] = [], refusal: ClientFault?
    do throws(ClientFault) {
      try client.calibration.verify(kind: kind?.rawValue, seconds: seconds) { message in
        outcome += message.verdicts ?? []
        guard let progress = message.progress else { return false }
        display.show(progress)
        isStopped = display.key() == .stop
        return !isStopped
      }
    } catch {
      refusal = error
    }
    display.end()
    if let refusal { throw CalibrationRefusal.failure(refusal) }
    if isStopped { throw Failure(status: .declined, message: "stopped") }
    if display.isJSON {
      Terminal.print(["verdicts": .array(outcome.map(\.json))], layout: .compact)
    } else {
      Terminal.draw(Verdicts.lines(outcome, display.style).map { $0 + "\n" }.joined())
    }
    if let failure = Verdicts.failure(outcome) { throw failure }
  }
}

extension CalibrationFile {
  /// The content for Import: an export unchanged, or the record from the file of a single calibration.
  static func imported(_ json: JSONValue) -> JSONValue {
    if let record = json["record"] {
      return ["schema": .integer(Int64(CalibrationRecord.schema)), "records": [record]]
    }
    return json
  }
}

/// The verdicts on the calibrations in force.
enum Verdicts {
  static func lines(_ verdicts: [CalibrationVerdictMessage], _ style: TerminalStyle) -> [String] {
    if verdicts.isEmpty { return ["no calibration is in force; 'gnomon calibrate mag' makes one"] }
    return verdicts.flatMap { verdict in
      let emphasis: TerminalStyle.Emphasis =
        switch verdict.verdict {
        case "good": .good
        case "drifting": .warning
        case "redo": .bad
        default: .dim
        }
      var lines = [style.emphasised(style.spelled("\(verdict.kind): \(verdict.verdict)"), emphasis)]
      lines += TextLayout.wrapped(style.spelled(verdict.english), max(20, style.columns - 3)).map { "  " + $0 }
      lines += FigureTable.lines(verdict.figures).map { TextLayout.fitted("    " + style.spelled($0), style.columns) }
      return lines
    }
  }

  /// The failure for scripts: redo before drifting before not judged; nil if all are good.
  static func failure(_ verdicts: [CalibrationVerdictMessage]) -> Failure? {
    func kinds(_ verdict: String) -> String {
      verdicts.filter { $0.verdict == verdict }.map { DaemonCall.plain($0.kind) }.joined(separator: ", ")
    }
    let redo = kinds("redo"), drifting = kinds("drifting")
    if !redo.isEmpty {
      let commands = verdicts.filter { $0.verdict == "redo" }.map { "'gnomon calibrate \(DaemonCall.plain($0.kind))'" }
      return Failure(status: .notReached, message: "\(redo): calibrate again: \(commands.joined(separator: ", "))")
    }
    if !drifting.isEmpty {
      return Failure(status: .failed, message: "\(drifting): drifting; calibrate when there is time")
    }
    if verdicts.isEmpty || verdicts.contains(where: { $0.verdict != "good" }) {
      return Failure(status: .declined, message: "not all calibrations could be judged")
    }
    return nil
  }
}
