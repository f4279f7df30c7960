import Geometry
import Text

extension TextBuffer {
  /// Appends foreign text as mere text, in content and in quoted attributes. Characters that are invisible, or change the
  /// direction of the text after them, are shown: control characters as their pictures (U+2400 …), the others by number.
  mutating func append(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: append("&amp;" as StaticString)
      case 0x3c: append("&lt;" as StaticString)
      case 0x3e: append("&gt;" as StaticString)
      case 0x22: append("&quot;" as StaticString)
      case 0x27: append("&#39;" as StaticString)
      case 0x00...0x1f: append(String(Unicode.Scalar(0x2400 + scalar.value) ?? scalar))
      case 0x7f: append("\u{2421}")
      case 0x80...0x9f, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff:
        append("⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩")
      default: append(String(scalar))
      }
    }
  }

  /// Appends a foreign text. Letters in it that are written from right to left do not affect the direction of the text after it.
  mutating func append(isolated text: String) {
    guard text.unicodeScalars.contains(where: Self.isWrittenFromTheRight) else { return append(escaped: text) }
    append("<bdi>" as StaticString)
    append(escaped: text)
    append("</bdi>" as StaticString)
  }

  /// Whether a letter is in a block of Unicode 15 with the bidirectional class R or AL (UAX 9).
  private static func isWrittenFromTheRight(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  /// Appends a number rounded to `decimals`; `–` if it is not finite.
  mutating func append(shown value: Double, _ decimals: Int) {
    if value.isFinite { append(value, decimals: decimals) } else { append("–") }
  }
}

/// Returns a number for people: at most `decimals` decimals, no trailing zeros, a true minus.
func shown(_ value: Double, _ decimals: Int) -> String {
  var buffer = TextBuffer()
  buffer.append(shown: value, decimals)
  let text = buffer.string
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}

/// Returns a number with about three significant digits.
func shown(_ value: Double) -> String {
  switch value.magnitude {
  case ..<0.995: shown(value, 2)
  case ..<99.95: shown(value, 1)
  default: shown(value, 0)
  }
}

/// Returns minutes and seconds, with hours if there are any: 75 → "1:15", 3675 → "1:01:15".
func clock(_ seconds: Double) -> String {
  let total = Int(saturating: max(-1e15, min(1e15, seconds)).rounded())
  func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
  let magnitude = total.magnitude
  let (hours, minutes, rest) = (Int(magnitude / 3600), Int(magnitude / 60 % 60), Int(magnitude % 60))
  return (total < 0 ? "−" : "") + (hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))")
}

/// Returns a length for people: centimeters below a meter, kilometers from ten thousand meters on.
func length(_ metres: Double) -> String {
  switch metres.magnitude {
  case ..<0.9995: "\(shown(metres * 100, metres.magnitude < 0.1 ? 1 : 0)) cm"
  case ..<9999.5: "\(shown(metres)) m"
  default: "\(shown(metres / 1000)) km"
  }
}
