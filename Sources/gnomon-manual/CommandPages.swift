import CommandParts
import Commands
import GnomonClient
import Wire

/// The pages of section 1: the command as a whole, and one for each command or family (`gnomon place …`).
enum CommandPages {
  /// Commands with the same first word, in the order of the overview.
  struct Family {
    let word: String
    let commands: [Syntax]

    var isSingle: Bool { commands.count == 1 && commands[0].name == word }
    var page: String { "gnomon-\(word)" }
    var summary: String { isSingle ? commands[0].summary : summaries[word] ?? "" }
  }

  /// The summary of each family; a test checks that none is missing.
  static let summaries: [String: String] = [
    "record": "let the daemon record every input", "place": "the places of the scene",
    "route": "the way to go", "calibration": "the calibrations that are kept",
    "recording": "what is in recordings, and parts of them", "geo": "the Earth: distances, directions, field, sun",
    "config": "the configuration that the daemon reads",
  ]

  static let families: [Family] = {
    var families: [Family] = []
    for syntax in CommandGroup.commands.map(\.syntax) {
      let word = String(syntax.name.prefix { $0 != " " })
      if let index = families.firstIndex(where: { $0.word == word }) {
        families[index] = Family(word: word, commands: families[index].commands + [syntax])
      } else {
        families.append(Family(word: word, commands: [syntax]))
      }
    }
    return families
  }()

  static let all: [ManualPage] = families.map(page)

  static let overview: ManualPage = {
    var page = ManualPage("gnomon", 1, "the location engine for augmented reality on Linux wearables: the command")
    page.section("Synopsis")
    page.synopsis("`gnomon` COMMAND [ARGUMENTS]", placeholders: ["COMMAND", "[ARGUMENTS]"])
    page.section("Description")
    page.paragraph(
      """
      `gnomon` looks, calibrates, adds places, loads routes, records and replays. Most commands ask the daemon, gnomond(8), over \
      its socket; others read recordings or know the Earth, and need none. `gnomon COMMAND --help` explains one in short, the page \
      named below at length. Every command that prints a result takes --json, and prints it for a program then.
      """)
    page.paragraph(
      """
      Options may stand before, between and after operands, with their value behind a space or an equals sign; of one that may \
      not be repeated the last counts. After -- everything is an operand. Where a file is read, - is standard input; where one is \
      written, standard output. What is work in progress, and every complaint, goes to standard error.
      """)
    page.section("Commands")
    for group in CommandGroup.all {
      page.part(group.title)
      for syntax in group.commands.map(\.syntax) {
        let word = syntax.name.prefix { $0 != " " }
        let rest = syntax.name.dropFirst(word.count)
        page.item(
          "\(ManualPage.bold("gnomon-\(word)"))(1)\(rest.isEmpty ? "" : ManualPage.bold(String(rest)))", syntax.summary)
      }
    }
    page.section("Exit status")
    page.item(ManualPage.bold("0"), "Done.")
    for status in Failure.Status.allCases {
      page.item(
        ManualPage.bold("\(status.rawValue)"), status.meaning.prefix(1).uppercased() + status.meaning.dropFirst() + ".")
    }
    page.section("Environment")
    for variable in environment { page.item(ManualPage.bold(variable.name), variable.meaning) }
    page.section("Files")
    for file in files { page.item(ManualPage.slanted(file.path), file.meaning) }
    page.section("Examples")
    page.examples([
      ("gnomond --demo --socket /tmp/gnomon.sock", "a daemon on a simulated walk, without any hardware"),
      ("gnomon status --socket /tmp/gnomon.sock", "how it is"),
      ("gnomon simulate city-blocks -o walk.gnomon", "a recorded walk with known truth"),
      ("gnomon report walk.gnomon", "the session as a page"),
    ])
    page.seeAlso(
      families.map { "\($0.page)(1)" } + [
        "gnomon.conf(5)", "gnomon-recording(5)", "gnomon(7)", "gnomon-protocol(7)", "gnomond(8)", "gnomon-trigger(8)",
      ])
    page.paragraph("The documents below `/usr/share/doc/gnomon` say how it works and why.")
    return page
  }()

