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
    "record": "record every input in the daemon", "place": "manage the places of the scene",
    "route": "manage the route", "calibration": "manage the stored calibrations",
    "recording": "inspect, convert and cut recordings", "geo": "compute distances, directions, magnetic field and sun",
    "config": "show and check the daemon's configuration", "anchor": "manage what stays at a place of the scene",
    "terrain": "manage the tiles of the ground's heights",
    "share": "share poses, places and routes with a team, and the place with Home Assistant",
    "bridge": "let pages and dashboards read the wearer",
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
      `gnomon` shows the state, calibrates, adds places, loads routes, records and replays. Most commands ask the daemon, \
      gnomond(8), over its socket; others read recordings or compute, and need no daemon. `gnomon COMMAND --help` explains a \
      command in short, the page named below in full. Every command that prints a result has --json, for programs.
      """)
    page.paragraph(
      """
      Options may be before, between and after operands, with their value after a space or an equals sign. If an option that is \
      not repeatable is given twice, the last one is used. After -- everything is an operand. For an input file, - is standard \
      input; for an output file, standard output. Progress and errors are printed on standard error.
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
      ("gnomon status --socket /tmp/gnomon.sock", "its status"),
      ("gnomon simulate city-blocks -o walk.gnomon", "a recorded walk with known truth"),
      ("gnomon report walk.gnomon", "the session as a page"),
    ])
    page.seeAlso(
      families.map { "\($0.page)(1)" } + [
        "gnomon.conf(5)", "gnomon-recording(5)", "gnomon(7)", "gnomon-protocol(7)", "gnomond(8)", "gnomon-share(8)",
        "gnomon-drivers(8)",
        "gnomon-trigger(8)",
      ])
    page.paragraph("The documents below `/usr/share/doc/gnomon` explain the methods and their reasons.")
    return page
  }()

  /// The environment variables that are used; a test compares them with those that the sources read.
  static let environment: [(name: String, meaning: String)] = [
    (
      "GNOMON_SOCKET",
      "The daemon's socket, unless --socket is given (\(Client.defaultPath)); gnomond takes it too when it plays a session."
    ),
    ("GNOMON_ROUTER_KEY", "The key of the routing server, unless --key-file is given."),
    ("GNOMON_UNITS", "The units for people: metric, imperial. Without it those of the locale."),
    ("GNOMON_OVERPASS", "The server for `gnomon place fetch`, unless --overpass is given."),
    (
      "GNOMON_SHARE",
      "The folder with share.json, home.json and state.json of `gnomon share` and gnomon-share, unless --folder is given."
    ),
    ("GNOMON_ROUTER", "The server for `gnomon route to`, unless --router is given."),
    (
      "XDG_STATE_HOME, HOME",
      """
      The folder for the state of an unfinished `gnomon place import` (`gnomon/import-….json`) and `gnomon setup` \
      (`gnomon/setup.json`), else below `~/.local/state`.
      """
    ),
    ("NO_COLOR", "If it is set to any value, no colours are used."),
    ("TERM", "If it is `dumb` or not set, output is only appended, never redrawn."),
    ("LC_ALL, LC_CTYPE, LANG", "If the first of these that is set names UTF-8, the terminal gets more than ASCII."),
    (
      "XDG_RUNTIME_DIR, TMPDIR", "The folder for the socket of the daemon of `gnomon view --recording`; else /tmp."
    ),
  ]

  static let files: [(path: String, meaning: String)] = [
    (Client.defaultPath, "The daemon's socket."),
    ("/etc/gnomon/gnomon.conf", "The machine's configuration, gnomon.conf(5), with its drop-ins beside it."),
    ("/usr/share/gnomon/gnomon.conf", "Every setting with its default."),
    ("/usr/share/gnomon/*.varlink", "The interfaces of the socket."),
    ("/var/lib/gnomon", "The daemon's learned data, calibrations and recordings."),
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
    page.paragraph("As listed in gnomon(1), unless stated otherwise above.")
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
