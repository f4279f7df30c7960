import Configuration
import Expectations
import Foundation
import TestSupport
import Testing

@testable import CommandParts
@testable import Commands

/// `--help` lists exactly the options that the command accepts, and the documents mention only existing ones.
@Suite struct SyntaxTests {
  private static let syntaxes = CommandGroup.commands.map(\.syntax)
  static let sources: [(path: String, text: String)] = {
    let folder = DocumentTests.package.appendingPathComponent("Sources")
    let names = targets.flatMap { target in
      let names = FileManager.default.enumerator(atPath: folder.appendingPathComponent(target).path)
      return (names?.compactMap { $0 as? String } ?? []).map { "\(target)/\($0)" }
    }
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      (name, (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? "")
    }
  }()
  /// The targets of `gnomon`; options of the first three are used by all the others.
  static let targets = [
    "CommandParts", "Playback", "Commands", "SceneCommands", "CalibrationCommands", "Viewer", "WebBridge", "Watcher",
    "Diagnosis", "Setup", "PhoneLink", "FoxgloveLink",
    "gnomon",
  ]

  @Test func everyOptionWithAValueNamesIt() {
    for syntax in Self.syntaxes {
      for option in syntax.options {
        expect((option.kind == nil), equals: (option.value == nil), "\(syntax.name) \(option.name)")
      }
      expect(Set(syntax.options.map(\.name)).count, equals: syntax.options.count, "\(syntax.name)")
      #expect(
        !syntax.explanation.isEmpty && !syntax.examples.isEmpty, "\(syntax.name) has no explanation or no example")
      if syntax.operandCount.upperBound > 0 { #expect(syntax.operandKind(at: 0) != nil, "\(syntax.name)") }
    }
  }

