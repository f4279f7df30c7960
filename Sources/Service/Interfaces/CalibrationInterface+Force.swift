import CalibrationRecords
import Calibrators
import Files
import Geometry
import Sensors
import ServiceParts
import SocketServer
import Storage
import Text
import Wire

// Changes of the calibrations in force: accepted, undone, imported, and applied to the present sensors.
extension CalibrationInterface {
  func accept(_ run: CalibrationRun) throws(CallError) -> CalibrationRecord {
    guard case .judged(let record) = run.stage else {
      throw CallError.notJudged(
        run: run.number, english: "there is no result yet: wait for it, or request it with Finish")
    }
    try refuseIfConfigured(record)
    do throws(FileFault) { try calibrations.keep(record) } catch { throw Self.notWritable(error) }
    calibrations.run = nil
    Log.write("the \(record.kind.english) calibration is in force: \(record.promise.text)", .notice)
    putInForce()
    return record
  }

  /// Throws if the configuration sets a mount that the record changes: the configuration has priority, so it has to be changed
  /// there.
  private func refuseIfConfigured(_ record: CalibrationRecord) throws(CallError) {
    let settings = daemon.options.configuration.settings
    func refuse(_ setting: String, _ value: String) -> CallError {
      let origin = daemon.options.configuration.entries.first { $0.name == setting }?.origin.text ?? ""
      return CallError.mountConfigured(
        setting: setting, origin: origin, value: value,
        english:
          "\(origin) sets \(setting), which has precedence: write \(setting.split(separator: ".").last ?? "")=\(value) there, or remove the line and calibrate again"
      )
    }
    if !settings.inertialMatrix.isEmpty, let found = record[.gyroscope]?.found {
      throw refuse("IMU.MountMatrix", found.rowsText)
    }
    if !settings.magnetometerMatrix.isEmpty, record.kind == .magnetometer, let found = record[.magnetometer]?.found {
      throw refuse("Magnetometer.MountMatrix", found.rowsText)
    }
    if record.isAccelerometerReversed, settings.accelerometerSign < 0 { throw refuse("IMU.AccelerometerSign", "1") }
  }

  func undo(_ kind: CalibrationKind) throws(CallError) -> CalibrationRecord {
    let undone: CalibrationRecord?
    do throws(FileFault) { undone = try calibrations.undo(kind) } catch { throw Self.notWritable(error) }
    guard let undone else { throw Self.nothingKept(kind) }
    Log.write("the newest \(kind.english) calibration is out of force", .notice)
    putInForce()
    return undone
  }

  private static func records(of exported: JSONValue) throws(CallError) -> [CalibrationRecord] {
    func refuse(_ reason: String) -> CallError {
      CallError.notACalibration(reason: reason, english: "this is not a usable calibration: \(reason)")
    }
    guard let list = exported["records"]?.array, !list.isEmpty else { throw refuse("records must be an array of them") }
    var records: [CalibrationRecord] = []
    for (index, value) in list.enumerated() {
      do throws(CalibrationRecordFault) { records.append(try CalibrationRecord(json: value)) } catch {
        throw refuse("records[\(index)]: \(error)")
      }
    }
    return records
  }

  /// Imports the records that this or another machine has exported, and returns them.
  func importRecords(_ given: ImportCall) throws(CallError) -> [CalibrationRecord] {
    var records = try Self.records(of: given.calibrations)
    let isOther = given.otherSensors == true
    // All records are checked before any is kept.
    for index in records.indices {
      let subjects = records[index].kind.subjects
      // The calibrated sensor first, then the gyroscope whose axes are the body's.
      for sensor in records[index].sensors.reversed() where subjects.contains(sensor.role) {
        let here = calibrations.sensor(sensor.role)
        guard here?.identity != sensor.identity else { continue }
        guard isOther, let here else {
          throw CallError.otherSensor(
            role: sensor.role.rawValue, madeWith: "\(sensor.identity)", here: here.map { "\($0.identity)" } ?? "none",
            english:
              "the \(records[index].kind.english) calibration was made with another \(sensor.role.rawValue), \(sensor.identity); here it is \(here.map { "\($0.identity)" } ?? "none"): calibrate here, or import it with other_sensors"
          )
        }
        records[index].readdress(sensor.role, to: here.identity)
      }
      try refuseIfConfigured(records[index])
      // A record that is imported is wanted here.
      if !records[index].holds(on: calibrations.store.machine) {
        records[index].confirmedOn.append(calibrations.store.machine)
      }
    }
    for record in records {
      do throws(FileFault) { try calibrations.keep(record) } catch {
        putInForce()
        throw Self.notWritable(error)
      }
    }
    putInForce()
    return records
  }

  /// Puts the calibrations of sensors that have appeared or changed in force, from the next sample on.
  func noticeSensors() {
    guard calibrations.notice(daemon.presentSensors) else { return }
    adopt()
  }

  private func adopt() {
    let corrections = calibrations.corrections
    engine.adopt(corrections, on: daemon.options.device ?? calibrations.device)
    calibrations.watchesWithoutPlace = engine.latest?.place == nil
    calibrations.beginWatch(corrections, surroundings)
  }

  /// Restarts the watch with the model's field as soon as the place is known.
  func tendWatch() {
    guard calibrations.watchesWithoutPlace, calibrations.isWatching, engine.latest?.place != nil else { return }
    calibrations.watchesWithoutPlace = false
    calibrations.beginWatch(engine.calibration, surroundings)
  }

  /// Puts a change in the store in force: applies the mounts found to the sources, and the corrections to the samples.
  func putInForce() {
    let findings = calibrations.findings
    daemon.apply(findings)
    _ = calibrations.notice(daemon.presentSensors)
    adopt()
  }
}
extension Matrix3 {
  /// The matrix in the form of the configuration.
  var rowsText: String {
    func text(_ value: Double) -> String {
      let rounded = (value * 1e6).rounded() / 1e6
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    return (0..<3).map { row in (0..<3).map { text(self[row, $0]) }.joined(separator: ", ") }.joined(separator: "; ")
  }
}
