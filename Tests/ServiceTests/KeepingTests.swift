import Expectations
import Files
import Foundation
import Geodesy
import Geometry
import GnomonClient
import Learned
import Odometry
import Recordings
import Samples
import Storage
import Testing
import TestSupport
import Text
import Tracking

@testable import Service

/// The learned state is available in the next session, whatever happens in between.
@Suite struct KeepingTests {
  private func learned(_ path: String) throws -> LearnedState? {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    return LearnedState.read(try JSONValue(reading: bytes)).state
  }

  /// Returns a daemon that has learned a state, and its client.
  private func walked(_ arguments: [String], within shell: [String] = []) throws -> (Spawned, Client) {
    let daemon = try Spawned(["--demo", "--speed", "100"] + arguments, within: shell)
    let client = try daemon.client()
    #expect(
      try eventually {
        try client.tracking.getStatus().place != nil && client.tracking.getStatus().pose?.heading != nil
      })
    return (daemon, client)
  }

  @Test func aSessionBeginsWithTheLearnedState() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    let (first, _) = try walked(["--state", scratch.path("")])
    #expect(!FileManager.default.fileExists(atPath: path))
    expect(first.end(), equals: 0)
    let state = try #require(try learned(path))
    #expect(state.profile == .head && state.gyroscope != nil && state.place != nil && state.saved != nil)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

    // The next session begins with it, and its recording contains it.
    let second = try Spawned([
      "--demo", "--speed", "20", "--state", scratch.path(""), "--record", scratch.path("r.gnomon"),
    ])
    #expect(second.answers())
    expect(second.end(), equals: 0)
    let metadata = try PacedSource.metadata(ofRecording: scratch.path("r.gnomon"))
    let recalled = LearnedState.read(try JSONValue(reading: try #require(metadata["state"]))).state
    #expect(recalled?.gyroscope != nil && recalled?.place == state.place && recalled?.saved == state.saved)
  }

  /// After kill −9 the state saved before is available.
  @Test func aKilledDaemonKeepsItsStoredState() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    let (first, _) = try walked(["--state", scratch.path("")])
    first.end()
    let kept = try Data(contentsOf: URL(fileURLWithPath: path))
    let (second, _) = try walked(["--state", scratch.path("")])
    second.end(SIGKILL)
    try expect(Data(contentsOf: URL(fileURLWithPath: path)), equals: kept)
  }

  /// Forgetting erases the state on the disk as well, at once.
  @Test func forgettingErasesPlacesFromTheDisk() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    let (daemon, client) = try walked(["--state", scratch.path("")])
    try expect(client.call("org.gnomon.Tracking.Forget")["erased"]?.integer ?? 0, isAtLeast: 1)
    let state = try #require(try learned(path))
    #expect(state.place == nil && state.gyroscope != nil)
    daemon.end(SIGKILL)
  }

  /// Every file of the store that may contain a place is erased, also an unreadable one.
  @Test func forgettingErasesEveryFile() throws {
    let scratch = try Scratch(), store = StateStore(directory: scratch.path("")), secret = "247114"
    var state = LearnedState(profile: .head)
    state.place = Geodetic(latitude: Degrees(48.247114), longitude: Degrees(16.3747))
    try store.save(state)
    // A second name of the old content, which keeps it readable.
    expect(link(store.path, scratch.path("witness")), equals: 0)
    for name in ["state.json.new", "state.json.unread"] {
      try Data("{\"place\":[48.\(secret)".utf8).write(to: URL(fileURLWithPath: scratch.path(name)))
      expect(link(scratch.path(name), scratch.path(name + ".witness")), equals: 0)
    }
    #expect(try store.forget(keeping: state) == nil)
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path("")) {
      let text = try String(contentsOfFile: scratch.path(name), encoding: .utf8)
      #expect(!text.contains(secret), "\(name): \(text)")
      #expect(text.isEmpty || name == "state.json")
    }
    #expect(store.load().state?.profile == .head && store.load().state?.knownPlaces == 0)
    #expect(!FileManager.default.fileExists(atPath: store.path + ".new"))
    #expect(!FileManager.default.fileExists(atPath: store.path + ".unread"))
  }

  /// The folder of one machine in another one: its state waits beside, comes back with it, and is erased with the places.
  @Test func anotherMachinesStateWaitsBeside() throws {
    let scratch = try Scratch(), folder = scratch.path("")
    func state(_ machine: String, _ walked: Double) -> LearnedState {
      var state = LearnedState(profile: .head)
      state.compass = LearnedCompass(.degrees(1), sigma: .degrees(3), walked: Length(walked))
      state.device = DeviceIdentity(machine: machine, sensors: "s", mounts: "m")
      return state
    }
    let first = StateStore(directory: folder, machine: "a1"), second = StateStore(directory: folder, machine: "b2")
    try first.save(state("a1", 100))
    expect(second.load().state?.device?.machine, equals: "a1")
    try second.save(state("b2", 200))
    expect(first.load().state?.compass?.walked, equals: Length(100))
    expect(second.load().state?.compass?.walked, equals: Length(200))
    // A name that is no digest stays where it is.
    try second.save(state("../x", 300))
    expect(first.load().state?.compass?.walked, equals: Length(300))
    #expect(try first.forget(keeping: state("a1", 1)) == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    expect(names, equals: ["state.json"], "\(names)")
  }

  /// Forgotten state does not return with another calibration, which begins a new pipeline, or in a recording.
  @Test func forgottenStateDoesNotReturn() throws {
    var state = LearnedState(profile: .head)
    state.place = Geodetic(latitude: Degrees(48.247114), longitude: Degrees(16.374733))
    let engine = Engine(SessionBeginning(profile: .head, state: state))
    engine.forgetPlaces()
    let correction = try Calibration<RadianPerSecond>(validating: Vector(0.01, 0, 0), reference: Temperature(25))
    engine.adopt(CalibrationSet(gyroscope: correction))
    expect(engine.beginning.state?.knownPlaces, equals: 0)
    // Not fewer digits: the header has times, too.
    let header = engine.beginning.header()
    #expect(!header.contains { $0.value.contains("247114") || $0.value.contains("374733") }, "\(header)")
  }

  /// An unreadable file is set aside, and the session begins without it.
  @Test func damagedFilesAreSetAside() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    for text in ["", "{\"schema\":1", "{\"schema\":99,\"profile\":\"head\"}", "\0\0\0"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let (state, faults) = StateStore(directory: scratch.path("")).load()
      #expect(state == nil && faults.count == 1 && faults[0].contains("renamed to"), "\(faults)")
      try expect(Data(contentsOf: URL(fileURLWithPath: path + ".unread")), equals: Data(text.utf8))
    }
  }

  /// A folder that cannot be written is reported, and the daemon continues.
  @Test func aReadOnlyFolderDoesNotEndTheDaemon() throws {
    let scratch = try Scratch()
    let store = StateStore(directory: scratch.path("none"))
    #expect(throws: FileFault.self) { try store.save(LearnedState(profile: .head)) }
    #expect(store.load().state == nil && store.load().faults.isEmpty)
    let daemon = try Spawned(["--demo", "--speed", "100", "--state", scratch.path("none")])
    let client = try daemon.client()
    #expect(try eventually { try client.tracking.getStatus().pose != nil })
    expect(daemon.end(), equals: 0)
  }

  /// Files that a killed writer has left change nothing.
  @Test func aFileIsReplacedWholeOrNotAtAll() throws {
    let scratch = try Scratch(), file = AtomicFile(scratch.path("f"))
    let old = [UInt8](repeating: 65, count: 300_000), new = [UInt8](repeating: 66, count: 500_000)
    try file.replace(with: old)
    for left in [0, 1, 250_000, 500_000] {
      try Data(new.prefix(left)).write(to: URL(fileURLWithPath: scratch.path("f.new")))
      try expect(file.read(), equals: old)
    }
    try file.replace(with: new)
    try expect(file.read(), equals: new)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("f.new")))
  }

  /// After a kill at any moment of many writes the file is complete.
  @Test func aDaemonKilledWhileItWritesLeavesAWholeFile() throws {
    let scratch = try Scratch(), path = scratch.path("state.json")
    for round in 0..<12 {
      let daemon = try Spawned(["--demo", "--speed", "100", "--state", scratch.path("")])
      let client = try daemon.client()
      #expect(try eventually { try client.tracking.getStatus().pose != nil })
      let identifier = daemon.process.processIdentifier
      Thread.detachNewThread {
        usleep(UInt32(500 + 1700 * round))
        kill(identifier, SIGKILL)
      }
      var asked = 0
      while (try? client.call("org.gnomon.Tracking.Forget")) != nil { asked += 1 }
      daemon.process.waitUntilExit()
      if asked > 0 { try expect(learned(path)?.profile, equals: .head, "after \(asked) writes") }
    }
  }
}
