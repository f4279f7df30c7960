import Calibrators
import CPosix
import Geodesy
import Geometry
import Glibc
import Samples
import Sensors
import Storage
import Text
import Tracking
import Wire

// org.gnomon.Calibration.
extension Daemon {
  func answerCalibration(
    _ request: Request, _ member: String, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let parameters = CallParameters(request, .calibration)
    switch member {
    case "List":
      let all = try parameters.flag("all")
      return .reply { [calibrations] in $0.value(["records": .array(calibrations.list(all: all))]) }
    case "Export":
      let kind = try parameters.calibrationKindIfAny()
      let records = (kind.map { [$0] } ?? CalibrationKind.allCases).compactMap { calibrations.inForce($0)?.json }
      guard !records.isEmpty else { throw Self.nothingKept(kind) }
      return .reply {
        $0.value(["calibrations": ["schema": .integer(Int64(CalibrationRecord.schema)), "records": .array(records)]])
      }
    case "Verify": return try verify(request, parameters, connection)
    default: break
    }
    guard ["Start", "Finish", "Accept", "Reject", "Cancel", "Undo", "Import"].contains(member) else {
      throw .methodNotFound(request.method)
    }
    try require(.administer, connection, .calibration)
    switch member {
    case "Start": return try startCalibration(request, parameters, connection)
    case "Finish":
      try run(parameters).judge()
      return .reply { $0.value(.object([])) }
    case "Accept":
      let record = try accept(try run(parameters))
      return .reply { $0.value(["record": record.json]) }
    case "Reject", "Cancel":
      let run = try run(parameters)
      endCalibration("was \(member == "Reject" ? "rejected" : "cancelled")", run)
      return .reply { $0.value(.object([])) }
    case "Undo":
      guard let kind = try parameters.calibrationKindIfAny() else {
        throw parameters.invalid("kind", CalibrationKind.names)
      }
      let undone = try undo(kind), now = calibrations.inForce(kind)
      return .reply { $0.value(["undone": undone.json, "in_force": now?.json ?? .null]) }
    default:
      let records = try takeIn(parameters)
      return .reply { $0.value(["records": .array(records.map(\.json))]) }
    }
  }

  static func nothingKept(_ kind: CalibrationKind?) -> CallError {
    CallError(
      "org.gnomon.Calibration.NothingKept",
      [
        "kind": .string(kind?.rawValue ?? ""),
        "english": .string(
          "no \(kind.map { "\($0.english) " } ?? "")calibration of the sensors that are here is in force: gnomon calibrate \(kind?.rawValue ?? "KIND")"
        ),
      ])
  }

  // MARK: making one

  private func startCalibration(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    guard request.more, !request.oneway else { throw .expectedMore }
    guard let kind = try parameters.calibrationKindIfAny() else {
      throw parameters.invalid("kind", CalibrationKind.names)
    }
    let seconds = try parameters.numberIfAny("seconds", in: 1...3600, "a number of seconds from 1 to 3600") ?? 600
    let turns = try parameters.countIfAny("turns", in: 1...100)
    if let run = calibrations.run {
      throw CallError(
        "org.gnomon.Calibration.Busy",
        [
          "kind": .string(run.kind.rawValue), "run": .integer(Int64(run.number)),
          "english": .string(
            "a \(run.kind.english) calibration is being made by \(run.connection.name): wait for it, or cancel run \(run.number)"
          ),
        ])
    }
    try inspect(kind)
    let context = calibrations.context(surroundings, turns: turns)
    let run = CalibrationRun(
      number: calibrations.nextRun(), calibrations.make(kind, context), context.corrections, longest: seconds,
      for: connection)
    calibrations.run = run
    calibrations.stream = CalibrationStream(connection)
    Log.note("a \(kind.english) calibration has begun, for \(connection.name)", .notice)
    attend(isAsked: true)
    report(.progress(run.progressMessage), run)
    return .stream
  }

