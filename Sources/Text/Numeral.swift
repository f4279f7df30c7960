/// A decimal number as written, exactly: ± digits · 10^exponent, with the rounding of the digits after the nineteenth.
public struct Numeral: Equatable, Sendable {
  /// The part after the last kept digit, compared with half a unit of that digit.
  public enum Tail: Equatable, Sendable { case zero, belowHalf, half, aboveHalf }

  public var isNegative: Bool
  /// The first 19 significant digits.
  public var digits: UInt64
  /// The power of ten of the last of these digits.
  public var exponent: Int
  /// `.zero` if at most 19 significant digits are written.
  public var tail: Tail
  /// True if there is a point; `decimals` is the number of digits after it.
  public var hasPoint: Bool
  public var decimals: Int
  /// True if an exponent is written.
  public var hasExponent: Bool
  /// True if the nearest `Double` is that of digits + 1. It is used only with a nonzero tail, and computed while the text is
  /// available.
  @usableFromInline var roundsUp: Bool

  @usableFromInline
  init(
    isNegative: Bool, digits: UInt64, exponent: Int, tail: Tail, hasPoint: Bool, decimals: Int, hasExponent: Bool,
    roundsUp: Bool
  ) {
    self.isNegative = isNegative
    self.digits = digits
    self.exponent = exponent
    self.tail = tail
    self.hasPoint = hasPoint
    self.decimals = decimals
    self.hasExponent = hasExponent
    self.roundsUp = roundsUp
  }

  /// Reads the numeral that starts at `position`: [+-] digits [. digits] [e [+-] digits], with digits on at least one
  /// side of the point.
  ///
  /// Stops at the first byte that cannot belong to the numeral and sets `position` to it: "5e" is a 5 before an "e". If there is
  /// no numeral, it returns nil and leaves `position` unchanged. It allocates only for numerals with more than 19 digits
  /// that lie within 10⁻¹⁹ of the middle between two `Double`s.
  @inlinable public static func scan(_ text: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Numeral? {
    let end = text.count
    var index = position
    var isNegative = false
    if index < end {
      let byte = text[index]
      isNegative = byte == UInt8(ascii: "-")
      if isNegative || byte == UInt8(ascii: "+") { index &+= 1 }
    }
    let start = index
    var digits: UInt64 = 0
    // With more than 19 digits this overflows; the digits are then counted again, more slowly.
    while index < end {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      digits = digits &* 10 &+ UInt64(digit)
      index &+= 1
    }
    var digitCount = index &- start
    var hasPoint = false
    var decimals = 0
    if index < end && text[index] == UInt8(ascii: ".") {
      let point = index
      index &+= 1
      while index &+ 4 <= end, let four = fourDigits(text, at: index) {
        digits = digits &* 10000 &+ four
        index &+= 4
      }
      while index < end {
        let digit = text[index] &- UInt8(ascii: "0")
        if digit > 9 { break }
        digits = digits &* 10 &+ UInt64(digit)
        index &+= 1
      }
      hasPoint = true
      decimals = index &- point &- 1
      digitCount &+= decimals
    }
    if digitCount == 0 { return nil }
    let digitsEnd = index
    var exponent = 0
    var hasExponent = false
    if index < end && text[index] | 0x20 == UInt8(ascii: "e") {
      if let written = scanExponent(text, &index) {
        exponent = written
        hasExponent = true
      }
    }
    let numeral = Numeral(
      isNegative: isNegative, digits: digits, exponent: exponent &- decimals, tail: .zero, hasPoint: hasPoint,
      decimals: decimals, hasExponent: hasExponent, roundsUp: false)
    if digitCount <= 19 {
      position = index
      return numeral
    }
    let long = numeral.recounted(text, start..<digitsEnd, position..<index)
    position = index
    return long
  }

  /// Returns the number that the next four bytes write, if all are digits: first in pairs, then together, in one register.
  @inlinable @inline(__always)
  static func fourDigits(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64? {
    let bytes = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian
    // Digits are 0x30 to 0x39: the high half is 3, and it is still 3 after adding 6.
    if (bytes | (bytes &+ 0x0606_0606)) & 0xf0f0_f0f0 != 0x3030_3030 || bytes & 0x3030_3030 != 0x3030_3030 {
      return nil
    }
    let digits = bytes & 0x0f0f_0f0f
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00ff_00ff
    return UInt64((pairs & 0xff) &* 100 &+ pairs >> 16)
  }

  /// Returns the exponent after the "e" at `index`; nil if no digit follows, with `index` unchanged.
  @usableFromInline static func scanExponent(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int? {
    var next = index + 1
    var isNegative = false
    if next < text.count && (text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: "+")) {
      isNegative = text[next] == UInt8(ascii: "-")
      next += 1
    }
    let start = next
    var exponent = 0
    while next < text.count, case let digit = text[next] &- UInt8(ascii: "0"), digit <= 9 {
      // A larger exponent cannot be balanced by decimals in a text of any possible length.
      if exponent < 1_000_000_000_000_000 { exponent = exponent * 10 + Int(digit) }
      next += 1
    }
    if next == start { return nil }
    index = next
    return isNegative ? -exponent : exponent
  }

  /// Returns the same numeral with its digits counted again: without leading zeros, and 19 of the others kept.
  @usableFromInline
  func recounted(_ text: UnsafeBufferPointer<UInt8>, _ digitsRange: Range<Int>, _ range: Range<Int>) -> Numeral {
    var result = self
    result.digits = 0
    var kept = 0
    var dropped = 0
    var firstDropped: UInt8 = 0
    var hasMore = false
    for index in digitsRange {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { continue }  // the point
      if kept < 19 {
        if kept > 0 || digit > 0 {
          result.digits = result.digits * 10 + UInt64(digit)
          kept += 1
        }
      } else {
        if dropped == 0 { firstDropped = digit } else if digit > 0 { hasMore = true }
        dropped += 1
      }
    }
    result.exponent += dropped
    if firstDropped == 0 && !hasMore {
      result.tail = .zero
    } else if firstDropped < 5 {
      result.tail = .belowHalf
    } else {
      result.tail = firstDropped == 5 && !hasMore ? .half : .aboveHalf
    }
    if result.tail != .zero {
      let below = Double(nearestTo: result.digits, exponent: result.exponent)
      let above = Double(nearestTo: result.digits + 1, exponent: result.exponent)
      if below != above {
        let written = String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
        result.roundsUp = Double(written)?.magnitude == above
      }
    }
    return result
  }
}
