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
        let inForce = isHere && index == history.index(on: store.machine) && inForce(record.kind) == record
        guard case .object(let members) = record.json else { continue }
        values.append(.object(members + [JSONMember("in_force", .bool(inForce))]))
      }
    }
    return values
  }

  /// The calibrations in force with their health, and those of another machine, for the status message.
  var states: [CalibrationStateMessage] {
    CalibrationKind.allCases.compactMap { kind in
      guard let record = inForce(kind) ?? foreign(kind) else { return nil }
      let sensor = kind.subjects.last.flatMap { record[$0] }.map { "\($0.identity)" } ?? ""
      let health =
        !record.holds(on: store.machine)
        ? ("another-machine", Self.unconfirmed) : kind == .magnetometer ? self.health : nil
      return CalibrationStateMessage(
        kind: kind.rawValue, sensor: sensor, grade: record.grade.rawValue,
        made: record.made.map { "\($0)" } ?? "", health: health?.verdict ?? "unknown", detail: health?.detail ?? "")
    }
  }

  private static let unconfirmed =
    "from another machine, and not in force here: gnomon calibration verify, or a minute's walk, confirms it"

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
    record.machine = store.machine
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
