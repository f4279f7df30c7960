import Geometry
public import Text

/// What the glasses' factory has written into them, a text in JSON: of it the direction of the magnetometer is used, and only to
/// check it. Biases and scales are not: their signs are contradictory between [ar, mx] and [gl] (sources at `GlassesModel`), and
/// the magnetometer's are those of no glasses (zero and one in the records that were described).
public struct FactoryRecord: Equatable, Sendable {
  /// `gyro_q_mag`: x, y, z, w; nil if the record has none.
  public var fieldDirection: SIMD4<Double>?

  /// An Ultra's was described as 55 kB, and others hold the distortion of displays, too.
  public static let mostBytes = 256 << 10

  public init(reading bytes: [UInt8]) throws(JSONError) {
    let all = try JSONValue(reading: bytes, maximumSize: Self.mostBytes)
    let numbers = all["IMU"]?["device_1"]?["gyro_q_mag"]?.array?.compactMap(\.double) ?? []
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return }
    fieldDirection = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// The direction of the one Air whose axes were checked with data.
  static let checkedDirection = SIMD4(0.353553, 0.612372, 0.353553, 0.612372)
  /// Within it a magnetometer is turned as the checked one: more than parts differ, and far less than another design would.
  static let tolerance = Angle.degrees(10)

  /// Whether the magnetometer is turned as the one whose axes are known; nil without a direction.
  public var isChecked: Bool? {
    guard let fieldDirection else { return nil }
    typealias Turn = Rotation<Body, Body>
    let checked = Self.checkedDirection
    guard let own = Turn(x: fieldDirection.x, y: fieldDirection.y, z: fieldDirection.z, w: fieldDirection.w),
      let known = Turn(x: checked.x, y: checked.y, z: checked.z, w: checked.w)
    else { return false }
    return (known.inverse * own).angle <= Self.tolerance
  }
}
