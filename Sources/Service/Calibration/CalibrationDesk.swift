import CalibrationRecords
import Calibrators
import Files
import Geometry
import Learned
import Samples
import Sensors
import ServiceParts
import Storage

/// The calibrations in force for the present sensors, and the calibration in progress.
final class CalibrationDesk {
  private(set) var store: CalibrationStore
  /// The session's own calibrations; a kept one of the same sensor has priority.
  private let base: CalibrationSet
  private(set) var present: [PresentSensor] = []
  var run: CalibrationRun?
  var stream: CalibrationStream?
  /// Makes a calibrator; tests replace it.
  var make: (CalibrationKind, CalibrationContext) -> any Calibrator = { $0.calibrator($1) }
  var trials: [CalibrationTrial] = []
  private var watch: CalibrationWatch?
  private var foreignWatch: ForeignWatch?
  /// True if the watch runs without the model's field, since there was no place yet.
  var watchesWithoutPlace = false
  /// The number of runs so far.
  private var runs = 0
  /// The last reported reasons for not using records; the same text is not logged twice in a row.
  private var lastFault = ""

  init(directory: String?, machine: String, base: CalibrationSet) {
    store = CalibrationStore(directory: directory, machine: machine)
    self.base = base
    for fault in store.load() { Log.write(fault, .warning) }
  }

  /// Whether samples are needed without delay.
  var isListening: Bool { run?.isCollecting ?? false || !trials.isEmpty }

  func nextRun() -> Int {
    runs += 1
    return runs
  }

  // MARK: the sensors

  /// Sets the present sensors; returns whether they, or their mounts, have changed.
  func notice(_ sensors: [PresentSensor]) -> Bool {
    guard sensors != present else { return false }
    present = sensors
    return true
  }

  func sensor(_ role: CalibratedRole) -> PresentSensor? { present.first { $0.role == role.sensor } }

  var identities: [CalibratedRole: SensorIdentity] {
    var identities: [CalibratedRole: SensorIdentity] = [:]
    for role in CalibratedRole.allCases { identities[role] = sensor(role)?.identity }
    return identities
  }

  /// The device that gyroscope and magnetometer make, once both are there.
  var device: DeviceIdentity? {
    guard !store.machine.isEmpty, let gyroscope = sensor(.gyroscope), let magnetometer = sensor(.magnetometer) else {
      return nil
    }
    let both = [gyroscope, magnetometer]
    return DeviceIdentity(
      machine: store.machine, sensors: both.map { "\($0.identity)" }.joined(separator: "; "),
      mounts: both.map { $0.mount.matrix.rowsText }.joined(separator: "; "))
  }

  private var mounts: [CalibratedRole: Matrix3] {
    var mounts: [CalibratedRole: Matrix3] = [:]
    for role in CalibratedRole.allCases { mounts[role] = sensor(role)?.mount.matrix }
    return mounts
  }

  // MARK: in force

  func inForce(_ kind: CalibrationKind) -> CalibrationRecord? { store.current(kind, of: identities) }

  /// A record of another machine, where none is in force.
  func foreign(_ kind: CalibrationKind) -> CalibrationRecord? { store.foreign(kind, of: identities) }

  /// The corrections in force for the present sensors.
  var corrections: CalibrationSet { corrections(of: inForce) }

  /// The corrections of the records of each kind.
  private func corrections(of records: (CalibrationKind) -> CalibrationRecord?) -> CalibrationSet {
    var set = base, complaints: [String] = []
    for kind in CalibrationKind.allCases {
      guard let record = records(kind) else { continue }
      do throws(CalibrationFault) {
        let own = try record.corrections(under: mounts)
        if let value = own.accelerometer { set.accelerometer = value }
        if let value = own.gyroscope { set.gyroscope = value }
        if let value = own.magnetometer { set.magnetometer = value }
      } catch {
        complaints.append(
          "the \(kind.english) calibration was made with another orientation of the sensors in the device, and is not used: \(error)"
        )
      }
    }
    let all = complaints.joined(separator: "; ")
    if all != lastFault, !all.isEmpty { Log.write(all, .warning) }
    lastFault = all
    return set
  }

