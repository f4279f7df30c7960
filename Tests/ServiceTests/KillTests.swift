import Expectations
import Foundation
import TestSupport
import Testing

/// `scripts/kills` with few rounds: SIGKILL at random moments, and nothing that was acknowledged is lost.
@Suite(.enabled(if: RigProcess.has("python3")), .enabled(if: Products.hasCommand, "gnomon is not in this part"))
struct KillTests {
  @Test func killsLoseNoAcknowledgedChange() throws {
    let script = URL(fileURLWithPath: RigProcess.script("x")).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("scripts/kills").path
    // A different seed each time; a failure prints it.
    let seed = UInt32.random(in: .min ... .max)
    let kills = try RigProcess(
      "python3", [script, "12", "\(seed)", Products.url("gnomond").deletingLastPathComponent().path])
    let (lines, status) = kills.finish()
    expect(status, equals: 0, "\(lines.joined(separator: "\n"))")
  }
}
