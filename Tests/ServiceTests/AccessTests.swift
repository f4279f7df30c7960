import CPosix
import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Wire

/// Needs root, to act as another user.
@Suite(.enabled(if: gnomon_own_user() == 0)) struct AccessTests {
  /// A user outside of the daemon's groups can read, once the socket permits the connection, but change nothing.
  @Test func otherUsersMayReadButNotChange() throws {
    let running = try Running()
    defer { running.stop() }
    #expect(try FileManager.default.attributesOfItem(atPath: running.socket)[.posixPermissions] as? Int == 0o660)
    let script = """
      import json, os, socket, sys
      os.setgroups([])
      os.setgid(65534)
      os.setuid(65534)
      client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
      try:
          client.connect(sys.argv[1])
      except PermissionError:
          print("denied")
          sys.exit()
      def ask(method, **parameters):
          client.sendall(json.dumps({"method": "org.gnomon." + method, "parameters": parameters}).encode() + b"\\0")
          text = b""
          while not text.endswith(b"\\0"): text += client.recv(65536)
          reply = json.loads(text[:-1])
          print(reply.get("error", "").split(".")[-1], reply["parameters"].get("group", ""), reply["parameters"].get("access", ""))
      ask("Control.GetInfo")
      ask("Tracking.NudgeHeading", degrees=5)
      ask("Tracking.ResetScene")
      ask("Control.StartRecording")
      ask("Scene.ListPlaces")
      ask("Scene.AddPlaces", places=[])
      ask("Scene.LoadRoute", text="")
      ask("Scene.AddAnchor", id="a")
      """
    let file = running.scratch.path("stranger.py")
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    func stranger() throws -> [String] {
      let run = try run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", file, running.socket])
      return run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    chmod(running.scratch.url.path, 0o755)
    chmod(file, 0o644)
    try expect(stranger(), equals: ["denied"])
    chmod(running.socket, 0o666)
    let refused = "NotPermitted gnomon-admin"
    try expect(
      stranger(), equals: ["read", refused, refused, refused, ""] + Array(repeating: "NotPermitted gnomon", count: 3))
    #expect(try patientClient(running.socket).tracking.getStatus().recording == nil)
  }
}
