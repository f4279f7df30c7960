import CommandParts
import Configuration
import SceneCommands
import Text

/// `gnomon config show`: every value and its origin.
struct ConfigShowCommand: Command {
  let syntax = Syntax(
    name: "config show", summary: "show the values of the configuration, and where they come from",
    operands: "[SECTION]", operandCount: 0...1, operandKinds: [.words(Configuration.sections)],
    explanation: """
      Reads the files as the daemon would: /usr/share/gnomon/gnomon.conf, /etc/gnomon/gnomon.conf, then
      /etc/gnomon/gnomon.conf.d/*.conf by name; a later file has precedence. Without --all only values that were set are shown.
      """,
    options: [
      .flag("--all", "show the defaults too"),
      .flag("--origin", "show file and line of each value"),
      .value("--set", "Section.Key=VALUE", "use this value, as if it were in a last file; repeatable", kind: .setting),
      .json,
    ],
    examples: [
      ("gnomon config show --origin", "the values set on this board, and where"),
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
    try ConfigCheckCommand.requireSound(configuration, unreadable)
  }
}

/// `gnomon config check`: whether the daemon would accept the configuration.
struct ConfigCheckCommand: Command {
  let syntax = Syntax(
    name: "config check", summary: "check whether the daemon would accept the configuration, or these files",
    operands: "[FILE …]", operandCount: 0...64, operandKinds: [.file(["conf"])],
    explanation: """
      Without FILE it checks the files that the daemon reads; with FILEs only these, in this order. Every fault is printed with
      file and line. Exit status 78 if there is a fault. A parameter that the profile does not read is told too, with the one to
      set instead; it is no fault, since a drop-in for another profile may stay.
      """,
    options: [.json],
    examples: [("gnomon config check /etc/gnomon/gnomon.conf.d/board.conf", "before a reload of the daemon")])

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
        "faults": Self.list(configuration.faults), "unread": Self.list(configuration.unread),
        "unreadable": .array(unreadable.map(JSONValue.string)),
      ])
    }
    try Self.requireSound(configuration, unreadable)
    if !arguments.has("--json") { Terminal.inform("the configuration has no faults") }
  }

  private static func list(_ faults: [Configuration.Fault]) -> JSONValue {
    .array(
      faults.map {
        [
          "file": $0.origin.file.map(JSONValue.string) ?? .null,
          "line": $0.origin.line.map { .integer(Int64($0)) } ?? .null, "sentence": .string($0.sentence),
        ]
      })
  }

  /// Fails at faults, and tells the parameters that are not read.
  static func requireSound(_ configuration: Configuration, _ unreadable: [String]) throws(Failure) {
    for fault in configuration.unread { Terminal.inform("\(fault)") }
    let complaints = unreadable + configuration.faults.map { "\($0)" }
    guard !complaints.isEmpty else { return }
    throw Failure(status: .configuration, message: complaints.joined(separator: "\ngnomon: "))
  }
}
