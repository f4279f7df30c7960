import Expectations
import Foundation
import TestSupport
import Testing

/// The client packages in `clients`: their own tests and the programs of their pages, each beside a real daemon.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ClientPackageTests {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let clients = package.appendingPathComponent("clients").path
  static let inPython = "PYTHONPATH=\(clients)/python"

  /// Runs a program with a daemon's socket in its environment, and returns all it prints; it is ended after five minutes.
  private func run(_ words: String..., beside demo: Demo) throws -> (lines: [String], status: Int32) {
    try run(words, beside: demo)
  }

  private func run(_ words: [String], beside demo: Demo) throws -> (lines: [String], status: Int32) {
    let environment = ["GNOMON_SOCKET=\(demo.socket)", Self.inPython, "PYTHONDONTWRITEBYTECODE=1"]
    let limit = ["timeout", "-s", "KILL", "300", "sh", "-c", "exec \"$@\" 2>&1", "sh"]
    return try RigProcess("env", environment + limit + words).finish()
  }

  @Test(.enabled(if: RigProcess.has("python3"))) func inPythonItsOwnTestsPass() throws {
    let (lines, status) = try run("python3", "\(Self.clients)/python/tests/test_gnomon.py", beside: Demo())
    expect(status, equals: 0, "\(lines)")
  }

  @Test(.enabled(if: RigProcess.has("python3"))) func inPythonThePagesPiecesRun() throws {
    let demo = try Demo()
    try expect(demo.run("wait", "--timeout", "60").status, equals: 0)
    let (lines, status) = try run("python3", "\(Self.clients)/python/examples/tour.py", beside: demo)
    #expect(status == 0 && lines.contains { $0.hasPrefix("tour: draw it at ") }, "\(lines)")
    #expect(lines.contains { $0.contains("InvalidValue degrees") })
  }

  /// The shortest program of a page: at most ten lines that are not empty, which print latitude, longitude and heading.
  @Test(.enabled(if: RigProcess.has("python3"))) func inPythonTheFirstPoseTakesTenLines() throws {
    let file = "\(Self.clients)/python/examples/first_pose.py"
    try check(try run("python3", file, beside: Demo()), of: file)
  }

  @Test(.enabled(if: RigProcess.has("cc", "make"))) func inCItsOwnTestsPass() throws {
    let library = try ClientBuild(), demo = try Demo()
    let (lines, status) = try run(library.ownTest(), demo.socket, beside: demo)
    expect(status, equals: 0, "\(lines)")
  }

  @Test(.enabled(if: RigProcess.has("cc", "make"))) func inCTheFirstPoseTakesTenLines() throws {
    let library = try ClientBuild(), file = "examples/first_pose.c"
    try check(try run(["env"] + library.program(file), beside: Demo()), of: "\(Self.clients)/c/\(file)")
  }

  @Test(.enabled(if: RigProcess.has("node"))) func inJavaScriptItsOwnTestsPass() throws {
    let (lines, status) = try run("node", "--test", "\(Self.clients)/javascript/test/", beside: Demo())
    expect(status, equals: 0, "\(lines)")
  }

  @Test(.enabled(if: RigProcess.has("node"))) func inJavaScriptTheFirstPoseTakesTenLines() throws {
    let file = "\(Self.clients)/javascript/examples/first_pose.mjs"
    try check(try run("node", file, beside: Demo()), of: file)
  }

  /// The pages' blocks are parts of files that run; the shortest programs are the files as a whole, and the first block of their
  /// page.
  @Test func eachPageBeginsWithTheShortestProgram() throws {
    let pages = [
      "python": "python/examples/first_pose.py", "c": "c/examples/first_pose.c",
      "javascript": "javascript/examples/first_pose.mjs",
    ]
    for (page, file) in pages {
      let text = try String(contentsOf: Self.package.appendingPathComponent("docs/clients/\(page).md"), encoding: .utf8)
      let first = text.split(separator: "```", omittingEmptySubsequences: false).dropFirst().first ?? ""
      let program = try String(contentsOfFile: "\(Self.clients)/\(file)", encoding: .utf8)
      #expect(first.drop { $0 != "\n" }.dropFirst() == program, "\(page)")
    }
  }

  /// The numbers of docs/frames.md, and its lines for each engine, beside the daemon's own placement of an anchor.
  @Test(.enabled(if: RigProcess.has("python3"))) func theLinesForEachEngineAreTrue() throws {
    let (lines, status) = try run("python3", "\(Self.clients)/python/tests/test_coordinates.py", beside: Demo())
    expect(status, equals: 0, "\(lines)")
  }

  /// The script for Unity, compiled with stand-ins for Unity's own classes; its client follows the daemon.
  @Test(.enabled(if: RigProcess.has("mcs", "mono"))) func theScriptForUnityFollowsTheDaemon() throws {
    let scratch = try Scratch(), program = scratch.path("unity.exe"), folder = "\(Self.clients)/unity"
    let sources = ["\(folder)/GnomonClient.cs", "\(folder)/GnomonPlace.cs", "\(folder)/tests/Check.cs"]
    let made = try RigProcess("mcs", ["-warnaserror", "-out:\(program)"] + sources).finish()
    expect(made.status, equals: 0, "\(made.lines)")
    let (lines, status) = try run("mono", program, beside: Demo())
    expect(status, equals: 0, "\(lines)")
  }

  private func check(_ output: (lines: [String], status: Int32), of file: String) throws {
    let program = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    expect(program.count, isAtMost: 10, "\(file) has \(program.count) lines")
    let words = output.lines.first?.split(separator: " ").map(String.init) ?? []
    #expect(output.status == 0 && words.count == 4 && words[2] == "heading", "\(output)")
    let (latitude, longitude) = (Double(words.first ?? "") ?? 0, words.count > 1 ? Double(words[1]) ?? 0 : 0)
    #expect(abs(latitude - 48.2) < 0.1 && abs(longitude - 16.37) < 0.1, "\(output)")
  }
}
