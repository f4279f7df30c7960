import Configuration
import Expectations
import Foundation
import Geometry
import PoseFormats
import Samples
import TestSupport
import Testing
import Tracking

@testable import Outlets

/// Datagrams for opentrack, and Open Sound Control for spatial audio.
@Suite(.serialized) struct DatagramTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/examples").path

  private func facing(heading: Double, elevation: Double, roll: Double) throws -> TrackedPose {
    var pose = try #require(try OutletScene.poses(.straight, most: 2).poses.first)
    let level = Rotation<Body, Level>(
      Attitude(heading: .degrees(heading), elevation: .degrees(elevation), roll: .degrees(roll)))
    pose.pose = Pose(
      rotation: Rotation<Scene, Level>.yaw(.zero).inverse * level, position: Displacement(0.1, 0.2, -0.3))
    return pose
  }

  /// The pose to the right and ahead, turned to the right and up, in the signs of each reader. XRLinuxDriver's: yaw to the left,
  /// pitch down and z to the back are positive.
  @Test(arguments: [
    ("opentrack", [10, 20, 30, 30, 10, -5] as [Double]), ("xr-driver", [10, 20, -30, -30, -10, -5]),
  ])
  func openTrackGetsItsDocumentedDatagram(_ form: String, _ expected: [Double]) throws {
    let receiver = DatagramReceiver()
    var settings = OutletSettings()
    settings.openTrack = "127.0.0.1:\(receiver.port)"
    settings.openTrackForm = form
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    expect(outlets.subscribers, equals: 1)
    let facing = try facing(heading: 30, elevation: 10, roll: 5)
    outlets.publish(facing, at: facing.time, OutletScene.setting(CivilClock()))
    let bytes = receiver.receive()
    try #require(bytes.count == 48)
    let values = (0..<6).map { (index: Int) -> Double in
      var bits: UInt64 = 0
      for place in 0..<8 { bits |= UInt64(bytes[8 * index + place]) << UInt64(8 * place) }
      return Double(bitPattern: bits)
    }
    for index in 0..<6 { expect((values[index] - expected[index]).magnitude, isBelow: 1e-9, "\(values)") }
    outlets.close()
  }

  /// No program listens: each datagram is dropped or lost, and the next ones are sent as before.
  @Test func datagramsWithoutAReceiverAreDropped() throws {
    var settings = OutletSettings()
    settings.openTrack = "127.0.0.1:\(freePort(.datagram))"
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    var pose = try facing(heading: 0, elevation: 0, roll: 0)
    for _ in 0..<10 {
      pose.time = pose.time + TimeSpan(0.02)
      outlets.publish(pose, at: pose.time, OutletScene.setting(CivilClock()))
    }
    let counts = outlets.states[0].counts
    #expect(counts.sent + counts.dropped == 10 && counts.dropped > 0)
    outlets.close()
  }

  /// The head to the left, upward, and with the right side up, in the axes of ambisonics: right-handed about front, left and up.
  @Test func anglesOfAmbisonics() throws {
    let left = AmbisonicRotation(try facing(heading: -90, elevation: 0, roll: 0).pose.rotation)
    #expect(abs(left.yaw.degrees - 90) < 1e-9 && abs(left.z - left.w) < 1e-12)
    let up = AmbisonicRotation(try facing(heading: 0, elevation: 20, roll: 0).pose.rotation)
    #expect(abs(up.pitch.degrees + 20) < 1e-9 && abs(up.yaw.degrees) < 1e-9)
    let tilted = AmbisonicRotation(try facing(heading: 0, elevation: 0, roll: 15).pose.rotation)
    expect(abs(tilted.roll.degrees + 15), isBelow: 1e-9)
    let direction = AmbisonicRotation.direction(of: Displacement<Body>(-1, 1, 0))
    #expect(abs(direction.azimuth.degrees - 90) < 1e-9 && abs(direction.elevation.degrees - 45) < 1e-9)
  }

  /// liblo's oscdump reads the orientation and the places.
  @Test(.enabled(if: RigProcess.has("oscdump"))) func oscdumpReadsTheMessages() throws {
    let port = freePort(.datagram)
    let dump = try RigProcess("stdbuf", ["-oL", "oscdump", "-L", "\(port)"])
    defer { dump.stop() }
    var settings = OutletSettings()
    settings.osc = "localhost:\(port)"
    settings.oscRate = 1000
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    nonisolated(unsafe) var pose = try facing(heading: -90, elevation: 0, roll: 0)
    nonisolated(unsafe) var isWanted = true
    let lock = NSLock(), ended = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let sender = outlets
    // Until it listens, datagrams are lost.
    Thread.detachNewThread {
      while lock.withLock({ isWanted }) {
        pose.time = pose.time + TimeSpan(0.02)
        sender.publish(pose, at: pose.time, OutletScene.setting(CivilClock()))
        if sender.placesDue(at: pose.time) != nil {
          sender.send(OSCOutlet.Source(layer: "town", id: "a", offset: Displacement(1, 0, 0), distance: Length(12.5)))
        }
        usleep(20_000)
      }
      ended.signal()
    }
    var lines: [String] = []
    while lines.count < 30, let line = dump.line() { lines.append(line) }
    lock.withLock { isWanted = false }
    ended.wait()
    outlets.close()
    #expect(
      lines.contains { $0.contains("/SceneRotator/quaternions ffff 0.707107") && $0.hasSuffix("0.707107") }, "\(lines)")
    #expect(lines.contains { $0.contains("/SceneRotator/ypr fff 90.000000") }, "\(lines)")
    #expect(
      lines.contains { $0.contains(#"/gnomon/place ssfff "town" "a" -90.000000 0.000000 12.500000"#) }, "\(lines)")
  }

  /// The example that lets a place sound from where it is: a place on the right is louder in the right ear, and heard there first.
  @Test(.enabled(if: RigProcess.has("python3"))) func aPlaceSoundsFromWhereItIs() throws {
    let scratch = try Scratch(), port = freePort(.datagram), file = scratch.path("sound")
    let player = try RigProcess("python3", ["\(Self.examples)/place_sound.py", "\(port)", "harbour", "3", file])
    defer { player.stop() }
    var settings = OutletSettings()
    settings.osc = "127.0.0.1:\(port)"
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    let patience = Patience()
    while player.isRunning, !patience.isOver {
      for (id, right) in [("other", -1.0), ("harbour", 1.0)] {
        outlets.send(OSCOutlet.Source(layer: "town", id: id, offset: Displacement(right, 0, 0), distance: Length(4)))
      }
      usleep(20_000)
    }
    outlets.close()
    expect(player.finish().status, equals: 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    var left = 0.0, right = 0.0, first: (left: Int?, right: Int?) = (nil, nil)
    // The last second: by then the first datagram has come.
    for index in (bytes.count / 4 - 44_100)..<(bytes.count / 4) {
      func sample(_ offset: Int) -> Double {
        Double(Int16(bitPattern: UInt16(bytes[4 * index + offset]) | UInt16(bytes[4 * index + offset + 1]) << 8))
      }
      let (l, r) = (sample(0), sample(2))
      left += l * l
      right += r * r
      if abs(l) > 300, first.left == nil { first.left = index }
      if abs(r) > 300, first.right == nil { first.right = index }
    }
    #expect(left > 0 && right > 4 * left, "\(left) \(right)")
    // 0.66 ms, 29 samples.
    let delay = (try #require(first.left)) - (try #require(first.right))
    #expect(delay > 20 && delay < 40, "\(delay)")
  }

  @Test func onlyThisMachineIsAnAddress() {
    for text in ["localhost:9000", "127.0.0.1:1", "127.3.2.1:65535", "[::1]:9000"] {
      #expect(LoopbackAddress(text) != nil, "\(text)")
      #expect(Configuration(flags: ["Outlets.OSC=\(text)"]).faults.isEmpty)
    }
    for text in [
      "192.168.0.1:9000", "example.org:9000", "127.0.0.1", "127.0.0.1:0", "localhost:99999", "127.0.0.1.x:4",
    ] {
      #expect(LoopbackAddress(text) == nil, "\(text)")
    }
    for (setting, text) in [
      ("OSC", "192.168.0.1:9000"), ("OpenTrack", "example.org:4242"), ("NMEAPort", "0"), ("NMEAPort", "70000"),
      ("OpenTrackForm", "xr"), ("CursorOnTarget", "239.2.3.1:6969"), ("CallSign", "a\"b"), ("SignalK", "boat:8375"),
      ("SignalK", "127.evil.com:80"),
      ("NMEARate", "20"), ("PoseRing", "poses.ring"), ("NMEASocket", "x"),
    ] {
      let faults = Configuration(flags: ["Outlets.\(setting)=\(text)"]).faults
      #expect(faults.count == 1 && "\(faults)".contains("Outlets.\(setting)"), "\(faults)")
    }
  }
}
