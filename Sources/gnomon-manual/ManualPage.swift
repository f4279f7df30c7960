import CommandParts
import Wire

/// A page of the manual while it is built: man(7), with one sentence per line, so that a changed word is a changed line.
struct ManualPage {
  let name: String
  let section: Int
  private(set) var text: String
  private var isAtHead = false

  var fileName: String { "\(name).\(section)" }

  init(_ name: String, _ section: Int, _ summary: String) {
    self.name = name
    self.section = section
    text = """
      .\\" Written by gnomon-manual from the program itself.
      .TH \(Self.literal(name.uppercased())) \(section) \(Release.date) "gnomon \(Release.version)" "gnomon"
      .SH NAME

      """
    fill("NAME \(summary)", [])
    text = text.replacing("\nNAME ", with: "\n\(Self.literal(name)) \\- ")
  }

  /// Adds a section's heading: in capitals as usual in manuals, except for names with a spelling of their own.
  mutating func section(_ title: String) {
    text += ".SH \(Self.plain(title.hasPrefix("[") || title.contains(".") ? title : title.uppercased()))\n"
    isAtHead = true
  }
  mutating func part(_ title: String) {
    text += ".SS \(Self.plain(title))\n"
    isAtHead = true
  }

  /// Begins a paragraph, except after a heading, which begins one itself.
  private mutating func beginParagraph() {
    if !isAtHead { text += ".PP\n" }
    isAtHead = false
  }

  /// Adds prose: bold for text in backticks and for options, slanted for the words that stand for values.
  mutating func paragraph(_ prose: String, placeholders: Set<String> = []) {
    beginParagraph()
    fill(prose, placeholders)
  }

  /// Adds a line of the synopsis.
  mutating func synopsis(_ line: String, placeholders: Set<String> = []) {
    if !isAtHead { text += ".br\n" }
    isAtHead = false
    fill(line, placeholders)
  }

  /// The options of a program that is no command of `gnomon`.
  mutating func options(_ options: [(name: String, value: String?, meaning: String)]) {
    for option in options {
      item(
        Self.bold(option.name) + (option.value.map { " " + Self.slanted($0) } ?? ""),
        option.meaning.prefix(1).uppercased() + option.meaning.dropFirst() + ".")
    }
  }

  /// Adds a head and, indented below, its meaning; the head is markup already.
  mutating func item(_ head: String, _ prose: String, placeholders: Set<String> = []) {
    isAtHead = false
    text += ".TP\n\(head)\n"
    fill(prose, placeholders)
  }

  /// Adds separate lines below the previous item.
  mutating func lines(_ lines: [String]) {
    for line in lines {
      text += ".br\n"
      fill(line, [])
    }
  }

  /// Adds lines unchanged.
  mutating func verbatim(_ lines: [String]) {
    beginParagraph()
    text += ".RS 4\n.EX\n"
    for line in lines { text += Self.guarded(Self.literal(line)) + "\n" }
    text += ".EE\n.RE\n"
  }

  /// Adds the text of a command's explanation: paragraphs, and lists whose lines are indented.
  mutating func explanation(_ explanation: String, placeholders: Set<String> = []) {
    var gathered: [Substring] = []
    func isItem(_ line: Substring) -> Bool { line.hasPrefix("  ") }
    let lines: [Substring] = explanation.split(separator: "\n", omittingEmptySubsequences: false) + [""]
    for line in lines {
      if !line.isEmpty, !isItem(line) {
        gathered.append(line)
        continue
      }
      if !gathered.isEmpty { paragraph(gathered.joined(separator: " "), placeholders: placeholders) }
      gathered = []
      guard isItem(line) else { continue }
      let words = line.split(separator: " ", maxSplits: 1)
      item(Self.bold(String(words[0])), words.count > 1 ? String(words[1].trimmed) : "", placeholders: placeholders)
    }
  }

  mutating func options(_ options: [Syntax.Option], placeholders: Set<String> = []) {
    for option in options { item(Self.head(option), option.meaning, placeholders: placeholders) }
  }

  mutating func examples(_ examples: [(line: String, meaning: String)]) {
    isAtHead = false
    for example in examples {
      text += ".TP\n"
      text += Self.guarded(Self.bold(example.line)) + "\n"
      fill(example.meaning, [])
    }
  }

  mutating func seeAlso(_ pages: [String]) {
    section("See also")
    text += pages.map(Self.reference).joined(separator: ",\n") + "\n"
  }

  // ---- Markup.

  /// `gnomon-place(1)` with its name bold.
  static func reference(_ page: String) -> String {
    guard let open = page.firstIndex(of: "(") else { return literal(page) }
    return bold(String(page[..<open])) + page[open...]
  }

  static func head(_ option: Syntax.Option) -> String {
    var head = option.short.map { "\(bold($0)), " } ?? ""
    head += bold(option.name)
    if let value = option.value {
      head += value.hasPrefix("[") ? " [\(slanted(String(value.dropFirst().dropLast())))]" : " \(slanted(value))"
    }
    return head
  }

  static func bold(_ text: String) -> String { "\\fB\(literal(text))\\fR" }
  static func slanted(_ text: String) -> String { "\\fI\(literal(text))\\fR" }

  /// Text that is typed or stands in a file: every character as in ASCII.
  static func literal(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "'": out += "\\(aq"
      case "`": out += "\\(ga"
      case "^": out += "\\(ha"
      case "~": out += "\\(ti"
      default: out.append(character)
      }
    }
    return out
  }

  static func plain(_ text: String) -> String { text.replacing("\\", with: "\\e") }

  /// Protects a line of text that begins like a request.
  static func guarded(_ line: String) -> String { line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line }

  /// One word of prose, with its punctuation.
  private static func word(_ word: String, _ placeholders: Set<String>) -> String {
    let opening = word.prefix { "(\u{201C}\"".contains($0) }
    var core = word.dropFirst(opening.count)
    var closing = ""
    while let last = core.last, ".,;:!?)\"\u{201D}".contains(last), core.count > 1 {
      closing.insert(last, at: closing.startIndex)
      core.removeLast()
    }
    let rest = core.drop { $0 == "-" }
    let isOption = core.hasPrefix("-") && rest.first?.isLetter == true && core.count - rest.count <= 2
    // Names and paths must not be hyphenated.
    let isName = core.contains { "_/=".contains($0) } || core.dropFirst().dropLast().contains(".")
    let middle =
      (isName ? "\\%" : "")
      + (isOption
        ? bold(String(core)) : placeholders.contains(String(core)) ? slanted(String(core)) : plain(String(core)))
    return plain(String(opening)) + middle + plain(closing)
  }

  /// Words with markup: text in backticks, or quoted text that begins like a command, is bold as a whole.
  private static func words(_ prose: String, _ placeholders: Set<String>) -> [String] {
    var out: [String] = []
    var rest = prose[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\n" }
      guard !rest.isEmpty else { return out }
      let opening = rest.prefix { $0 == "(" }, body = rest.dropFirst(opening.count)
      let quote = body.first, inside = body.dropFirst()
      if quote == "`" || quote == "'", let close = inside.firstIndex(of: quote ?? "`"),
        quote == "`" || programs.contains(String(inside.prefix { $0 != " " && $0 != "'" }))
      {
        let after = inside[inside.index(after: close)...], closing = after.prefix { $0 != " " && $0 != "\n" }
        let marked = inside[..<close].split(separator: " ").map { literal(String($0)) }
        let typed = "\(opening)\\%\\fB\(marked.joined(separator: "\\ "))\\fR\(plain(String(closing)))"
        out.append(typed)
        rest = after.dropFirst(closing.count)
      } else {
        let next = rest.prefix { $0 != " " && $0 != "\n" }
        out.append(word(String(next), placeholders))
        rest = rest.dropFirst(next.count)
      }
    }
  }

  /// The programs with which a quoted text has to begin to count as a command.
  private static let programs: Set<String> = ["gnomon", "gnomond", "spd-say", "systemctl", "journalctl"]

  /// The width of a line of source; a character beyond ASCII counts as 8, because the formatter writes it out as an escape.
  private static func width(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) } }

  private mutating func fill(_ prose: String, _ placeholders: Set<String>) {
    var line = ""
    func endsSentence(_ word: String) -> Bool {
      let bare = word.replacing("\\fR", with: "").reversed().drop { ")\"\u{201D}".contains($0) }
      return bare.first.map { ".!?".contains($0) } == true && bare.dropFirst().first?.isLetter != nil && bare.count > 2
    }
    for word in Self.words(prose, placeholders) {
      if !line.isEmpty, Self.width(line) + Self.width(word) > 77 {
        text += Self.guarded(line) + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
      if endsSentence(word) {
        text += Self.guarded(line) + "\n"
        line = ""
      }
    }
    if !line.isEmpty { text += Self.guarded(line) + "\n" }
  }
}
