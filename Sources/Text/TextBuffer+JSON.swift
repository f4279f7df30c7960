extension TextBuffer {
  /// Appends the text as a JSON string in quotes. Only the necessary characters are escaped: the quote, the backslash and control
  /// characters.
  public mutating func append(quoted text: String) {
    var text = text
    text.withUTF8 { appendQuoted($0) }
  }

  /// Appends `,"name":`, the comma if asked for. Precondition: nothing in the name needs an escape.
  @inline(__always) mutating func append(key name: StaticString, afterComma: Bool) {
    let length = name.utf8CodeUnitCount
    extend(by: length &+ 4) { end in
      end.pointee = UInt8(ascii: ",")
      let quote = afterComma ? end + 1 : end
      quote.pointee = UInt8(ascii: "\"")
      (quote + 1).copy(name.utf8Start, length)
      quote[length &+ 1] = UInt8(ascii: "\"")
      quote[length &+ 2] = UInt8(ascii: ":")
      return afterComma ? length &+ 4 : length &+ 3
    }
  }

  mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress, Self.isPlain(text) else { return appendEscaping(text) }
    extend(by: text.count &+ 2) { end in
      end.pointee = UInt8(ascii: "\"")
      (end + 1).copy(start, text.count)
      end[text.count &+ 1] = UInt8(ascii: "\"")
      return text.count &+ 2
    }
  }

  /// Whether nothing needs an escape. It looks at all bytes, many at once.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var isPlain = true
    for byte in text { isPlain = isPlain && needsNoEscape(byte) }
    return isPlain
  }

  private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var run = 0
    for index in 0..<text.count {
      let byte = text[index]
      if Self.needsNoEscape(byte) { continue }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<index]))
      appendEscaped(byte)
      run = index + 1
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<text.count]))
    append(UInt8(ascii: "\""))
  }

  @inline(__always) private static func needsNoEscape(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0a: append(UInt8(ascii: "n"))
    case 0x0c: append(UInt8(ascii: "f"))
    case 0x0d: append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      append("u00" as StaticString)
      append(hexadecimalDigits.utf8Start[Int(byte >> 4)])
      append(hexadecimalDigits.utf8Start[Int(byte & 0xf)])
    default: append(byte)
    }
  }
}

private let hexadecimalDigits: StaticString = "0123456789abcdef"