  /// What has to be right before anybody begins to turn and tilt.
  private func inspect(_ kind: CalibrationKind) throws(CallError) {
    do throws(StorageFault) { try calibrations.store.check() } catch {
      throw Self.notWritable(error)
    }
    for role in kind.needs {
      let sensor = engine.board.sensors.first { $0.name == role.rawValue }
      let age = TimeSpan(Double(now.nanoseconds - (sensor?.time ?? 0)) * 1e-9)
      guard let sensor, sensor.count > 0, age.value < 2 * max(1, speed) else {
        throw CallError(
          "org.gnomon.Calibration.SensorMissing",
          [
            "sensor": .string(role.rawValue),
            "english": .string("the \(role.rawValue) brings nothing, and it is needed: gnomon status says why"),
          ])
      }
      let needed = role == .magnetometer ? 8.0 : 20.0
      if let rate = sensor.rate, rate < needed {
        throw CallError(
          "org.gnomon.Calibration.RateTooLow",
          [
            "sensor": .string(role.rawValue), "rate_hz": .number(rate), "needed_hz": .number(needed),
            "english": .string(
              "the \(role.rawValue) brings \(Int(rate.rounded())) samples a second and \(Int(needed)) are needed: raise its Rate in the configuration"
            ),
          ])
      }
    }
  }

  private static func notWritable(_ fault: StorageFault) -> CallError {
    CallError(
      "org.gnomon.Calibration.NotWritable",
      [
        "path": .string(fault.path), "reason": .string(fault.reason),
        "english": .string("a calibration could not be kept: \(fault); what was in force stays in force"),
      ])
  }

  /// The Earth's field and gravity where the wearer is, if that is known.
  var surroundings: CalibrationSurroundings {
    guard let place = engine.latest?.place, place.isFinite else { return CalibrationSurroundings() }
    return CalibrationSurroundings(at: place, utc: engine.civil.utc(at: now) ?? Self.realTime)
  }

  private func run(_ parameters: CallParameters) throws(CallError) -> CalibrationRun {
    guard let number = try parameters.countIfAny("run", in: 0...Int.max) else {
      throw parameters.invalid("run", "the number that Start has answered")
    }
    guard let run = calibrations.run, run.number == number else {
      throw CallError(
        "org.gnomon.Calibration.NoSuchRun",
        [
          "run": .integer(Int64(number)),
          "english": .string("there is no run \(number): it has ended, or who asked for it has gone"),
        ])
    }
    return run
  }

  /// One sample more, as the device gave it, for what is being made or checked.
  func calibrate(_ sample: Sample) {
    calibrations.run?.take(sample)
    for trial in calibrations.trials { trial.take(sample) }
  }

  /// Ten times a second: reports, and ends what has come to an end.
  func tendCalibration() {
    tendTrials()
    tendWatch()
    guard let run = calibrations.run else { return }
    switch run.stage {
    case .collecting:
      let progress = run.progressMessage
      report(.progress(progress), run)
      if progress.isComplete || run.elapsed >= run.longest { run.judge() }
    case .judging(let judgement):
      guard let outcome = judgement.outcome else { return }
      conclude(run, outcome)
    case .judged, .failed: break
    }
  }

  private func conclude(_ run: CalibrationRun, _ outcome: Judgement.Outcome) {
    switch outcome {
    case .success(var result):
      if run.kind == .axes, let magnetometer = calibrations.sensor(.magnetometer),
        [MountMatrix.Origin.none, .calibration].contains(magnetometer.mount.origin)
      {
        // Nobody has said how the magnetometer stands: like the others, until its own calibration finds otherwise.
        result.magnetometerTurn = result.inertialTurn
      }
      let record = calibrations.record(
        result, made: engine.civil.utc(at: now) ?? Self.realTime, software: "gnomond \(options.version)",
        model: engine.latest?.place == nil ? nil : "WMM2025")
      run.stage = .judged(record)
      report(.result(CalibrationResultMessage(record)), run)
      Log.note("the \(run.kind.english) calibration is \(record.grade.rawValue): \(record.promise.text)", .notice)
    case .failure(let failure):
      run.stage = .failed
      report(.failure(CalibrationFailureMessage(failure)), run)
      Log.note("the \(run.kind.english) calibration has failed: \(failure)", .notice)
      calibrations.run = nil
    }
    calibrations.stream?.end()
    calibrations.stream = nil
    server.settle(run.connection)
  }

