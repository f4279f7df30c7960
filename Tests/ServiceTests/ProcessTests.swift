import Bridge
import CPosix
import Expectations
import Foundation
import GnomonClient
import Recordings
import Samples
import TestSupport
import Testing
import Text
import Tracking
import Wire

@testable import Service

@Suite struct ProcessTests {
  @Test func aPathWithAnotherDaemonIsRefused() throws {
    let first = try Spawned(["--demo"])
    #expect(first.answers())
    let second = try run(Products.url("gnomond"), ["--demo", "--socket", first.socket])
    #expect(second.status == 1 && second.errors.contains("another daemon answers there"))
    #expect(first.answers())
    // A killed daemon leaves its socket; the next one uses it.
    kill(first.process.processIdentifier, SIGKILL)
    first.process.waitUntilExit()
    #expect(FileManager.default.fileExists(atPath: first.socket))
    let third = try Spawned(["--demo"], socket: first.socket)
    #expect(third.answers())
    kill(third.process.processIdentifier, SIGTERM)
    third.process.waitUntilExit()
    #expect(third.process.terminationStatus == 0 && third.process.terminationReason == .exit)
    #expect(!FileManager.default.fileExists(atPath: first.socket))
  }

  @Test func wrongCallsNameTheFix() throws {
    func check(_ arguments: [String], _ status: Int32, _ word: String) throws {
      let run = try run(Products.url("gnomond"), arguments)
      #expect(run.status == status && run.errors.contains(word), "\(run.errors)")
    }
    try check(["--dmeo"], 64, "did you mean '--demo'?")
    try check(["--speed", "x"], 64, "--speed must be a number")
    try check(["simulate", "city-block"], 64, "did you mean 'city-blocks'?")
    try check(["--demo", "--set", "no.such=1"], 64, "no.such")
    try check(["--demo", "--set", "compass.hardiron=2"], 64, "set compass.device_field")
    try check(["--demo", "--socket", "/nowhere/s"], 74, "/nowhere/s: cannot listen")
    try check(["replay", "/nowhere/r.gnomon"], 74, "/nowhere/r.gnomon")
    #expect(try run(Products.url("gnomond"), ["--help"]).output.contains("usage: gnomond"))
    // A named file has to exist and to be right, also beside a simulation.
    let scratch = try Scratch(), wrong = scratch.path("wrong.conf")
    try "[IMU]\nRat=3\n".write(toFile: wrong, atomically: true, encoding: .utf8)
    try check(["--config", "/nowhere/g.conf", "--demo"], 78, "/nowhere/g.conf: there is no such file")
    try check(["--config", "/nowhere/g.conf"], 78, "/nowhere/g.conf: there is no such file")
    try check(["--config", wrong, "--demo"], 78, "wrong.conf:2: no key 'Rat' in [IMU]")
  }

  /// A simulation uses the file that --config names, below its flags; its profile has precedence over the plan's. A parameter of
  /// another profile in it does not prevent the start.
  @Test func aNamedFileIsUsedBySimulations() throws {
    let scratch = try Scratch(), file = scratch.path("own.conf")
    try "[Device]\nProfile=hand\n[Parameters]\ncompass.hardiron=2\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let daemon = try Spawned(["--demo", "--config", file])
    #expect(daemon.answers())
    try expect(patientClient(daemon.socket).tracking.getStatus().profile, equals: "hand")
    let other = try Spawned(["--demo", "--config", file, "--profile", "torso"])
    #expect(other.answers())
    try expect(patientClient(other.socket).tracking.getStatus().profile, equals: "torso")
  }

  /// The same samples through a fast daemon and through the pipeline alone: the same poses, bit for bit.
  @Test func aSessionAndTheReplayOfItsRecordingAreTheSame() throws {
    let scratch = try Scratch(), path = scratch.path("session.gnomon")
    let daemon = try Spawned(["--demo", "--speed", "100", "--record", path])
    #expect(daemon.answers())
    var live: [Int64: JSONValue] = [:], nudged = false
    let commands = try patientClient(daemon.socket), client = try patientClient(daemon.socket)
    var first: Int64?
    try client.stream("org.gnomon.Tracking.Subscribe", ["streams": ["pose"]]) { (json) throws(ClientFault) in
      guard let pose = json["pose"], let time = pose["time_boot_ns"]?.integer else { return true }
      live[time] = pose
      let began = first ?? time
      first = began
      if !nudged, time - began > 60_000_000_000 {
        nudged = true
        try commands.tracking.nudgeHeading(degrees: 7.25)
      }
      return time - began < 120_000_000_000
    }
    kill(daemon.process.processIdentifier, SIGINT)
    daemon.process.waitUntilExit()
    expect(daemon.process.terminationStatus, equals: 0)

    let reader = try RecordingReader(path: path)
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head)), compared = 0
    var differing = 0
    var civil = CivilClock()
    while let line = try reader.next() {
      guard case .sample(let sample) = line else { continue }
      if case .fix(let fix) = sample { civil.ingest(fix) }
      guard let pose = tracker.ingest(sample), let published = live[pose.time.nanoseconds] else { continue }
      compared += 1
      let message = PoseMessage(pose, utc: civil.utc(at: pose.time))
      var writer = JSONWriter()
      message.write(to: &writer)
      if try JSONValue(reading: writer.buffer.bytes) != published { differing += 1 }
    }
    #expect(compared == live.count && compared > 1000 && differing == 0)
    expect(reader.statistics.refusedTotal, equals: 0)
  }

  /// The protocol of sd_notify(3) and sd_listen_fds(3).
  @Test func theServiceManagerGetsItsMessages() throws {
    let scratch = try Scratch(), path = scratch.path("notify")
    let script = """
      import os, signal, socket, subprocess, sys, time
      path, sock, program = sys.argv[1:4]
      notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      notify.bind(path)
      notify.settimeout(30)
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
      listener.bind(sock)
      listener.listen()
      def hand_over():
          os.dup2(listener.fileno(), 3)
          os.environ["LISTEN_FDS"] = "1"
          os.environ["LISTEN_PID"] = str(os.getpid())
      environment = dict(os.environ, NOTIFY_SOCKET=path, WATCHDOG_USEC="400000")
      if os.fork() == 0:
          hand_over()
          os.environ.update(NOTIFY_SOCKET=path, WATCHDOG_USEC="400000")
          os.execv(program, [program, "--demo", "--socket", "/nowhere/else"])
      seen, pid = set(), None
      client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
      client.connect(sock)
      client.sendall(b'{"method":"org.gnomon.Control.GetInfo"}\\0')
      import json
      pid = json.loads(client.recv(65536).rstrip(b"\\0"))["parameters"]["process_id"]
      def until(word):
          for _ in range(100):
              text = notify.recv(4096).decode()
              seen.add(text.split("=")[0])
              if text.startswith(word): return text
          sys.exit("no " + word)
      until("READY=1")
      until("WATCHDOG=1")
      until("STATUS=")
      os.kill(pid, signal.SIGHUP)
      until("RELOADING=1")
      until("READY=1")
      os.kill(pid, signal.SIGTERM)
      until("STOPPING=1")
      _, status = os.wait()
      print("status", os.waitstatus_to_exitcode(status), "socket", os.path.exists(sock))
      """
    let file = scratch.path("manager.py")
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    let run = try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", file, path, scratch.path("s"), Products.path("gnomond")])
    // A socket that was passed in is not deleted.
    expect(run.output, equals: "status 0 socket True\n", "\(run.errors)")
  }
}
