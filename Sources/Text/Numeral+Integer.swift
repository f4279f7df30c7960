extension Numeral {
  /// Returns the exact value · 10^decimals rounded to a whole number, ties to even; nil outside the range of `Int64`.
  ///
  /// With 9 decimals, seconds become nanoseconds: "-0.000000001" is −1.
  public func scaled(decimals: Int) -> Int64? {
    if digits == 0 { return 0 }
    let power = exponent + decimals
    var magnitude: UInt64
    let above: Bool, half: Bool
    if power >= 0 {
      // With a tail there are 19 digits before it, so any power except 0 exceeds the range.
      if power > 18 { return nil }
      let (product, overflow) = digits.multipliedReportingOverflow(by: powersOfTen[power])
      if overflow { return nil }
      magnitude = product
      above = tail == .aboveHalf
      half = tail == .half
    } else if power >= -19 {
      let divisor = powersOfTen[-power]
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: divisor)
      magnitude = quotient
      above = remainder > divisor / 2 || remainder == divisor / 2 && tail != .zero
      half = remainder == divisor / 2 && tail == .zero
    } else {
      return 0  // below 10¹⁹ · 10⁻²⁰
    }
    if above || half && magnitude & 1 == 1 { magnitude += 1 }
    if isNegative { return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int64(exactly: magnitude)
  }

  /// The value of a numeral without point and exponent, if it fits. nil for "-0", which `Int64` cannot represent.
  public var integer: Int64? {
    if hasPoint || hasExponent || isNegative && digits == 0 { return nil }
    return scaled(decimals: 0)
  }
}
