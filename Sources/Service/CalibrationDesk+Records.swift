import Bridge
import CalibrationRecords
import Calibrators
import Geodesy
import Geometry
import Glibc
import Samples
import Text
import Wire

extension CalibrationRun {
  var progressMessage: CalibrationProgressMessage {
    CalibrationProgressMessage(calibrator.progress, elapsed: elapsed)
  }
}

extension CalibrationFigure {
  /// The figure as a phrase, rounded to four decimals.
  var text: String { "\(name) within \((value * 1e4).rounded() / 1e4) \(unit)" }
}

extension CalibrationDesk {
  /// Returns the kept records, each with `in_force`, newest last; without `all` only those of the present sensors.
  func list(all: Bool) -> [JSONValue] {
    let identities = identities
    var values: [JSONValue] = []
    for history in store.histories {
      for (index, record) in history.records.enumerated() {
        let isHere = record.isOf(identities)
        guard all || isHere else { continue }
        let inForce = isHere && index == history.records.count - 1 && inForce(record.kind) == record
        guard case .object(let members) = record.json else { continue }
        values.append(.object(members + [JSONMember("in_force", .bool(inForce))]))
      }
    }
    return values
  }

  /// The calibrations in force with their health, for the status message.
  var states: [CalibrationStateMessage] {
    CalibrationKind.allCases.compactMap { kind in
      guard let record = inForce(kind) else { return nil }
      let sensor = kind.subjects.last.flatMap { record[$0] }.map { "\($0.identity)" } ?? ""
      let health = kind == .magnetometer ? self.health : nil
      return CalibrationStateMessage(
        kind: kind.rawValue, sensor: sensor, grade: record.grade.rawValue,
        made: record.made.map { "\($0)" } ?? "", health: health?.verdict ?? "unknown", detail: health?.detail ?? "")
    }
  }

  /// Returns the record of a result for the present sensors. The delays and the reversal found are combined with those in force,
  /// since they were found with these applied.
  func record(_ result: CalibrationResult, made: UTC?, software: String, model: String?) -> CalibrationRecord {
    let sensors = CalibratedRole.allCases.compactMap { role in
      sensor(role).map {
        CalibrationRecord.CalibratedSensor(role: role, identity: $0.identity, mount: $0.mount.matrix)
      }
    }
    var record = CalibrationRecord(
      result, of: sensors, made: made, software: software, system: Machine.system, magneticModel: model)
    if let sensor = sensor(.accelerometer) {
      record.isAccelerometerReversed = record.isAccelerometerReversed != sensor.isReversed
      record.accelerometerDelay = record.accelerometerDelay.map { $0 + sensor.delay }
    }
    if let sensor = sensor(.magnetometer) {
      record.magnetometerDelay = record.magnetometerDelay.map { $0 + sensor.delay }
    }
    return record
  }
}

/// The kernel that the daemon runs on.
enum Machine {
  /// Name, release and architecture, such as "Linux 6.1.0 aarch64".
  static var system: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    func text<Field>(_ field: inout Field) -> String {
      withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(&name.sysname)) \(text(&name.release)) \(text(&name.machine))"
  }
}
