/// A position in a text: line and column from 1, as in an editor, and the byte offset from 0.
///
/// A column is a Unicode scalar, so it differs from the byte only after characters outside ASCII. LF ends a line, so
/// CR LF does as well. A byte order mark has no column.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int
  public var offset: Int

  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The position of a byte, or of the end. It counts from the start of the text, so use it for messages, not for each token.
  public init(offset: Int, in text: [UInt8]) {
    line = 1
    column = 1
    self.offset = offset
    for byte in text[(text.starts(with: byteOrderMark) ? min(byteOrderMark.count, offset) : 0)..<offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {  // not a continuation byte
        column += 1
      }
    }
  }

  public var description: String { "line \(line), column \(column)" }
}

let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
