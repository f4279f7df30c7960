// Strings and numbers: the two JSON tokens with an inner structure.
extension JSONReader {
  /// Reads the number at `offset`, where there is a minus sign or a digit.
  mutating func number() throws(JSONError) -> Numeral {
    let start = offset
    let first = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
    guard isDigit(first) else { throw missingDigit(first) }
    if bytes[first] == UInt8(ascii: "0") && isDigit(first + 1) { throw error(.leadingZero, at: first) }

    var end = start
    guard let numeral = bytes.withUnsafeBufferPointer({ Numeral.scan($0, at: &end) }) else {
      throw missingDigit(first)
    }
    // The scan accepts more than JSON: it accepts "5.", and in "5e" it stops before the "e".
    if numeral.hasPoint && numeral.decimals == 0 {
      let point = bytes[first..<end].firstIndex(of: UInt8(ascii: ".")) ?? first
      throw missingDigit(point + 1)
    }
    if !numeral.hasExponent && end < bytes.count && bytes[end] | 0x20 == UInt8(ascii: "e") {
      let hasSign = end + 1 < bytes.count && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[end + 1])
      throw missingDigit(end + (hasSign ? 2 : 1))
    }
    // With 19 digits, a number exceeds the range only from an exponent of 290 on.
    if numeral.exponent >= 289 && !numeral.double.isFinite { throw error(.numberOutOfRange, at: start) }
    offset = end
    return numeral
  }

  private func isDigit(_ index: Int) -> Bool {
    index < bytes.count && bytes[index] &- UInt8(ascii: "0") <= 9
  }

  private func missingDigit(_ index: Int) -> JSONError {
    error(index < bytes.count ? .expectedDigit : .unexpectedEnd, at: index)
  }

  /// Reads the string whose opening quote is at `offset`.
  mutating func string() throws(JSONError) -> String {
    offset += 1
    scratch.removeAll(keepingCapacity: true)
    var run = offset
    var hasEscapes = false
    while true {
      let (end, isASCII) = plainRun(from: run)
      if !isASCII, let bad = bytes.withUnsafeBufferPointer({ firstMalformedByte($0, in: run..<end) }) {
        throw error(.malformedUTF8, at: bad)
      }
      guard end < bytes.count else { throw error(.unexpectedEnd, at: end) }
      switch bytes[end] {
      case UInt8(ascii: "\""):
        offset = end + 1
        if !hasEscapes { return String(decoding: bytes[run..<end], as: UTF8.self) }
        scratch.append(contentsOf: bytes[run..<end])
        return String(decoding: scratch, as: UTF8.self)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        scratch.append(contentsOf: bytes[run..<end])
        run = try escape(at: end)
      default: throw error(.controlCharacter, at: end)
      }
    }
  }

  /// Returns the end of a run without quotes, backslashes and control characters, and whether it is ASCII.
  private func plainRun(from start: Int) -> (end: Int, isASCII: Bool) {
    bytes.withUnsafeBufferPointer { text in
      var index = start
      var all: UInt8 = 0
      while index < text.count {
        let byte = text[index]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
        all |= byte
        index += 1
      }
      return (index, all < 0x80)
    }
  }

  /// Appends the meaning of an escape sequence to `scratch` and returns its end.
  private mutating func escape(at start: Int) throws(JSONError) -> Int {
    guard start + 1 < bytes.count else { throw error(.unexpectedEnd, at: bytes.count) }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(bytes[start + 1])
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0c)
    case UInt8(ascii: "n"): scratch.append(0x0a)
    case UInt8(ascii: "r"): scratch.append(0x0d)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): return try unicodeEscape(at: start)
    default: throw error(.unknownEscape, at: start)
    }
    return start + 2
  }

  private mutating func unicodeEscape(at start: Int) throws(JSONError) -> Int {
    var scalar = try hexadecimal(at: start + 2)
    var end = start + 6
    if 0xd800..<0xdc00 ~= scalar, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\\"),
      bytes[end + 1] == UInt8(ascii: "u")
    {
      let low = try hexadecimal(at: end + 2)
      if 0xdc00..<0xe000 ~= low {
        scalar = 0x10000 + (scalar - 0xd800) << 10 + (low - 0xdc00)
        end += 6
      }
    }
    guard let unicode = Unicode.Scalar(scalar) else { throw error(.loneSurrogate, at: start) }
    scratch.append(contentsOf: unicode.utf8)
    return end
  }

  private func hexadecimal(at start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard index < bytes.count else { throw error(.unexpectedEnd, at: bytes.count) }
      guard let digit = hexadecimalDigit(bytes[index]) else { throw error(.malformedUnicodeEscape, at: index) }
      value = value << 4 | digit
    }
    return value
  }
}

func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
