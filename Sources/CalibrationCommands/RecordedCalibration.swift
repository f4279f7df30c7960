import Bridge
import CalibrationRecords
import Calibrators
import CommandParts
import Geodesy
import Geometry
import Recordings
import Samples
import SceneCommands
import Text
import Wire

/// A calibration from a recording: the daemon's calibrators over its samples, which are uncalibrated by contract
/// (docs/files.md). The same recording and options give the same result.
struct RecordedCalibration {
  let kind: CalibrationKind
  let recording: String
  /// The start in the recording's own seconds; nil for its first sample.
  let start: Double?
  let seconds: Double?
  let turns: Int?
  /// The lowest grade that is written; nil writes any.
  let least: CalibrationGrade?
  let output: String?
  let syntax: Syntax

  func run(_ arguments: Arguments) throws(Failure) {
    if recording == "-" {
      throw .usage("--from needs a file, because it is read twice: for the place and for the samples", syntax)
    }
    if output == recording { throw .usage("--out names the recording itself; name another file", syntax) }
    if output == "-", arguments.has("--json") {
      throw .usage("--out - and --json cannot both write to standard output", syntax)
    }
    let session = try RecordedSurroundings(recording, knowsPlace: !arguments.has("--unknown-place"))
    var calibrator = session.calibrator(kind, turns: turns)
    var display = CalibrationDisplay(kind, title: "", arguments)
    // Nothing is drawn, because this takes only a moment.
    display.end()
    let (began, ended) = try feed(&calibrator, leaningOn: kind.leans(on: session.corrections), &display)
    let result: CalibrationResult
    do throws(CalibrationFailure) { result = try calibrator.result() } catch {
      display.show(CalibrationFailureMessage(error))
      throw .data("\(recording): not calibrated: \(error.reason.rawValue)")
    }
    let record = CalibrationRecord(
      result, of: session.sensors(kind), made: session.time(at: ended), software: "gnomon \(Release.version)",
      system: "",
      magneticModel: kind == .magnetometer ? session.modelText : nil)
    if output != "-" {
      display.show(CalibrationResultMessage(record))
      if !display.isJSON, session.surroundings.field == nil, kind == .magnetometer {
        Terminal.inform("\(recording): the Earth's field there is not known; strength and dip are not checked")
      }
    }
    let helps = !result.remarks.contains { $0.code == CalibrationPhrase.noBetter }
    if let least, result.grade < least || !helps {
      let reason =
        helps ? "\(result.grade.rawValue) is less than \(least.rawValue)" : "it does not make the readings any better"
      if display.isJSON { display.conclude("rejected", ["reason": .string(reason)], "") }
      throw Failure(status: .declined, message: "\(recording): \(reason)\(output == nil ? "" : "; nothing is written")")
    }
    guard let output else { return }
    try write(record, to: output)
    if output != "-" {
      display.conclude(
        "written",
        ["file": .string(output), "from_s": .number(began), "to_s": .number(Double(ended.nanoseconds) * 1e-9)],
        "\(output): for 'gnomon replay --calibration' and 'gnomon calibration import'")
    }
  }

  /// Feeds the samples of the stretch to the calibrator; returns the stretch's first and last time.
  private func feed(
    _ calibrator: inout any Calibrator, leaningOn corrections: CalibrationSet, _ display: inout CalibrationDisplay
  ) throws(Failure) -> (Double, BootInstant) {
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: recording) }
    var progress = Progress("reading \(recording)")
    var began = start.map { BootInstant(seconds: $0) }, ended: BootInstant?
    var nextReport = BootInstant(nanoseconds: .min), temperature: Temperature?
    while let line = try attempt({ () throws(RecordingFault) in try reader.next() }) {
      progress.show(reader.fractionRead)
      guard case .sample(let sample) = line, sample.refusal == nil else { continue }
      switch sample {
      case .accelerometer, .gyroscope, .magnetometer, .temperature: break
      case .barometer, .fix, .antennas, .outsidePose, .input: continue
      }
      let time = sample.time, first = began ?? time
      began = first
      guard time >= first else { continue }
      if let seconds, (time - first).value > seconds {
        // Samples are in the order of arrival, and those of one sensor may be late.
        if (time - first).value > seconds + 2 { break }
        continue
      }
      ended = max(ended ?? time, time)
      switch sample {
      case .accelerometer(let sample): calibrator.ingest(.accelerometer(corrections.corrected(sample, at: temperature)))
      case .gyroscope(let sample): calibrator.ingest(.gyroscope(corrections.corrected(sample, at: temperature)))
      case .magnetometer(let sample): calibrator.ingest(.magnetometer(corrections.corrected(sample)))
      case .temperature(let reading):
        if reading.sensor == .imu { temperature = reading.temperature }
        calibrator.ingest(sample)
      default: calibrator.ingest(sample)
      }
      if display.isJSON, time >= nextReport {
        nextReport = time + TimeSpan(10)
        display.show(CalibrationProgressMessage(calibrator.progress, elapsed: (time - first).value))
      }
    }
    progress.end()
    guard let began, let ended else {
      throw .data("\(recording): no inertial or magnetic samples in the requested stretch")
    }
    return (Double(began.nanoseconds) * 1e-9, ended)
  }

  /// Writes a file for both 'replay --calibration' (the corrections, by sensor) and 'calibration import' (the record).
  private func write(_ record: CalibrationRecord, to path: String) throws(Failure) {
    var file = try OutputFile(path: path)
    CalibrationFile.json(record).write(to: &file.text, layout: .indented)
    try file.endLine()
    try file.close()
  }
}

