import Alignment
import CommandParts
import EngineSettings
import Geodesy
import Geometry
import Methods
import Odometry
import Playback
import Recordings
import Reports
import Samples
import SceneCommands
import Text
import Tracking

/// `gnomon replay`: runs the daemon's pipeline over a recording, as fast as possible.
struct ReplayCommand: Command {
  let syntax = Syntax(
    name: "replay", summary: "run the pipeline over a recording: write poses, score them against the truth",
    operands: "FILE", operandCount: 0...1, operandKinds: [.recording],
    explanation: """
      Runs the same pipeline as the daemon, as fast as possible. FILE may be gzip-compressed; - is standard input. Each row
      has the scene pose, the fused place with its 68 % accuracies, the yaw between scene and Earth, and the states. A row
      never depends on a later line, and the same FILE and options give the same bytes. --list-columns explains the columns of
      --poses; --explain writes that into the file, as comments. Rows of - arrive while FILE is still being written.

      GeoPoses (OGC 21-056r11) are the same poses for other programs, once the place is known: a forward-left-up body in
      east, north, up at its place. The forms quaternion (Basic-Quaternion), ypr (Basic-YPR) and advanced (Advanced, with
      the time) have accuracies and validity beside the standard's members. The form strict (Basic-Quaternion) has only the
      standard's members, and leaves out invalid rows: place beyond localized.lost_radius (20 m), heading beyond
      localized.lost_heading (25°), or motion not tracked normally.

      --aids has a row for each measurement of an aiding source: the measured and the expected value, whether it was fused or
      refused and why, and the change of the heading. Innovation is measured less expected. docs/troubleshooting.md explains the columns.
      """,
    options: [
      .value("--poses", "OUT.csv", "write one row per gyroscope sample; - is standard output"),
      .value("--geopose", "OUT.jsonl", "write one OGC GeoPose per row; - is standard output"),
      .value(
        "--geopose-form", "FORM", "quaternion (default), ypr, strict or advanced",
        kind: .words(GeoPose.Form.allCases.map(\.rawValue))),
      .value("--rate", "HZ", "write at most this many rows a second"),
      .flag("--explain", "with --poses: comments with the unit and meaning of each column, before the rows"),
      .flag("--list-columns", "print the columns of --poses with their units and meanings; needs no FILE"),
      .flag("--score", "print the accuracy against the recording's truth, with units"),
      .value("--save-state", "OUT.json", "write the learned state at the end; - is standard output"),
      .value("--corrections", "OUT.csv", "write one row per correction of the alignment; - is standard output"),
      .flag("--pairs", "with --corrections: write the pairs of each correction too"),
      .value("--aids", "OUT.csv", "write one row per measurement of each aiding source; - is standard output"),
    ] + ReplaySession.options + [
      .flag(
        "--list",
        "print the parameters with their defaults, and the effect of larger and smaller values; with --profile those that it reads, with --method those of the methods too"
      ),
      .json,
    ],
    examples: [
      ("gnomon replay walk.gnomon --poses poses.csv --score", "poses for a spreadsheet, and their accuracy"),
      ("gnomon replay walk.gnomon --geopose - --rate 10", "ten GeoPoses a second, for a program that reads them"),
      ("gnomon replay walk.gnomon --save-state state.json", "the learned state, for the start of a later session"),
      ("gnomon replay walk.gnomon --aids aids.csv", "every measurement, and whether it was fused"),
      ("gnomon replay ride.gnomon --hide-fixes 120:30 --score", "the error of dead reckoning in a tunnel"),
    ])

