// Checks before the first event: encoding, characters, and the XML declaration.
extension XMLReader {
  func checkEncoding() throws(XMLError) {
    if bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) {
      throw error(.unsupportedEncoding("UTF-16"), at: 0)
    }
  }

  /// Checks that the text is well-formed UTF-8 without forbidden characters, so that later steps can rely on it.
  func checkCharacters() throws(XMLError) {
    let fault = bytes.withUnsafeBufferPointer { text -> (XMLError.Reason, Int)? in
      var index = 0
      while index < text.count {
        let byte = text[index]
        if byte >= 0x20 && byte < 0x80 {
          index += 1
          continue
        }
        guard let (scalar, length) = decodeScalar(text, at: index, end: text.count) else {
          return (.malformedUTF8, index)
        }
        if !isAllowed(scalar) { return (.forbiddenCharacter, index) }
        index += length
      }
      return nil
    }
    if let fault { throw error(fault.0, at: fault.1) }
  }

  /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, the last two parts optional, after an optional byte order
  /// mark (XML 1.0, productions 23 to 32, 80 and 81).
  mutating func readDeclaration() throws(XMLError) {
    if bytes.starts(with: byteOrderMark) { offset = byteOrderMark.count }
    let start = offset
    if !starts(with: "<?xml", at: start) || !isSpace(byte(start + 5)) { return }
    offset += 5
    guard let version = try pseudoAttribute("version") else { throw error(.malformedDeclaration, at: offset) }
    if !version.text.hasPrefix("1.") { throw error(.unsupportedVersion(version.text), at: version.offset) }
    if let encoding = try pseudoAttribute("encoding"), encoding.text.lowercased() != "utf-8" {
      throw error(.unsupportedEncoding(encoding.text), at: encoding.offset)
    }
    if let standalone = try pseudoAttribute("standalone"), !["yes", "no"].contains(standalone.text) {
      throw error(.malformedDeclaration, at: standalone.offset)
    }
    skipSpace()
    if !starts(with: "?>", at: offset) { throw error(.malformedDeclaration, at: offset) }
    offset += 2
  }

  /// Returns the value of a pseudo-attribute and its offset, if this attribute comes next.
  private mutating func pseudoAttribute(_ name: StaticString) throws(XMLError) -> (text: String, offset: Int)? {
    let before = offset
    skipSpace()
    if offset == before || !starts(with: name, at: offset) {
      offset = before
      return nil
    }
    offset += name.utf8CodeUnitCount
    skipSpace()
    if byte(offset) != UInt8(ascii: "=") { throw error(.malformedDeclaration, at: offset) }
    offset += 1
    skipSpace()
    let quote = byte(offset)
    let start = offset + 1
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = bytes[start...].firstIndex(of: quote)
    else { throw error(.malformedDeclaration, at: offset) }
    offset = end + 1
    return (string(start..<end), start)
  }
}
