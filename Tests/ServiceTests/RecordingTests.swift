import Expectations
import Foundation
import Geometry
import GnomonClient
import Recordings
import Samples
import TestSupport
import Testing
import Text
import Tracking
import Wire

@testable import Service

/// Long recordings, and small disks.
@Suite struct RecordingTests {
  private func lines(_ path: String) throws -> (lines: Int, refused: Int, metadata: Set<String>) {
    let reader = try RecordingReader(path: path)
    var count = 0, keys: Set<String> = []
    while let line = try reader.next() {
      switch line {
      case .sample: count += 1
      case .metadata(let key, _): keys.insert(key)
      default: break
      }
    }
    return (count, reader.statistics.refusedTotal, keys)
  }

  /// A recording continues in a new part when one is full; each part is complete and states its start.
  @Test func partsAreWhole() throws {
    let scratch = try Scratch(), path = scratch.path("walk.gnomon")
    let daemon = try Spawned([
      "--demo", "--speed", "100", "--record", path, "--set", "Recording.PartSize=1", "--set", "fix.latency=0.3",
    ])
    #expect(daemon.answers())
    let third = scratch.path("walk.3.gnomon")
    #expect(eventually { FileManager.default.fileExists(atPath: third) })
    expect(daemon.end(), equals: 0)
    var last: Int64 = 0
    for name in ["walk.gnomon", "walk.2.gnomon"] {
      let part = try lines(scratch.path(name))
      #expect(part.lines > 5000 && part.refused == 0)
      #expect(part.metadata.isSuperset(of: ["started", "profile", "configuration"]))
      expect(part.metadata.contains("state"), equals: (name != "walk.gnomon"))
      // No sample is lost between them, and none is repeated.
      let reader = try RecordingReader(path: scratch.path(name))
      while let line = try reader.next() {
        guard case .sample(.gyroscope(let sample)) = line else { continue }
        #expect(last == 0 || (1...20_000_000).contains(sample.time.nanoseconds - last))
        last = sample.time.nanoseconds
      }
    }
  }

  @Test func partsHaveNames() {
    expect(SessionRecorder.path(of: 1, "/a/w.gnomon"), equals: "/a/w.gnomon")
    expect(SessionRecorder.path(of: 2, "/a/w.gnomon"), equals: "/a/w.2.gnomon")
    expect(SessionRecorder.path(of: 12, "/a/w.gnomon.gz"), equals: "/a/w.12.gnomon.gz")
    expect(SessionRecorder.path(of: 2, "/a/w"), equals: "/a/w.2")
  }

  /// A session with other parameters, recorded and replayed by the command: the same poses.
  @Test func aReplayUsesTheRecordedParameters() throws {
    let scratch = try Scratch(), path = scratch.path("walk.gnomon")
    let daemon = try Spawned(["--demo", "--speed", "100", "--record", path, "--set", "fix.latency=0.9"])
    let client = try daemon.client()
    #expect(try eventually { try client.tracking.getStatus().place != nil })
    expect(daemon.end(), equals: 0)
    let metadata = try PacedSource.metadata(ofRecording: path)
    expect(metadata["configuration"], equals: "{\"Parameters.fix.latency\":\"0.9\"}")
  }

  /// The parts of an earlier session are not changed, whatever their names.
  @Test func noRecordingIsOverwritten() throws {
    let scratch = try Scratch(), path = scratch.path("walk.gnomon")
    let kept = ["walk.2.gnomon", "walk.3.gnomon", "walk.5.gnomon"]
    for name in kept { try Data("kept: \(name)".utf8).write(to: URL(fileURLWithPath: scratch.path(name))) }
    let daemon = try Spawned(["--demo", "--speed", "100", "--record", path, "--set", "Recording.PartSize=1"])
    #expect(daemon.answers())
    #expect(eventually { FileManager.default.fileExists(atPath: scratch.path("walk.6.gnomon")) })
    expect(daemon.end(), equals: 0)
    for name in kept {
      try expect(String(contentsOfFile: scratch.path(name), encoding: .utf8), equals: "kept: \(name)")
    }
    for name in ["walk.gnomon", "walk.4.gnomon"] { try expect(lines(scratch.path(name)).lines, isAbove: 5000) }
    // The recording is not started over an existing file.
    let again = try Spawned(["--demo", "--record", path])
    again.process.waitUntilExit()
    expect(again.process.terminationStatus, equals: 74)
    try expect(lines(path).lines, isAbove: 5000)
  }

  /// With a clock that was set back two recordings would have the same name: the second gets the next free name; a requested name
  /// that exists is refused.
  @Test func namesThatAreTaken() throws {
    let daemon = try Spawned(["--demo"])
    let client = try daemon.client()
    var paths: Set<String> = []
    for _ in 0..<4 {
      paths.insert(try client.control.startRecording(name: nil).path)
      _ = try client.control.stopRecording()
    }
    expect(paths.count, equals: 4)
    _ = try client.control.startRecording(name: "mine").path
    _ = try client.control.stopRecording()
    do {
      _ = try client.control.startRecording(name: "mine").path
      Issue.record("a recording was written over another")
    } catch let fault { #expect("\(fault)".contains("the file exists already")) }
    expect(daemon.end(), equals: 0)
  }

  /// A full disk ends the recording with a complete line, and this is reported; the daemon continues, and the recording can be
  /// replayed.
  @Test(.enabled(if: canMount)) func aFullDiskEndsOnlyTheRecording() throws {
    let scratch = try Scratch(), disk = scratch.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let script = "mount -t tmpfs -o size=256k tmpfs \"$1\" && shift && exec \"$@\" --recordings \(disk)/recordings"
    let daemon = try Spawned(
      ["--demo", "--speed", "50"], within: ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", disk])
    let client = try daemon.client()
    _ = try client.control.startRecording(name: "full").path
    #expect(try eventually { try client.tracking.getStatus().recording == nil })
    do {
      _ = try client.control.stopRecording()
      Issue.record("a broken recording was ended as if it were whole")
    } catch let fault {
      #expect("\(fault)".contains("full.gnomon") && "\(fault)".contains("No space left"))
    }
    let pose = try client.tracking.getStatus().pose?.time ?? 0
    #expect(try eventually { try client.tracking.getStatus().pose?.time ?? 0 > pose })
    // The disk exists only in the daemon's name space.
    let identifier = try #require(try client.call("org.gnomon.Control.GetInfo")["process_id"]?.integer)
    let part = try lines("/proc/\(identifier)/root\(disk)/recordings/full.gnomon")
    #expect(part.lines > 1000 && part.refused == 0)
    kill(pid_t(identifier), SIGTERM)
    daemon.process.waitUntilExit()
  }
}
