public import Geodesy
public import Geometry
public import Samples

/// A calibration as it is stored: the corrections, the sensors, their mounts at that time, and the evidence of its quality.
public struct CalibrationRecord: Equatable, Sendable {
  /// Version of the members' meaning; a reader refuses a later version than its own.
  public static let schema = 1
  /// Range of the delay of another sensor's stamps after the gyroscope's, in seconds.
  static let delays = -10.0...10.0

  /// A sensor that took part, and its assumed rotation in the body: body = mount · chip. The record is in the body's axes of that
  /// time; `corrections(under:)` converts it to another mount.
  public struct CalibratedSensor: Equatable, Sendable {
    public var role: CalibratedRole
    public var identity: SensorIdentity
    public var mount: Matrix3
    /// The mount that the calibration found; nil if it did not look for one.
    public var found: Matrix3?

    public init(role: CalibratedRole, identity: SensorIdentity, mount: Matrix3 = .identity, found: Matrix3? = nil) {
      self.role = role
      self.identity = identity
      self.mount = mount
      self.found = found
    }

    /// The mount to which the corrections apply.
    var valid: Matrix3 { found ?? mount }
  }

  public var kind: CalibrationKind
  public var sensors: [CalibratedSensor]
  /// Time of the calibration; nil if no clock could be trusted.
  public var made: UTC?
  public var grade: CalibrationGrade
  public var promise: CalibrationFigure
  public var evidence: [CalibrationFigure]
  public var remarks: [CalibrationPhrase]
  /// The corrections, including refinements while worn.
  public var corrections: CalibrationSet
  /// Offset of the magnetometer that a person accepted, if it has been refined since.
  public var acceptedOffset: MagneticField<Body>?
  public var isAccelerometerReversed: Bool
  /// Delay of the magnetometer's stamps after the gyroscope's.
  public var magnetometerDelay: TimeSpan?
  public var accelerometerDelay: TimeSpan?
  public var temperature: Temperature?
  /// gnomon and its version; the kernel and its version; the magnetic model and its date.
  public var software: String
  public var system: String
  public var magneticModel: String?
  /// Digest of the machine on which it was made, empty where that is not known; and those on which it was confirmed, or
  /// `everyMachine`.
  public var machine = ""
  public var confirmedOn: [String] = []
  /// Confirmed on purpose for every machine whose sensors are alike.
  public static let everyMachine = "every"

  /// Whether it may be in force on a machine: chips of one type differ, and each board has its own iron. How sensors are built in,
  /// and their delays, belong to the design.
  public func holds(on machine: String) -> Bool {
    kind.isOfDesign || self.machine.isEmpty || self.machine == machine || confirmedOn.contains(machine)
      || confirmedOn.contains(Self.everyMachine)
  }

  /// Creates the record of a result for these sensors with their present mounts.
  public init(
    _ result: CalibrationResult, of sensors: [CalibratedSensor], made: UTC?, software: String, system: String,
    magneticModel: String? = nil
  ) {
    kind = result.kind
    self.sensors = sensors.map { sensor in
      let turn = sensor.role == .magnetometer ? result.magnetometerTurn : result.inertialTurn
      var sensor = sensor
      sensor.found = turn.map { $0.matrix * sensor.mount }
      return sensor
    }
    self.made = made
    grade = result.grade
    promise = result.promise
    evidence = result.evidence
    remarks = result.remarks
    corrections = result.corrections
    acceptedOffset = nil
    isAccelerometerReversed = result.isAccelerometerReversed
    magnetometerDelay = result.magnetometerDelay
    accelerometerDelay = result.accelerometerDelay
    temperature = result.temperature
    self.software = software
    self.system = system
    self.magneticModel = magneticModel
  }

  public subscript(role: CalibratedRole) -> CalibratedSensor? { sensors.first { $0.role == role } }