/// A calibration in a file of its own: the corrections by sensor, as in a recording's `#,calibration`, and the record.
enum CalibrationFile {
  static func json(_ record: CalibrationRecord) -> JSONValue {
    .object((record.corrections.json.object ?? []) + [JSONMember("record", record.json)])
  }
}

/// The place, time and device of a recording.
struct RecordedSurroundings {
  let surroundings: CalibrationSurroundings
  let modelText: String?
  private let metadata: [String: String]
  private let fix: Fix?
  private let firstTime: BootInstant?

  /// Reads up to the first fix whose stated error is at most 100 m.
  init(_ path: String, knowsPlace: Bool) throws(Failure) {
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: path) }
    var metadata: [String: String] = [:], found: Fix?, first: BootInstant?
    while found == nil, let line = try attempt({ () throws(RecordingFault) in try reader.next() }) {
      switch line {
      case .metadata(let key, let value): metadata[key] = value
      case .sample(let sample):
        first = first ?? sample.time
        guard case .fix(let fix) = sample, sample.refusal == nil, (fix.horizontalError?.value ?? 0) <= 100 else {
          continue
        }
        found = fix
      case .reference: break
      }
    }
    self.metadata = metadata
    fix = found
    firstTime = first
    guard let found, knowsPlace else {
      surroundings = CalibrationSurroundings()
      modelText = nil
      return
    }
    let place = Geodetic(latitude: found.latitude, longitude: found.longitude, height: found.height ?? .zero)
    // For a date outside the model's years, or without a date, the model's nearest year is used: in a few years the field changes
    // by tenths of a µT.
    let date = found.utc ?? metadata["started"].flatMap { UTC($0) }
    surroundings = CalibrationSurroundings(at: place, utc: date ?? UTC(nanosecondsSince1970: 0))
    modelText = MagneticModel.worldMagneticModel2025.name + (date.map { " \(text(DecimalYear($0).value, 1))" } ?? "")
  }

  /// A calibrator with the recorded corrections in force, for kinds that depend on other sensors.
  func calibrator(_ kind: CalibrationKind, turns: Int?) -> any Calibrator {
    var context = CalibrationContext()
    context.surroundings = surroundings
    context.corrections = corrections
    context.turns = turns
    return kind.calibrator(context)
  }

  /// The corrections in force during the recording; none if they cannot be read.
  var corrections: CalibrationSet {
    metadata["calibration"].flatMap { try? CalibrationSet(json: JSONValue(reading: $0)) } ?? CalibrationSet()
  }

  /// The calibrated sensors. A recording names only the device, not its sensors.
  func sensors(_ kind: CalibrationKind) -> [CalibrationRecord.CalibratedSensor] {
    kind.subjects.map { role in
      .init(
        role: role,
        identity: SensorIdentity(name: role.rawValue, place: "recording of \(metadata["device"] ?? "unknown")"))
    }
  }

  /// The time of day at a moment of the recording.
  func time(at moment: BootInstant) -> UTC? {
    let known: (UTC, BootInstant)? =
      if let fix, let utc = fix.utc {
        (utc, fix.time)
      } else if let firstTime,
        let started = metadata["started"].flatMap({ UTC($0) })
      { (started, firstTime) } else { nil }
    guard let (utc, at) = known, (moment - at).value.magnitude < 1e8 else { return nil }
    // Whole seconds are enough.
    return UTC(
      secondsSince1970: utc.nanosecondsSince1970 / 1_000_000_000 + Int64(saturating: (moment - at).value.rounded()))
  }
}