  /// The environment variables that are used; a test compares them with those that the sources read.
  static let environment: [(name: String, meaning: String)] = [
    ("GNOMON_SOCKET", "Where the daemon listens, unless --socket says (\(Client.defaultPath))."),
    ("GNOMON_OVERPASS", "The server that `gnomon place fetch` asks, unless --overpass says."),
    ("GNOMON_ROUTER", "The server that `gnomon route to` asks, unless --router says."),
    ("NO_COLOR", "No colours, if it is set to anything."),
    ("TERM", "Where it is `dumb` or not set, nothing is drawn over what is drawn already."),
    ("LC_ALL, LC_CTYPE, LANG", "Whether the terminal shows more than ASCII: the first that is set is to name UTF-8."),
    (
      "XDG_RUNTIME_DIR, TMPDIR", "Where `gnomon view --recording` puts the socket of its own daemon; else below /tmp."
    ),
  ]

  static let files: [(path: String, meaning: String)] = [
    (Client.defaultPath, "The daemon's socket."),
    ("/etc/gnomon/gnomon.conf", "The machine's configuration, gnomon.conf(5), with its drop-ins beside it."),
    ("/usr/share/gnomon/gnomon.conf", "Every setting with its default."),
    ("/usr/share/gnomon/*.varlink", "The interfaces of the socket."),
    ("/var/lib/gnomon", "What the daemon has learned, calibrated and recorded."),
  ]

  // ---- The pages of commands.

  private static func page(_ family: Family) -> ManualPage {
    var page = ManualPage(family.page, 1, family.summary)
    page.section("Synopsis")
    for syntax in family.commands { page.synopsis(synopsis(syntax), placeholders: placeholders(syntax)) }
    if family.isSingle {
      let syntax = family.commands[0]
      page.section("Description")
      page.explanation(syntax.explanation, placeholders: placeholders(syntax))
      if !syntax.options.isEmpty {
        page.section("Options")
        page.options(syntax.options, placeholders: placeholders(syntax))
      }
    } else {
      page.section("Commands")
      for syntax in family.commands {
        page.part("gnomon \(syntax.name)")
        page.paragraph(syntax.summary.prefix(1).uppercased() + syntax.summary.dropFirst() + ".")
        page.explanation(syntax.explanation, placeholders: placeholders(syntax))
        page.options(syntax.options, placeholders: placeholders(syntax))
      }
    }
    page.section("Exit status")
    page.paragraph("As gnomon(1) lists them, unless it is said otherwise above.")
    let examples = family.commands.flatMap(\.examples)
    if !examples.isEmpty {
      page.section("Examples")
      page.examples(examples)
    }
    page.seeAlso(related(family))
    return page
  }

  private static func synopsis(_ syntax: Syntax) -> String {
    "`gnomon \(syntax.name)`" + (syntax.operands.isEmpty ? "" : " \(syntax.operands)")
      + (syntax.options.isEmpty ? "" : " [OPTION…]")
  }

  /// The words of the usage line that stand for values, also within their brackets.
  private static func placeholders(_ syntax: Syntax) -> Set<String> {
    let options = syntax.options.compactMap(\.value).map { $0.filter { !"[]".contains($0) } }
    let operands = syntax.operands.split(separator: " ").map(String.init) + syntax.operandNames
    return Set((options + operands).filter { $0.contains(where: \.isUppercase) } + ["[OPTION…]"])
  }

  /// The overview, and the pages of the commands and files that the page mentions.
  private static func related(_ family: Family) -> [String] {
    let text = family.commands.map { syntax in
      ([syntax.explanation] + syntax.options.map(\.meaning) + syntax.examples.map(\.line)).joined(separator: "\n")
    }.joined(separator: "\n")
    var pages = families.filter { $0.word != family.word && text.contains("gnomon \($0.word)") }
      .map { "\($0.page)(1)" }
    if text.contains("gnomon.conf") { pages.append("gnomon.conf(5)") }
    if family.commands.contains(where: {
      $0.options.contains { $0.kind == .recording } || $0.operandKind(at: 0) == .recording
    }) {
      pages.append("gnomon-recording(5)")
    }
    if family.commands.contains(where: { $0.options.contains { $0.name == "--socket" } }) { pages.append("gnomond(8)") }
    return ["gnomon(1)"] + pages
  }
}
