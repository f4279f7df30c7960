public import Geometry

/// How a three-axis sensor errs, as a model: true = matrix · (raw − offset(T)), with
/// offset(T) = offset + slope · (T − reference temperature).
///
/// The matrix holds scale, misalignment and, for a magnetometer, soft iron; the offset is bias or hard iron.
/// Invariant: finite, and the matrix within a factor of two of a rotation-free identity (see `init(validating:)`).
public struct Calibration<U: Unit>: Equatable, Sendable {
  public let offset: Vector<U, Body>
  public let matrix: Matrix3
  /// Change of the offset per kelvin.
  public let slope: Vector<U, Body>
  /// Where the slope counts from; nil when the temperature of the calibration is unknown, and the slope is not used.
  public let reference: Temperature?

  /// Refuses what cannot be a calibration, by name.
  public init(
    validating offset: Vector<U, Body>, matrix: Matrix3 = .identity, slope: Vector<U, Body> = .zero,
    reference: Temperature? = nil
  ) throws(CalibrationFault) {
    guard offset.isFinite else { throw .notFinite("offset") }
    guard matrix.isFinite else { throw .notFinite("matrix") }
    guard slope.isFinite else { throw .notFinite("slope") }
    guard reference?.isFinite ?? true else { throw .notFinite("reference temperature") }
    // The symmetric part must be positive definite, or some axis is reversed or lost.
    guard matrix.symmetrized.cholesky != nil else { throw .notPositiveDefinite }
    let determinant = matrix.determinant
    guard (0.125...8).contains(determinant) else { throw .determinant(determinant) }
    self.offset = offset
    self.matrix = matrix
    self.slope = slope
    self.reference = reference
  }

  private init() {
    offset = .zero
    matrix = .identity
    slope = .zero
    reference = nil
  }

  /// No correction.
  public static var identity: Self { Self() }

  /// The corrected reading; the slope counts only where both temperatures are known.
  @inlinable public func corrected(_ raw: Vector<U, Body>, at temperature: Temperature? = nil) -> Vector<U, Body> {
    Vector(matrix * (raw.components - offset(at: temperature).components))
  }

  @inlinable public func offset(at temperature: Temperature?) -> Vector<U, Body> {
    guard let temperature, let reference else { return offset }
    return offset + slope * (temperature - reference).value
  }

  /// What the device would have said of a true value; the inverse of `corrected`.
  public func raw(of value: Vector<U, Body>, at temperature: Temperature? = nil) -> Vector<U, Body> {
    guard let inverse = matrix.inverse else { return value }  // ruled out by the invariant
    return Vector(inverse * value.components) + offset(at: temperature)
  }
}

/// Why a set of numbers is no calibration.
public enum CalibrationFault: Error, Equatable, Sendable {
  case notFinite(String)
  case notPositiveDefinite
  case determinant(Double)
  case shape(String)
}

extension CalibrationFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite(let what): "the calibration's \(what) is not finite: calibrate again"
    case .notPositiveDefinite:
      "the calibration's matrix is not positive definite, so it would reverse or lose an axis: check the mount, calibrate again"
    case .determinant(let value):
      "the calibration's matrix scales volume by \(value), beyond 1/8 … 8: not a sensor's error but a mistake of unit"
    case .shape(let what): "not a calibration: \(what)"
    }
  }
}

/// The calibrations of a session's inertial and magnetic sensors; what is nil has none and is taken as it comes.
public struct CalibrationSet: Equatable, Sendable {
  public var accelerometer: Calibration<MetrePerSecondSquared>?
  public var gyroscope: Calibration<RadianPerSecond>?
  public var magnetometer: Calibration<Microtesla>?

  public init(
    accelerometer: Calibration<MetrePerSecondSquared>? = nil, gyroscope: Calibration<RadianPerSecond>? = nil,
    magnetometer: Calibration<Microtesla>? = nil
  ) {
    self.accelerometer = accelerometer
    self.gyroscope = gyroscope
    self.magnetometer = magnetometer
  }

  @inlinable @inline(__always)
  public func corrected(_ sample: AccelerometerSample, at temperature: Temperature? = nil) -> AccelerometerSample {
    guard let accelerometer else { return sample }
    return AccelerometerSample(time: sample.time, force: accelerometer.corrected(sample.force, at: temperature))
  }
  @inlinable @inline(__always)
  public func corrected(_ sample: GyroscopeSample, at temperature: Temperature? = nil) -> GyroscopeSample {
    guard let gyroscope else { return sample }
    return GyroscopeSample(time: sample.time, rate: gyroscope.corrected(sample.rate, at: temperature))
  }
  @inlinable @inline(__always)
  public func corrected(_ sample: MagnetometerSample, at temperature: Temperature? = nil) -> MagnetometerSample {
    guard let magnetometer else { return sample }
    return MagnetometerSample(time: sample.time, field: magnetometer.corrected(sample.field, at: temperature))
  }
}
