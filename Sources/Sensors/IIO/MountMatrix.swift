public import Geometry
import Text

/// The axes of a sensor's chip, as its driver reports them.
public enum Chip: Frame {}

/// The orientation of a chip in its device: body = matrix · chip. Always a proper rotation.
///
/// The kernel publishes the matrix and does not apply it; its reference axes are a held device's x right, y up, z toward the
/// viewer (Documentation/devicetree/bindings/iio/mount-matrix.txt), which are those of `Body`.
public struct MountMatrix: Equatable, Sendable {
  /// The origin of a matrix, in order of precedence.
  public enum Origin: Equatable, Sendable { case configuration, calibration, driver, hardwareDatabase, none }

  public let matrix: Matrix3
  public let origin: Origin

  /// The identity: the axes of the chip are those of the body.
  public static let identity = MountMatrix(matrix: .identity, origin: .none)

  private init(matrix: Matrix3, origin: Origin) {
    self.matrix = matrix
    self.origin = origin
  }

  /// The mount found by a calibration; `matrix` is a rotation.
  public init(found matrix: Matrix3) { self.init(matrix: matrix, origin: .calibration) }

  /// Parses three rows of three numbers, `x, y, z; x, y, z; x, y, z`, the notation of sysfs, the device tree and the hardware
  /// database. Refused unless orthonormal within 1e-3 with determinant +1: many entries of the hardware database are reflections,
  /// made for turning a screen, and a reflection applied to a gyroscope inverts turns.
  public init(_ text: String, from origin: Origin) throws(MountFault) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false)
    guard rows.count == 3 else { throw MountFault(text: text, origin: origin, reason: .shape) }
    var numbers: [SIMD3<Double>] = []
    for row in rows {
      let fields = row.split(separator: ",", omittingEmptySubsequences: false).map {
        Double(numeral: $0.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
      }
      guard fields.count == 3, let x = fields[0], let y = fields[1], let z = fields[2] else {
        throw MountFault(text: text, origin: origin, reason: .shape)
      }
      numbers.append(SIMD3(x, y, z))
    }
    let matrix = Matrix3(rows: numbers[0], numbers[1], numbers[2])
    let error = matrix * matrix.transposed - .identity
    let worst = [error.c0, error.c1, error.c2].map { max($0.x.magnitude, $0.y.magnitude, $0.z.magnitude) }.max() ?? 0
    guard worst <= 1e-3 else { throw MountFault(text: text, origin: origin, reason: .notOrthonormal) }
    guard matrix.determinant > 0 else { throw MountFault(text: text, origin: origin, reason: .reflection) }
    self.init(matrix: matrix, origin: origin)
  }

  @inlinable public func callAsFunction<U: Unit>(_ v: Vector<U, Chip>) -> Vector<U, Body> {
    Vector(matrix * v.components)
  }

  /// Returns the available mount with the highest precedence. The hardware database is about accelerometers and screens, so a
  /// matrix of it that is not a rotation is ignored, with a note; any other is an error.
  static func choose(
    configured: String?, found: Matrix3? = nil, driver: String, database: String?
  ) throws(MountFault) -> (mount: MountMatrix, note: MountFault?) {
    if let configured { return (try MountMatrix(configured, from: .configuration), nil) }
    if let found { return (MountMatrix(found: found), nil) }
    if !driver.isEmpty { return (try MountMatrix(driver, from: .driver), nil) }
    guard let database else { return (.identity, nil) }
    do { return (try MountMatrix(database, from: .hardwareDatabase), nil) } catch { return (.identity, error) }
  }

  /// The same for a sensor without a driver of the kernel.
  public static func choose(configured: String?, found: Matrix3?) throws(MountFault) -> MountMatrix {
    try choose(configured: configured, found: found, driver: "", database: nil).mount
  }
}

/// The reason why a text is not a mount matrix.
public struct MountFault: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable { case shape, notOrthonormal, reflection }
  public var text: String
  public var origin: MountMatrix.Origin
  public var reason: Reason
}

extension MountFault: CustomStringConvertible {
  public var description: String {
    let place =
      switch origin {
      case .configuration: "the configured mount matrix"
      case .calibration: "the calibrated mount matrix"
      case .driver: "the driver's mount matrix (its mount_matrix in sysfs, from the device tree or the firmware)"
      case .hardwareDatabase: "the hardware database's ACCEL_MOUNT_MATRIX (hwdb)"
      case .none: "the mount matrix"
      }
    return switch reason {
    case .shape: "\(place) '\(text)' is not three rows of three numbers, as in '1, 0, 0; 0, 1, 0; 0, 0, 1'"
    case .notOrthonormal:
      "\(place) '\(text)' is not a rotation: its rows must have length 1 and be perpendicular; configure a rotation"
    case .reflection:
      "\(place) '\(text)' is a reflection (determinant −1), which would invert turns; configure a rotation, and set the accelerometer's sign separately"
    }
  }
}
