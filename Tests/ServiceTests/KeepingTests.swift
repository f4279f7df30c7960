import Foundation
import GnomonClient
import Odometry
import Recordings
import Storage
import TestSupport
import Testing
import Text
import Tracking

@testable import Service

/// What is learned is there the next time, whatever happens in between.
@Suite struct KeepingTests {
  private func learned(_ path: String) throws -> LearnedState? {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    return LearnedState.read(try JSONValue(reading: bytes)).state
  }

  /// A daemon that has learned something.
  private func walked(_ arguments: [String], within shell: [String] = []) throws -> (Spawned, Client) {
    let daemon = try Spawned(["--demo", "--speed", "100"] + arguments, within: shell)
    let client = try daemon.client()
    #expect(try eventually { try client.status().place != nil && client.status().pose?.heading != nil })
    return (daemon, client)
  }

  @Test func aSessionBeginsWithWhatTheOneBeforeHasLearned() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    let (first, _) = try walked(["--state", scratch.path("")])
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(first.end() == 0)
    let state = try #require(try learned(path))
    #expect(state.profile == .head && state.gyroscope != nil && state.place != nil && state.saved != nil)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

    // The next begins with it, and its recording says so.
    let second = try Spawned([
      "--demo", "--speed", "20", "--state", scratch.path(""), "--record", scratch.path("r.gnomon"),
    ])
    #expect(second.answers())
    #expect(second.end() == 0)
    let metadata = try PacedSource.metadata(ofRecording: scratch.path("r.gnomon"))
    let recalled = LearnedState.read(try JSONValue(reading: try #require(metadata["state"]))).state
    #expect(recalled?.gyroscope != nil && recalled?.place == state.place && recalled?.saved == state.saved)
  }

  /// kill −9 leaves what was kept before.
  @Test func aKilledDaemonLosesNothingThatWasKept() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    let (first, _) = try walked(["--state", scratch.path("")])
    first.end()
    let kept = try Data(contentsOf: URL(fileURLWithPath: path))
    let (second, _) = try walked(["--state", scratch.path("")])
    second.end(SIGKILL)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == kept)
  }

  /// Forgotten is forgotten on the disk as well, at once.
  @Test func forgettingErasesPlacesFromTheDisk() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    let (daemon, client) = try walked(["--state", scratch.path("")])
    #expect(try client.call("org.gnomon.Tracking.Forget")["erased"]?.integer ?? 0 >= 1)
    let state = try #require(try learned(path))
    #expect(state.place == nil && state.compass.isEmpty && state.gyroscope != nil)
    daemon.end(SIGKILL)
  }

  /// A file that nobody can read is kept, and the session begins as if there were none.
  @Test func whatIsDamagedIsSetAside() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    for text in ["", "{\"schema\":1", "{\"schema\":99,\"profile\":\"head\"}", "\0\0\0"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let (state, faults) = StateStore(directory: scratch.path("")).load()
      #expect(state == nil && faults.count == 1 && faults[0].contains("kept as"), "\(faults)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".unread")) == Data(text.utf8))
    }
  }

  /// A folder that cannot be written is said to be so, and the daemon goes on.
  @Test func aReadOnlyFolderIsNoEnd() throws {
    let scratch = try Scratch()
    let store = StateStore(directory: scratch.path("none"))
    #expect(throws: StorageFault.self) { try store.save(LearnedState(profile: .head)) }
    #expect(store.load().state == nil && store.load().faults.isEmpty)
    let daemon = try Spawned(["--demo", "--speed", "100", "--state", scratch.path("none")])
    let client = try daemon.client()
    #expect(try eventually { try client.status().pose != nil })
    #expect(daemon.end() == 0)
  }

  /// What a writer that was killed has left beside it changes nothing.
  @Test func aFileIsReplacedWholeOrNotAtAll() throws {
    let scratch = try Scratch(), file = AtomicFile(scratch.path("f"))
    let old = [UInt8](repeating: 65, count: 300_000), new = [UInt8](repeating: 66, count: 500_000)
    try file.replace(with: old)
    for left in [0, 1, 250_000, 500_000] {
      try Data(new.prefix(left)).write(to: URL(fileURLWithPath: scratch.path("f.new")))
      #expect(try file.read() == old)
    }
    try file.replace(with: new)
    #expect(try file.read() == new)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("f.new")))
  }

  /// Killed at any moment of many writes: what is there is always whole.
  @Test func aDaemonKilledWhileItWritesLeavesAWholeFile() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    for round in 0..<12 {
      let daemon = try Spawned(["--demo", "--speed", "100", "--state", scratch.path("")])
      let client = try daemon.client()
      #expect(try eventually { try client.status().pose != nil })
      let identifier = daemon.process.processIdentifier
      Thread.detachNewThread {
        usleep(UInt32(500 + 1700 * round))
        kill(identifier, SIGKILL)
      }
      var asked = 0
      while (try? client.call("org.gnomon.Tracking.Forget")) != nil { asked += 1 }
      daemon.process.waitUntilExit()
      if asked > 0 { #expect(try learned(path)?.profile == .head, "after \(asked) writes") }
    }
  }
}