  func run(_ arguments: Arguments) throws {
    if arguments.has("--list") { return try list(arguments) }
    if arguments.has("--list-columns") { return PoseTable.printColumns(asJSON: arguments.has("--json")) }
    if arguments.has("--explain"), arguments.text("--poses") == nil {
      throw Failure.usage("--explain needs --poses OUT.csv", syntax)
    }
    guard let path = arguments.operands.first else { throw Failure.usage("expected \(syntax.operands)", syntax) }
    let rate = try arguments.number("--rate", in: 0.01...10_000)
    var session = try ReplaySession(path, arguments, syntax)

    try refuseSharedOutputs(arguments)
    var saved = try StateFile(path: arguments.text("--save-state"))
    var geoPoses = try geoPoseTable(arguments)
    var table = try PoseTable(path: arguments.text("--poses"), isExplained: arguments.has("--explain"))
    if arguments.has("--pairs"), arguments.text("--corrections") == nil {
      throw Failure.usage("--pairs needs --corrections OUT.csv to write them to", syntax)
    }
    var corrections = try CorrectionTable(
      path: arguments.text("--corrections"), listsPairs: arguments.has("--pairs"))
    var aids = try AidTable(path: arguments.text("--aids"))
    let isScored = arguments.has("--score")
    var truth = TruthComparison()
    var summary = ReplaySummary(profile: session.profile)
    var nextRow = BootInstant(nanoseconds: .min)
    let fault = try session.pass { (passage, session) throws(Failure) in
      if isScored { truth.record(passage.line) }
      guard case .sample(let sample) = passage.line else { return }
      summary.record(sample)
      guard !passage.isWithheld else {
        summary.hidden += 1
        return
      }
      if case .fix(let fix) = sample { geoPoses.record(fix) }
      try aids.add(session.tracker, after: sample)
      for correction in session.corrections {
        summary.record(correction)
        let pairs = session.pairs(of: correction)
        try corrections.add(correction, pairs: pairs.count)
        for pair in pairs { try corrections.add(pair, of: correction) }
      }
      guard let pose = passage.pose else { return }
      summary.record(pose)
      if isScored { truth.record(pose) }
      guard pose.time >= nextRow else { return }
      if let rate {
        // on a grid, so that thinning does not drift against the samples
        let step = TimeSpan(1 / rate)
        nextRow = nextRow.nanoseconds == .min || pose.time - nextRow > step ? pose.time + step : nextRow + step
      }
      try table.add(pose)
      try geoPoses.add(pose)
    }
    try table.close()
    try corrections.close()
    try aids.close()
    try geoPoses.close()
    let tracker = session.tracker
    try saved.close(with: tracker.learned)
    for unknown in session.unknownRecorded { Terminal.inform("\(path), #,configuration: \(unknown); ignored") }
    if let recorded = session.metadata["profile"], recorded != session.profile.rawValue, recorded != "free" {
      Terminal.inform(
        "\(path), #,profile: recorded as \(recorded), replayed as \(session.profile.rawValue), as --profile says")
    }
    for unread in session.unreadRecorded { Terminal.inform("\(path), #,configuration: \(unread)") }
    for fault in tracker.notRemembered { Terminal.inform("\(session.remembered.source): \(fault); not used") }
    // A recording that breaks off before its first pose.
    if summary.poses == 0, let fault { throw fault }
    if summary.poses == 0 { throw Failure.data("\(path): \(summary.whyNoPoses)") }

    if arguments.has("--geopose") { summary.geoPoses = (geoPoses.form, geoPoses.tally) }
    summary.counters = tracker.counters
    summary.refusals = session.refusals
    summary.refused = session.refused
    var accuracy: Accuracy?
    if isScored {
      if truth.references == 0 { throw Failure.data("\(path): no truth (R lines) to score against") }
      truth.close()
      accuracy = Accuracy(truth, hidden: session.hidden)
    }
    if arguments.has("--json") {
      Terminal.print(summary.json(accuracy))
    } else {
      if let accuracy { Terminal.print(accuracy.text) }
      Terminal.inform("\(path): \(summary.text)\n\(path): \(summary.ending)")
      if !isScored, !Self.outputs.contains(where: arguments.has) {
        Terminal.inform(
          "--poses OUT.csv writes them, --score compares them with a truth, 'gnomon report \(path)' shows them")
      }
      if let poses = arguments.text("--poses"), poses != "-" {
        Terminal.inform("\(poses): \(table.rows) rows; 'gnomon replay --list-columns' explains the columns")
      }
    }
    // The part before the break is scored and summarized; the status says that there was one.
    if let fault { throw fault }
  }

  /// The options that write a file.
  private static let outputs = ["--poses", "--geopose", "--corrections", "--aids", "--save-state"]

  /// Refuses two outputs to the same file.
  private func refuseSharedOutputs(_ arguments: Arguments) throws(Failure) {
    let outputs = Self.outputs.compactMap { option in
      arguments.text(option).map { (option: option, path: $0) }
    }
    for (index, output) in outputs.enumerated() {
      if let other = outputs[..<index].first(where: { $0.path == output.path }) {
        throw .usage("\(other.option) and \(output.option) cannot both be written to \(output.path)", syntax)
      }
    }
  }

  private func geoPoseTable(_ arguments: Arguments) throws(Failure) -> GeoPoseTable {
    let path = arguments.text("--geopose")
    var form = GeoPose.Form.quaternion
    if let name = arguments.text("--geopose-form") {
      guard path != nil else { throw .usage("--geopose-form needs --geopose OUT.jsonl", syntax) }
      guard let named = GeoPose.Form(rawValue: name) else {
        throw .unknown("GeoPose form", name, among: GeoPose.Form.allCases.map(\.rawValue))
      }
      form = named
    }
    return try GeoPoseTable(path: path, form: form)
  }

  private func list(_ arguments: Arguments) throws(Failure) {
    let profile = try ReplaySession.profile(arguments, recorded: nil)
    let isOfOne = arguments.text("--profile") != nil
    let engine = ListedParameter.all(of: TrackerParameters.table, .engine, TrackerParameters(profile: profile)) {
      TrackerParameters.readers(of: $0)
    }
    var listed = engine.filter { !isOfOne || TrackerParameters.unread($0.name, by: profile) == nil }
    if try ReplaySession.method(arguments) != nil {
      listed += ListedParameter.all(of: MethodParameters.table, .methods, MethodParameters()) { _ in Profile.allCases }
    }
    if arguments.has("--json") { return Terminal.print(.array(listed.map(\.json))) }
    let width = listed.map(\.name.count).max() ?? 0
    Terminal.print(
      listed.map { parameter in
        let value = "\(parameter.value) \(parameter.unit)"
        return "\(parameter.name.padded(to: width))  \(value.padded(to: 20))  \(parameter.meaning)\n"
          + parameter.effects.text
      }.joined())
  }
}

/// A parameter as `--list` shows it.
private struct ListedParameter {
  var name: String, value: String, unit: String, meaning: String
  var effects: ParameterEffects
  var profiles: [Profile]

  static func all<Root>(
    of table: ParameterTable<Root>, _ effects: ParameterEffects.Table, _ defaults: Root, readers: (String) -> [Profile]
  ) -> [ListedParameter] {
    table.parameters.map {
      ListedParameter(
        name: $0.name, value: $0.text(defaults), unit: $0.unit, meaning: $0.meaning,
        effects: ParameterEffects.of($0.name, in: effects),
        profiles: readers($0.name))
    }
  }

  var json: JSONValue {
    [
      "name": .string(name), "default": .string(value), "unit": .string(unit), "meaning": .string(meaning),
      "effects": effects.json, "profiles": .array(profiles.map { .string($0.rawValue) }),
    ]
  }
}