  private func report(_ content: CalibrationMessage.Content, _ run: CalibrationRun) {
    guard let connection = calibrations.stream?.connection else { return }
    let isLast = if case .progress = content { false } else { true }
    send(CalibrationMessage(run: run.number, content).json, isLast: isLast, connection)
  }

  /// One message of a stream that ends.
  func send(_ message: JSONValue, isLast: Bool, _ connection: Connection) {
    var writer = JSONWriter(capacity: 1 << 12)
    writer.beginObject()
    writer.key("parameters")
    writer.value(message)
    if !isLast {
      writer.key("continues")
      writer.value(true)
    }
    writer.endObject()
    writer.finish(with: 0)
    let isSent = writer.buffer.withBytes {
      isLast
        ? connection.outbox.sendReply($0, to: connection.descriptor)
        : connection.outbox.sendEvent($0, to: connection.descriptor)
    }
    if isSent { server.settle(connection) } else { server.close(connection) }
  }

  /// Who has asked has gone, or has had enough.
  func endCalibration(_ how: String, _ run: CalibrationRun) {
    Log.note("the \(run.kind.english) calibration \(how); everything is as it was", .notice)
    calibrations.run = nil
    // The last reply to a stream that still runs.
    if let connection = calibrations.stream?.connection, !connection.isClosed {
      calibrations.stream?.end()
      let failure = CalibrationFailureMessage(
        reason: "cancelled", figures: [], finding: "it \(how)", remedy: "begin again")
      send(CalibrationMessage(run: run.number, .failure(failure)).json, isLast: true, connection)
    }
    calibrations.stream = nil
  }

  /// A connection has ended.
  func end(_ connection: Connection) {
    if let run = calibrations.run, run.connection === connection {
      endCalibration("is over: \(connection.name) has gone", run)
    }
  }

  // MARK: what is in force

  private func accept(_ run: CalibrationRun) throws(CallError) -> CalibrationRecord {
    guard case .judged(let record) = run.stage else {
      throw CallError(
        "org.gnomon.Calibration.NotJudged",
        [
          "run": .integer(Int64(run.number)),
          "english": "there is no result yet: wait for it, or ask for it with Finish",
        ])
    }
    try refuseIfConfigured(record)
    do throws(StorageFault) { try calibrations.keep(record) } catch { throw Self.notWritable(error) }
    calibrations.run = nil
    Log.note("the \(record.kind.english) calibration is in force: \(record.promise.text)", .notice)
    putInForce()
    return record
  }

  /// What the configuration says of how a sensor is mounted counts, so it has to be changed there.
  private func refuseIfConfigured(_ record: CalibrationRecord) throws(CallError) {
    let settings = options.configuration.settings
    func refuse(_ setting: String, _ value: String) -> CallError {
      let origin = options.configuration.entries.first { $0.name == setting }?.origin.text ?? ""
      return CallError(
        "org.gnomon.Calibration.MountConfigured",
        [
          "setting": .string(setting), "origin": .string(origin), "value": .string(value),
          "english": .string(
            "\(origin) sets \(setting), which counts: write \(setting.split(separator: ".").last ?? "")=\(value) there, or take the line out and calibrate again"
          ),
        ])
    }
    if !settings.inertialMatrix.isEmpty, let found = record[.gyroscope]?.found {
      throw refuse("IMU.MountMatrix", found.rowsText)
    }
    if !settings.magnetometerMatrix.isEmpty, record.kind == .magnetometer, let found = record[.magnetometer]?.found {
      throw refuse("Magnetometer.MountMatrix", found.rowsText)
    }
    if record.isAccelerometerReversed, settings.accelerometerSign < 0 { throw refuse("IMU.AccelerometerSign", "1") }
  }

