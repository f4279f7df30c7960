import TestSupport
import Testing

/// `scripts/torture` with few runs over short pieces: random faults in simulated recordings. The seed is the same each time;
/// `make nightly` uses others.
@Suite(.serialized, .enabled(if: RigProcess.has("python3"))) struct TortureTests {
  private func expectNoFailure(_ runs: Int, _ arguments: String...) throws {
    let script = ClientPackageTests.package.appendingPathComponent("scripts/torture").path
    let torture = try RigProcess(
      "env",
      ["GNOMON=\(Products.path("gnomon"))", "python3", script, "--seed", "1", "--runs", "\(runs)"] + arguments)
    let (lines, status) = torture.finish()
    #expect(status == 0 && lines.last?.hasPrefix("\(runs) runs: ") == true, "\(lines.joined(separator: "\n"))")
  }

  @Test func everySpoiltRecordingIsReplayed() throws { try expectNoFailure(100, "--seconds", "15") }

  /// Pushed over the socket, beside calls of every method with any parameters: the daemon lives, answers, counts refusals.
  @Test func theDaemonAnswersWhileSpoiltSamplesArePushed() throws {
    try expectNoFailure(20, "--push", "--seconds", "10")
  }
}
