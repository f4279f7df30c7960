import Foundation
import Testing

/// A gnomond with a simulated walk, twenty times as fast, that ends with the test.
private final class Demo {
  let socket: String
  private let process = Process(), scratch: Scratch

  init() throws {
    scratch = try Scratch()
    socket = scratch.path("s")
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("gnomond")
    process.arguments = [
      "--demo", "--speed", "20", "--socket", socket, "--recordings", scratch.path("recordings"),
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    while !FileManager.default.fileExists(atPath: socket), process.isRunning { usleep(10_000) }
    while try gnomon("status", "--socket", socket).status != 0, process.isRunning { usleep(10_000) }
  }
  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func run(_ words: String...) throws -> Run { try gnomonArray(words + ["--socket", socket]) }
}

private func object(_ run: Run) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run)")
}

@Suite struct ClientCommandTests {
  @Test func withoutADaemonTheUnitIsNamed() throws {
    for words in [["status"], ["pose"], ["watch"], ["wait"], ["nudge", "3"], ["record", "start"]] {
      let run = try gnomonArray(words + ["--socket", "/nowhere/gnomon.sock"])
      #expect(run.status == 69 && run.errors.contains("gnomond") && run.output.isEmpty, "\(run)")
    }
    #expect(try gnomon("nudge", "--socket", "/nowhere/s").status == 64)
    #expect(try gnomon("nudge", "far").errors.contains("DEG must be a number"))
    #expect(try gnomon("watch", "poses").errors.contains("did you mean 'pose'?"))
    #expect(try gnomon("wait", "--heading", "soon").status == 64)
  }

  @Test func theDaemonIsAsked() throws {
    let demo = try Demo()
    let reached = try demo.run("wait", "--heading", "12deg", "--place", "10m", "--timeout", "60", "--json")
    #expect(reached.status == 0)
    #expect((try object(reached)["heading_sigma_deg"] as? Double ?? 99) <= 12)
    let late = try demo.run("wait", "--heading", "0.001deg", "--timeout", "0.3")
    #expect(late.status == 2 && late.errors.contains("not reached in time"))
    #expect(try demo.run("wait").status == 0)

    let status = try demo.run("status")
    #expect(status.output.contains("localized") && status.output.contains("source     simulate city-blocks: running"))
    #expect(try object(demo.run("status", "--json"))["profile"] as? String == "head")
    #expect(try demo.run("pose").output.contains("heading"))
    #expect(try demo.run("pose", "--share").output.hasPrefix("geo:48.2"))
    #expect(try object(demo.run("pose", "--share", "--json"))["quaternion"] != nil)

    let lines = try demo.run("watch", "pose", "alignment", "-n", "6", "--rate", "20", "--json").output
    #expect(
      lines.split(separator: "\n").count == 6 && lines.contains("\"orientation\"") && lines.contains("\"yaw_deg\""))
    let words = try demo.run("watch", "sensors", "state", "-n", "3").output
    #expect(words.contains("gyroscope") && words.contains("localized"))
  }

  @Test func theDaemonIsTold() throws {
    let demo = try Demo()
    #expect(try demo.run("wait", "--timeout", "60").status == 0)
    #expect(try demo.run("nudge", "-3.5").status == 0)
    #expect(try demo.run("release").status == 0)
    let again = try demo.run("release")
    #expect(again.status == 1 && again.errors.contains("nothing to release"))
    #expect(try demo.run("nudge", "400").status == 64)
    let start = try demo.run("record", "start", "morning")
    #expect(start.status == 0 && start.output.contains("morning.gnomon"))
    #expect(try demo.run("record", "start").errors.contains("running already"))
    let stop = try demo.run("record", "stop", "--json")
    let path = try #require(try object(stop)["path"] as? String)
    #expect(try gnomon("recording", "check", path).status == 0)
    #expect(try demo.run("record", "stop").errors.contains("no recording is running"))
    #expect(try demo.run("reset").status == 0)
  }
}
