import CPosix
import CalibrationRecords
import Calibrators
import Files
import Geodesy
import Geometry
import Samples
import Sensors
import ServiceParts
import SocketServer
import Storage
import Text
import Tracking
import Wire

/// org.gnomon.Calibration: making, judging and keeping calibrations, and verifying those in force.
struct CalibrationInterface: BoundInterface {
  unowned let daemon: Daemon
  var calibrations: CalibrationDesk { daemon.calibrations }
  var engine: Engine { daemon.engine }

  var methods: [Method] { CalibrationMethod.allCases.map(method) }

  private func method(_ method: CalibrationMethod) -> Method {
    let administer = Method.Permission.access(.administer)
    return switch method {
    case .list:
      Method(method) { (given: ListCall, _) throws(CallError) in
        .reply(RecordsReply(records: calibrations.list(all: given.all == true)))
      }
    case .export:
      Method(method, reading: { (given: ExportCall) throws(MessageFault) in try Self.kindIfAny(given.kind) }) {
        (kind, _) throws(CallError) in try export(kind)
      }
    case .verify: Method(method, .access(.read), .stream, reading: Self.trialTerms, by: verify)
    case .start: Method(method, administer, .stream, reading: Self.terms, by: start)
    case .finish:
      Method(method, administer) { (given: FinishCall, _) throws(CallError) -> Server.Answer in
        try run(given.run).judge()
        return .done
      }
    case .accept:
      Method(method, administer) { (given: AcceptCall, _) throws(CallError) in
        .reply(AcceptReply(record: try accept(run(given.run)).json))
      }
    case .reject:
      Method(method, administer) { (given: RejectCall, _) throws(CallError) -> Server.Answer in
        end(try run(given.run), "was rejected")
        return .done
      }
    case .cancel:
      Method(method, administer) { (given: CancelCall, _) throws(CallError) -> Server.Answer in
        end(try run(given.run), "was cancelled")
        return .done
      }
    case .undo:
      Method(method, administer, reading: { (given: UndoCall) throws(MessageFault) in try Self.kind(given.kind) }) {
        (kind, _) throws(CallError) -> Server.Answer in
        let undone = try undo(kind)
        return .reply(UndoReply(undone: undone.json, inForce: calibrations.inForce(kind)?.json))
      }
    case .share:
      Method(method, administer) { (_) throws(CallError) in
        .reply(RecordsReply(records: try share().map(\.json)))
      }
    case .`import`:
      Method(method, administer) { (given: ImportCall, _) throws(CallError) in
        .reply(RecordsReply(records: try importRecords(given).map(\.json)))
      }
    }
  }

  private func export(_ kind: CalibrationKind?) throws(CallError) -> Server.Answer {
    let records = (kind.map { [$0] } ?? CalibrationKind.allCases).compactMap { calibrations.inForce($0)?.json }
    guard !records.isEmpty else { throw Self.nothingKept(kind) }
    return .reply(
      ExportReply(
        calibrations: ["schema": .integer(Int64(CalibrationRecord.schema)), "records": .array(records)]))
  }

  private func share() throws(CallError) -> [CalibrationRecord] {
    let records: [CalibrationRecord]
    do throws(FileFault) { records = try calibrations.share() } catch { throw Self.notWritable(error) }
    guard !records.isEmpty else { throw Self.nothingKept(nil) }
    return records
  }

  // MARK: parameters

  static func kindIfAny(_ name: String?) throws(MessageFault) -> CalibrationKind? {
    try name.map { (name) throws(MessageFault) in try kind(name) }
  }

  private static func kind(_ name: String) throws(MessageFault) -> CalibrationKind {
    guard let kind = CalibrationKind(rawValue: name) else {
      throw MessageFault(
        member: "kind", expected: "one of " + CalibrationKind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return kind
  }

  /// The terms of a new calibration.
  struct Terms {
    var kind: CalibrationKind
    var seconds: Double
    var turns: Int?
  }

  private static func terms(_ given: CalibrationCall) throws(MessageFault) -> Terms {
    Terms(kind: try kind(given.kind), seconds: given.seconds ?? 600, turns: given.turns)
  }

  // MARK: starting a calibration

  private func start(_ terms: Terms, _ call: Call) throws(CallError) -> Server.Answer {
    let kind = terms.kind
    if let run = calibrations.run {
      throw CallError.busy(
        kind: run.kind.rawValue, run: run.number,
        english:
          "a \(run.kind.english) calibration of \(run.connection.name) is running: wait for its end, or cancel run \(run.number)"
      )
    }
    try inspect(kind)
    let context = calibrations.context(surroundings, turns: terms.turns)
    let run = CalibrationRun(
      number: calibrations.nextRun(), calibrations.make(kind, context), context.corrections, longest: terms.seconds,
      for: call.connection)
    calibrations.run = run
    calibrations.stream = CalibrationStream(call.connection)
    Log.write("\(call.connection.name) has started a \(kind.english) calibration", .notice)
    daemon.updateAttention(isAsked: true)
    report(CalibrationMessage(run: run.number, progress: run.progressMessage))
    return .stream
  }

  /// Throws if a calibration could not succeed: the store must be writable, and the needed sensors present and fast enough. It is
  /// checked before the user starts to move the device.
  private func inspect(_ kind: CalibrationKind) throws(CallError) {
    do throws(FileFault) { try calibrations.store.check() } catch {
      throw Self.notWritable(error)
    }
    for role in kind.needs {
      let sensor = engine.board.sensors.first { $0.name == role.rawValue }
      let age = TimeSpan(Double(daemon.now.nanoseconds - (sensor?.time ?? 0)) * 1e-9)
      guard let sensor, sensor.count > 0, age.value < 2 * max(1, daemon.speed) else {
        throw CallError.sensorMissing(
          sensor: role.rawValue, english: "the \(role.rawValue) is needed, but delivers no samples: see gnomon status")
      }
      let needed = role == .magnetometer ? 8.0 : 20.0
      if let rate = sensor.rate, rate < needed {
        throw CallError.rateTooLow(
          sensor: role.rawValue, rate: rate, needed: needed,
          english:
            "the \(role.rawValue) delivers \(Int(rate.rounded())) samples a second, but \(Int(needed)) are needed: raise its Rate in the configuration"
        )
      }
    }
  }

  static func notWritable(_ fault: FileFault) -> CallError {
    CallError.notWritable(
      path: fault.path, reason: fault.reason,
      english: "a calibration could not be stored: \(fault); the one in force is unchanged")
  }

  /// The Earth's field and gravity where the wearer is, if that is known.
  var surroundings: CalibrationSurroundings {
    guard let place = engine.latest?.place, place.isFinite else { return CalibrationSurroundings() }
    return CalibrationSurroundings(at: place, utc: engine.civil.utc(at: daemon.now) ?? Daemon.realTime)
  }

  private func run(_ number: Int) throws(CallError) -> CalibrationRun {
    guard let run = calibrations.run, run.number == number else {
      throw CallError.noSuchRun(
        run: number, english: "there is no run \(number): it has ended, or its caller has disconnected")
    }
    return run
  }

  static func nothingKept(_ kind: CalibrationKind?) -> CallError {
    CallError.nothingKept(
      kind: kind?.rawValue ?? "",
      english: "no \(kind.map { "\($0.english) " } ?? "")calibration of the present sensors is in force")
  }
}