  /// The mounts, reversals and delays found for all sensors with records, so that samples are read correctly from the first one
  /// on.
  var findings: [SensorFinding] {
    // Mounts and delays belong to the design: where nothing is in force, another machine's hold.
    let newest = store.histories.compactMap { history in
      history.index(on: store.machine).map { history.records[$0] } ?? history.records.last
    }
    func last(_ kind: CalibrationKind, _ role: CalibratedRole, _ identity: SensorIdentity) -> CalibrationRecord? {
      newest.last { $0.kind == kind && $0[role]?.identity == identity }
    }
    var findings: [SensorFinding] = []
    for role in CalibratedRole.allCases {
      let identities = Set(newest.compactMap { $0[role]?.identity })
      for identity in identities.sorted(by: { $0.description < $1.description }) {
        let axes = last(.axes, role, identity), time = last(.time, role, identity)
        var finding = SensorFinding(role: role.sensor, identity: identity, mount: axes?[role]?.found)
        if role == .accelerometer { finding.isReversed = axes?.isAccelerometerReversed ?? false }
        let delay =
          role == .accelerometer ? time?.accelerometerDelay : role == .magnetometer ? time?.magnetometerDelay : nil
        finding.delay = delay ?? .zero
        if role == .magnetometer, let record = last(.magnetometer, role, identity), let own = record[role],
          let gyroscope = record[.gyroscope]
        {
          // The magnetometer was aligned with the body axes of that time.
          let now = last(.axes, .gyroscope, gyroscope.identity)?[.gyroscope]?.found ?? gyroscope.mount
          let turn = now == gyroscope.mount ? nil : now * gyroscope.mount.transposed
          finding.mount = turn.map { $0 * (own.found ?? own.mount) } ?? own.found ?? finding.mount
        }
        if finding.mount != nil || finding.isReversed || finding.delay != .zero { findings.append(finding) }
      }
    }
    return findings
  }

  /// Returns the known values for a new calibration: surroundings, corrections, turns and earlier biases.
  /// With `foreign`, records of another machine stand for those that are not there.
  func context(_ surroundings: CalibrationSurroundings, turns: Int?, foreign: Bool = false) -> CalibrationContext {
    var context = CalibrationContext()
    context.surroundings = surroundings
    context.corrections = foreign ? corrections { inForce($0) ?? self.foreign($0) } : corrections
    context.turns = turns
    context.biases = store.histories.flatMap(\.records).filter {
      $0.kind == .gyroscope && $0.isOf(identities) && $0.holds(on: store.machine)
    }
    .compactMap { record in
      guard let offset = (try? record.corrections(under: mounts))?.gyroscope?.offset else { return nil }
      return GyroscopeBias(
        bias: offset, sigma: AngularRate(Angle.degrees(record.promise.value).radians), temperature: record.temperature
      )
    }
    return context
  }

  // MARK: the watch

  /// Starts a watch of the magnetometer calibration in force.
  func beginWatch(_ inForce: CalibrationSet, _ surroundings: CalibrationSurroundings) {
    watch = CalibrationWatch(
      self.inForce(.magnetometer), inForce: inForce.magnetometer, surroundings: surroundings)
    foreignWatch = foreign(.magnetometer).flatMap { record in
      (try? record.corrections(under: mounts))?.magnetometer.map { ForeignWatch(record, $0, surroundings) }
    }
  }

  var isWatching: Bool { watch != nil || foreignWatch != nil }
  var health: (verdict: String, detail: String)? { watch?.health }

  func watch(_ sample: MagnetometerSample, _ orientation: Rotation<Body, Scene>) {
    if let record = foreignWatch?.ingest(sample, orientation) {
      foreignWatch = nil
      if confirm(record) {
        Log.write(
          "the \(record.kind.english) calibration of another machine fits this one; it is in force from the next start on",
          .notice)
      }
    }
    guard let (record, note) = watch?.ingest(sample, orientation) else { return }
    do throws(FileFault) {
      try store.refine(record)
      Log.write(note, .notice)
    } catch {
      Log.write("\(note); but it could not be stored: \(error)", .warning)
    }
  }

  // MARK: changes

  /// Puts a record of another machine in force; false if that could not be stored.
  func confirm(_ record: CalibrationRecord) -> Bool {
    do throws(FileFault) {
      try store.confirm(record)
      return true
    } catch {
      Log.write(
        "the \(record.kind.english) calibration fits this machine; but that could not be stored: \(error)", .warning)
      return false
    }
  }

  /// Confirms what is in force for every machine whose sensors are alike; returns it.
  func share() throws(FileFault) -> [CalibrationRecord] {
    let records = CalibrationKind.allCases.compactMap(inForce)
    for record in records { try store.confirm(record, on: CalibrationRecord.everyMachine) }
    return CalibrationKind.allCases.compactMap(inForce)
  }

  func keep(_ record: CalibrationRecord) throws(FileFault) { try store.add(record) }
  func undo(_ kind: CalibrationKind) throws(FileFault) -> CalibrationRecord? {
    try store.undo(kind, of: identities)
  }
}

extension CalibratedRole {
  var sensor: SensorRole {
    switch self {
    case .accelerometer: .accelerometer
    case .gyroscope: .gyroscope
    case .magnetometer: .magnetometer
    }
  }
}
