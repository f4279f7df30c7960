import Geometry
public import Text

/// The record that the glasses' factory has written into them, a text in JSON: of it the direction of the magnetometer is used.
/// Biases and scales are not: their signs are contradictory between [ar, mx] and [gl] (sources at `GlassesModel`), and the
/// magnetometer's are those of no glasses (zero and one in the records that were described).
public struct FactoryRecord: Equatable, Sendable {
  /// How the magnetometer is turned (`gyro_q_mag`: x, y, z, w).
  public enum Direction: Equatable, Sendable {
    case missing
    /// As in the Air whose axes were checked with data, within the tolerance.
    case checked(SIMD4<Double>)
    /// Otherwise: what that means was never checked.
    case other
  }

  public var direction = Direction.missing

  /// An Ultra's was described as 55 kB, and others hold the distortion of displays, too.
  public static let mostBytes = 256 << 10

  static let checkedTurn = Self.turn(SIMD4(0.353553, 0.612372, 0.353553, 0.612372)) ?? .aligned
  /// More than parts differ, and far less than another design would.
  static let tolerance = Angle.degrees(10)

  public init(reading bytes: [UInt8]) throws(JSONError) {
    let all = try JSONValue(reading: bytes, maximumSize: Self.mostBytes)
    let numbers = all["IMU"]?["device_1"]?["gyro_q_mag"]?.array?.compactMap(\.double) ?? []
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return }
    let own = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
    guard let turn = Self.turn(own), (Self.checkedTurn.inverse * turn).angle <= Self.tolerance else {
      direction = .other
      return
    }
    direction = .checked(own)
  }

  /// The turn of the magnetometer; that of the checked Air without one of its own.
  var turn: Rotation<Body, Body> {
    if case .checked(let own) = direction { Self.turn(own) ?? Self.checkedTurn } else { Self.checkedTurn }
  }

  private static func turn(_ q: SIMD4<Double>) -> Rotation<Body, Body>? { Rotation(x: q.x, y: q.y, z: q.z, w: q.w) }
}
