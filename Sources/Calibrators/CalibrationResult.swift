public import Geometry
public import Samples

/// What a calibration came to, and how good it is: not in force before somebody has accepted it.
public struct CalibrationResult: Equatable, Sendable {
  public var kind: CalibrationKind
  public var grade: CalibrationGrade
  /// The error that the grade promises, in the unit of the kind: degrees of heading, of tilt, of axes; °/s; s.
  public var promise: CalibrationFigure
  /// What it was judged by.
  public var evidence: [CalibrationFigure]
  /// What was odd and did not forbid it.
  public var remarks: [CalibrationPhrase]
  /// The corrections of the sensors it is about; those of others are nil.
  public var corrections: CalibrationSet
  /// Which way the inertial sensors really stand: a turn of what is now taken for the body's axes to the body's axes. The new
  /// mount is this turn times the mount in force.
  public var inertialTurn: Rotation<Body, Body>?
  /// The same for the magnetometer, where it stands otherwise by more than its correction's matrix may hold.
  public var magnetometerTurn: Rotation<Body, Body>?
  /// The accelerometer says the opposite of what it should, as some drivers make it.
  public var isAccelerometerReversed: Bool
  /// How much later than the gyroscope's its stamps are.
  public var magnetometerDelay: TimeSpan?
  public var accelerometerDelay: TimeSpan?
  /// Of the sensor at the time; nil if it does not say.
  public var temperature: Temperature?

  public init(
    kind: CalibrationKind, grade: CalibrationGrade, promise: CalibrationFigure, evidence: [CalibrationFigure] = [],
    remarks: [CalibrationPhrase] = [], corrections: CalibrationSet = .init(), inertialTurn: Rotation<Body, Body>? = nil,
    magnetometerTurn: Rotation<Body, Body>? = nil, isAccelerometerReversed: Bool = false,
    magnetometerDelay: TimeSpan? = nil, accelerometerDelay: TimeSpan? = nil, temperature: Temperature? = nil
  ) {
    self.kind = kind
    self.grade = grade
    self.promise = promise
    self.evidence = evidence
    self.remarks = remarks
    self.corrections = corrections
    self.inertialTurn = inertialTurn
    self.magnetometerTurn = magnetometerTurn
    self.isAccelerometerReversed = isAccelerometerReversed
    self.magnetometerDelay = magnetometerDelay
    self.accelerometerDelay = accelerometerDelay
    self.temperature = temperature
  }
}

/// The largest error that each grade allows; nine of ten calibrations of a grade keep it.
public struct GradeLimits<U: Unit>: Equatable, Sendable {
  public let excellent: Quantity<U>
  public let good: Quantity<U>
  public let fair: Quantity<U>
  /// A larger error is not a calibration.
  public let poor: Quantity<U>

  public subscript(grade: CalibrationGrade) -> Quantity<U> {
    switch grade {
    case .excellent: excellent
    case .good: good
    case .fair: fair
    case .poor: poor
    }
  }

  /// Returns the best grade that allows an error; nil if none does.
  public func grade(of error: Quantity<U>) -> CalibrationGrade? {
    CalibrationGrade.allCases.last { error <= self[$0] }
  }
}

/// How good a calibration is. Each kind says what error a grade stands for, and keeps it in nine of ten.
public enum CalibrationGrade: String, CaseIterable, Comparable, Sendable {
  case poor, fair, good, excellent

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}