  private func undo(_ kind: CalibrationKind) throws(CallError) -> CalibrationRecord {
    let undone: CalibrationRecord?
    do throws(StorageFault) { undone = try calibrations.undo(kind) } catch { throw Self.notWritable(error) }
    guard let undone else { throw Self.nothingKept(kind) }
    Log.note("the newest \(kind.english) calibration is out of force", .notice)
    putInForce()
    return undone
  }

  /// What another machine, or this one, has exported.
  private func takeIn(_ parameters: CallParameters) throws(CallError) -> [CalibrationRecord] {
    guard let given = try parameters.objectIfAny("calibrations") else {
      throw parameters.invalid("calibrations", "an object as Export answers it")
    }
    let isOther = try parameters.flag("other_sensors")
    func refuse(_ reason: String) -> CallError {
      CallError(
        "org.gnomon.Calibration.NotACalibration",
        ["reason": .string(reason), "english": .string("that is no calibration that can be used: \(reason)")])
    }
    guard let list = given["records"]?.array, !list.isEmpty else { throw refuse("records must be an array of them") }
    var records: [CalibrationRecord] = []
    for (index, value) in list.enumerated() {
      do throws(CalibrationRecordFault) { records.append(try CalibrationRecord(json: value)) } catch {
        throw refuse("records[\(index)]: \(error)")
      }
    }
    // All or none.
    for index in records.indices {
      for sensor in records[index].sensors where records[index].kind.subjects.contains(sensor.role) {
        let here = calibrations.sensor(sensor.role)
        guard here?.identity != sensor.identity else { continue }
        guard isOther, let here else {
          throw CallError(
            "org.gnomon.Calibration.OtherSensor",
            [
              "role": .string(sensor.role.rawValue), "made_with": .string("\(sensor.identity)"),
              "here": .string(here.map { "\($0.identity)" } ?? "none"),
              "english": .string(
                "the \(records[index].kind.english) calibration was made with another \(sensor.role.rawValue), \(sensor.identity); here is \(here.map { "\($0.identity)" } ?? "none"): calibrate here, or say that it is meant for this one"
              ),
            ])
        }
        records[index].readdress(sensor.role, to: here.identity)
      }
      try refuseIfConfigured(records[index])
    }
    for record in records {
      do throws(StorageFault) { try calibrations.keep(record) } catch {
        putInForce()
        throw Self.notWritable(error)
      }
    }
    putInForce()
    return records
  }

  /// Sensors that have appeared, or are read otherwise: their calibrations count from the next sample on.
  func noticeSensors() {
    guard calibrations.notice(sources.flatMap(\.sensors)) else { return }
    adopt()
  }

  private func adopt() {
    let corrections = calibrations.corrections
    engine.adopt(corrections)
    watchesWithoutPlace = engine.latest?.place == nil
    calibrations.beginWatch(corrections, surroundings)
  }

  /// The model's field is known once the place is.
  func tendWatch() {
    guard watchesWithoutPlace, calibrations.isWatching, engine.latest?.place != nil else { return }
    watchesWithoutPlace = false
    calibrations.beginWatch(engine.calibration, surroundings)
  }

  /// What has changed in the store counts from now on: sensors are read as has been found, and what they say is corrected.
  private func putInForce() {
    let findings = calibrations.findings
    for index in sources.indices { sources[index].apply(findings, poller) }
    _ = calibrations.notice(sources.flatMap(\.sensors))
    adopt()
  }
}

extension CallParameters {
  func calibrationKindIfAny() throws(CallError) -> CalibrationKind? {
    guard let name = try textIfAny("kind") else { return nil }
    guard let kind = CalibrationKind(rawValue: name) else { throw invalid("kind", CalibrationKind.names) }
    return kind
  }
}

extension CalibrationKind {
  fileprivate static var names: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Matrix3 {
  /// As the configuration takes it.
  fileprivate var rowsText: String {
    func text(_ value: Double) -> String {
      let rounded = (value * 1e6).rounded() / 1e6
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    return (0..<3).map { row in (0..<3).map { text(self[row, $0]) }.joined(separator: ", ") }.joined(separator: "; ")
  }
}
