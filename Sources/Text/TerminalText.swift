/// Text of unknown origin made safe for a terminal or a log: it is only displayed, and cannot control the terminal or change the
/// reading order of a line.
///
/// ASCII controls become their symbols (U+2400 to U+2421); controls above ASCII, controls of the writing direction (UAX 9),
/// line separators and invisible marks become U+FFFD. Joiners of letters (U+200C, U+200D) stay: some languages and emoji need
/// them.
public enum TerminalText {
  /// Returns safe text of one line: a line feed becomes a symbol as well, so that the text cannot begin a line of its own.
  public static func line(_ text: String) -> String { shown(text, keepsLineFeeds: false) }

  /// Returns safe text of several lines.
  public static func lines(_ text: String) -> String { shown(text, keepsLineFeeds: true) }

  /// Returns the replacement of a scalar; nil for one that is displayed unchanged.
  public static func standIn(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: nil
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE0FFF:
      "\u{FFFD}"
    default: nil
    }
  }

  private static func shown(_ text: String, keepsLineFeeds: Bool) -> String {
    func stands(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      keepsLineFeeds && scalar == "\n" ? nil : standIn(scalar)
    }
    guard text.unicodeScalars.contains(where: { stands($0) != nil }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { stands($0) ?? $0 }))
  }
}
