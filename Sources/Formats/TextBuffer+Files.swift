import Text

// Text elements of files of places and tracks.
extension TextBuffer {
  /// Appends a number without an exponent, which XML's decimals do not have.
  mutating func append(decimal value: Double) {
    if value.magnitude < 1e-7 { append(value, decimals: 15) } else { append(value) }
  }

  /// Appends the text of an element, without the characters that XML does not allow (XML 1.0, production 2).
  mutating func append(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;" as StaticString)
      case "<": append("&lt;" as StaticString)
      case ">": append("&gt;" as StaticString)
      // A bare CR would be read back as LF.
      case "\r": append("&#13;" as StaticString)
      case "\t", "\n": append(String(scalar))
      default: if scalar.value >= 0x20, scalar.value & ~1 != 0xfffe { append(String(scalar)) }
      }
    }
  }

  /// Appends a field of a table, quoted if necessary (RFC 4180, §2).
  mutating func append(field text: String) {
    let marks: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""), 0x0a, 0x0d, 0x09]
    guard text.utf8.contains(where: marks.contains) else { return append(text) }
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}
