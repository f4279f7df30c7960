/// A cursor over one message of Protocol Buffers (protobuf.dev/programming-guides/encoding), within the bytes that it is given at
/// each step, so that it owns no memory.
struct ProtobufCursor: Sendable {
  /// Reason why bytes are not a message, with the offset.
  struct Damage: Error {
    var reason: String
    var offset: Int
  }

  enum Value {
    case number(UInt64)
    case bytes(Range<Int>)
    /// 32 or 64 bits, which the formats read here do not use.
    case fixed
  }

  private(set) var offset: Int
  private let end: Int

  init(_ range: Range<Int>) { (offset, end) = (range.lowerBound, range.upperBound) }

  var isAtEnd: Bool { offset == end }

  func damage(_ reason: String) -> Damage { Damage(reason: reason, offset: offset) }

  /// Reads a number of 1 to 10 bytes, 7 bits each, the lowest first.
  mutating func number(_ bytes: [UInt8]) throws(Damage) -> UInt64 {
    var value: UInt64 = 0, shift: UInt64 = 0
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
      if shift > 63 { throw damage("a number has more than 10 bytes") }
    }
    throw damage("a number is cut off")
  }

  /// Reads a number with its sign in the lowest bit (zigzag).
  mutating func signed(_ bytes: [UInt8]) throws(Damage) -> Int64 { Self.signed(try number(bytes)) }

  static func signed(_ number: UInt64) -> Int64 { Int64(bitPattern: (number >> 1) ^ (0 &- (number & 1))) }

  /// Returns the next field; nil at the end.
  mutating func field(_ bytes: [UInt8]) throws(Damage) -> (number: Int, value: Value)? {
    if isAtEnd { return nil }
    let key = try self.number(bytes)
    guard key >> 3 > 0, key >> 3 < 1 << 29 else { throw damage("a field has no valid number") }
    let id = Int(key >> 3)
    switch key & 7 {
    case 0: return (id, .number(try self.number(bytes)))
    case 1, 5:
      try skip(key & 7 == 1 ? 8 : 4)
      return (id, .fixed)
    case 2:
      let length = try self.number(bytes)
      guard length <= UInt64(end - offset) else { throw damage("a field of \(length) bytes is cut off") }
      let start = offset
      offset += Int(length)
      return (id, .bytes(start..<offset))
    default: throw damage("a field has the unknown type \(key & 7)")
    }
  }

  private mutating func skip(_ count: Int) throws(Damage) {
    guard count <= end - offset else { throw damage("a field is cut off") }
    offset += count
  }
}
