import Expectations
import Foundation
import GnomonClient
import Storage
import TestSupport
import Testing
import Tracking
import Wire

@testable import ScenePublishing
@testable import Service

/// The clocks of a program, which a test sets (`Tests/Rig/clock_steps.c`).
private final class SteppedClocks {
  let environment: [String: String]
  private let path: String

  init(_ scratch: Scratch) throws {
    path = scratch.path("clocks")
    let library = scratch.path("clocks.so")
    try Data(count: 16).write(to: URL(fileURLWithPath: path))
    let made = try RigProcess("cc", ["-shared", "-fPIC", "-O1", "-o", library, RigProcess.script("clock_steps.c")])
    try #require(made.finish().status == 0)
    environment = ["LD_PRELOAD": library, "CLOCK_STEPS": path]
  }

  /// Sets the seconds by which the wall clock and the boot clock are ahead of the machine's.
  func set(wall: Double = 0, boot: Double = 0) throws {
    var ahead = [Int64(wall * 1e9), Int64(boot * 1e9)]
    // Written in place, because the program has the file mapped.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(bytes: &ahead, count: 16))
    try file.close()
  }
}

/// The machine's clocks jump while the daemon runs with devices and a receiver.
@Suite(.serialized, .enabled(if: RigProcess.has("python3", "cc"))) struct ClockStepTests {
  /// A daemon with sensors and a receiver, on a machine whose clocks the test sets.
  private struct Machine {
    let scratch: Scratch, clocks: SteppedClocks, server: IIOServer, receiver: SpokenGPSD, arguments: [String]

    init() throws {
      scratch = try Scratch()
      clocks = try SteppedClocks(scratch)
      let channels =
        IIOServer.Channel.axes("accel", scale: "0.01") + IIOServer.Channel.axes("anglvel", scale: "0.001")
        + [IIOServer.Channel.timestamp]
      let stream: [String: Any] = ["hz": 100, "clock": "zero", "values": [0, 981, 0, 0, 0, 0]]
      server = try IIOServer([IIOServer.Device(channels: channels, stream: stream)])
      receiver = SpokenGPSD { peer in
        peer.greet()
        peer.fixes(hertz: 5)
      }
      let path = scratch.path("gnomon.conf")
      let text = "[Sensors]\nContext=\(server.uri)\n[GNSS]\nAddress=127.0.0.1:\(receiver.port)\n[IMU]\nRate=100\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      arguments = ["--config", path, "--state", scratch.path("")]
    }

    func spawn() throws -> (Spawned, Client) {
      let daemon = try Spawned(arguments, environment: clocks.environment)
      let client = try daemon.client()
      #expect(try eventually { try client.tracking.getStatus().pose != nil && Machine.isRunning(client) })
      return (daemon, client)
    }

    static func isRunning(_ client: Client) throws -> Bool {
      let sources = try client.tracking.getStatus().sources
      return ["gyroscope", "accelerometer", "receiver"].allSatisfy { role in
        sources.contains { $0.role == role && $0.state == .running }
      }
    }

    func stop() {
      server.stop()
      receiver.stop()
    }
  }

  /// Hours in both directions, 1970, 2040 and back: poses continue in the same scene, every source runs, and no fix counts as one
  /// of another time. State that is saved under a wrong clock has no age in the next session.
  @Test func theWallClockIsSet() throws {
    let machine = try Machine()
    defer { machine.stop() }
    let (daemon, client) = try machine.spawn()
    let scene = try #require(try client.tracking.getStatus().pose?.scene), now = Date().timeIntervalSince1970
    for wall in [10_800, -10_800, 1000 - now, 2_208_988_800 - now, 0, 2_208_988_800 - now] {
      try machine.clocks.set(wall: wall)
      let before = try #require(try client.tracking.getStatus().pose?.time)
      #expect(try eventually { try client.tracking.getStatus().pose?.time ?? 0 > before + 1_500_000_000 })
      let status = try client.tracking.getStatus()
      #expect(status.pose?.scene == scene && status.place != nil, "\(wall)")
      #expect(try eventually { try Machine.isRunning(client) }, "\(wall)")
      #expect(!status.refused.contains { $0.reason.contains("wrong time") }, "\(wall): \(status.refused)")
      expect((Double(status.realtimeOffset) * 1e-9 + Double(before) * 1e-9 - now - wall).magnitude, isBelow: 600)
    }
    expect(daemon.end(), equals: 0)
    try machine.clocks.set()
    let kept = try #require(StateStore(directory: machine.scratch.path("")).recall())
    #expect(kept.saved == nil)
    let (again, _) = try machine.spawn()
    expect(again.end(), equals: 0)
  }

  /// The machine sleeps for a day: there is a new scene, and within seconds of the machine's clock all sources run again.
  @Test func aDayOfSleepIsSurvived() throws {
    let machine = try Machine()
    defer { machine.stop() }
    let (daemon, client) = try machine.spawn()
    let before = try #require(try client.tracking.getStatus().pose), day: Int64 = 86_400_000_000_000
    try machine.clocks.set(boot: 86_400)
    #expect(try eventually { try client.tracking.getStatus().pose?.scene ?? before.scene > before.scene })
    #expect(try eventually { try client.tracking.getStatus().pose?.time ?? 0 > before.time + day })
    #expect(try eventually { try Machine.isRunning(client) })
    let status = try client.tracking.getStatus()
    expect(status.time - before.time - day, isBelow: 120_000_000_000)
    expect(daemon.end(), equals: 0)
  }
}
