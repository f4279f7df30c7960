import Expectations
import Foundation
import Geodesy
import Geometry
import GnomonClient
import TestSupport
import Testing

@testable import CommandParts
@testable import Commands

@Suite struct ClientCommandTests {
  @Test func withoutADaemonTheUnitIsNamed() throws {
    for words in [
      ["status"], ["pose"], ["pose", "--share"], ["watch"], ["wait"], ["nudge", "3"], ["release"], ["reset"],
      ["forget"],
      ["reload"], ["push"], ["record", "start"], ["record", "stop"],
    ] {
      let run = try gnomonArray(words + ["--socket", "/nowhere/gnomon.sock"])
      #expect(run.status == 69 && run.errors.contains("gnomond") && run.output.isEmpty, "\(run)")
    }
    try expect(gnomon("nudge", "--socket", "/nowhere/s").status, equals: 64)
    #expect(try gnomon("nudge", "far").errors.contains("DEG must be a number"))
    #expect(try gnomon("watch", "poses").errors.contains("did you mean 'pose'?"))
    try expect(gnomon("wait", "--heading", "soon").status, equals: 64)
  }

  @Test func queriesReachTheDaemon() throws {
    let demo = try Demo()
    let reached = try demo.run("wait", "--heading", "12deg", "--place", "10m", "--timeout", "60", "--json")
    expect(reached.status, equals: 0)
    expect((try object(reached)["heading_sigma_deg"] as? Double ?? 99), isAtMost: 12)
    let late = try demo.run("wait", "--heading", "0.001deg", "--timeout", "0.3")
    #expect(late.status == 2 && late.errors.contains("not reached in time"))
    try expect(demo.run("wait").status, equals: 0)

    let status = try demo.run("status")
    #expect(status.output.contains("localized") && status.output.contains("source     simulate city-blocks: running"))
    #expect(try object(demo.run("status", "--json"))["profile"] as? String == "head")
    #expect(try demo.run("pose").output.contains("heading"))
    let shared = try demo.run("pose", "--share").output.split(separator: "\n").map(String.init)
    #expect(
      shared.count == 4 && shared[0].wholeMatch(of: /geo:48\.2\d+,16\.\d+,\d+(\.\d)?;u=\d+(\.\d)?/) != nil, "\(shared)")
    #expect(shared[1].contains("° north, 16.") && shared[3].hasPrefix("https://www.openstreetmap.org/?mlat=48.2"))
    let code = try #require(shared[2].split(separator: " ").last.flatMap { PlusCode(String($0)) }),
      position = shared[0].split(whereSeparator: { ":,;".contains($0) })
    #expect(abs((Double(position[1]) ?? 0) - code.center.latitude.value) < 1e-4 && code.text.hasPrefix("8FWR6"))
    // A place by its code, whole or short: the same one.
    for text in [code.text, String(code.text.dropFirst(4))] {
      try expect(demo.run("place", "add", text, "Here", "--id", text).status, equals: 0)
      let shown = try object(demo.run("place", "show", text, "--json"))["place"] as? [String: Any]
      expect(
        abs((shown?["latitude_deg"] as? Double ?? 0) - code.center.latitude.value), isBelow: 1e-6, "\(shown ?? [:])")
    }
    #expect(try object(demo.run("pose", "--share", "--json"))["quaternion"] != nil)

    let lines = try demo.run("watch", "pose", "alignment", "-n", "6", "--rate", "20", "--json").output
    #expect(
      lines.split(separator: "\n").count == 6 && lines.contains("\"orientation\"") && lines.contains("\"yaw_deg\""))
    let words = try demo.run("watch", "sensors", "state", "-n", "3").output
    #expect(words.contains("gyroscope") && words.contains("localized"))
  }

  @Test func commandsReachTheDaemon() throws {
    let demo = try Demo()
    try expect(demo.run("wait", "--timeout", "60").status, equals: 0)
    try expect(demo.run("nudge", "-3.5").status, equals: 0)
    // On foot a nudge is a measurement that can be taken back, once.
    try expect(demo.run("release").status, equals: 0)
    let again = try demo.run("release")
    #expect(again.status == 1 && again.errors.contains("nothing to release"))
    try expect(demo.run("nudge", "400").status, equals: 64)
    let start = try demo.run("record", "start", "morning")
    #expect(start.status == 0 && start.output.contains("morning.gnomon"))
    #expect(try demo.run("record", "start").errors.contains("already running"))
    let stop = try demo.run("record", "stop", "--json")
    let path = try #require(try object(stop)["path"] as? String)
    try expect(gnomon("recording", "check", path).status, equals: 0)
    #expect(try demo.run("record", "stop").errors.contains("no recording is running"))
    try expect(demo.run("reset").status, equals: 0)
    let forgotten = try demo.run("forget")
    #expect(
      forgotten.status == 0 && (forgotten.output.contains("no data of places") || forgotten.output.contains("erased")))
    #expect(try object(demo.run("forget", "--json"))["erased"] is Int)
    try expect(demo.run("reload").output, equals: "nothing has changed\n")
    #expect(try object(demo.run("reload", "--json"))["changed"] is [String])
    // The doctor asks the daemon as well.
    let doctor = try demo.run("doctor", "--json", "--seconds", "0.3", "--set", "GNSS.Address=none")
    #expect(doctor.output.contains("\"daemon-state\"") && doctor.output.contains("gyroscope: "))
  }
}

