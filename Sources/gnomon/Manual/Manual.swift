import Glibc
import Text

/// Every file that is written from the program itself: manual pages, completions, the reference of the configuration.
enum Manual {
  /// Paths below the project's folder, and what stands in them.
  static let files: [(path: String, text: String)] =
    pages.map { ("docs/man/\($0.fileName)", $0.text) } + Completions.files
    + [("docs/configuration.md", ConfigurationGuide.markdown)]

  static let pages: [ManualPage] =
    [CommandPages.overview] + CommandPages.all + [
      DaemonPages.daemon, ConfigurationGuide.page, RecordingPage.page, CodesPage.page, ProtocolPage.page,
      DaemonPages.triggers,
    ]
}

/// `gnomon manual`: what is written from the program itself, written.
struct ManualCommand: Command {
  let syntax = Syntax(
    name: "manual", summary: "write the manual pages, the completions and the reference of the configuration",
    operands: "[FOLDER]", operandCount: 0...1, operandKinds: [.folder],
    explanation: """
      Below FOLDER: docs/man for man, completions for bash, zsh and fish, docs/configuration.md. They are made of the very tables
      that the commands and the configuration are read with. In the project's own folder `make manual` does so, and a test
      fails when it was forgotten.
      """,
    options: [.flag("--list", "say which files that are, and write nothing"), .json],
    examples: [
      ("gnomon manual .", "before a commit that changes a command"),
      ("gnomon manual --list", "which files"),
    ])

  func run(_ arguments: Arguments) throws {
    let isDry = arguments.has("--list")
    guard let folder = arguments.operands.first ?? (isDry ? "." : nil) else {
      throw Failure.usage("which FOLDER, or --list", syntax)
    }
    if !isDry {
      for path in ["", "/docs", "/docs/man", "/completions"] { try Self.make("\(folder)\(path)") }
      for (path, text) in Manual.files {
        var file = try OutputFile(path: "\(folder)/\(path)")
        file.text.append(text)
        try file.close()
      }
    }
    if arguments.has("--json") {
      Terminal.print(["files": .array(Manual.files.map { .string($0.path) })])
    } else if isDry {
      Terminal.print(Manual.files.map { $0.path + "\n" }.joined())
    } else {
      Terminal.note("\(Manual.files.count) files below \(folder)")
    }
  }

  /// A folder, unless it is there.
  private static func make(_ path: String) throws(Failure) {
    guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    throw .inputOutput("\(path): cannot make: \(String(cString: strerror(errno)))")
  }
}
