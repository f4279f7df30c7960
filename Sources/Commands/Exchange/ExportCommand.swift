import Alignment
import CommandParts
import Formats
import Geodesy
import Geometry
import Playback
import Recordings
import Reports
import Samples
import SceneCommands
import Text
import Tracking
import Wire

/// `gnomon export`: the track of a recorded session, for other programs.
struct ExportCommand: Command {
  let syntax = Syntax(
    name: "export", summary: "write a recorded session as GPX, GeoJSON, KML, a table, MCAP, or a trajectory",
    operands: "FILE", operandCount: 1...1,
    explanation: """
      Runs the pipeline over FILE (gzip-compressed or not; - is standard input) and writes the resulting track and the fixes.
      Accuracies are of 68 %. GPX and KML have heights above the sea, GeoJSON and the table above the ellipsoid; if the
      recording does not state the difference of these, GPX and KML have no heights. Points before the place is known are not
      written. docs/files.md describes the fields.

      MCAP has the whole session: poses, transforms, fixes, the raw samples, corrections, the truth; as JSON in the schemas that
      Foxglove draws, or with --ros2 as ROS 2's messages. A trajectory (tum, kitti) is for evo and its like: of the track on the
      Earth (fused), of the scene (odometry), or of the truth. Both read FILE twice, so it cannot be standard input.
      """,
    options: [
      .value(
        "--to", "FORMAT", "gpx, geojson, kml, csv, mcap, tum or kitti (default: by the ending of OUT)",
        kind: .words(Self.formats)),
      .value("--output", "OUT", "output file; - is standard output (-)", short: "-o"),
      .value(
        "--what", "WHAT",
        "track, fixes, both, drawn (the track used for drawing) or all (default: both); of a trajectory: fused, odometry or truth"
      ),
      .value("--rate", "HZ", "points of the track a second (1), poses of MCAP (50), of a trajectory (all)"),
      .flag("--ros2", "MCAP: ROS 2's messages in CDR instead of JSON"),
    ] + ReplaySession.options + [.flag("--json", "print what was written as JSON")],
    examples: [
      ("gnomon export walk.gnomon -o walk.gpx", "for a map, or a route planner"),
      ("gnomon export walk.gnomon --what all --rate 5 -o walk.kml", "for Google Earth"),
      ("gnomon export walk.gnomon --to csv --what fixes", "the fixes as a table"),
      ("gnomon export walk.gnomon -o walk.mcap", "the whole session, for Foxglove"),
      ("gnomon export walk.gnomon --ros2 -o walk.mcap", "the same for ros2 bag play, RViz and PlotJuggler"),
      ("gnomon export walk.gnomon -o walk.tum --what odometry", "the odometry alone, for evo"),
    ])

  static let formats = TrackFormat.allCases.map(\.rawValue) + SessionFileCommand.Form.allCases.map(\.rawValue)

  private static let choices: [(name: String, kinds: [Track.Kind])] = [
    ("track", [.fused]), ("fixes", [.fixes]), ("both", [.fused, .fixes]), ("drawn", [.drawn]),
    ("all", [.fused, .drawn, .fixes]),
  ]

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0], output = arguments.text("--output") ?? "-"
    guard output != "-" || !arguments.has("--json") else {
      throw Failure.usage("--json writes to standard output; name a file with -o", syntax)
    }
    if output == path && output != "-" {
      throw Failure.usage("-o names the recording itself; name another file", syntax)
    }
    let name = try formatName(arguments, output)
    if let form = SessionFileCommand.Form(rawValue: name) {
      return try SessionFileCommand(form, path, output, arguments, syntax).run()
    }
    guard let format = TrackFormat(rawValue: name) else { throw Failure.unknown("format", name, among: Self.formats) }
    if arguments.has("--ros2") { throw Failure.usage("--ros2 is for MCAP (--to mcap)", syntax) }
    let what = arguments.text("--what") ?? "both"
    guard let choice = Self.choices.first(where: { $0.name == what }) else {
      throw Failure.unknown("choice for --what", what, among: Self.choices.map(\.name))
    }
    let step = TimeSpan(1 / (try arguments.number("--rate", in: 0.001...1000) ?? 1))

    var session = try ReplaySession(path, arguments, syntax)
    var recorder = TrackRecorder(step: step)
    let fault = session.pass { passage, _ in
      guard case .sample(let sample) = passage.line, !passage.isWithheld else { return }
      if case .fix(let fix) = sample, sample.refusal == nil { recorder.record(fix) }
      if let pose = passage.pose { recorder.record(pose) }
    }
    if let fault { throw fault }
    let tracks = recorder.finish().filter { choice.kinds.contains($0.kind) }
    guard tracks.contains(where: { $0.count > 0 }) else {
      let why =
        recorder.hasFixes
        ? "the place never became known; --what fixes writes the fixes" : "it has no fix"
      throw Failure.data("\(path): nothing to write: \(why)")
    }
    let title = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
    var file = try OutputFile(path: output)
    TrackExport(format, name: title, creator: "gnomon \(Release.version)").write(tracks, to: &file.text)
    try file.close()
    printSummary(tracks, recorder, path, output, format, arguments)
  }

  private func printSummary(
    _ tracks: [Track], _ recorder: TrackRecorder, _ path: String, _ output: String, _ format: TrackFormat,
    _ arguments: Arguments
  ) {
    var notes: [String] = []
    if !recorder.knowsUTC { notes.append("the recording does not contain the time of day, so no times are written") }
    if !recorder.knowsSeparation, format == .gpx || format == .kml {
      notes.append(
        "the recording does not state the geoid's height above the ellipsoid, so no heights above the sea are written")
    }
    if arguments.has("--json") {
      return Terminal.print([
        "file": .string(output), "format": .string(format.rawValue),
        "tracks": .array(
          tracks.map {
            [
              "track": .string($0.kind.rawValue), "points": .integer(Int64($0.count)),
              "segments": .integer(Int64($0.segments.count)),
            ]
          }),
        "notes": .array(notes.map(JSONValue.string)),
      ])
    }
    let counts = tracks.map {
      $0.kind == .fixes ? "\($0.count) fixes" : "\($0.count) points of the \($0.kind.title.lowercased())"
    }
    if output != "-" { Terminal.inform("\(output): \(counts.joined(separator: ", "))") }
    for note in notes { Terminal.inform("\(path): \(note)") }
  }

  private func formatName(_ arguments: Arguments, _ output: String) throws(Failure) -> String {
    let ending = output.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let name = arguments.text("--to") ?? (Self.formats.contains(ending) ? ending : nil) else {
      throw .usage(
        "give --to FORMAT, because the output's ending names no format: \(Self.formats.joined(separator: ", "))", syntax
      )
    }
    guard Self.formats.contains(name) else { throw .unknown("format", name, among: Self.formats) }
    return name
  }
}