  /// In the source, every declared option is used somewhere, and every used one is declared.
  @Test func everyOptionIsUsedByItsCommand() throws {
    let asked = try Regex(
      #"(?:has|text|all|number|whole|quantity|address)\((?:arguments, )?\s*"(--[a-z0-9-]+)"|\("(--[a-z0-9-]+)", "--"#)
    let declared = try Regex(#"(?:flag|value|choice)\(\s*"(--[a-z0-9-]+)""#)
    func names(_ regex: Regex<AnyRegexOutput>, in text: String) -> Set<String> {
      Set(text.matches(of: regex).compactMap { $0.output.dropFirst().compactMap(\.substring).first.map(String.init) })
    }
    func folder(_ path: String) -> String { (path as NSString).deletingLastPathComponent }
    let askedIn = Self.sources.map { (folder: folder($0.path), names: names(asked, in: $0.text)) }
    let allAsked = askedIn.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    let allDeclared = Set(Self.syntaxes.flatMap { $0.options.map(\.name) })
    #expect(allDeclared.subtracting(allAsked) == [] && allAsked.subtracting(allDeclared) == [])
    // Within a folder, where a command's own options are read.
    for source in Self.sources {
      let nearAsked = askedIn.filter { $0.folder == folder(source.path) || Self.targets.prefix(3).contains($0.folder) }
        .reduce(into: Set<String>()) { $0.formUnion($1.names) }
      for name in names(declared, in: source.text).subtracting(nearAsked)
      where !["--help", "--socket", "--plain"].contains(name) {
        // An option of several folders has to be read in the folder of its declaration, or it is no option of the command.
        Issue.record("\(source.path): \(name) is declared and never asked for")
      }
    }
  }

  @Test func everyExampleIsUnderstood() throws {
    for syntax in Self.syntaxes {
      for example in syntax.examples {
        for words in Self.calls(in: example.line) {
          #expect(throws: Never.self, "\(example.line)") { try Self.parse(words) }
        }
      }
    }
  }

  /// In inline code, in blocks to type and in manual pages: `gnomon place fetch --at …` is a command, and has that option.
  @Test func everyCommandThatIsMentionedExists() throws {
    let inline = try Regex(#"`(gnomon [a-z][^`]*)`"#), quoted = try Regex(#"'(gnomon [a-z][^']*)'"#)
    let manual = try Regex(#"\\fB(gnomon\\ [^\n]*?)\\fR"#)
    var count = 0
    let docs = DocumentTests.package.appendingPathComponent("docs")
    let names = FileManager.default.enumerator(atPath: docs.path)?.compactMap { $0 as? String } ?? []
    let paths =
      ["README.md"] + names.filter { $0.hasSuffix(".md") || $0.hasPrefix("man/") }.sorted().map { "docs/\($0)" }
    for path in paths {
      let text = try String(contentsOf: DocumentTests.package.appendingPathComponent(path), encoding: .utf8)
      var mentions = text.matches(of: path.contains("man/") ? manual : inline).compactMap {
        $0.output[1].substring.map(String.init)
      }
      mentions = mentions.map { $0.replacingOccurrences(of: "\\ ", with: " ").replacingOccurrences(of: "\\", with: "") }
      mentions += Self.typedLines(text)
      for mention in mentions {
        for words in Self.calls(in: mention) {
          count += 1
          if let fault = Self.fault(words) { Issue.record("\(path): \(mention): \(fault)") }
        }
      }
    }
    for source in Self.sources {
      for match in source.text.matches(of: quoted) where !source.path.hasPrefix("Viewer/") {
        guard let mention = match.output[1].substring.map(String.init), !mention.contains("\\(") else { continue }
        for words in Self.calls(in: mention) {
          count += 1
          if let fault = Self.fault(words) { Issue.record("\(source.path): \(mention): \(fault)") }
        }
      }
    }
    expect(count, isAbove: 200, "only \(count)")
  }

  @Test func everyStatusInTheHelpExists() throws {
    let known = Set(Failure.Status.allCases.map { Int($0.rawValue) } + [0])
    let number = try Regex(#"(?:[Ee]xit status:?|,) (\d+) "#)
    for syntax in Self.syntaxes where syntax.explanation.contains("xit status") {
      let text = syntax.explanation.replacingOccurrences(of: "\n", with: " ")
      let statement = text[(text.range(of: "xit status")?.lowerBound ?? text.startIndex)...]
      for match in "E\(statement)".matches(of: number) {
        expect(
          match.output[1].substring.flatMap { Int($0) }.map(known.contains), equals: true,
          "\(syntax.name): \(match.output[1])")
      }
    }
    let overview = try gnomon().output.replacingOccurrences(of: "\n", with: " ")
    for status in Failure.Status.allCases { #expect(overview.contains("\(status.rawValue) \(status.meaning)")) }
  }

  @Test func helpOfACommandByItsName() throws {
    try expect(gnomon("help", "place", "add").output, equals: gnomon("place", "add", "--help").output)
    #expect(try gnomon("help", "place").output.contains("place fetch"))
    #expect(try gnomon("help", "plaice").errors.contains("did you mean 'place'?"))
  }

  /// Every word of the daemon's table is accepted, and every accepted word is in the table.
  @Test func theDaemonReadsItsTable() throws {
    let examples = ["PLAN": "city-blocks", "WHO": "head", "KEY=VALUE": "fix.latency=0.1"]
    for flag in DaemonFlags.sources + DaemonFlags.options {
      let value = flag.value.map { [examples[$0] ?? "1"] } ?? []
      let (_, status) = try RigProcess(Products.path("gnomond"), [flag.name] + value + ["--version"]).finish()
      expect(status, equals: 0, "\(flag.name)")
    }
    let source = try String(
      contentsOf: DocumentTests.package.appendingPathComponent("Sources/gnomond/Invocation.swift"), encoding: .utf8)
    let names = Set((DaemonFlags.sources + DaemonFlags.options).map(\.name) + ["-h"])
    for line in source.split(separator: "\n") where line.contains("case \"") {
      for match in line.matches(of: try Regex("\"(-[a-z-]+|[a-z]+)\"")) {
        #expect(names.contains(match.output[1].substring.map(String.init) ?? ""), "\(line)")
      }
    }
    let help = try RigProcess(Products.path("gnomond"), ["--help"]).finish().lines.joined(separator: "\n")
    for flag in DaemonFlags.sources + DaemonFlags.options { #expect(help.contains("  \(flag.head) ")) }
  }

  // MARK: a small part of a shell

  /// Returns the lines of blocks to type.
  private static func typedLines(_ text: String) -> [String] {
    var lines: [String] = [], isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") { isInside = line.hasPrefix("```sh") } else if isInside { lines.append(line) }
    }
    return lines
  }

  /// Returns the words of each call of gnomon in a line, without a comment after #.
  static func calls(in line: String) -> [[String]] {
    var calls: [[String]] = [[]], word = "", quote: Character?, isWord = false
    func endWord() {
      if isWord { calls[calls.count - 1].append(word) }
      (word, isWord) = ("", false)
    }
    scan: for character in line {
      switch character {
      case let end where end == quote: quote = nil
      case _ where quote != nil: word.append(character)
      case "'", "\"": (quote, isWord) = (character, true)
      case "#" where !isWord: break scan
      case " ": endWord()
      case "|", "&", ";", "\n":
        endWord()
        calls.append([])
      case ">", "<":
        endWord()
        calls.append([">"])
      default:
        word.append(character)
        isWord = true
      }
    }
    endWord()
    return calls.compactMap { words in
      guard let start = words.firstIndex(of: "gnomon"), words[..<start].allSatisfy({ $0 == "sudo" }) else { return nil }
      return Array(words[(start + 1)...])
    }
  }

  private static func syntax(_ words: [String]) -> (syntax: Syntax, rest: [String])? {
    for syntax in syntaxes {
      let names = syntax.name.split(separator: " ").map(String.init)
      if words.starts(with: names) { return (syntax, Array(words.dropFirst(names.count))) }
    }
    return nil
  }

  private static func parse(_ words: [String]) throws {
    let found = try #require(syntax(words), "\(words)")
    _ = try Arguments(found.rest, found.syntax)
  }

  /// Returns the fault of a mention: an ellipsis may stand for anything, and operands may be missing.
  private static func fault(_ words: [String]) -> String? {
    guard let first = words.first, first.first?.isLetter == true, first.allSatisfy(\.isLowercase) else { return nil }
    if first == "help" { return nil }
    guard let (syntax, rest) = syntax(words) else {
      let family = syntaxes.filter { $0.name.hasPrefix(first + " ") }
      if family.isEmpty { return "no such command" }
      let second = words.count > 1 ? words[1] : ""
      return second.first?.isLowercase == true && second.allSatisfy({ $0.isLetter }) ? "no such command" : nil
    }
    for word in rest where word.hasPrefix("--") && word != "--" && word != "--help" {
      let name = word.prefix { $0 != "=" && $0 != "," && $0 != ")" }
      if !syntax.options.contains(where: { $0.name == name }) { return "no option \(name)" }
    }
    return nil
  }
}
