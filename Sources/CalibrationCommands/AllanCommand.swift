import Allan
import CalibrationRecords
import Calibrators
import CommandParts
import Geometry
import Recordings
import Reports
import Samples
import SceneCommands
import Text
import Wire

/// `gnomon allan`: the noise of a sensor, from a recording at rest.
struct AllanCommand: Command {
  let syntax = Syntax(
    name: "allan", summary: "compute a sensor's noise from a recording at rest, and the parameters that follow",
    operands: "RECORDING", operandCount: 1...1,
    explanation: """
      The Allan deviation of each axis over the averaging time, and the noises that explain it (IEEE Std 952): white noise at slope
      −1/2, instability where it is flat, random walk at slope +1/2; each with its 95 % interval. The device has to lie still and
      undisturbed: a few minutes show the white noise, three hours show the instability. Only the longest stretch without a hole
      is used. The filter needs larger values than those measured at rest; both are printed and labeled. Exit status 1 if the
      recording cannot be used, with the reason.
      """,
    options: [
      .value("--sensor", "WHICH", "gyro or accel (both)", kind: .words(["gyro", "accel"])),
      .value("--page", "OUT.html", "write the plots as one HTML page; - is standard output"),
      .json,
    ],
    examples: [
      ("gnomon record start night && sleep 3h && gnomon record stop", "the recording, at rest"),
      ("gnomon allan night.gnomon.gz", "coefficients, plots and the lines to paste"),
      ("gnomon allan night.gnomon.gz --sensor gyro --page night.html", "the plots as a page"),
    ])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    var sensors = AllanRecorder.Sensor.allCases
    if let name = arguments.text("--sensor") {
      guard let sensor = AllanRecorder.Sensor(rawValue: name) else {
        throw Failure.unknown("sensor", name, among: sensors.map(\.rawValue))
      }
      sensors = [sensor]
    }
    let page = arguments.text("--page")
    if page == "-", arguments.has("--json") {
      throw Failure.usage("--page - and --json cannot both write to standard output", syntax)
    }
    if page == path { throw Failure.usage("--page names the recording itself; name another file", syntax) }

    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: path) }
    var recorder = AllanRecorder(), progress = Progress("reading \(path)")
    while let line = try attempt({ () throws(RecordingFault) in try reader.next() }) {
      progress.show(reader.fractionRead)
      if case .sample(let sample) = line, sample.refusal == nil { recorder.ingest(sample) }
    }
    progress.end()
    var reports: [AllanReport] = [], failures: [(AllanRecorder.Sensor, CalibrationFailure)] = []
    for sensor in sensors {
      do throws(CalibrationFailure) { reports.append(try recorder.result(of: sensor)) } catch {
        failures.append((sensor, error))
      }
    }
    let style = TerminalStyle.current()
    if arguments.has("--json") {
      Terminal.print(.object(reports.map { JSONMember($0.sensor.rawValue, AllanText.json($0)) }), layout: .compact)
    } else if page != "-" {
      Terminal.draw(
        reports.map { AllanText.lines($0, style).map { $0 + "\n" }.joined() }.joined(separator: "\n"))
    }
    if let page, !reports.isEmpty {
      var text = TextBuffer(capacity: 1 << 16)
      AllanPage(
        reports, title: path == "-" ? "standard input" : DaemonCall.plain(path), generator: "gnomon \(Release.version)"
      )
      .write(to: &text)
      var file = try OutputFile(path: page)
      file.text = text
      try file.close()
      if page != "-" { Terminal.inform("\(page): \(CommandParts.text(Double(text.count) / 1000, 0)) kB") }
    }
    for (sensor, failure) in failures {
      Terminal.inform("\(path): \(sensor.rawValue): \(failure.finding): \(failure.remedy)")
    }
    if !failures.isEmpty {
      throw Failure.data("\(path): not analysed: \(failures.map(\.0.rawValue).joined(separator: ", "))")
    }
  }
}
