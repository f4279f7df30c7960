public import Geometry
public import Samples

/// Result of a calibration with its quality. It takes effect only after a person has accepted it.
public struct CalibrationResult: Equatable, Sendable {
  public var kind: CalibrationKind
  public var grade: CalibrationGrade
  /// The error that the grade promises, in the unit of the kind: degrees of heading, of tilt, of axes; °/s; s.
  public var promise: CalibrationFigure
  /// Measurements that led to the grade.
  public var evidence: [CalibrationFigure]
  /// Oddities that did not prevent the result.
  public var remarks: [CalibrationPhrase]
  /// Corrections of the calibrated sensors; nil for others.
  public var corrections: CalibrationSet
  /// The inertial sensors' real orientation: rotation from the axes currently taken as the body's to the body's axes. The new
  /// mount is this rotation times the mount in force.
  public var inertialTurn: Rotation<Body, Body>?
  /// The same for the magnetometer, if its orientation differs by more than its correction's matrix may hold.
  public var magnetometerTurn: Rotation<Body, Body>?
  /// True if the accelerometer reads the opposite of the right force, as with some drivers.
  public var isAccelerometerReversed: Bool
  /// Delay of the magnetometer's stamps after the gyroscope's.
  public var magnetometerDelay: TimeSpan?
  public var accelerometerDelay: TimeSpan?
  /// Temperature of the sensor during the calibration; nil if it has no thermometer.
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

/// Largest error of each grade; nine of ten calibrations of a grade keep it.
public struct GradeLimits<U: Unit>: Equatable, Sendable {
  public let excellent: Quantity<U>
  public let good: Quantity<U>
  public let fair: Quantity<U>
  /// A calibration with a larger error is refused.
  public let poor: Quantity<U>

  public init(excellent: Quantity<U>, good: Quantity<U>, fair: Quantity<U>, poor: Quantity<U>) {
    self.excellent = excellent
    self.good = good
    self.fair = fair
    self.poor = poor
  }

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

/// Quality of a calibration. Each kind defines the error of a grade, and keeps it in nine of ten calibrations.
public enum CalibrationGrade: String, CaseIterable, Comparable, Sendable {
  case poor, fair, good, excellent

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}
