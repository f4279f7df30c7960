/// The reason why a message cannot be read, with the field.
public struct CDRFault: Error, Equatable, Sendable {
  public var reason: String
  public var field: String
}

/// A reader of a message in plain CDR, version 1, of either byte order. Each read names its field, for the fault.
struct CDRReader {
  private let bytes: UnsafeRawBufferPointer
  private let isBig: Bool
  /// Counted from the end of the head, as the alignment is.
  private var offset = 0
  private static let longestText = 1 << 16

  init(_ message: UnsafeRawBufferPointer) throws(CDRFault) {
    guard message.count >= 4 else { throw CDRFault(reason: "a message that ends early", field: "head") }
    // Representation identifiers (DDS-XTypes 1.3, 7.6.3.1.2): 0 and 1 are plain CDR, big- and little-endian.
    guard message[0] == 0, message[1] <= 1 else {
      throw CDRFault(reason: "a representation that is not plain CDR", field: "head")
    }
    isBig = message[1] == 0
    bytes = UnsafeRawBufferPointer(rebasing: message[4...])
  }

  mutating func read<Integer: FixedWidthInteger>(_: Integer.Type, _ field: String) throws(CDRFault) -> Integer {
    let size = MemoryLayout<Integer>.size
    let start = (offset + size - 1) / size * size
    guard start + size <= bytes.count else { throw CDRFault(reason: "a message that ends early", field: field) }
    offset = start + size
    let value = bytes.loadUnaligned(fromByteOffset: start, as: Integer.self)
    return isBig ? Integer(bigEndian: value) : Integer(littleEndian: value)
  }

  mutating func readDouble(_ field: String) throws(CDRFault) -> Double {
    Double(bitPattern: try read(UInt64.self, field))
  }

  mutating func readVector(_ field: String) throws(CDRFault) -> SIMD3<Double> {
    let x = try readDouble(field), y = try readDouble(field), z = try readDouble(field)
    return SIMD3(x, y, z)
  }

  mutating func readDoubles(_ count: Int, _ field: String) throws(CDRFault) -> [Double] {
    var values: [Double] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try readDouble(field)) }
    return values
  }

  /// Skips a text.
  mutating func skipText(_ field: String) throws(CDRFault) {
    let count = Int(try read(UInt32.self, field))
    guard count <= Self.longestText, offset + count <= bytes.count else {
      throw CDRFault(reason: "a message that ends early", field: field)
    }
    offset += count
  }

  /// Reads `std_msgs/Header` and returns its time in nanoseconds.
  mutating func readHeader() throws(CDRFault) -> Int64 {
    let seconds = try read(Int32.self, "header.stamp.sec")
    let nanoseconds = try read(UInt32.self, "header.stamp.nanosec")
    guard nanoseconds < 1_000_000_000 else { throw CDRFault(reason: "out of range", field: "header.stamp.nanosec") }
    try skipText("header.frame_id")
    return Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
  }
}
