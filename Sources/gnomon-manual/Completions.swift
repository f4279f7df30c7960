import CommandParts
import Commands
import Configuration
import Simulation

/// The words for the completions of both commands: one tree, which is written for bash, zsh and fish.
enum Completions {
  /// A command with its own options and operands; the name is empty for a program without subcommands.
  struct Entry {
    var name: String
    var summary: String
    var options: [Syntax.Option]
    var operands: [Operand]

    /// The first word, and the second one if it belongs to a family.
    var words: [String] { name.split(separator: " ").map(String.init) }
  }

  struct Operand {
    var name: String
    var kind: ValueKind
    /// Whether it stands for all later operands too.
    var isRepeated: Bool
  }

  struct Program {
    var name: String
    var entries: [Entry]

    /// The first words with their summaries, in their order.
    var firstWords: [(word: String, summary: String)] {
      var words: [(word: String, summary: String)] = []
      for entry in entries {
        guard let word = entry.words.first, !words.contains(where: { $0.word == word }) else { continue }
        words.append((word, entry.words.count == 1 ? entry.summary : CommandPages.summaries[word] ?? ""))
      }
      return words
    }

    func family(_ word: String) -> [Entry] { entries.filter { $0.words.count == 2 && $0.words[0] == word } }
  }

  static let files: [(path: String, text: String)] = [gnomon, gnomond].flatMap { program in
    [
      ("completions/\(program.name).bash", BashCompletion.text(program)),
      ("completions/_\(program.name)", ZshCompletion.text(program)),
      ("completions/\(program.name).fish", FishCompletion.text(program)),
    ]
  }

  static let gnomon = Program(
    name: "gnomon",
    entries: CommandGroup.commands.map(\.syntax).map { syntax in
      Entry(
        name: syntax.name, summary: syntax.summary,
        options: syntax.options + [.flag("--help", "explain the command, with examples")], operands: operands(syntax))
    })

  static let gnomond: Program = {
    let options = DaemonFlags.options.map { flag -> Syntax.Option in
      guard let value = flag.value else { return .flag(flag.name, flag.meaning) }
      let kind: ValueKind? = flag.name == "--record" ? .recording : flag.name == "--set" ? .setting : nil
      return .value(flag.name, value, flag.meaning, kind: kind)
    }
    let demo = DaemonFlags.sources.filter { $0.value == nil }.map { Syntax.Option.flag($0.name, $0.meaning) }
    let sources = DaemonFlags.sources.filter { $0.value != nil }.map { source in
      Entry(
        name: source.name, summary: source.meaning, options: options,
        operands: [
          Operand(
            name: source.value ?? "",
            kind: source.name == "simulate" ? .words(Plan.allCases.map(\.rawValue)) : .recording, isRepeated: false)
        ])
    }
    return Program(
      name: "gnomond",
      entries: [Entry(name: "", summary: DaemonFlags.summary, options: demo + options, operands: [])] + sources)
  }()

  private static func operands(_ syntax: Syntax) -> [Operand] {
    let names = syntax.operandNames, count = max(names.count, syntax.operandKinds.count)
    return (0..<min(count, syntax.operandCount.upperBound)).compactMap { index in
      guard let kind = syntax.operandKind(at: index) else { return nil }
      return Operand(
        name: index < names.count ? names[index] : names.last ?? "", kind: kind,
        isRepeated: index == count - 1 && syntax.operandCount.upperBound > count)
    }
  }

  static let head = "Written by gnomon-manual from the program's syntax."

  /// The text within single quotes of a shell.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
