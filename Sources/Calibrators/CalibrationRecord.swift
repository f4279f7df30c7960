public import Geodesy
public import Geometry
public import Samples

/// A calibration as it is kept: what was found, of which sensors, how they were mounted then, and all that tells later whether to
/// believe it.
public struct CalibrationRecord: Equatable, Sendable {
  /// Of the members' meaning; a reader refuses what is later than its own.
  public static let schema = 1

  /// A sensor that it is about, and how it was taken to be turned in the body: body = mount · chip. What is kept is in the body's
  /// axes of then; under another mount it is the same calibration in other words (`corrections(under:)`).
  public struct CalibratedSensor: Equatable, Sendable {
    public var role: CalibratedRole
    public var identity: SensorIdentity
    public var mount: Matrix3

    public init(role: CalibratedRole, identity: SensorIdentity, mount: Matrix3 = .identity) {
      self.role = role
      self.identity = identity
      self.mount = mount
    }
  }

  public var kind: CalibrationKind
  public var sensors: [CalibratedSensor]
  /// When it was made; nil where no clock could be believed.
  public var made: UTC?
  public var grade: CalibrationGrade
  public var promise: CalibrationFigure
  public var evidence: [CalibrationFigure]
  public var remarks: [CalibrationPhrase]
  public var corrections: CalibrationSet
  /// How the inertial sensors and the magnetometer stand, as found: body = mount · chip.
  public var inertialMount: Matrix3?
  public var magnetometerMount: Matrix3?
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
    func turned(_ turn: Rotation<Body, Body>?, _ role: CalibratedRole) -> Matrix3? {
      guard let turn, let sensor = sensors.first(where: { $0.role == role }) else { return nil }
      return turn.matrix * sensor.mount
    }
    kind = result.kind
    self.sensors = sensors
    self.made = made
    grade = result.grade
    promise = result.promise
    evidence = result.evidence
    remarks = result.remarks
    corrections = result.corrections
    inertialMount = turned(result.inertialTurn, .gyroscope)
    magnetometerMount = turned(result.magnetometerTurn, .magnetometer)
    isAccelerometerReversed = result.isAccelerometerReversed
    magnetometerDelay = result.magnetometerDelay
    accelerometerDelay = result.accelerometerDelay
    temperature = result.temperature
    self.software = software
    self.system = system
    self.magneticModel = magneticModel
  }

  public subscript(role: CalibratedRole) -> CalibratedSensor? { sensors.first { $0.role == role } }

  /// Whether it speaks of these sensors, by role.
  public func isOf(_ present: [CalibratedRole: SensorIdentity]) -> Bool {
    sensors.allSatisfy { present[$0.role] == $0.identity }
  }
}

/// The sensors that are calibrated.
public enum CalibratedRole: String, CaseIterable, Sendable { case accelerometer, gyroscope, magnetometer }

extension CalibrationKind {
  /// The sensors whose calibration it is: those that a record of it is kept by.
  public var subjects: [CalibratedRole] {
    switch self {
    case .magnetometer: [.magnetometer]
    case .accelerometer: [.accelerometer]
    case .gyroscope: [.gyroscope]
    case .axes: [.accelerometer, .gyroscope]
    case .time: [.accelerometer, .gyroscope, .magnetometer]
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

extension Calibration {
  /// The same correction in axes that are turned: x′ = T x gives offset′ = T offset and matrix′ = T matrix Tᵀ.
  public func turned(by turn: Matrix3) -> Calibration {
    let offset = Vector<U, Body>(turn * self.offset.components)
    let slope = Vector<U, Body>(turn * self.slope.components)
    // A rotation keeps what makes it a calibration.
    return
      (try? Calibration(
        validating: offset, matrix: turn * matrix * turn.transposed, slope: slope, reference: reference)) ?? self
  }
}

extension CalibrationRecord {
  /// The corrections for sensors that are mounted like this now.
  public func corrections(under mounts: [CalibratedRole: Matrix3]) -> CalibrationSet {
    func turn(_ role: CalibratedRole) -> Matrix3? {
      guard let then = self[role]?.mount, let now = mounts[role], then != now else { return nil }
      return now * then.transposed
    }
    var set = corrections
    if let turn = turn(.accelerometer) { set.accelerometer = set.accelerometer?.turned(by: turn) }
    if let turn = turn(.gyroscope) { set.gyroscope = set.gyroscope?.turned(by: turn) }
    if let turn = turn(.magnetometer) { set.magnetometer = set.magnetometer?.turned(by: turn) }
    return set
  }
}
