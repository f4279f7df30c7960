import CommandParts
import Configuration
import SceneCommands
import Text

/// `gnomon config show`: every value and its origin.
struct ConfigShowCommand: Command {
  let syntax = Syntax(
    name: "config show", summary: "every value of the configuration, and where it comes from",
    operands: "[SECTION]", operandCount: 0...1, operandKinds: [.words(Configuration.sections)],
    explanation: """
      Reads the files as the daemon would: /usr/share/gnomon/gnomon.conf, /etc/gnomon/gnomon.conf, then
      /etc/gnomon/gnomon.conf.d/*.conf by name; the later wins. Without --all only what somebody has set is shown.
      """,
    options: [
      .flag("--all", "the defaults as well"),
      .flag("--origin", "with file and line of each value"),
      .value("--set", "Section.Key=VALUE", "as if it stood in a last file; repeatable", kind: .setting),
      .json,
    ],
    examples: [
      ("gnomon config show --origin", "what this board changes, and where"),
      ("gnomon config show --all Parameters", "every parameter of the pipeline"),
    ])

  func run(_ arguments: Arguments) throws {
    let (configuration, unreadable) = ConfigurationFiles().read(flags: arguments.all("--set"))
    var entries = configuration.entries
    if let section = arguments.operands.first {
      let sections = Set(entries.map { String($0.name.prefix { $0 != "." }) })
      guard sections.contains(section) else { throw Failure.unknown("section", section, among: sections.sorted()) }
      entries = entries.filter { $0.name.hasPrefix(section + ".") }
    }
    if !arguments.has("--all") { entries = entries.filter { $0.origin.file != nil } }
    if arguments.has("--json") {
      Terminal.print(
        .array(
          entries.map {
            [
              "name": .string($0.name), "value": .string($0.value), "unit": .string($0.unit),
              "meaning": .string($0.meaning), "origin": .string($0.origin.text),
            ]
          }))
    } else {
      if entries.isEmpty { Terminal.inform("nothing is set: all values are the defaults; --all shows them") }
      let width = entries.map(\.name.count).max() ?? 0
      for entry in entries {
        let value = entry.unit.isEmpty ? entry.value : "\(entry.value) \(entry.unit)"
        let origin = arguments.has("--origin") ? "  (\(entry.origin.text))" : ""
        Terminal.print("\(entry.name.padded(to: width))  \(value)\(origin)\n")
      }
    }
    try ConfigCheckCommand.complain(configuration, unreadable)
  }
}

/// `gnomon config check`: whether the daemon would accept the configuration.
struct ConfigCheckCommand: Command {
  let syntax = Syntax(
    name: "config check", summary: "whether the daemon would take the configuration, or these files",
    operands: "[FILE …]", operandCount: 0...64, operandKinds: [.file(["conf"])],
    explanation: """
      Without FILE the files that the daemon reads; with FILEs these alone, in this order. Every fault is told with file and
      line. Exit status 78 if there is one.
      """,
    options: [.json],
    examples: [("gnomon config check /etc/gnomon/gnomon.conf.d/board.conf", "before the daemon is told to reload")])

  func run(_ arguments: Arguments) throws {
    var unreadable: [String] = []
    let configuration: Configuration
    if arguments.operands.isEmpty {
      (configuration, unreadable) = ConfigurationFiles().read()
    } else {
      configuration = Configuration(
        files: try arguments.operands.map { path throws(Failure) in
          (path, String(decoding: try contents(of: path), as: UTF8.self))
        })
    }
    if arguments.has("--json") {
      Terminal.print([
        "faults": .array(
          configuration.faults.map {
            [
              "file": $0.origin.file.map(JSONValue.string) ?? .null,
              "line": $0.origin.line.map { .integer(Int64($0)) } ?? .null, "complaint": .string($0.complaint),
            ]
          }),
        "unreadable": .array(unreadable.map(JSONValue.string)),
      ])
    }
    try Self.complain(configuration, unreadable)
    if !arguments.has("--json") { Terminal.inform("the configuration is as it should be") }
  }

  static func complain(_ configuration: Configuration, _ unreadable: [String]) throws(Failure) {
    let complaints = unreadable + configuration.faults.map { "\($0)" }
    guard !complaints.isEmpty else { return }
    throw Failure(status: .configuration, message: complaints.joined(separator: "\ngnomon: "))
  }
}
