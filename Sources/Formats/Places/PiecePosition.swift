import Text

/// Faults in a part of a text, as faults of the whole.
extension TextPosition {
  static let start = TextPosition(line: 1, column: 1, offset: 0)

  /// The position in the whole text of a position in a part that begins here.
  func adding(_ inner: TextPosition) -> TextPosition {
    TextPosition(
      line: line + inner.line - 1, column: inner.line == 1 ? column + inner.column - 1 : inner.column,
      offset: offset + inner.offset)
  }

  /// Moves past a byte, as `TextPosition(offset:in:)` counts.
  mutating func advance(past byte: UInt8) {
    offset += 1
    if byte == 0x0a {
      line += 1
      column = 1
    } else if byte & 0xc0 != 0x80 {
      column += 1
    }
  }
}

extension PlaceFault {
  /// The fault in a part that begins at a position of the whole text.
  func within(_ start: TextPosition) -> PlaceFault { PlaceFault(sentence, at: position.map(start.adding)) }
}
