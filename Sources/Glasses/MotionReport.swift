import Geometry

/// One measurement of the motion sensor, in its own axes [gl; the first 54 bytes ar, ja, mx] (sources at `GlassesModel`). Numbers
/// are little-endian; those of gyroscope and accelerometer have three bytes.
public struct MotionReport: Equatable, Sendable {
  /// Nanoseconds on the glasses' clock.
  public var stamp: UInt64
  /// Degrees Celsius.
  public var temperature: Double
  /// Radians per second.
  public var rate: SIMD3<Double>
  /// Meters per second squared.
  public var force: SIMD3<Double>
  /// Microtesla; nil in a report that repeats the last measurement. [gl] Byte 62 says so: 149 of 150 changes agree [C].
  public var field: SIMD3<Double>?
  /// Whether its scales give no magnetic field, although it is new.
  public var hasWrongField = false

  init(stamp: UInt64, temperature: Double, rate: SIMD3<Double>, force: SIMD3<Double>, field: SIMD3<Double>?) {
    (self.stamp, self.temperature, self.rate, self.force, self.field) = (stamp, temperature, rate, force, field)
  }

  public enum Fault: Error, Equatable, Sendable {
    case truncated
    /// Another layout: `01 01` was one of older firmware [gl].
    case unknown
    /// Scales that give no number, or none of this sensor.
    case invalid
  }

  /// Bytes up to the mark of a fresh magnetometer.
  static let length = 63
  /// The largest rate and force that the scales of a report may give: ten times those that were seen, 2,000 °/s and 16 g [C].
  private static let mostRate = 20_000.0, mostForce = 160.0

  public init(reading bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard bytes.count >= 2 else { throw .truncated }
    guard bytes[0] == 0x01, bytes[1] == 0x02 else { throw .unknown }
    guard bytes.count >= Self.length else { throw .truncated }
    stamp = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    temperature = Double(Self.int16(bytes, 2)) / 132.48 + 25
    // 4000 / 2^24 of a degree per second, 32 / 2^24 of g: stated in each report.
    let turn = try Self.vector(bytes, 12, Self.mostRate), pull = try Self.vector(bytes, 27, Self.mostForce)
    rate = turn * (.pi / 180)
    force = pull * Constants.standardGravity.value
    guard bytes[62] != 0 else { return }
    field = Self.field(bytes)
    hasWrongField = field == nil
  }

  /// A multiplier, a divisor, and three numbers of three bytes.
  private static func vector(
    _ bytes: UnsafeRawBufferPointer, _ place: Int, _ most: Double
  ) throws(Fault) -> SIMD3<Double> {
    let divisor = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 2, as: UInt32.self))
    guard divisor > 0 else { throw .invalid }
    let scale = Double(uint16(bytes, place)) / Double(divisor)
    guard scale > 0, scale * 8_388_608 <= most else { throw .invalid }
    return SIMD3(int24(bytes, place + 6), int24(bytes, place + 9), int24(bytes, place + 12)) * scale
  }

  /// Gauss, with an offset of 8000 hexadecimal and the divisor 1024 [gl]. [ja] and [mx] read half of it; Earth's field agrees with
  /// this [C].
  private static func field(_ bytes: UnsafeRawBufferPointer) -> SIMD3<Double>? {
    let divisor = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 44, as: UInt32.self))
    guard divisor > 0 else { return nil }
    let offset = Double(uint16(bytes, 42))
    let raw = SIMD3(Double(uint16(bytes, 48)), Double(uint16(bytes, 50)), Double(uint16(bytes, 52)))
    return (raw - SIMD3(repeating: offset)) * (100 / Double(divisor))
  }

  private static func uint16(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt16 {
    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
  }

  private static func int16(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int16 {
    Int16(bitPattern: uint16(bytes, place))
  }

  private static func int24(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Double {
    let high = Int32(Int8(bitPattern: bytes[place + 2]))
    return Double(high << 16 | Int32(bytes[place + 1]) << 8 | Int32(bytes[place]))
  }
}
