public import Geodesy
public import Geometry
public import Samples

/// A calibration as it is kept: what was found, of which sensors, how they were mounted then, and all that tells later whether to
/// believe it.
public struct CalibrationRecord: Equatable, Sendable {
  /// Of the members' meaning; a reader refuses what is later than its own.
  public static let schema = 1
  /// How much later than the gyroscope's the stamps of another sensor may be, in seconds.
  static let delays = -10.0...10.0

  /// A sensor that had a part in it, and how it was taken to be turned in the body: body = mount · chip. What is kept is in the
  /// body's axes of then; under another mount it is the same calibration in other words (`corrections(under:)`).
  public struct CalibratedSensor: Equatable, Sendable {
    public var role: CalibratedRole
    public var identity: SensorIdentity
    public var mount: Matrix3
    /// How it has been found to be turned.
    public var found: Matrix3?

    public init(role: CalibratedRole, identity: SensorIdentity, mount: Matrix3 = .identity, found: Matrix3? = nil) {
      self.role = role
      self.identity = identity
      self.mount = mount
      self.found = found
    }

    /// The mount that the corrections are for.
    var valid: Matrix3 { found ?? mount }
  }

  public var kind: CalibrationKind
  public var sensors: [CalibratedSensor]
  /// When it was made; nil where no clock could be believed.
  public var made: UTC?
  public var grade: CalibrationGrade
  public var promise: CalibrationFigure
  public var evidence: [CalibrationFigure]
  public var remarks: [CalibrationPhrase]
  /// As refined while worn.
  public var corrections: CalibrationSet
  /// The magnetometer's as a person has accepted it, where it has been refined since.
  public var acceptedOffset: MagneticField<Body>?
  public var isAccelerometerReversed: Bool
  /// How much later than the gyroscope's its stamps are.
  public var magnetometerDelay: TimeSpan?
  public var accelerometerDelay: TimeSpan?
  public var temperature: Temperature?
  /// gnomon and its version; the kernel and its; the magnetic model and its date.
  public var software: String
  public var system: String
  public var magneticModel: String?

  /// What a result comes to for these sensors, as they are mounted now.
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

  /// The magnetometer's correction as a person has accepted it.
  public var accepted: Calibration<Microtesla>? {
    guard let own = corrections.magnetometer, let acceptedOffset else { return corrections.magnetometer }
    return try? Calibration(
      validating: acceptedOffset, matrix: own.matrix, slope: own.slope, reference: own.reference)
  }

  /// With what has been found since while it was worn.
  public func refined(_ correction: Calibration<Microtesla>, _ evidence: [CalibrationFigure]) -> CalibrationRecord {
    var record = self
    record.acceptedOffset = acceptedOffset ?? corrections.magnetometer?.offset
    record.corrections.magnetometer = correction
    record.evidence = self.evidence.filter { !$0.name.hasPrefix("refined-") }
    record.evidence += evidence.map { CalibrationFigure("refined-\($0.name)", $0.value, $0.unit, bar: $0.bar) }
    return record
  }

  /// It is meant for another sensor than it was made with.
  public mutating func readdress(_ role: CalibratedRole, to identity: SensorIdentity) {
    for index in sensors.indices where sensors[index].role == role { sensors[index].identity = identity }
  }

  /// Whether it speaks of these sensors.
  public func isOf(_ present: [CalibratedRole: SensorIdentity]) -> Bool {
    kind.subjects.allSatisfy { role in present[role].map { $0 == self[role]?.identity } ?? false }
  }
}

/// The sensors that are calibrated.
public enum CalibratedRole: String, CaseIterable, Sendable { case accelerometer, gyroscope, magnetometer }

extension CalibrationKind {
  /// The sensors whose calibration it is, and the gyroscope whose axes are the body's: what a record of it is kept by.
  public var subjects: [CalibratedRole] {
    switch self {
    case .magnetometer, .time: [.gyroscope, .magnetometer]
    case .accelerometer, .axes: [.accelerometer, .gyroscope]
    case .gyroscope: [.gyroscope]
    }
  }

  /// The sensors that have to speak while it is made.
  public var needs: [CalibratedRole] {
    switch self {
    case .magnetometer, .time: [.accelerometer, .gyroscope, .magnetometer]
    case .accelerometer, .axes: [.accelerometer, .gyroscope]
    case .gyroscope: [.accelerometer, .gyroscope]
    }
  }

  /// Its name in a sentence.
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
  /// The corrections for sensors that are mounted like this now.
  ///
  /// A correction is for readings under the mount V that was valid, and leads to the body's axes by the gyroscope's mount G of
  /// then. Under P and H, with T = H Gᵀ and S = P Vᵀ: T A (Sᵀ m − o) = (T A Sᵀ)(m − S o).
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
