import Text

/// JSON, XML, and texts for a terminal.
enum Texts {
  static func checkJSON(_ bytes: [UInt8]) throws(Finding) {
    let value = try? JSONValue(reading: bytes)
    try require((value == nil) == ((try? JSONOutline(bytes)) == nil), "only one of value and outline reads it")
    guard let value else { return }
    for layout in [JSONValue.Layout.compact, .indented] {
      var buffer = TextBuffer()
      value.write(to: &buffer, layout: layout)
      let again = try? JSONValue(reading: buffer.bytes)
      try require(again == value, "changed by being written and read: \(buffer.string)")
    }
  }

  static func checkXML(_ bytes: [UInt8]) throws(Finding) {
    guard var reader = try? XMLReader(bytes) else { return }
    var depth = 0
    while let event = try? reader.next() {
      switch event {
      case .startElement: depth += 1
      case .endElement: depth -= 1
      case .text: break
      case .end:
        try require(depth == 0, "\(depth) elements are open at the end")
        return
      }
      try require(depth >= 0, "more elements end than begin")
    }
  }

  static func checkTerminal(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    let line = TerminalText.line(text), lines = TerminalText.lines(text)
    try require(line.unicodeScalars.allSatisfy { TerminalText.standIn($0) == nil }, "a control is left in a line")
    try require(lines.unicodeScalars.allSatisfy { $0 == "\n" || TerminalText.standIn($0) == nil }, "a control is left")
    try require(line.unicodeScalars.count == text.unicodeScalars.count, "a scalar is lost")
    try require(TerminalText.line(line) == line, "what is shown changes when it is shown again")
  }
}
