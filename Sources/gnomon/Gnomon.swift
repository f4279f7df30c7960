import CommandParts
import Commands
import Wire

/// The `gnomon` command: finds the subcommand, parses its arguments, runs it, and exits with a status for scripts.
@main struct Gnomon {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      try run(words)
    } catch {
      Terminal.end(error as? Failure ?? .data("\(error)"), asJSON: words.contains("--json"))
    }
  }

  private static func run(_ words: [String]) throws {
    if words.isEmpty || ["--help", "-h"].contains(words[0]) || words == ["help"] { return Terminal.print(overview) }
    // `gnomon help place add` is `gnomon place add --help`.
    if words[0] == "help" { return try run(words.dropFirst() + ["--help"]) }
    if words[0] == "--version" { return Terminal.print("gnomon \(Release.version)\n") }
    // The command with the longest matching name: `geo field` before `geo`.
    if let command = CommandGroup.commands.first(where: {
      words.starts(with: $0.syntax.name.split(separator: " ").map(String.init))
    }
    ) {
      let rest = Array(words.dropFirst(command.syntax.name.split(separator: " ").count))
      if rest.contains("--help") || rest.contains("-h") { return Terminal.print(command.syntax.help) }
      return try command.run(Arguments(rest, command.syntax))
    }
    let family = CommandGroup.commands.filter { $0.syntax.name.hasPrefix(words[0] + " ") }
    if !family.isEmpty {
      guard words.count > 1, !["--help", "-h"].contains(words[1]) else { return Terminal.print(list(family)) }
      let names = family.map { String($0.syntax.name.dropFirst(words[0].count + 1)) }
      throw Failure.unknown("command", "\(words[0]) \(words[1])", among: names.map { "\(words[0]) \($0)" })
    }
    let names = CommandGroup.commands.map { String($0.syntax.name.prefix { $0 != " " }) }
    throw Failure.unknown("command", words[0], among: Array(Set(names)).sorted())
  }

  private static var overview: String {
    let width = CommandGroup.commands.map(\.syntax.name.count).max() ?? 0
    let groups = CommandGroup.all.map { "\($0.title):\n\(list($0.commands, width))" }.joined(separator: "\n")
    return """
      gnomon \(Release.version): the location engine for augmented reality on Linux wearables

      usage: gnomon COMMAND [ARGUMENTS]

      \(groups)
      `gnomon COMMAND --help` explains a command, with examples. Every command that prints a result has --json; a failure is
      then one JSON object on standard error.
      \(filled("Exit status: \(statuses)."))

      """
  }

  private static let statuses =
    (["0 done"] + Failure.Status.allCases.map { "\($0.rawValue) \($0.meaning)" }).joined(separator: ", ")

  private static func filled(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      if (lines.last?.count ?? 0) + word.count > 119 { lines.append("") }
      lines[lines.count - 1] += (lines.last?.isEmpty == true ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }

  private static func list(_ commands: [any Command], _ width: Int? = nil) -> String {
    let width = width ?? commands.map(\.syntax.name.count).max() ?? 0
    return commands.map { command in
      "  \(command.syntax.name.padded(to: width))  \(command.syntax.summary)\n"
    }.joined()
  }
}
