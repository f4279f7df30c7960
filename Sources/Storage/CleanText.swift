/// Returns a text without control characters (Unicode's Cc) and line separators: those that separate words become spaces, the
/// others are removed. nil if there are none, which takes one pass over the bytes.
func cleaned(_ text: String) -> String? {
  var text = text
  let isClean = text.withUTF8 { bytes in
    var before: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 || byte == 0x7f { return false }
      // U+0080 … U+009F are C2 80 … C2 9F; U+2028 and U+2029 are E2 80 A8 and A9.
      if before == 0xc2, byte < 0xa0 { return false }
      if before == 0x80, byte == 0xa8 || byte == 0xa9 { return false }
      before = byte
    }
    return true
  }
  if isClean { return nil }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09...0x0d, 0x85, 0x2028, 0x2029: result.append(" ")
    case 0..<0x20, 0x7f..<0xa0: break
    default: result.append(scalar)
    }
  }
  return String(result)
}
