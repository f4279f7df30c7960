import Expectations
import Foundation
import TestSupport
import Testing

@Suite struct LiveCalibrationTests {
  private func lines(_ run: Run) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  /// All steps of a calibration: rejected, made, shown, exported, undone, imported.
  @Test func aGyroscopeIsCalibratedExportedAndUndone() throws {
    let demo = try Demo(["simulate", "bench-rest", "--speed", "10"]), scratch = try Scratch()
    #expect(try demo.run("calibration", "list").output.contains("no calibration is stored"))
    try expect(demo.run("calibration", "undo", "gyro", "--yes").status, equals: 1)

    // There is no terminal to ask.
    let unasked = try demo.run("calibrate", "gyro", "--seconds", "20")
    #expect(
      unasked.status == 3 && unasked.output.contains("gyroscope: ") && unasked.errors.contains("--yes"), "\(unasked)")
    #expect(try demo.run("calibration", "list").output.contains("no calibration is stored"))

    let made = try demo.run("calibrate", "gyro", "--seconds", "40", "--yes", "poor", "--json")
    let said = try lines(made)
    #expect(made.status == 0 && said.allSatisfy { $0.count == 1 }, "\(made)")
    #expect(said.first?["progress"] != nil && said.contains { $0["result"] != nil } && said.last?["accepted"] != nil)

    let list = try demo.run("calibration", "list")
    #expect(list.output.contains("*") && list.output.contains("gyro"), "\(list)")
    #expect(try demo.run("calibration", "show", "gyro").output.contains("in force"))
    #expect(try demo.run("calibration", "show", "mag").errors.contains("gnomon calibrate mag"))
    let file = scratch.path("gyro.json")
    try expect(demo.run("calibration", "export", "gyro", file).status, equals: 0)

    try expect(demo.run("calibration", "undo", "gyro").status, equals: 3)
    let undone = try demo.run("calibration", "undo", "gyro", "--yes")
    #expect(undone.status == 0 && undone.output.contains("used uncalibrated"), "\(undone)")
    let imported = try demo.run("calibration", "import", file)
    #expect(imported.status == 0 && imported.output.contains("in force: gyro"), "\(imported)")
    let list2 = try lines(try demo.run("calibration", "list", "--json"))
    expect((list2.first?["records"] as? [[String: Any]])?.contains { $0["in_force"] as? Bool == true }, equals: true)
    let verified = try demo.run("calibration", "verify", "gyro", "--seconds", "20", "--json")
    #expect(try lines(verified).last?["verdicts"] != nil)
    expect(verified.status, isAtMost: 3, "\(verified)")
    try expect(demo.run("calibration", "import", "/dev/null").status, equals: 1)
  }

  @Test func aMagnetometerTurnedAbout() throws {
    let demo = try Demo(["simulate", "bench-turns", "--speed", "10"])
    let run = try demo.run("calibrate", "mag", "--seconds", "150", "--yes", "poor", "--json")
    let said = try lines(run)
    // The simulated place contains iron: the calibration may be refused, with its reason, and then nothing is stored.
    let progress = said.compactMap { $0["progress"] as? [String: Any] }
    #expect(progress.contains { ($0["coverage"] as? [Int])?.count == 96 }, "\(run)")
    if run.status == 0 {
      #expect(said.last?["accepted"] != nil)
      #expect(try demo.run("calibration", "list").output.contains("mag"))
    } else {
      #expect(run.status == 1 && said.last?["failure"] != nil, "\(run)")
      #expect(try demo.run("calibration", "list").output.contains("no calibration is stored"))
    }
  }

  /// Drawn on a real terminal; every way to end it restores the terminal.
  @Test(.enabled(if: RigProcess.has("python3")), arguments: ["q", "INT", "TERM", "HUP"])
  func theTerminalIsGivenBack(_ way: String) throws {
    let demo = try Demo(["simulate", "bench-turns", "--speed", "5"])
    let script = """
      import os, pty, select, signal, struct, fcntl, sys, termios, time
      way, command = sys.argv[1], sys.argv[2:]
      pid, terminal = pty.fork()
      if pid == 0:
          # A program started by a test inherits blocked signals, all but SIGKILL, and those that nohup ignores.
          signal.pthread_sigmask(signal.SIG_SETMASK, [])
          signal.signal(signal.SIGHUP, signal.SIG_DFL)
          os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", NO_COLOR="1")
          os.execv(command[0], command)
      fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
      # The end of a wait is the event; the limit only keeps a broken program from holding the tests.
      seen, sent = b"", False
      end = time.time() + 240
      while time.time() < end:
          if select.select([terminal], [], [], 0.1)[0]:
              try:
                  seen += os.read(terminal, 65536)
              except OSError:
                  break
          if not sent and seen.count(b"\\x1b[") > 40:
              sent = True
              if way == "q":
                  os.write(terminal, b"q")
              elif way == "INT":
                  os.write(terminal, b"\\x03")
              else:
                  os.kill(pid, getattr(signal, "SIG" + way))
      while select.select([terminal], [], [], 0.2)[0]:
          try:
              seen += os.read(terminal, 65536)
          except OSError:
              break
      after = termios.tcgetattr(terminal)
      for _ in range(1200):
          ended, status = os.waitpid(pid, os.WNOHANG)
          if ended:
              break
          time.sleep(0.1)
      else:
          os.kill(pid, signal.SIGKILL)
          status = os.waitpid(pid, 0)[1]
      print("sent" if sent else "not sent", "same" if after[3] & termios.ICANON and after[3] & termios.ECHO else "changed",
          "left" if b"\\x1b[?1049l" in seen and b"\\x1b[?25h" in seen else "held",
          "status", os.waitstatus_to_exitcode(status))
      """
    let process = try RigProcess(
      "python3", ["-c", script, way, Products.path("gnomon"), "calibrate", "mag", "--socket", demo.socket])
    let (output, _) = process.finish()
    let status = ["q": "3", "INT": "-2", "TERM": "-15", "HUP": "-1"][way] ?? ""
    expect(output.last, equals: "sent same left status \(status)", "\(output)")
    // Nothing is stored, and the daemon is free for the next calibration.
    #expect(try demo.run("calibration", "list").output.contains("no calibration is stored"))
  }
}