/// The command with daemons that give wrong answers.
@Suite(.enabled(if: RigProcess.has("python3"))) struct DifficultDaemonTests {
  /// Answers every connection with these bytes, or does not answer.
  private static let server = """
    import socket, sys
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    print("ready", flush=True)
    while True:
        client = server.accept()[0]
        client.recv(65536)
        client.sendall(sys.argv[2].encode().replace(b"~", b"\\0"))
        client.close()
    """

  private func run(_ answer: String, _ words: String...) throws -> Run {
    let scratch = try Scratch(), socket = scratch.path("s")
    let server = try RigProcess("python3", ["-c", Self.server, socket, answer])
    defer { server.stop() }
    expect(server.line(), equals: "ready")
    return try gnomonArray(words + ["--socket", socket])
  }

  @Test func notPermittedNamesTheGroupAndHowToJoin() throws {
    let answer =
      #"{"error":"org.gnomon.Tracking.NotPermitted","parameters":{"needs":"administer","group":"gnomon-admin","english":"only members may"}}~"#
    for words in ["forget", "reset", "release", "reload"] {
      let run = try run(answer, words)
      #expect(run.status == 77 && run.errors.contains("usermod --append --groups gnomon-admin USER"), "\(run)")
    }
  }

  @Test func refusedFilesEndWithStatus78() throws {
    let answer =
      #"{"error":"org.gnomon.Control.ConfigurationRefused","parameters":{"faults":["/etc/gnomon/gnomon.conf:3: no key 'Rat'"]}}~"#
    let run = try run(answer, "reload")
    #expect(run.status == 78 && run.errors.contains("gnomon.conf:3: no key") && run.errors.contains("config check"))
  }

  @Test func aDaemonThatClosesTheConnectionIsAbsent() throws {
    let run = try run("", "status")
    #expect(run.status == 69 && run.errors.contains("journalctl --unit gnomond"), "\(run)")
  }

  @Test func anAnswerFromAnotherVersionIsNamed() throws {
    let run = try run(#"{"parameters":{"time_boot_ns":"soon"}}~"#, "status")
    #expect(
      run.status == 1 && run.errors.contains("answer is invalid") && run.errors.contains("systemctl restart"), "\(run)")
  }

  /// Runs as another user, with a socket that this user may not open.
  @Test(.enabled(if: geteuid() == 0 && RigProcess.has("setpriv"))) func aSocketOfAnotherUserNamesTheFix() throws {
    let folder = try Scratch()
    chmod(folder.url.path, 0o755)
    let socket = folder.path("s")
    let server = try RigProcess("python3", ["-c", Self.server, socket, ""])
    defer { server.stop() }
    expect(server.line(), equals: "ready")
    chmod(socket, 0o600)
    let other = try RigProcess(
      "setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", Products.path("gnomon"), "status", "--socket", socket],
      isQuiet: true)
    expect(other.finish().status, equals: 77)
    #expect(
      DaemonCall.failure(.cannotConnect(path: socket, errno: EACCES)).message.contains(
        "started by 'root' for itself"))
  }

  @Test func faultsHaveTheirStatus() {
    expect(DaemonCall.failure(.timedOut).status, equals: .unavailable)
    expect(DaemonCall.failure(.broken(errno: EIO)).status, equals: .inputOutput)
    for fault in [ClientFault.timedOut, .closed, .broken(errno: EIO), .cannotConnect(path: "/s", errno: ENOENT)] {
      #expect(DaemonCall.failure(fault).message.contains("gnomond"))
    }
  }

  @Test func aPlaceIsShared() {
    let south = PoseCommand.shared(-33.8568, 151.2153, height: nil, accuracy: nil)
    #expect(south[0] == "geo:-33.8568,151.2153" && south[1] == "33.8568° south, 151.2153° east")
    expect(PoseCommand.shared(48.2, -16.4, height: 222.74, accuracy: 4.64)[0], equals: "geo:48.2,-16.4,222.7;u=4.6")
  }
}
