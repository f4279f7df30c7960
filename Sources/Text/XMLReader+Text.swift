// Text, references, CDATA sections, and the markup that is skipped between them.
extension XMLReader {
  /// Reads the text up to the next tag or the end; nil if there is none. Comments and processing instructions
  /// do not split it.
  mutating func textRun() throws(XMLError) -> String? {
    scratch.removeAll(keepingCapacity: true)
    loop: while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "<"):
        if starts(with: "<![CDATA[", at: offset) {
          try section()
        } else if try !skipMarkup() {
          break loop
        }
      case UInt8(ascii: "&"): try reference()
      case 0x0d:
        lineEnd()
      default:
        if byte == UInt8(ascii: "]") && starts(with: "]]>", at: offset) {
          throw error(.sectionEndInText, at: offset)
        }
        scratch.append(byte)
        offset += 1
      }
    }
    return scratch.isEmpty ? nil : String(decoding: scratch, as: UTF8.self)
  }

  /// Skips white space, comments and processing instructions before and after the root element, up to a tag or the end.
  mutating func skipOutsideRoot() throws(XMLError) {
    while true {
      skipSpace()
      if offset == bytes.count { return }
      if bytes[offset] != UInt8(ascii: "<") || starts(with: "<![CDATA[", at: offset) {
        throw error(.textOutsideRoot, at: offset)
      }
      if try !skipMarkup() { return }
    }
  }

  /// Skips a comment or processing instruction at `offset`; returns false at a tag.
  private mutating func skipMarkup() throws(XMLError) -> Bool {
    let start = offset
    if byte(start + 1) == UInt8(ascii: "?") {
      offset += 2
      let target = try name()
      // A declaration, even <?XML?>, is not allowed here (XML 1.0, production 17).
      if string(target).lowercased() == "xml" { throw error(.misplacedDeclaration, at: start) }
      if !starts(with: "?>", at: offset) && !isSpace(byte(offset)) {
        throw offset == bytes.count ? error(.unterminated(.instruction), at: start) : error(.expectedSpace, at: offset)
      }
      offset = try end(of: .instruction, "?>", from: offset, start: start)
      return true
    }
    if byte(start + 1) != UInt8(ascii: "!") { return false }
    if starts(with: "<!--", at: start) {
      let hyphens = try end(of: .comment, "--", from: start + 4, start: start)
      if hyphens == bytes.count { throw error(.unterminated(.comment), at: start) }
      if bytes[hyphens] != UInt8(ascii: ">") { throw error(.doubleHyphenInComment, at: hyphens - 2) }
      offset = hyphens + 1
      return true
    }
    throw error(starts(with: "<!DOCTYPE", at: start) ? .documentType : .unknownMarkup, at: start)
  }

  private mutating func section() throws(XMLError) {
    let start = offset
    let end = try end(of: .section, "]]>", from: start + 9, start: start)
    offset = start + 9
    while offset < end - 3 {
      if bytes[offset] == 0x0d {
        lineEnd()
      } else {
        scratch.append(bytes[offset])
        offset += 1
      }
    }
    offset = end
  }

  /// Appends LF for a line end CR LF or CR (XML 1.0, §2.11).
  private mutating func lineEnd() {
    scratch.append(0x0a)
    offset += byte(offset + 1) == 0x0a ? 2 : 1
  }

  /// Returns the position after the next end mark.
  private func end(
    of construct: XMLError.Construct, _ mark: StaticString, from index: Int, start: Int
  ) throws(XMLError) -> Int {
    var index = index
    let first = mark.utf8Start[0]
    while index < bytes.count {
      if bytes[index] == first && starts(with: mark, at: index) { return index + mark.utf8CodeUnitCount }
      index += 1
    }
    throw error(.unterminated(construct), at: start)
  }

  /// Appends the characters of the reference at `offset` to `scratch` and moves `offset` past it.
  mutating func reference() throws(XMLError) {
    let start = offset
    if byte(start + 1) == UInt8(ascii: "#") {
      try characterReference()
      return
    }
    offset += 1
    guard let name = try? name(), byte(offset) == UInt8(ascii: ";") else { throw error(.malformedReference, at: start) }
    offset += 1
    switch string(name) {
    case "lt": scratch.append(UInt8(ascii: "<"))
    case "gt": scratch.append(UInt8(ascii: ">"))
    case "amp": scratch.append(UInt8(ascii: "&"))
    case "quot": scratch.append(UInt8(ascii: "\""))
    case "apos": scratch.append(UInt8(ascii: "'"))
    case let unknown: throw error(.unknownEntity(unknown), at: start)
    }
  }

  private mutating func characterReference() throws(XMLError) {
    let start = offset
    let isHexadecimal = byte(start + 2) == UInt8(ascii: "x")
    offset += isHexadecimal ? 3 : 2
    let first = offset
    var scalar: UInt32 = 0
    while let digit = hexadecimalDigit(byte(offset)), isHexadecimal || digit < 10 {
      // A value beyond U+10FFFF stays there, so that it cannot overflow.
      if scalar <= 0x10ffff { scalar = scalar * (isHexadecimal ? 16 : 10) + digit }
      offset += 1
    }
    if offset == first || byte(offset) != UInt8(ascii: ";") { throw error(.malformedReference, at: start) }
    offset += 1
    guard isAllowed(scalar), let unicode = Unicode.Scalar(scalar) else { throw error(.forbiddenCharacter, at: start) }
    scratch.append(contentsOf: unicode.utf8)
  }
}

/// True for characters that XML 1.0 (fifth edition), production 2, allows. Surrogates are not scalars at all.
func isAllowed(_ scalar: UInt32) -> Bool {
  scalar >= 0x20 ? scalar & ~1 != 0xfffe : scalar == 0x09 || scalar == 0x0a || scalar == 0x0d
}
