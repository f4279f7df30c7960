extension TextBuffer {
  public mutating func append(_ integer: Int64) {
    appendPlain(isNegative: integer < 0, digits: integer.magnitude, decimals: 0)
  }
  @inlinable public mutating func append(_ integer: Int) { append(Int64(integer)) }

  /// Appends the shortest decimal that reads back to the same bits, always a valid JSON number.
  ///
  /// It is plain from 1e-7 to below 2⁵³ ("12", "-0", "0.0000001"), else with an exponent without plus sign and
  /// leading zeros ("1.5e-9", "1e30"): so whole digits without a point are the exact value, never a rounded
  /// integer. A number that is not finite is written as null, as JSON has no such number; a caller that needs something else has
  /// to check before.
  public mutating func append(_ value: Double) {
    guard value.isFinite else { return append("null" as StaticString) }
    let magnitude = value.magnitude
    let isNegative = value.sign == .minus
    if magnitude < 0x1p53 {
      let integer = UInt64(magnitude)
      if Double(integer) == magnitude {
        appendPlain(isNegative: isNegative, digits: integer, decimals: 0)
        return
      }
    }
    let decimal = ShortestDecimal(magnitude)
    if 1e-7 <= magnitude && magnitude < 0x1p53 {
      // Not a whole number, so it has decimals.
      appendPlain(isNegative: isNegative, digits: decimal.digits, decimals: -decimal.exponent)
    } else {
      appendScientific(isNegative: isNegative, digits: decimal.digits, exponent: decimal.exponent)
    }
  }

  /// Appends the value rounded to a number of decimals (exactly, ties to even), without trailing zeros and never "-0".
  ///
  /// From |value| · 10^decimals = 2⁶³ on, the shortest text is written, because it has no more decimals anyway.
  /// A number that is not finite is written as null. Precondition: 0 ≤ decimals ≤ 18.
  public mutating func append(_ value: Double, decimals: Int) {
    precondition(0 <= decimals && decimals <= 18, "a number without such a decimal text")
    guard value.isFinite else { return append("null" as StaticString) }
    let magnitude = value.magnitude
    let exponent = Int(magnitude.exponentBitPattern)
    // magnitude = significand · 2^-shift; the product with 10^decimals is exact in 128 bits.
    let significand = magnitude.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
    let shift = 1075 - max(exponent, 1)
    let power = powersOfTen[decimals]
    if shift <= 0 || magnitude * Double(power) >= 0x1p63 {
      append(value)
      return
    }
    let product = significand.multipliedFullWidth(by: power)
    var rounded: UInt64
    let isAboveHalf: Bool, isHalf: Bool
    switch shift {
    case 1...63:
      let s = UInt64(shift)
      rounded = product.high << (64 - s) | product.low >> s
      let rest = product.low << (64 - s)
      isAboveHalf = rest > 1 << 63
      isHalf = rest == 1 << 63
    case 64:
      rounded = product.high
      isAboveHalf = product.low > 1 << 63
      isHalf = product.low == 1 << 63
    case 65...127:
      let s = UInt64(shift - 64)
      rounded = product.high >> s
      let rest = product.high << (64 - s)
      isAboveHalf = rest > 1 << 63 || rest == 1 << 63 && product.low != 0
      isHalf = rest == 1 << 63 && product.low == 0
    default:  // the product is below 2¹¹⁷, so below half of 2^shift
      rounded = 0
      isAboveHalf = false
      isHalf = false
    }
    if isAboveHalf || isHalf && rounded & 1 == 1 { rounded += 1 }
    appendStripped(isNegative: value < 0, digits: rounded, decimals: decimals)
  }

  /// Appends integer · 10^-decimals without trailing zeros: (12_500_000_000, 9) is "12.5". Precondition: 0 ≤ decimals ≤ 18.
  public mutating func append(fixed integer: Int64, decimals: Int) {
    precondition(0 <= decimals && decimals <= 18, "more decimals than Int64 has digits")
    appendStripped(isNegative: integer < 0, digits: integer.magnitude, decimals: decimals)
  }

  private mutating func appendStripped(isNegative: Bool, digits: UInt64, decimals: Int) {
    if digits == 0 {
      append(UInt8(ascii: "0"))
      return
    }
    var digits = digits
    var decimals = decimals
    while decimals >= 4 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10000)
      if remainder != 0 { break }
      digits = quotient
      decimals &-= 4
    }
    while decimals > 0 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      if remainder != 0 { break }
      digits = quotient
      decimals &-= 1
    }
    appendPlain(isNegative: isNegative, digits: digits, decimals: decimals)
  }

  /// Appends digits · 10^-decimals, decimals ≤ 24.
  private mutating func appendPlain(isNegative: Bool, digits: UInt64, decimals: Int) {
    // At most a sign, 20 digits, a point and 24 decimals. As many bytes behind them are copied along: a copy of a known length is
    // three moves and no call.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 96) { scratch in
      var start = 48
      if decimals == 0 {
        scratch.prepend(digits: digits, &start)
      } else {
        // digits < 10²⁰, so with 20 decimals or more there is no whole part.
        let (whole, fraction) =
          decimals < 20 ? digits.quotientAndRemainder(dividingBy: powersOfTen[decimals]) : (0, digits)
        let point = 48 &- decimals
        scratch.prepend(digits: fraction, &start)
        while start > point { scratch.prepend(UInt8(ascii: "0"), &start) }
        scratch.prepend(UInt8(ascii: "."), &start)
        scratch.prepend(digits: whole, &start)
      }
      if isNegative { scratch.prepend(UInt8(ascii: "-"), &start) }
      let first = start
      extend(by: 48) { end in
        guard let scratch = UnsafeRawPointer(scratch.baseAddress) else { return 0 }
        let from = scratch + first, to = UnsafeMutableRawPointer(end)
        for part in 0..<3 {
          let bytes = from.loadUnaligned(fromByteOffset: 16 &* part, as: SIMD16<UInt8>.self)
          to.storeBytes(of: bytes, toByteOffset: 16 &* part, as: SIMD16<UInt8>.self)
        }
        return 48 &- first
      }
    }
  }

  /// Appends digits · 10^exponent as d.ddde±n.
  private mutating func appendScientific(isNegative: Bool, digits: UInt64, exponent: Int) {
    var decimals = 0
    while decimals < 19 && digits >= powersOfTen[decimals + 1] { decimals += 1 }
    appendPlain(isNegative: isNegative, digits: digits, decimals: decimals)
    append(UInt8(ascii: "e"))
    append(Int64(exponent + decimals))
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  @inline(__always) fileprivate func prepend(_ byte: UInt8, _ start: inout Int) {
    start &-= 1
    initializeElement(at: start, to: byte)
  }

  /// Writes the decimal digits ("0" for 0) before `start`, and moves `start` to the first of them.
  @inline(__always) fileprivate func prepend(digits: UInt64, _ start: inout Int) {
    let pairs = digitPairs.utf8Start
    var rest = digits
    while rest >= 100 {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 100)
      rest = quotient
      prepend(pairs[Int(truncatingIfNeeded: remainder) &* 2 &+ 1], &start)
      prepend(pairs[Int(truncatingIfNeeded: remainder) &* 2], &start)
    }
    if rest >= 10 {
      prepend(pairs[Int(truncatingIfNeeded: rest) &* 2 &+ 1], &start)
      prepend(pairs[Int(truncatingIfNeeded: rest) &* 2], &start)
    } else {
      prepend(UInt8(truncatingIfNeeded: rest) &+ UInt8(ascii: "0"), &start)
    }
  }
}

/// "00" to "99".
private let digitPairs: StaticString = """
  00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657\
  585960616263646566676869707172737475767778798081828384858687888990919293949596979899
  """
