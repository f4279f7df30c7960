import CommandParts
import Geodesy
import Geometry
import Loggers
import Odometry
import Playback
import Recordings
import Samples
import SceneCommands
import Sensors
import Text
import Tracking
import Wire

/// `gnomon import`: makes a recording from other programs' logs.
struct ImportCommand: Command {
  let syntax = Syntax(
    name: "import", summary: "make a recording from the log of a phone's app, a receiver, a robot or a table",
    operands: "LOG...", operandCount: 1...16,
    explanation: """
      LOG is a text file of Android's GnssLogger or GPSTest (also gzip), a folder or .zip exported by phyphox or Sensor Logger,
      the output of a GNSS receiver (NMEA, UBX, SiRF …), a track of GPX, a trajectory in TUM's form, a folder of EuRoC's form,
      a bag of ROS 2 in MCAP files, or any table whose columns --columns names. A receiver's log is read by a gpsd that this
      command starts and ends; a gpsd that already runs is not affected.

      The format is found from the content. Units and signs are converted to those of a recording, accuracies of 68 % to 95 %,
      and all sensors are merged by time. Lines that are not samples, go backwards in time or repeat a time are refused, with
      reason and place. Several LOGs of one session become one recording: an inertial sensor's table, a tracker's trajectory, a
      watch's track. docs/files.md describes the data of each format and how to record with a phone.
      """,
    options: [
      .value("--output", "FILE", "output file; gzip if it ends in .gz; - is standard output", short: "-o"),
      .value(
        "--format", "NAME",
        "\(LoggerFormat.allCases.map(\.rawValue).joined(separator: ", ")) (default: found from the content)",
        kind: .words(LoggerFormat.allCases.map(\.rawValue))),
      .value(
        "--columns", "SPEC",
        "of a table: QUANTITY=COLUMN[:UNIT],…; t, ax ay az, gx gy gz, mx my mz, pressure, lat lon height …; repeatable"),
      .value(
        "--axes", "X,Y,Z",
        "where the log's axes point on the body: of right, left, up, down, front, back (ROS, TUM: front,left,up)"),
      .value(
        "--up", "AXIS", "the axis of a trajectory's world that points up: z (default) or y", kind: .words(["z", "y"])),
      .value("--topic", "NAME", "of a bag: read this topic (default: the first of each kind); repeatable"),
      .value("--profile", "WHO", "write this profile into the recording (hand for a phone, none for others)"),
      .value(
        "--provider", "NAME",
        "GnssLogger: provider of the fixes: gps, flp or nlp (default: the first of these that is present)"),
      .value(
        "--separation", "METRES",
        "phyphox, GPX: the geoid above the ellipsoid here, if heights are given above the sea"),
      .json,
    ],
    examples: [
      ("gnomon import gnss_log_2026_05_09_10_00_00.txt -o walk.gnomon", "a log of GnssLogger"),
      ("gnomon import 2026-05-09_08-00-00.zip -o walk.gnomon.gz", "an export of Sensor Logger or phyphox"),
      (
        "gnomon import ride.ubx -o ride.gnomon && gnomon export ride.gnomon -o ride.gpx", "a receiver's log, as a track"
      ),
      (
        "gnomon import imu.csv --columns t=time:ms,ax=ax:g,ay=ay:g,az=az:g --columns gx=gx:deg/s,gy=gy:deg/s,gz=gz:deg/s -o imu.gnomon",
        "any table"
      ),
      ("gnomon import bag_folder -o robot.gnomon", "a bag of ROS 2, recorded with --storage mcap"),
    ])

  func run(_ arguments: Arguments) throws {
    let paths = arguments.operands
    guard let output = arguments.text("--output") else { throw Failure.usage("-o FILE is needed", syntax) }
    guard output != "-" || !arguments.has("--json") else {
      throw Failure.usage("-o - and --json cannot both write to standard output", syntax)
    }
    if paths.contains(output) { throw Failure.data("\(output): would overwrite the input; name another output") }
    let profile = try arguments.text("--profile").map { (_) in try ReplaySession.profile(arguments, recorded: nil) }
    let options = try LogOptions(arguments, syntax)

    var logs: [ImportedLog] = []
    for path in paths { logs.append(try ImportedLog(path, options)) }
    var session = logs[0].session
    for log in logs.dropFirst() {
      do throws(LogRefusal) { try session.merge(log.session, named: log.path) } catch {
        throw Failure.data("\(log.path): \(error.reason)")
      }
    }
    if logs.count > 1 { session.addNotesOnMissingSensors() }
    let summary = ImportSummary(
      path: paths.joined(separator: " "), output: output, formats: logs.map(\.format), session: session,
      unread: logs.flatMap(\.unread))
    guard !session.isEmpty else {
      throw Failure.data("\(summary.path): no sample in it, read as \(summary.title)\n\(summary.details)".trimmed)
    }
    let isPhone = logs.contains { [.gnssLogger, .phyphox, .sensorLogger].contains($0.format) }
    try write(session, logs, profile ?? (isPhone ? .hand : nil), to: output)
    if arguments.has("--json") {
      Terminal.print(summary.json)
    } else {
      Terminal.inform(summary.text)
    }
  }

  private func write(
    _ session: LoggedSession, _ logs: [ImportedLog], _ profile: Profile?, to output: String
  ) throws(Failure) {
    let origins = logs.map { log in
      "\(log.path.split(separator: "/").last.map(String.init) ?? log.path), recorded by \(log.format.title)"
    }
    var metadata: [(key: String, value: String)] = []
    if !session.device.isEmpty { metadata.append(("device", session.device)) }
    if let started = session.started { metadata.append(("started", started.description)) }
    if let profile { metadata.append(("profile", profile.rawValue)) }
    if session.calibration != CalibrationSet() { metadata.append(("calibration", session.calibration.json.text)) }
    metadata.append(
      ("note", "imported from \(origins.joined(separator: "; ")), with gnomon \(Release.version)"))
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
