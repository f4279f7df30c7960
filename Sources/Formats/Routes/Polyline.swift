/// An encoded polyline: signed differences in units of 10⁻⁵° or 10⁻⁶°, latitude first, each as groups of five bits from the
/// lowest, in printable characters from `?` on (Google, "Encoded Polyline Algorithm Format"). The text does not state its unit.
struct Polyline {
  /// Latitude and longitude in this unit.
  private(set) var latitudes: [Int32] = []
  private(set) var longitudes: [Int32] = []

  var count: Int { latitudes.count }

  init(_ text: some Sequence<UInt8>, limit: Int) throws(PolylineFault) {
    var value: UInt64 = 0, shift: UInt64 = 0
    var latitude: Int64 = 0, longitude: Int64 = 0
    var isLongitude = false
    var offset = 0
    for byte in text {
      guard 63...126 ~= byte else { throw PolylineFault(.character(byte), at: offset) }
      let bits = UInt64(byte - 63)
      // 360° in the finer unit takes 30 bits with the sign.
      if shift > 30 { throw PolylineFault(.tooLong, at: offset) }
      value |= (bits & 0x1f) << shift
      shift += 5
      offset += 1
      if bits & 0x20 != 0 { continue }
      let difference = value & 1 == 0 ? Int64(value >> 1) : ~Int64(value >> 1)
      value = 0
      shift = 0
      if isLongitude { longitude += difference } else { latitude += difference }
      // Off the Earth in the finer unit, and so in both.
      guard latitude.magnitude <= 90_000_000, longitude.magnitude <= 360_000_000 else {
        throw PolylineFault(.offEarth, at: offset - 1)
      }
      if count >= limit { throw PolylineFault(.tooMany, at: offset - 1) }
      if isLongitude {
        latitudes.append(Int32(latitude))
        longitudes.append(Int32(longitude))
      }
      isLongitude.toggle()
    }
    if shift > 0 || isLongitude { throw PolylineFault(.ends, at: offset) }
  }

  /// True if all of it lies on Earth with the coarser unit.
  var fitsFive: Bool {
    latitudes.allSatisfy { $0.magnitude <= 90_00000 } && longitudes.allSatisfy { $0.magnitude <= 360_00000 }
  }
}

/// Fault of an encoded polyline, with its place.
public struct PolylineFault: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case character(UInt8)
    /// A number of more than seven characters.
    case tooLong
    case offEarth
    /// The text ends in the middle of a number, or after a latitude.
    case ends
    case tooMany
  }
  public var reason: Reason
  /// Position in bytes, from 0.
  public var offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension PolylineFault.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .character(let byte):
      0x21...0x7e ~= byte
        ? "'\(Character(Unicode.Scalar(byte)))' does not occur in an encoded polyline"
        : "the byte \(byte) does not occur in an encoded polyline"
    case .tooLong: "a number is too long"
    case .offEarth: "it leaves the Earth"
    case .ends: "it ends in the middle of a point"
    case .tooMany: "too many points"
    }
  }
}
