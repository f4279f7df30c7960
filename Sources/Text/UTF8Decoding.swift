/// Returns the scalar whose well-formed UTF-8 sequence starts at `index`, and its length; nil if the sequence is not well formed
/// (overlong, a surrogate, beyond U+10FFFF, or cut short). The Unicode Standard 15, §3.9, table 3-7.
func decodeScalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int, end: Int) -> (scalar: UInt32, length: Int)? {
  let lead = text[index]
  if lead < 0x80 { return (UInt32(lead), 1) }
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xbf
  var scalar: UInt32
  switch lead {
  case 0xc2...0xdf: (length, scalar) = (2, UInt32(lead & 0x1f))
  case 0xe0...0xef:
    (length, scalar) = (3, UInt32(lead & 0x0f))
    if lead == 0xe0 { second = 0xa0...0xbf }
    if lead == 0xed { second = 0x80...0x9f }
  case 0xf0...0xf4:
    (length, scalar) = (4, UInt32(lead & 0x07))
    if lead == 0xf0 { second = 0x90...0xbf }
    if lead == 0xf4 { second = 0x80...0x8f }
  default: return nil
  }
  if index + length > end || !second.contains(text[index + 1]) { return nil }
  for offset in 1..<length {
    let byte = text[index + offset]
    if byte & 0xc0 != 0x80 { return nil }
    scalar = scalar << 6 | UInt32(byte & 0x3f)
  }
  return (scalar, length)
}

/// Returns the index of the first byte that is not well-formed UTF-8; nil if there is none.
func firstMalformedByte(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Int? {
  var index = range.lowerBound
  while index < range.upperBound {
    if text[index] < 0x80 {
      index += 1
    } else if let (_, length) = decodeScalar(text, at: index, end: range.upperBound) {
      index += length
    } else {
      return index
    }
  }
  return nil
}
