import Foundation
import TestSupport
import Testing

/// What the README tells people to type, typed.
@Suite(.enabled(if: RigProcess.has("bash", "timeout"))) struct ReadmeTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let text =
    (try? String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

  /// The lines of all blocks in this language.
  private static func lines(_ language: String) -> [String] {
    var lines: [String] = [], isInside = false
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("```") { isInside = line == "```\(language)" } else if isInside { lines.append(line) }
    }
    return lines
  }

  /// In the order of the page, in one folder, beside a daemon on its simulated walk.
  @Test func everyCommandOfTheReadmeWorks() throws {
    let lines = Self.lines("sh").filter { $0.hasPrefix("gnomon ") || $0.hasPrefix("echo ") }
    #expect(lines.count >= 15)
    let scratch = try Scratch(), socket = scratch.path("s")
    let folder = URL(fileURLWithPath: Products.path("gnomon")).deletingLastPathComponent().path
    let daemon = try RigProcess(
      Products.path("gnomond"),
      ["--demo", "--speed", "20", "--socket", socket, "--recordings", scratch.path("recordings")], isQuiet: true)
    defer { daemon.stop() }
    while try gnomon("status", "--socket", socket).status != 0, daemon.isRunning { usleep(10_000) }
    for line in lines {
      // A stream ends when it is ended; the doctor may find something on this machine.
      // What a test starts lets no signal but this one through.
      let isStream = ["watch", "announce", "view"].contains { line.hasPrefix("gnomon \($0)") }
      let allowed: Set<Int32> = isStream ? [0, 9, 137] : line == "gnomon doctor" ? [0, 1] : [0]
      let limit = isStream ? "3" : "120"
      let shell = try RigProcess(
        "timeout",
        [
          "-s", "KILL", limit, "env", "PATH=\(folder):/usr/bin:/bin", "GNOMON_SOCKET=\(socket)", "bash", "-c",
          "cd '\(scratch.url.path)' && exec 2>&1 && \(line)",
        ])
      let (output, status) = shell.finish()
      #expect(allowed.contains(status), "\(line): \(status): \(output.suffix(5))")
    }
  }

  /// varlinkctl came with systemd 255.
  @Test(.enabled(if: RigProcess.has("varlinkctl"))) func varlinkctlUnderstandsUs() throws {
    let lines = Self.lines("sh").filter { $0.hasPrefix("varlinkctl ") }
    #expect(lines.count == 4)
    let scratch = try Scratch(), socket = scratch.path("s")
    let daemon = try RigProcess(
      Products.path("gnomond"),
      ["--demo", "--speed", "20", "--socket", socket, "--recordings", scratch.path("recordings")], isQuiet: true)
    defer { daemon.stop() }
    while try gnomon("pose", "--socket", socket).status != 0, daemon.isRunning { usleep(10_000) }
    for line in lines {
      let mine = line.replacingOccurrences(of: "/run/gnomon/gnomon.sock", with: socket)
      let shell = try RigProcess("timeout", ["-s", "KILL", "3", "bash", "-c", mine])
      let (output, status) = shell.finish()
      #expect(status == 0 || [9, 137].contains(status) && line.contains("--more"), "\(line): \(status)")
      #expect(output.contains { $0.contains("org.gnomon") || $0.contains("\"") }, "\(line)")
    }
  }
}
