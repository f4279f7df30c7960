// Names, attributes, and the basic steps of the reader.
extension XMLReader {
  func error(_ reason: XMLError.Reason, at offset: Int) -> XMLError {
    XMLError(reason, at: TextPosition(offset: offset, in: bytes))
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the byte at an index; 0 beyond the end (no document contains 0).
  func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  func starts(with word: StaticString, at index: Int) -> Bool {
    if index + word.utf8CodeUnitCount > bytes.count { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == word.utf8Start[$0] }
  }

  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }

  mutating func skipSpace() {
    while isSpace(byte(offset)) { offset += 1 }
  }

  /// Reads the name at `offset`.
  mutating func name() throws(XMLError) -> Range<Int> {
    let start = offset
    let end = bytes.withUnsafeBufferPointer { endOfName($0, from: start) }
    if end == start { throw error(.expectedName, at: start) }
    offset = end
    return start..<end
  }

  /// Reads the attributes up to the end of a start tag.
  mutating func attributes(tagStart: Int) throws(XMLError) -> [XMLAttribute] {
    var attributes: [XMLAttribute] = []
    var names: Set<XMLName> = []
    while true {
      let before = offset
      skipSpace()
      if offset == bytes.count { throw error(.unterminated(.tag), at: tagStart) }
      if bytes[offset] == UInt8(ascii: ">") || bytes[offset] == UInt8(ascii: "/") { return attributes }
      let range = try name()
      if range.lowerBound == before { throw error(.expectedSpace, at: before) }
      let name = XMLName(string(range))
      // From the ninth attribute on a set is used, because comparing each name with each would be slow.
      if attributes.count == 8 { names = Set(attributes.map(\.name)) }
      let isNew = attributes.count < 8 ? !attributes.contains { $0.name == name } : names.insert(name).inserted
      if !isNew { throw error(.duplicateAttribute(name.text), at: range.lowerBound) }
      attributes.append(XMLAttribute(name, try attributeValue(tagStart: tagStart)))
    }
  }

  private mutating func attributeValue(tagStart: Int) throws(XMLError) -> String {
    skipSpace()
    if offset == bytes.count { throw error(.unterminated(.tag), at: tagStart) }
    if bytes[offset] != UInt8(ascii: "=") { throw error(.expectedEquals, at: offset) }
    offset += 1
    skipSpace()
    if offset == bytes.count { throw error(.unterminated(.tag), at: tagStart) }
    let quote = bytes[offset]
    if quote != UInt8(ascii: "\"") && quote != UInt8(ascii: "'") { throw error(.expectedQuote, at: offset) }
    let start = offset
    offset += 1
    scratch.removeAll(keepingCapacity: true)
    while true {
      if offset == bytes.count { throw error(.unterminated(.attributeValue), at: start) }
      let byte = bytes[offset]
      switch byte {
      case quote:
        offset += 1
        return String(decoding: scratch, as: UTF8.self)
      case UInt8(ascii: "<"): throw error(.lessThanInAttribute, at: offset)
      case UInt8(ascii: "&"): try reference()
      case 0x09, 0x0a, 0x0d:
        // White space becomes a space here (XML 1.0, §3.3.3), and CR LF is one line end (§2.11).
        scratch.append(0x20)
        offset += byte == 0x0d && self.byte(offset + 1) == 0x0a ? 2 : 1
      default:
        scratch.append(byte)
        offset += 1
      }
    }
  }
}

/// Returns the end of the name at an index; the index itself if there is no name.
private func endOfName(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  var index = start
  while index < text.count, let (scalar, length) = decodeScalar(text, at: index, end: text.count) {
    if !isNameStart(scalar) && (index == start || !isNameContinuation(scalar)) { break }
    index += length
  }
  return index
}

/// True for characters that can start a name (XML 1.0, fifth edition, production 4).
private func isNameStart(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x61...0x7a, 0x41...0x5a, 0x5f, 0x3a: true
  case 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x2ff, 0x370...0x37d, 0x37f...0x1fff, 0x200c...0x200d, 0x2070...0x218f: true
  case 0x2c00...0x2fef, 0x3001...0xd7ff, 0xf900...0xfdcf, 0xfdf0...0xfffd, 0x10000...0xeffff: true
  default: false
  }
}

/// True for the characters that production 4a adds: hyphen, point, digits, middle dot, combining marks.
private func isNameContinuation(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x2d, 0x2e, 0x30...0x39, 0xb7, 0x300...0x36f, 0x203f...0x2040: true
  default: false
  }
}
