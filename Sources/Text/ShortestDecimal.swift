/// The shortest decimal digits · 10^exponent that reads back to a given `Double`, and the nearest of these.
///
/// R. Giulietti, "The Schubfach way to render doubles", 2020 (revised 2022): let 10ᵏ be at most the width of the interval that
/// rounds to x. Of the decimals with a step of 10ᵏ, two enclose x; a decimal with the step 10ᵏ⁺¹ is
/// preferred if one lies in the interval. There is no loop and no allocation, and all values take the same path.
struct ShortestDecimal {
  /// The digits, without trailing zeros.
  var digits: UInt64
  var exponent: Int

  /// The decimal of a finite value > 0.
  init(_ value: Double) {
    let bits = value.bitPattern
    let fraction = bits & (1 << 52 - 1)
    let biased = Int(bits >> 52)
    // value = c · 2^q
    let c = biased == 0 ? fraction : fraction | 1 << 52
    let q = biased == 0 ? -1074 : biased - 1075
    // Below a power of two the next number is only half as far away.
    let isIrregular = fraction == 0 && biased > 1
    // ⌊log₁₀ 2^q⌋, or ⌊log₁₀ ¾·2^q⌋ (checked for each q).
    let k = (q &* 1_262_611 &- (isIrregular ? 524_031 : 0)) >> 22
    let shift = q &+ floorOfLog2(powerOfTen: -k) &+ 1
    var power = PowersOfFive.shared[-k]
    if k <= 0 {
      // The method needs each entry above the true power, by at most one unit.
      let (low, carry) = power.low.addingReportingOverflow(1)
      power.low = low
      power.high &+= carry ? 1 : 0
    }

    // Four times the value and the ends of its interval, in units of 10ᵏ
    let lower = Self.product(power, (4 &* c &- (isIrregular ? 1 : 2)) << UInt64(shift))
    let middle = Self.product(power, (4 &* c) << UInt64(shift))
    let upper = Self.product(power, (4 &* c &+ 2) << UInt64(shift))
    // A tie is rounded to even, so the ends belong to the interval when c is even.
    let open = c & 1

    let below = middle >> 2
    exponent = k
    if below >= 10 {
      let tens = below / 10 &* 10
      let fitsBelow = lower &+ open <= tens << 2
      let fitsAbove = (tens &+ 10) << 2 &+ open <= upper
      if fitsBelow != fitsAbove {
        digits = fitsBelow ? tens : tens &+ 10
        stripZeros()
        return
      }
    }
    let above = below &+ 1
    let fitsBelow = lower &+ open <= below << 2
    let fitsAbove = above << 2 &+ open <= upper
    if fitsBelow != fitsAbove {
      digits = fitsBelow ? below : above
    } else {
      let half = (below &+ above) << 1
      digits = middle < half || middle == half && below & 1 == 0 ? below : above
    }
    if below < 10 { stripZeros() }  // 9 + 1; any other multiple of ten was chosen above
  }

  /// Returns ⌊t · n / 2¹²⁸⌋, with its lowest bit set if the quotient is not whole ("rounded to odd").
  ///
  /// t is at most one unit too large and n < 2⁵⁹, so the product is less than 2⁻⁶⁹ too large. Continued fractions of
  /// 2^q / 10ᵏ, for every q, show that t · n is either whole or at least 2⁻⁶⁵·⁵ away from a whole number, so a threshold of 2⁻⁶⁸
  /// decides.
  @inline(__always) private static func product(_ t: PowersOfFive.Significand, _ n: UInt64) -> UInt64 {
    let low = t.low.multipliedFullWidth(by: n)
    let high = t.high.multipliedFullWidth(by: n)
    let (middle, carry) = high.low.addingReportingOverflow(low.high)
    let isWhole = middle == 0 && low.low < 1 << 60
    return (high.high &+ (carry ? 1 : 0)) | (isWhole ? 0 : 1)
  }

  @inline(__always) private mutating func stripZeros() {
    while true {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 100_000_000)
      if remainder != 0 { break }
      digits = quotient
      exponent &+= 8
    }
    while true {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      if remainder != 0 { break }
      digits = quotient
      exponent &+= 1
    }
  }
}
