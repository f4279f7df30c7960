public import Geometry

/// The error model of a three-axis sensor: true = matrix · (raw − offset(T)), with
/// offset(T) = offset + slope · (T − reference temperature).
///
/// The matrix holds scale, misalignment and, for a magnetometer, soft iron; the offset is bias or hard iron.
/// Invariant: all values are finite and possible for a sensor of the unit (`CalibrationLimits`); the matrix scales each direction
/// by a factor in 0.5 … 2 and reverses none (see `init(validating:)`).
public struct Calibration<U: CalibratedUnit>: Equatable, Sendable {
  public let offset: Vector<U, Body>
  public let matrix: Matrix3
  /// Change of the offset per kelvin.
  public let slope: Vector<U, Body>
  /// The temperature at which the slope's effect is zero; nil when it is unknown, and then the slope is not used.
  public let reference: Temperature?

  /// A calibration; throws a fault with the name of the invalid value.
  public init(
    validating offset: Vector<U, Body>, matrix: Matrix3 = .identity, slope: Vector<U, Body> = .zero,
    reference: Temperature? = nil
  ) throws(CalibrationFault) {
    let limits = U.calibrationLimits
    try Self.check(offset.components, "offset", within: limits.offset)
    guard matrix.isFinite else { throw .notFinite("matrix") }
    try Self.check(slope.components, "slope", within: limits.slope)
    if let reference {
      guard reference.isFinite else { throw .notFinite("reference_celsius") }
      guard CalibrationLimits.celsius.contains(reference.value) else {
        throw .outOfRange("reference_celsius", reference.value, CalibrationLimits.celsius, "°C")
      }
    }
    // The symmetric part must be positive definite; otherwise an axis is reversed or lost.
    guard matrix.symmetrized.cholesky != nil else { throw .notPositiveDefinite }
    // Each singular value s of the matrix is the scale of a direction: s² is an eigenvalue of MᵀM.
    let squares = (matrix.transposed * matrix).symmetricEigenvalues
    for square in [squares.x, squares.z] {
      let scale = max(0, square).squareRoot()
      guard CalibrationLimits.scale.contains(scale) else { throw .scale(scale) }
    }
    self.offset = offset
    self.matrix = matrix
    self.slope = slope
    self.reference = reference
  }

  /// Throws unless each component is finite and within ± a limit.
  private static func check(
    _ v: SIMD3<Double>, _ name: String, within limit: Double
  ) throws(CalibrationFault) {
    for index in 0..<3 {
      guard v[index].isFinite else { throw .notFinite("\(name)[\(index)]") }
      guard v[index].magnitude <= limit else {
        throw .outOfRange("\(name)[\(index)]", v[index], -limit...limit, name == "slope" ? "\(U.symbol)/K" : U.symbol)
      }
    }
  }

  private init() {
    offset = .zero
    matrix = .identity
    slope = .zero
    reference = nil
  }

  /// No correction.
  public static var identity: Self { Self() }

  /// Returns the corrected reading; the slope is used only if both temperatures are known.
  @inlinable public func corrected(_ raw: Vector<U, Body>, at temperature: Temperature? = nil) -> Vector<U, Body> {
    Vector(matrix * (raw.components - offset(at: temperature).components))
  }

  @inlinable public func offset(at temperature: Temperature?) -> Vector<U, Body> {
    guard let temperature, let reference else { return offset }
    return offset + slope * (temperature - reference).value
  }

  /// Returns the reading that the device would give for a true value: the inverse of `corrected`.
  public func raw(of value: Vector<U, Body>, at temperature: Temperature? = nil) -> Vector<U, Body> {
    guard let inverse = matrix.inverse else { return value }  // ruled out by the invariant
    return Vector(inverse * value.components) + offset(at: temperature)
  }
}

/// The calibrations of a session's inertial and magnetic sensors; a sensor with nil is used without correction.
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
