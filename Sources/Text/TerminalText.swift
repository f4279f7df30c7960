/// Text of unknown origin, made fit for a terminal or a log: it is shown, and cannot drive the terminal or change the order in which a
/// line is read.
///
/// Controls of ASCII become their pictures (U+2400 to U+2421); controls above ASCII, controls of the direction of writing (UAX 9),
/// line separators and invisible marks become U+FFFD. What joins letters (U+200C, U+200D) stays: some languages and emoji need it.
public enum TerminalText {
  /// One line: a line feed is shown as well, so that a text cannot begin a line of its own.
  public static func line(_ text: String) -> String { shown(text, keepsLineFeeds: false) }

  /// Several lines.
  public static func lines(_ text: String) -> String { shown(text, keepsLineFeeds: true) }

  /// What is shown in place of a scalar; nil for one that is shown as it is.
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
