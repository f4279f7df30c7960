extension TextBuffer {
  /// Appends the text as a JSON string in quotes. Only the necessary characters are escaped: the quote, the backslash and control
  /// characters.
  public mutating func append(quoted text: String) {
    var text = text
    text.withUTF8 { appendQuoted($0) }
  }

  mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var run = 0
    for index in 0..<text.count {
      let byte = text[index]
      if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") { continue }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<index]))
      appendEscaped(byte)
      run = index + 1
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<text.count]))
    append(UInt8(ascii: "\""))
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
