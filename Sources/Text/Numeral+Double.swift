extension Numeral {
  /// The nearest `Double`, ties to even: ±infinity above its range, ±0 below it.
  @inlinable public var double: Double {
    let magnitude: Double
    // Both the digits and the power of ten are exact, so one operation rounds once: W. D. Clinger, "How to read
    // floating point numbers accurately", PLDI 1990.
    if digits < 1 << 53 && -22 <= exponent && exponent <= 22 {
      let value = Double(Int64(truncatingIfNeeded: digits))  // the signed conversion is one instruction
      magnitude = exponent < 0 ? value / exactPowersOfTen[0 &- exponent] : value * exactPowersOfTen[exponent]
    } else {
      magnitude = Double(nearestTo: roundsUp ? digits &+ 1 : digits, exponent: exponent)
    }
    return isNegative ? -magnitude : magnitude
  }
}

@usableFromInline let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]

extension Double {
  /// The double nearest to digits · 10^exponent, ties to even.
  ///
  /// D. Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51(8), 2021, algorithm 1.
  /// Its step 5, a fallback for undecided cases, is left out: N. Mushtak and D. Lemire, "Fast number parsing without
  /// fallback", Software: Practice and Experience 53(7), 2023, prove that there are no such cases.
  @usableFromInline init(nearestTo digits: UInt64, exponent: Int) {
    if digits == 0 || exponent < PowersOfFive.smallestExponent {
      self = 0
      return
    }
    if exponent > 308 {
      self = .infinity
      return
    }
    let leadingZeros = digits.leadingZeroBitCount
    let aligned = digits << UInt64(leadingZeros)
    let power = PowersOfFive.shared[exponent]
    var (high, low) = aligned.multipliedFullWidth(by: power.high)
    // All ones below the kept bits: the lower half of the power may still carry into them.
    if high & 0x1ff == 0x1ff {
      let (sum, carry) = low.addingReportingOverflow(aligned.multipliedFullWidth(by: power.low).high)
      low = sum
      high &+= carry ? 1 : 0
    }
    let upper = high >> 63
    // 54 bits: the significand and one bit for rounding.
    var significand = high >> (9 &+ upper)
    var binary = floorOfLog2(powerOfTen: exponent) &+ 63 &- leadingZeros &+ Int(upper)
    if binary < -1022 {
      // Subnormal: fewer bits. No tie is possible at such exponents, so a set last bit means above half.
      significand >>= UInt64(-1022 - binary)
      self = Double(bitPattern: (significand &+ (significand & 1)) >> 1)
      return
    }
    // An exact tie (possible for these exponents only) is rounded to even.
    if low <= 1 && -4 <= exponent && exponent <= 23 && significand & 3 == 1 && significand << (9 &+ upper) == high {
      significand &-= 1
    }
    significand = (significand &+ (significand & 1)) >> 1
    if significand == 1 << 53 {
      significand = 1 << 52
      binary &+= 1
    }
    if binary > 1023 {
      self = .infinity
      return
    }
    self = Double(bitPattern: significand & (1 << 52 - 1) | UInt64(binary &+ 1023) << 52)
  }

  /// The nearest double to a text that consists of one numeral; nil for any other text.
  @inlinable public init?(numeral text: UnsafeBufferPointer<UInt8>) {
    var position = 0
    guard let numeral = Numeral.scan(text, at: &position), position == text.count else { return nil }
    self = numeral.double
  }

  @inlinable public init?(numeral text: some StringProtocol) {
    if let fast = text.utf8.withContiguousStorageIfAvailable({ Double(numeral: $0) }) {
      guard let value = fast else { return nil }
      self = value
      return
    }
    guard let value = Array(text.utf8).withUnsafeBufferPointer({ Double(numeral: $0) }) else { return nil }
    self = value
  }
}
