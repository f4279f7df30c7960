// ISO 8601 in the one form used here: `2026-11-20T09:15:00Z`, with up to nine decimals of the seconds.
extension UTC: CustomStringConvertible {
  /// A fraction is written only if it is not zero, without trailing zeros.
  public var description: String {
    let time = nanosecondsOfDay
    let second = time / 1_000_000_000
    var fraction = ""
    if time % 1_000_000_000 != 0 {
      fraction = "." + padded(time % 1_000_000_000, 9)
      while fraction.hasSuffix("0") { fraction.removeLast() }
    }
    let clock = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return "\(date)T\(clock)\(fraction)Z"
  }

  /// The time of a text of the exact form `YYYY-MM-DDThh:mm:ss[.f…]Z`, UTC only; nil for any other text. A leap second 23:59:60
  /// becomes the following midnight.
  public init?(_ text: some StringProtocol) {
    var digits = Scanner(rest: text.utf8[...])
    guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
      let day = digits.number(2), digits.skip("T"), let hour = digits.number(2), digits.skip(":"),
      let minute = digits.number(2), digits.skip(":"), let second = digits.number(2)
    else { return nil }
    var nanosecond = 0
    if digits.skip(".") {
      guard let fraction = digits.fraction() else { return nil }
      nanosecond = fraction
    }
    guard digits.skip("Z"), digits.rest.isEmpty, let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if hour == 23 && minute == 59 && second == 60 {
      let next = CivilDate(daysSince1970: date.daysSince1970 + 1)
      self.init(next, nanosecond: nanosecond)
    } else {
      self.init(date, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    }
  }
}

/// A reader of digits of fixed width from the front of a text.
private struct Scanner<Rest: Collection> where Rest.Element == UInt8, Rest.SubSequence == Rest {
  var rest: Rest

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func digit() -> Int? {
    guard let first = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return nil }
    rest = rest.dropFirst()
    return Int(first - UInt8(ascii: "0"))
  }

  mutating func number(_ width: Int) -> Int? {
    var value = 0
    for _ in 0..<width {
      guard let next = digit() else { return nil }
      value = 10 * value + next
    }
    return value
  }

  /// Returns one to nine digits as billionths.
  mutating func fraction() -> Int? {
    var value = 0, scale = 1_000_000_000
    while scale > 1, let next = digit() {
      scale /= 10
      value += next * scale
    }
    return scale < 1_000_000_000 ? value : nil
  }
}
