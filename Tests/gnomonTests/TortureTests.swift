import Foundation
import TestSupport
import Testing

/// `scripts/torture` with few runs over short pieces: random faults in simulated recordings, and every replay has a right answer.
@Suite(.enabled(if: RigProcess.has("python3"))) struct TortureTests {
  @Test func everySpoiltRecordingIsReplayed() throws {
    let script = ClientPackageTests.package.appendingPathComponent("scripts/torture").path
    // The same seed each time; make nightly uses others.
    let torture = try RigProcess(
      "env",
      ["GNOMON=\(Products.path("gnomon"))", "python3", script, "--runs", "200", "--seconds", "15", "--seed", "1"])
    let (lines, status) = torture.finish()
    #expect(status == 0 && lines.last?.hasPrefix("200 runs: ") == true, "\(lines.joined(separator: "\n"))")
  }
}