  /// The magnetometer's correction that a person accepted.
  public var accepted: Calibration<Microtesla>? {
    guard let own = corrections.magnetometer, let acceptedOffset else { return corrections.magnetometer }
    return try? Calibration(
      validating: acceptedOffset, matrix: own.matrix, slope: own.slope, reference: own.reference)
  }

  /// Returns the record with a refinement that was found while worn.
  public func refined(_ correction: Calibration<Microtesla>, _ evidence: [CalibrationFigure]) -> CalibrationRecord {
    var record = self
    record.acceptedOffset = acceptedOffset ?? corrections.magnetometer?.offset
    record.corrections.magnetometer = correction
    record.evidence = self.evidence.filter { !$0.name.hasPrefix("refined-") }
    record.evidence += evidence.map { CalibrationFigure("refined-\($0.name)", $0.value, $0.unit, bar: $0.bar) }
    return record
  }

  /// Assigns the record to another sensor than the one it was made with.
  public mutating func readdress(_ role: CalibratedRole, to identity: SensorIdentity) {
    for index in sensors.indices where sensors[index].role == role { sensors[index].identity = identity }
  }

  /// Returns whether the record belongs to these sensors.
  public func isOf(_ present: [CalibratedRole: SensorIdentity]) -> Bool {
    kind.subjects.allSatisfy { role in present[role].map { $0 == self[role]?.identity } ?? false }
  }
}

/// Sensors that can be calibrated.
public enum CalibratedRole: String, CaseIterable, Sendable { case accelerometer, gyroscope, magnetometer }

extension CalibrationKind {
  /// Whether it is a property of the design, and not of one device.
  var isOfDesign: Bool { self == .axes || self == .time }

  /// The calibrated sensors, and the gyroscope whose axes are the body's: the key of a stored record.
  public var subjects: [CalibratedRole] {
    switch self {
    case .magnetometer, .time: [.gyroscope, .magnetometer]
    case .accelerometer, .axes: [.accelerometer, .gyroscope]
    case .gyroscope: [.gyroscope]
    }
  }

  /// Sensors that must send samples during the calibration.
  public var needs: [CalibratedRole] {
    switch self {
    case .magnetometer, .time: [.accelerometer, .gyroscope, .magnetometer]
    case .accelerometer, .axes: [.accelerometer, .gyroscope]
    case .gyroscope: [.accelerometer, .gyroscope]
    }
  }

  /// Name in a sentence.
  public var english: String {
    switch self {
    case .magnetometer: "magnetometer"
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    case .axes: "axes"
    case .time: "time"
    }
  }
}

extension CalibrationRecord {
  /// Returns the corrections for sensors with these mounts.
  ///
  /// A correction applies to readings under the valid mount V, and gives the body's axes by the gyroscope's mount G of that time.
  /// Under the mounts P and H of now, with T = H Gᵀ and S = P Vᵀ: T A (Sᵀ m − o) = (T A Sᵀ)(m − S o).
  public func corrections(under mounts: [CalibratedRole: Matrix3]) throws(CalibrationFault) -> CalibrationSet {
    func change(_ role: CalibratedRole) -> Matrix3? {
      guard let then = self[role]?.valid, let now = mounts[role], then != now else { return nil }
      return now * then.transposed
    }
    let body = change(.gyroscope)
    func turned<U: CalibratedUnit>(_ correction: Calibration<U>?, _ role: CalibratedRole) throws(CalibrationFault)
      -> Calibration<
        U
      >?
    {
      let own = change(role)
      guard let correction, own != nil || body != nil else { return correction }
      let turn = own ?? .identity
      return try Calibration(
        validating: Vector(turn * correction.offset.components),
        matrix: (body ?? .identity) * correction.matrix * turn.transposed,
        slope: Vector(turn * correction.slope.components), reference: correction.reference)
    }
    return CalibrationSet(
      accelerometer: try turned(corrections.accelerometer, .accelerometer),
      gyroscope: try turned(corrections.gyroscope, .gyroscope),
      magnetometer: try turned(corrections.magnetometer, .magnetometer))
  }
}
