import Alignment
import Configuration
import Expectations
import Foundation
import TestSupport
import Testing
import Wire

@testable import CommandParts
@testable import gnomon_manual

/// The manual pages, the completions and the reference of the settings, as the built program writes them.
@Suite struct ManualTests {
  private static let package = DocumentTests.package

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  /// Writes all files, and returns their folder.
  static func written() throws -> Scratch {
    let scratch = try Scratch()
    try expect(RigProcess(Products.path("gnomon-manual"), [scratch.url.path]).finish().status, equals: 0)
    return scratch
  }

  @Test func theProgramWritesTheFilesOfItsList() throws {
    let scratch = try Self.written(), list = try RigProcess(Products.path("gnomon-manual"), ["--list"]).finish().lines
    expect(list.count, isAbove: 40)
    for path in list { try expect(bytes(scratch.path(path)).count, isAbove: 500, "\(path)") }
    for folder in ["man", "completions"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path(folder)) {
        #expect(list.contains("\(folder)/\(name)"), "\(folder)/\(name)")
      }
    }
  }

  @Test(.enabled(if: RigProcess.has("mandoc"))) func mandocHasNoWarnings() throws {
    let scratch = try Self.written(), folder = scratch.path("man")
    let (lines, status) = try RigProcess("sh", ["-c", "mandoc -T lint -W warning \(folder)/* 2>&1"]).finish()
    #expect(status == 0 && lines.isEmpty, "\(lines.joined(separator: "\n"))")
  }

  /// The same check as lintian's.
  @Test(.enabled(if: RigProcess.has("man", "groff"))) func manHasNoWarnings() throws {
    let scratch = try Self.written(), folder = scratch.path("man")
    for page in Manual.pages {
      let command =
        "LC_ALL=C.UTF-8 MANROFFSEQ= MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z \(folder)/\(page.fileName) 2>&1 >/dev/null"
      let (lines, status) = try RigProcess("sh", ["-c", command]).finish()
      #expect(status == 0 && lines.isEmpty, "\(page.fileName): \(lines.joined(separator: "\n"))")
    }
  }

  @Test func everyReferencedPageExists() throws {
    let ours = Set(Manual.pages.map { "\($0.name)(\($0.section))" })
    let reference = try Regex(#"(gnomon[a-z.-]*)(?:\\fR)?\((\d)\)"#)
    for page in Manual.pages {
      let text = page.text.replacingOccurrences(of: "\\-", with: "-")
      for match in text.matches(of: reference) {
        let name = "\(match.output[1].substring ?? "")(\(match.output[2].substring ?? ""))"
        #expect(ours.contains(name), "\(page.fileName) refers to \(name)")
      }
    }
  }

  @Test func everyFamilyReasonAndVariableIsExplained() throws {
    let families = Set(CommandPages.families.filter { !$0.isSingle }.map(\.word))
    expect(Set(CommandPages.summaries.keys), equals: families)
    expect(Set(CodesPage.reasons.keys), equals: Set(TrackingReasons.listed.map { "\($0)" }))
    expect(LocalizationReason.allCases.map(\.name), equals: LocalizationReasons.listed.map { "\($0)" })
    var asked: Set<String> = []
    for (_, text) in SyntaxTests.sources {
      for match in text.matches(of: try Regex(#""(GNOMON_[A-Z]+)"|Environment\.value\("([A-Z_]+)"\)"#)) {
        asked.insert((match.output[1].substring ?? match.output[2].substring).map(String.init) ?? "")
      }
      if text.contains("compactMap(Environment.value)") { asked.formUnion(["LC_ALL", "LC_CTYPE", "LANG"]) }
    }
    let told = CommandPages.environment.flatMap { $0.name.components(separatedBy: ", ") }
    expect(Set(told), equals: asked)
  }

  /// The page and the document describe the same lines, kinds of metadata, and refusals.
  @Test func pageAndDocumentDescribeTheSameRecording() throws {
    let document = try Self.text("docs/files.md")
    for (key, _) in RecordingPage.metadata { #expect(document.contains("`\(key)`"), "\(key)") }
    for line in RecordingPage.lines {
      #expect(
        document.contains(
          "| `\(line.head)` | \(line.meaning) | \(line.unit) |".replacingOccurrences(of: " |  |", with: " | |")),
        "\(line)")
    }
    for reason in RecordingPage.reasons { #expect(document.contains(reason), "\(reason)") }
  }

  @Test func theExampleOfTheConfigurationIsValid() throws {
    let scratch = try Scratch()
    let path = try scratch.write(ConfigurationGuide.example.joined(separator: "\n") + "\n", to: "example.conf")
    let run = try gnomon("config", "check", path)
    expect(run.status, equals: 0, "\(run)")
  }

  /// Each setting is in the shipped file, once, with its default or a valid value; nothing else is. Of the parameters it has
  /// examples.
  @Test func theShippedFileShowsEverySetting() throws {
    var section = "", shown: [String: String] = [:], uncommented = ""
    for line in try Self.text("config/gnomon.conf").split(separator: "\n").map(String.init) {
      if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
      guard line.hasPrefix("#"), line.dropFirst().first?.isLetter == true, let equals = line.firstIndex(of: "=") else {
        uncommented += line + "\n"
        continue
      }
      let name = "\(section).\(line[line.index(after: line.startIndex)..<equals])"
      #expect(shown.updateValue(String(line[line.index(after: equals)...]), forKey: name) == nil, "\(name) twice")
      uncommented += line.dropFirst() + "\n"
    }
    let scratch = try Scratch()
    let run = try gnomon("config", "check", scratch.write(uncommented, to: "all.conf"))
    expect(run.status, equals: 0, "\(run)")
    func isParameter(_ name: String) -> Bool { name.hasPrefix("Parameters.") || name.hasPrefix("Scene.") }
    let settings = Configuration().entries.filter { !isParameter($0.name) }
    for entry in settings where !entry.name.hasSuffix("MountMatrix") {
      expect(shown[entry.name], equals: entry.value, "\(entry.name)")
    }
    expect(Set(shown.keys.filter { !isParameter($0) }), equals: Set(settings.map(\.name)))
  }

  /// The reference has each setting and parameter of the daemon once, and says of each setting when to change it.
  @Test func theReferenceHasEverySettingOnce() {
    var section = "", printed: [String] = []
    for line in ConfigurationGuide.markdown.split(separator: "\n") {
      if let heading = line.firstMatch(of: /^## \[(\w+)\]$/) { section = String(heading.1) }
      if let entry = line.firstMatch(of: /^(?:\| |\*\*)`(\S+)`(?: \||\*\* \()/) {
        printed.append("\(section).\(entry.1)")
      }
    }
    expect(printed.sorted(), equals: Configuration().entries.map(\.name).sorted())
    for entry in ConfigurationGuide.settings { #expect(!entry.advice.isEmpty, "\(entry.name)") }
  }
}
