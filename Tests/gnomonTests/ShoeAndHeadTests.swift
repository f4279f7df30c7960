import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing

/// docs/examples/shoe_to_head.py between the daemons of a shoe and of a head, which play the same simulated walk.
@Suite(.serialized, .timeLimit(.minutes(6)), .enabled(if: RigProcess.has("python3"))) struct ShoeAndHeadTests {
  private static let example = ClientPackageTests.package.appendingPathComponent("docs/examples/shoe_to_head.py").path

  /// Fixes for the first minute, then none, and no compass: the head's path alone is tens of meters off.
  @Test func theHeadFollowsTheShoe() throws {
    let scratch = try Scratch()
    let head = try walk(mount: "head", scratch), shoe = try walk(mount: "foot", scratch)
    let alone = try accuracy(head)
    let recorded = scratch.path("recorded.gnomon")
    let onTheShoe = try daemon(shoe, profile: "foot", socket: scratch.path("s"))
    defer { onTheShoe.stop() }
    // The shoe's first: its poses may be early, and not late.
    try waitForAnswer(at: scratch.path("s"), of: onTheShoe.isRunning)
    let onTheHead = try daemon(head, profile: "head", socket: scratch.path("h"), "--record", recorded)
    defer { onTheHead.stop() }
    try waitForAnswer(at: scratch.path("h"), of: onTheHead.isRunning)
    let arguments = [
      ClientPackageTests.inPython, "PYTHONDONTWRITEBYTECODE=1", "python3", Self.example, scratch.path("s"),
      scratch.path("h"), "--utc",
    ]
    let example = try RigProcess("env", arguments)
    defer { example.stop() }
    let client = try patientClient(scratch.path("h"))
    var words = ""
    // The example prints a line each five seconds; the last one is about the whole walk.
    while try client.tracking.getStatus().sources.allSatisfy({ $0.state != .ended }) {
      words = try #require(example.line(), "the example has ended after: \(words)")
    }
    #expect(words.contains("pushed "), "\(words)")
    example.stop()
    onTheHead.stop()

    let merged = scratch.path("merged.gnomon")
    let pushed = try addTruth(of: head, to: recorded, as: merged)
    expect(pushed, isAbove: 500)
    let together = try accuracy(merged)
    #expect(alone > 20 && together < 0.4 * alone, "alone \(alone) m, with the shoe \(together) m")
  }

  /// Returns the recording of a simulated walk with this device.
  private func walk(mount: String, _ scratch: Scratch) throws -> String {
    let path = scratch.path("\(mount).gnomon")
    let made = try gnomon(
      "simulate", "out-and-back", "--seed", "1", "--carry", mount, "--set", "magnetometer.rate=0", "--fault",
      "gap:gnss@60+600", "-o", path)
    expect(made.status, equals: 0, "\(made)")
    return path
  }

  private func daemon(_ recording: String, profile: String, socket: String, _ more: String...) throws -> RigProcess {
    try RigProcess(
      Products.path("gnomond"),
      ["replay", recording, "--profile", profile, "--speed", "2", "--socket", socket] + more, isQuiet: true)
  }

  /// Returns the rms error of the place in meters.
  private func accuracy(_ recording: String) throws -> Double {
    let run = try gnomon("replay", recording, "--profile", "head", "--score", "--json")
    let figures = try #require(try object(run)["accuracy"] as? [String: Any], "\(run)")
    return try #require(figures["h_rms"] as? Double)
  }

  /// Writes a daemon's recording of a recording that it played, with the truth of the latter, at the times of the former. Returns
  /// the number of pushed poses.
  private func addTruth(of played: String, to recorded: String, as merged: String) throws -> Int {
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    }
    func time(_ line: Substring) -> Double? { line.split(separator: ",").dropFirst().first.flatMap { Double($0) } }
    let original = try lines(played), text = try lines(recorded)
    func beginning(_ lines: [Substring]) throws -> Double {
      try #require(lines.first { $0.hasPrefix("G,") }.flatMap(time))
    }
    let later = try beginning(text) - beginning(original)
    let truth = original.filter { $0.hasPrefix("R,") }.map { line in
      let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      return "R,\((time(line) ?? 0) + later),\(fields[2])"
    }
    let header = text.prefix { $0.hasPrefix("#") || $0.hasPrefix("gnomon-recording") }
    let all = header.map(String.init) + truth + text.dropFirst(header.count).map(String.init)
    try all.joined(separator: "\n").appending("\n").write(toFile: merged, atomically: true, encoding: .utf8)
    return text.count { $0.hasPrefix("O,") }
  }
}
