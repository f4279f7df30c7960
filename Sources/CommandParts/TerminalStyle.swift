import CPosix
import Glibc
import Text

/// The size of the terminal, and the letters and colors that it can show.
public struct TerminalStyle: Equatable, Sendable {
  public var columns = 80
  public var rows = 24
  /// Whether a picture is redrawn in place; otherwise each change prints a line.
  public var isInPlace = true
  public var isColoured = false
  /// Whether the terminal shows Unicode; otherwise only ASCII.
  public var isUnicode = true

  /// The style by the environment: NO_COLOR (no-color.org), TERM, the locale, and whether output is a terminal.
  public static func current(isPlain: Bool = false) -> TerminalStyle {
    let isTerminal = isatty(STDOUT_FILENO) == 1, isDumb = ["", "dumb"].contains(Environment.value("TERM") ?? "")
    // POSIX: the first variable that is set and not empty.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value).first { !$0.isEmpty } ?? ""
    var style = TerminalStyle()
    style.isInPlace = isTerminal && !isDumb && !isPlain && isatty(STDIN_FILENO) == 1
    style.isColoured = isTerminal && !isDumb && !isPlain && (Environment.value("NO_COLOR") ?? "").isEmpty
    style.isUnicode = ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
    style.measure()
    return style
  }

  /// Whether standard input is a terminal, so that a person can answer a question.
  public static var isAnswered: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether standard output is a terminal.
  public static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Updates the size, which may change at any time.
  public mutating func measure() {
    var width: CInt = 0, height: CInt = 0
    guard gnomon_terminal_size(&width, &height) else { return }
    (columns, rows) = (max(20, Int(width)), max(5, Int(height)))
  }

  /// A line that this terminal can show and that cannot control it (`TerminalText`). Without Unicode, characters that ASCII lacks
  /// are spelled. Zero-width joiners are removed, because the columns are counted.
  public func spelled(_ text: String) -> String {
    var spelled = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20...0x7E: spelled.append(scalar)
      case 0x200C, 0x200D: continue
      case _ where isUnicode: spelled.append(TerminalText.standIn(scalar) ?? scalar)
      default: spelled.append(contentsOf: (Self.spellings[scalar] ?? "?").unicodeScalars)
      }
    }
    return String(spelled)
  }

  private static let spellings: [Unicode.Scalar: String] = [
    "µ": "u", "μ": "u", "°": "deg", "²": "2", "³": "3", "√": "sqrt ", "±": "+/-", "≤": "<=", "≥": ">=", "→": "->",
    "−": "-", "–": "-", "—": "-", "…": "...", "·": "|", "×": "x", "’": "'", "‘": "'", "“": "\"", "”": "\"",
    "σ": "sigma",
    "τ": "tau", "█": "#", "░": ".", "▒": ":", "▓": "%", "─": "-", "│": "|", "✓": "+", "━": "=", "╋": "+", "▔": "\"",
    "▁": "_", "├": "[", "┤": "]", "▲": "^", "◆": "*", "┼": "+", "╵": "'", "●": "o", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "ê": "e", "á": "a", "à": "a", "â": "a", "å": "a",
    "ç": "c", "í": "i", "ñ": "n", "ó": "o", "ô": "o", "ø": "o", "ú": "u",
  ]

  public enum Emphasis: Sendable {
    case none, bold, dim, good, warning, bad

    /// The parameter of Select Graphic Rendition (ECMA-48, 8.3.117).
    public var code: String {
      switch self {
      case .none: "0"
      case .bold: "1"
      case .dim: "2"
      case .good: "32"
      case .warning: "1;33"
      case .bad: "1;31"
      }
    }
  }

  /// The text with an emphasis; its visible width is unchanged.
  public func emphasised(_ text: String, _ emphasis: Emphasis) -> String {
    guard isColoured, emphasis != .none else { return text }
    return "\u{1B}[\(emphasis.code)m\(text)\u{1B}[0m"
  }
}

/// Text in columns of a terminal.
public enum TextLayout {
  /// The columns of a text: none for combining marks, two for the wide characters of East Asia and pictographs (Unicode Standard
  /// Annex 11).
  public static func width(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width($1) } }

  public static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: 1
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6,
      0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }

  /// Cuts a text that is too wide, with a mark at the cut.
  public static func fitted(_ text: String, _ columns: Int, mark: String = ">") -> String {
    guard width(text) > columns else { return text }
    var taken = String.UnicodeScalarView(), used = width(mark)
    for scalar in text.unicodeScalars {
      used += width(scalar)
      if used > columns { break }
      taken.append(scalar)
    }
    return columns >= width(mark) ? String(taken) + mark : ""
  }

  public static func padded(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(text)))
  }

  /// Breaks a text between words into lines of at most `columns` columns.
  public static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = [], line = ""
    for word in text.split(separator: " ").map(String.init) {
      if !line.isEmpty, width(line) + 1 + width(word) > columns {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { fitted($0, columns) }
  }
}
