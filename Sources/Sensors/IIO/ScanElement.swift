/// The position and format of a channel's number in a scan: the kernel's `le:s12/16>>4` is a little-endian, signed number of 12
/// bits in 16, shifted left by 4 (Documentation/ABI/testing/sysfs-bus-iio, *scan_elements/…_type*).
public struct ScanElement: Equatable, Sendable {
  public enum Format: Equatable, Sendable {
    case integer(bits: Int, length: Int, shift: Int, isSigned: Bool, isBigEndian: Bool)
    /// The format of a polled number: NaN if reading failed.
    case double
  }

  public let offset: Int
  public let format: Format

  /// nil for a negative offset or an impossible format: no bits, more than its storage, storage other than 8, 16, 32 or 64.
  public init?(offset: Int, format: Format) {
    if case .integer(let bits, let length, let shift, _, _) = format {
      guard [8, 16, 32, 64].contains(length), bits > 0, shift >= 0, bits + shift <= length else { return nil }
    }
    guard offset >= 0 else { return nil }
    self.offset = offset
    self.format = format
  }

  /// Size in bytes.
  public var size: Int {
    if case .integer(_, let length, _, _, _) = format { return length / 8 }
    return 8
  }

  /// The raw number; NaN if it would lie beyond the scan.
  @inline(__always) public func number(in scan: UnsafeRawBufferPointer) -> Double {
    guard offset + size <= scan.count else { return .nan }
    guard case .integer(let bits, _, _, let isSigned, _) = format else {
      return scan.loadUnaligned(fromByteOffset: offset, as: Double.self)
    }
    let word = integer(in: scan)
    return isSigned || bits < 64 ? Double(word) : Double(UInt64(bitPattern: word))
  }

  /// The whole number, sign-extended; for time stamps, which a double cannot hold exactly. 0 if it would lie beyond the scan.
  @inline(__always) public func integer(in scan: UnsafeRawBufferPointer) -> Int64 {
    guard offset + size <= scan.count,
      case .integer(let bits, let length, let shift, let isSigned, let isBigEndian) = format
    else { return 0 }
    var word: UInt64 = 0
    for i in 0..<size {
      word |= UInt64(scan[offset + i]) << UInt64(8 * (isBigEndian ? length / 8 - 1 - i : i))
    }
    let top = UInt64(64 - bits)
    word = (word >> UInt64(shift)) << top
    return isSigned ? Int64(bitPattern: word) >> Int64(top) : Int64(bitPattern: word >> top)
  }
}
