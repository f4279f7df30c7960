import CommandParts
import Formats
import Geodesy
import Geometry
import Odometry
import Playback
import Recordings
import Samples
import SceneCommands
import Sensors
import Text
import Tracking
import Wire

/// `gnomon import`: makes a recording from another program's log.
struct ImportCommand: Command {
  let syntax = Syntax(
    name: "import", summary: "make a recording from the log of a phone's app or of a receiver",
    operands: "LOG", operandCount: 1...1,
    explanation: """
      LOG is a text file of Android's GnssLogger or GPSTest (also gzip), a folder or .zip exported by phyphox or Sensor Logger,
      or the output of a GNSS receiver (NMEA, UBX, SiRF …). A receiver's log is read by a gpsd that this command starts and ends;
      a gpsd that already runs is not affected.

      The format is found from the content. Units and signs are converted to those of a recording, accuracies of 68 % to 95 %,
      and all sensors are merged by time. Lines that are not samples, go backwards in time or repeat a time are refused, with
      reason and place. docs/exchange.md describes the data of each logger and how to record with it.
      """,
    options: [
      .value("--output", "FILE", "output file; gzip if it ends in .gz; - is standard output", short: "-o"),
      .value("--format", "NAME", "gnss-logger, phyphox, sensor-logger or receiver (default: found from the content)"),
      .value("--profile", "WHO", "write this profile into the recording (hand for a phone, none for a receiver)"),
      .value(
        "--provider", "NAME",
        "GnssLogger: provider of the fixes: gps, flp or nlp (default: the first of these that is present)"),
      .value(
        "--separation", "METRES", "phyphox: the geoid above the ellipsoid here, if heights are given above the sea"),
      .json,
    ],
    examples: [
      ("gnomon import gnss_log_2026_05_09_10_00_00.txt -o walk.gnomon", "a log of GnssLogger"),
      ("gnomon import 2026-05-09_08-00-00.zip -o walk.gnomon.gz", "an export of Sensor Logger or phyphox"),
      (
        "gnomon import ride.ubx -o ride.gnomon && gnomon export ride.gnomon -o ride.gpx", "a receiver's log, as a track"
      ),
    ])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    guard let output = arguments.text("--output") else { throw Failure.usage("-o FILE is needed", syntax) }
    guard output != "-" || !arguments.has("--json") else {
      throw Failure.usage("-o - and --json cannot both write to standard output", syntax)
    }
    if output == path { throw Failure.data("\(output): would overwrite the input; name another output") }
    var named: LoggerFormat?
    if let name = arguments.text("--format") {
      named = LoggerFormat(rawValue: name)
      if named == nil { throw Failure.unknown("log format", name, among: LoggerFormat.allCases.map(\.rawValue)) }
    }
    let profile = try arguments.text("--profile").map { (_) in try ReplaySession.profile(arguments, recorded: nil) }
    let separation = try arguments.number("--separation", in: -1000...1000).map(Length.init)

    let files = try LogFiles(path)
    let format = try named ?? files.format()
    let session: LoggedSession
    var unread: [String] = []
    switch format {
    case .gnssLogger:
      session = try Self.read(GNSSLog(provider: arguments.text("--provider")), files, &unread)
    case .phyphox: session = try Self.read(PhyphoxExport(separation: separation), files, &unread)
    case .sensorLogger: session = try Self.read(SensorLoggerExport(), files, &unread)
    case .receiver: session = try Self.receive(files)
    }
    let summary = ImportSummary(path: path, output: output, format: format, session: session, unread: unread)
    guard !session.isEmpty else {
      throw Failure.data("\(path): no sample in it, read as \(format.title)\n\(summary.details)".trimmed)
    }
    try write(session, from: files, format, profile ?? (format == .receiver ? nil : .hand), to: output)
    if arguments.has("--json") {
      Terminal.print(summary.json)
    } else {
      Terminal.inform(summary.text)
    }
  }

  private static func read(
    _ parser: some LogParser, _ files: LogFiles, _ unread: inout [String]
  ) throws(Failure) -> LoggedSession {
    var parser = parser
    let chosen = parser.choose(from: files.names)
    unread = files.names.filter { !chosen.contains($0) }
    for name in chosen {
      var lines = LogLines(), waiting = Waiting("reading \(name)"), done = 0
      defer { waiting.end() }
      parser.startFile(chosen.count > 1 ? name : "")
      try files.forEachPiece(of: name) { piece in
        lines.feed(piece, to: &parser)
        done += piece.count
        waiting.show(bytes: done)
        return true
      }
      lines.finish(&parser)
    }
    return parser.finish()
  }

  private static func receive(_ files: LogFiles) throws(Failure) -> LoggedSession {
    guard files.names.count == 1 else { throw .data("\(files.path): a receiver's log is one file") }
    var bytes = try files.contents(of: files.names[0])[...]
    // Logs of gpsd's own tests begin with comments.
    while bytes.first == UInt8(ascii: "#"), let end = bytes.firstIndex(of: 0x0a) { bytes = bytes[(end + 1)...] }
    var waiting = Waiting("gpsd reads \(files.path)")
    defer { waiting.end() }
    do throws(ReceiverLog.Fault) {
      let log = try ReceiverLog()
      let fixes = try log.fixes(of: Array(bytes)) { done in
        waiting.show("\(bytes.isEmpty ? 100 : done * 100 / bytes.count) %")
      }
      return LoggedSession(receiver: fixes)
    } catch {
      switch error {
      case .notInstalled: throw Failure(status: .unavailable, message: "\(files.path): \(error)")
      case .notPermitted: throw Failure(status: .permission, message: "\(files.path): \(error)")
      case .cannotStart, .stopped: throw .inputOutput("\(files.path): \(error)")
      }
    }
  }

  private func write(
    _ session: LoggedSession, from files: LogFiles, _ format: LoggerFormat, _ profile: Profile?, to output: String
  ) throws(Failure) {
    let name = files.path.split(separator: "/").last.map(String.init) ?? files.path
    var metadata: [(key: String, value: String)] = []
    if !session.device.isEmpty { metadata.append(("device", session.device)) }
    if let started = session.started { metadata.append(("started", started.description)) }
    if let profile { metadata.append(("profile", profile.rawValue)) }
    if session.calibration != CalibrationSet() { metadata.append(("calibration", session.calibration.json.text)) }
    metadata.append(("note", "imported from \(name), recorded by \(format.title), with gnomon \(Release.version)"))
    var progress = Progress("writing \(output)"), written = 0
    let total = LineTag.allCases.reduce(0) { $0 + session.count($1) }
    try attempt { () throws(RecordingFault) in
      let writer = try RecordingWriter(path: output)
      for (key, value) in metadata { try writer.append(.metadata(key: key, value: value)) }
      try session.forEachLine { (line) throws(RecordingFault) in
        written += 1
        progress.show(Double(written) / Double(total))
        try writer.append(line)
      }
      try writer.close()
    }
    progress.end()
  }
}
