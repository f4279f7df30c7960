import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

@testable import ScenePublishing
@testable import Service

/// The daemon on a board: devices behind libiio, a receiver behind gpsd, and a configuration in a file.
@Suite(.serialized, .enabled(if: RigProcess.has("gpsd", "python3"))) struct BoardTests {
  /// At rest: gravity along y, a field of 45 µT.
  private static func devices(_ name: String = "bmi160", _ extra: [String: Any] = [:]) -> [IIOServer.Device] {
    let imu = IIOServer.Device(
      name: name,
      channels: IIOServer.Channel.axes("accel", scale: "0.01") + IIOServer.Channel.axes("anglvel", scale: "0.001")
        + [.timestamp], stream: ["hz": 100, "values": [0, 981, 0, 0, 0, 0, 0]].merging(extra) { $1 })
    var compass = IIOServer.Device(
      id: "iio:device1", name: "bmc150_magn", channels: IIOServer.Channel.axes("magn", scale: "0.01") + [.timestamp],
      stream: ["hz": 50, "values": [0, 40, 20, 0]])
    compass.attributes["sampling_frequency"] = "50"
    return [imu, compass]
  }

  private func configuration(_ scratch: Scratch, _ text: String) throws -> String {
    let path = scratch.path("gnomon.conf")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func state(_ client: Client, _ name: String) throws -> SourceState? {
    try client.tracking.getStatus().sources.first { $0.name.hasPrefix(name) }?.state
  }

  /// Samples of both give a pose at a place; a device that disappears is reported while the others continue, and one that returns
  /// is used again, in a new scene.
  @Test func devicesAndReceiverComeAndGo() throws {
    let scratch = try Scratch(), gpsd = try GPSD()
    defer { gpsd.stop() }
    var server = try IIOServer(Self.devices())
    let port = try #require(server.uri.split(separator: ":").last.flatMap { UInt16($0) })
    let path = try configuration(
      scratch,
      """
      [Sensors]
      Context=\(server.uri)
      [GNSS]
      Address=127.0.0.1:\(gpsd.port)
      TimeTolerance=1e10
      [IMU]
      Rate=100
      """)
    let daemon = try Spawned(["--config", path, "--state", scratch.path("")])
    let client = try daemon.client()
    let feed = try gpsd.feed("ubx", 100_000, hertz: 5)
    defer { feed.stop() }
    #expect(try eventually { try client.tracking.getStatus().place != nil })
    let status = try client.tracking.getStatus()
    expect(status.sources.filter { $0.state == .running }.count, equals: 4)
    #expect(status.sources.contains { $0.name.hasPrefix("barometer") && $0.state == .absent })
    #expect(status.place.map { ($0.latitude.value - 47.3977).magnitude < 0.01 } ?? false)
    #expect(status.sources.first { $0.name.hasPrefix("accelerometer") }?.detail.hasPrefix("100") ?? false)

    server.stop()
    #expect(try eventually { try state(client, "gyroscope") != .running })
    try expect(state(client, "receiver"), equals: .running)
    let scene = try #require(try client.tracking.getStatus().pose?.scene)
    #expect(try eventually { try client.tracking.getPose().kind == .stale })
    // After a gap of two seconds motion is still continued.
    #expect(
      try eventually {
        let status = try client.tracking.getStatus()
        return status.pose.map { status.time - $0.time > 2_500_000_000 } ?? false
      })
    server = try IIOServer(Self.devices(), port: port)
    #expect(try eventually { try client.tracking.getStatus().pose?.scene ?? scene > scene })

    gpsd.stop()
    #expect(try eventually { try state(client, "receiver") == .absent })
    try expect(state(client, "gyroscope"), equals: .running)
    try gpsd.start()
    #expect(try eventually { try state(client, "receiver") == .running })
    // The repaired connections are counted.
    #expect(
      try client.tracking.getStatus().refused.contains { $0.reason == "receiver: reconnections" && $0.count == 1 })
    expect(daemon.end(), equals: 0)
    server.stop()
  }

  /// Another gyroscope means another body.
  @Test func anotherDeviceBeginsANewScene() throws {
    let scratch = try Scratch()
    var server = try IIOServer(Self.devices("bmi160"))
    let port = try #require(server.uri.split(separator: ":").last.flatMap { UInt16($0) })
    let path = try configuration(scratch, "[Sensors]\nContext=\(server.uri)\n[GNSS]\nAddress=none\n[IMU]\nRate=100\n")
    let daemon = try Spawned(["--config", path, "--state", scratch.path(""), "--record", scratch.path("r.gnomon")])
    let client = try daemon.client()
    #expect(try eventually { try client.tracking.getStatus().pose != nil })
    #expect(try state(client, "receiver") == nil)
    server.stop()
    server = try IIOServer(Self.devices("icm42688"), port: port)
    #expect(
      try eventually {
        try client.tracking.getStatus().sources.contains { $0.name.contains("icm42688") && $0.state == .running }
      })
    expect(daemon.end(), equals: 0)
    // Another device is another part of the recording.
    let parts = try FileManager.default.contentsOfDirectory(atPath: scratch.path("")).filter { $0.hasPrefix("r.") }
    let texts = try parts.map { try String(contentsOfFile: scratch.path($0), encoding: .utf8) }
    #expect(texts.contains { $0.contains(",reset,") })
    #expect(texts.contains { $0.contains("#,identity,") && $0.contains("icm42688") })
    server.stop()
  }

  /// Changes of the file take effect on a reload, without a restart; a wrong file is refused as a whole, and the fault is named.
  @Test func aReloadAppliesChangesWithoutARestart() throws {
    let scratch = try Scratch()
    let server = try IIOServer(Self.devices())
    defer { server.stop() }
    let head = "[Sensors]\nContext=\(server.uri)\n[GNSS]\nAddress=none\n[IMU]\nRate=100\n"
    let path = try configuration(scratch, head)
    let daemon = try Spawned(["--config", path, "--state", scratch.path("")])
    let client = try daemon.client()
    #expect(try eventually { try client.tracking.getStatus().pose != nil })
    func changed() throws -> [String] {
      try client.call("org.gnomon.Control.Reload")["changed"]?.array?.compactMap(\.string) ?? []
    }
    #expect(try changed().isEmpty)
    let scene = try #require(try client.tracking.getStatus().pose?.scene)

    _ = try configuration(
      scratch, head + "[Device]\nProfile=head\n[Parameters]\nfix.latency=0.08\n[Magnetometer]\nDevice=none\n")
    #expect(Set(try changed()).isSuperset(of: ["Device.Profile", "Parameters.fix.latency", "Magnetometer.Device"]))
    #expect(try eventually { try client.tracking.getStatus().pose?.scene ?? scene > scene })
    try expect(client.tracking.getStatus().profile, equals: "head")
    #expect(try state(client, "magnetometer") == nil)
    let settings = try client.call("org.gnomon.Control.GetConfiguration")["settings"]?.array ?? []
    #expect(settings.contains { $0["name"]?.string == "Device.Profile" && $0["origin"]?.string == "\(path):8" })

    _ = try configuration(scratch, "[IMU]\nRat=3\n")
    do {
      _ = try changed()
      Issue.record("a wrong file was taken")
    } catch let fault as ClientFault {
      #expect("\(fault)".contains("ConfigurationRefused") && "\(fault)".contains("did you mean 'Rate'?"))
    }
    kill(daemon.process.processIdentifier, SIGHUP)
    #expect(try client.tracking.getStatus().profile == "head" && state(client, "gyroscope") == .running)
    expect(daemon.end(), equals: 0)
  }

  @Test func aWrongFileIsNamed() throws {
    let scratch = try Scratch()
    let path = try configuration(scratch, "[IMU]\nRat=3\n")
    let run = try run(Products.url("gnomond"), ["--config", path, "--socket", scratch.path("s")])
    #expect(run.status == 78 && run.errors.contains("\(path):2: no key 'Rat' in [IMU]; did you mean 'Rate'?"))
  }
}
