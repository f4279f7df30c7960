import Foundation
import TestSupport
import Testing

/// What the README shows in Swift; what it tells people to type is typed by DocumentTests.
@Suite(.enabled(if: RigProcess.has("timeout"))) struct ReadmeTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let text =
    (try? String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

  /// The example in Swift is a program of its own, word for word.
  @Test func theExampleIsTheProgram() throws {
    let program = try String(
      contentsOf: Self.package.appendingPathComponent("Tests/ClientExample/main.swift"), encoding: .utf8)
    #expect(Self.text.contains("```swift\n\(program)```"))
    let scratch = try Scratch(), socket = scratch.path("s")
    let daemon = try RigProcess(
      Products.path("gnomond"),
      ["--demo", "--speed", "20", "--socket", socket, "--recordings", scratch.path("recordings")], isQuiet: true)
    defer { daemon.stop() }
    while try gnomon("pose", "--socket", socket).status != 0, daemon.isRunning { usleep(10_000) }
    let (lines, status) = try RigProcess("timeout", ["-s", "KILL", "20", Products.path("client-example"), socket])
      .finish()
    #expect(status == 0 && lines.first?.hasPrefix("gnomond ") == true, "\(lines)")
    #expect(lines.count { $0.hasPrefix("heading ") } == 20, "\(lines)")
  }
}
