import Geodesy
import Text

extension TextBuffer {
  /// Appends the last digits of a number that is not negative.
  mutating func append(digits value: Int, width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends an instant as ISO 8601 with milliseconds, without an allocation.
  mutating func append(instant utc: UTC) {
    let date = utc.date, milliseconds = Int(utc.timeOfDay.value * 1000)
    append(digits: date.year, width: 4)
    append(UInt8(ascii: "-"))
    append(digits: date.month, width: 2)
    append(UInt8(ascii: "-"))
    append(digits: date.day, width: 2)
    append(UInt8(ascii: "T"))
    append(digits: milliseconds / 3_600_000 % 24, width: 2)
    append(UInt8(ascii: ":"))
    append(digits: milliseconds / 60_000 % 60, width: 2)
    append(UInt8(ascii: ":"))
    append(digits: milliseconds / 1000 % 60, width: 2)
    append(UInt8(ascii: "."))
    append(digits: milliseconds % 1000, width: 3)
    append(UInt8(ascii: "Z"))
  }
}
