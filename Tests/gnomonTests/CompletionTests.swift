import Expectations
import Foundation
import TestSupport
import Testing

/// The completions in the shells themselves: each is asked for its offers.
@Suite struct CompletionTests {
  /// The typed part of a line, and the words offered for it; a word with a ! must not be offered.
  static let cases: [(line: String, offered: [String])] = [
    ("gnomon ", ["status", "place", "calibrate", "config", "!add"]),
    ("gnomon pla", ["place"]),
    ("gnomon place ", ["add", "fetch", "!status"]),
    ("gnomon place export --f", ["--format", "!--layer"]),
    ("gnomon place export --format ", ["geojson", "gpx", "csv"]),
    ("gnomon place export --format gpx --lay", ["--layer"]),
    ("gnomon watch pose st", ["state", "!sensors"]),
    ("gnomon calibrate ", ["mag", "gyro", "time"]),
    ("gnomon calibrate mag --yes ", ["good", "excellent"]),
    ("gnomon simulate ci", ["city-blocks", "circle"]),
    ("gnomon replay --profile v", ["vehicle", "!head"]),
    ("gnomon replay ", ["walk.gnomon", "old.gnomon.gz", "!notes.txt"]),
    ("gnomon replay walk.gnomon --geopose-form s", ["strict"]),
    ("gnomon recording check walk.gnomon ol", ["old.gnomon.gz"]),
    ("gnomon geo ", ["field", "sun"]),
    ("gnomond simulate ci", ["city-blocks"]),
    ("gnomond --profile h", ["head", "hand"]),
    ("gnomond --pr", ["--profile", "--print", "!--speed"]),
  ]
  /// Words after which typing continues: with an equals sign at their end, where the shell shows it.
  static let assignments: [(line: String, offered: String)] = [
    ("gnomon replay --set gyroscope.no", "gyroscope.noise"), ("gnomon doctor --set GN", "GNSS.Address"),
    ("gnomond --set Device.P", "Device.Profile"),
  ]

  /// A folder with files to offer.
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["walk.gnomon", "old.gnomon.gz", "notes.txt"] { _ = try scratch.write("", to: name) }
    return scratch
  }

  private static func check(_ line: String, _ offered: [String], _ wanted: [String], shell: String) {
    for word in wanted {
      let isUnwanted = word.hasPrefix("!"), name = isUnwanted ? String(word.dropFirst()) : word
      expect(offered.contains(name), differsFrom: isUnwanted, "\(shell): '\(line)': \(word): offered \(offered)")
    }
  }

  private static let all = cases + assignments.map { ($0.line, [$0.offered]) }

  @Test(.enabled(if: RigProcess.has("bash"))) func bashOffers() throws {
    let scratch = try Self.folder(), manual = try ManualTests.written()
    for (line, wanted) in Self.all {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }.joined(separator: " ")
      let script = """
        cd '\(scratch.url.path)'; set -u
        for file in '\(manual.url.path)'/completions/*.bash; do . "$file"; done
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
        _${COMP_WORDS[0]}; printf '%s\\n' "${COMPREPLY[@]%=}"
        """
      let (offered, status) = try RigProcess("bash", ["--norc", "-c", script]).finish()
      expect(status, equals: 0, "\(line)")
      Self.check(line, offered, wanted, shell: "bash")
    }
  }

  @Test(.enabled(if: RigProcess.has("fish"))) func fishOffers() throws {
    let scratch = try Self.folder(), manual = try ManualTests.written()
    for (line, wanted) in Self.all {
      let script = """
        cd '\(scratch.url.path)'
        for file in '\(manual.url.path)'/completions/*.fish; source $file; end
        complete -C '\(line)'
        """
      let (lines, status) = try RigProcess("env", ["HOME=\(scratch.url.path)", "fish", "--no-config", "-c", script])
        .finish()
      expect(status, equals: 0, "\(line)")
      let offered = lines.map { line in
        let word = line.prefix { $0 != "\t" }
        return String(word.hasSuffix("=") ? word.dropLast() : word)
      }
      Self.check(line, offered, wanted, shell: "fish")
    }
  }

  /// Within a separate terminal, since zsh completes only in one.
  @Test(.enabled(if: RigProcess.has("zsh"))) func zshOffers() throws {
    let scratch = try Self.folder(), manual = try ManualTests.written()
    let (lines, status) = try RigProcess(
      "zsh",
      ["-f", RigProcess.script("zsh_offers.zsh"), manual.path("completions"), scratch.url.path]
        + Self.all.map(\.line)
    ).finish()
    expect(status, equals: 0, "\(lines)")
    let answers = lines.joined(separator: "\n").components(separatedBy: "==== ")
    expect(answers.count, equals: Self.all.count + 1)
    for ((line, wanted), answer) in zip(Self.all, answers.dropFirst()) {
      let offered = answer.split { $0.isWhitespace || $0 == "=" }.map(String.init)
      Self.check(line, offered, wanted, shell: "zsh")
    }
  }
}
