import Foundation
import TestSupport
import Testing

/// `scripts/kills` in small: SIGKILL at random moments, and nothing that was acknowledged is lost.
@Suite(.enabled(if: RigProcess.has("python3"))) struct KillTests {
  @Test func nothingAcknowledgedIsLost() throws {
    let script = URL(fileURLWithPath: RigProcess.script("x")).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("scripts/kills").path
    // Another one each time; a failure names it.
    let seed = UInt32.random(in: .min ... .max)
    let kills = try RigProcess(
      "python3", [script, "12", "\(seed)", executable("gnomond").deletingLastPathComponent().path])
    let (lines, status) = kills.finish()
    #expect(status == 0, "\(lines.joined(separator: "\n"))")
  }
}
