import CPosix
import Configuration
import Expectations
import Foundation
import Geometry
import Outlets
import Recordings
import Samples
import TestSupport
import Testing
import Text
import Tracking
import Wire

@testable import Intake
@testable import Service
@testable import SocketServer

/// Samples that clients push.
@Suite struct PushTests {
  /// A pushed walk gives the poses of its replay to the last bit, and is recorded as it was.
  @Test func aPushedWalkIsTheReplayedWalk() throws {
    let lines = try Pushing.lines()
    let pushing = try Pushing { _ in }, contributor = pushing.contributor()
    try pushing.daemon.engine.startRecording(pushing.path("pushed.gnomon"))
    var pushed: [[UInt64]] = [], accepted = 0
    // Batches of all sizes.
    var start = 0, size = 1
    while start < lines.count {
      let end = min(lines.count, start + size)
      for line in lines[start..<end] {
        accepted += pushing.daemon.push([line], clock: .boot, name: "walk", contributor).accepted
        if line.hasPrefix("G"), let latest = pushing.daemon.engine.latest { pushed.append(latest.bits) }
      }
      start = end
      size = size % 500 + 1
    }
    expect(accepted, equals: lines.count)
    pushing.daemon.engine.stopRecording()

    func replayed(_ path: String) throws -> (poses: [[UInt64]], lines: [String]) {
      let reader = try RecordingReader(path: path)
      var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head)), door = Door()
      var poses: [[UInt64]] = [], texts: [String] = [], latest: TrackedPose?
      while let line = try reader.next() {
        guard case .sample(var sample) = line else { continue }
        var text = TextBuffer()
        text.append(line: line)
        texts.append(String(text.string.dropLast()))
        #expect(door.admit(&sample) == nil)
        if let pose = tracker.ingest(sample) { latest = pose }
        if case .gyroscope = sample, let latest { poses.append(latest.bits) }
      }
      return (poses, texts)
    }
    let again = try replayed(pushing.path("pushed.gnomon"))
    expect(again.lines, equals: lines)
    #expect(again.poses == pushed && pushed.count > 5000)
  }

  @Test func batchesGoOverTheSocket() throws {
    let pushing = try Pushing(), lines = try Pushing.lines(500)
    func call(_ lines: [String], _ rest: String = "") throws -> JSONValue {
      var text = TextBuffer()
      JSONValue.array(lines.map { .string($0) }).write(to: &text)
      return try pushing.ask(
        #"{"method":"org.gnomon.Tracking.PushSamples","parameters":{"lines":\#(text.string)\#(rest)}}"#)
    }
    let answer = try call(lines)
    #expect(answer["parameters"]?["accepted"]?.integer == 500 && pushing.daemon.engine.taken == 500)
    // The same again: time does not go back, and the contributor before is still there for two seconds, but has left.
    let again = try call(lines)
    // Temperatures may have the same time: there are several thermometers.
    #expect((again["parameters"]?["accepted"]?.integer ?? 500) <= lines.count { $0.hasPrefix("T,") })
    let reasons = (again["parameters"]?["refused"]?.array ?? []).compactMap { $0["reason"]?.string }
    #expect(
      Set(reasons).isSubset(of: ["time runs backwards", "same time as the line before it of its kind"]), "\(reasons)")
    for (lines, rest, parameter) in [
      ([String](), "", "lines"), (Array(repeating: lines[0], count: 501), "", "lines"),
      ([lines[0]], #","clock":"sundial""#, "clock"), ([lines[0]], #","name":7"#, "name"),
    ] {
      let refused = try call(lines, rest)
      expect(refused["error"]?.string, equals: "org.gnomon.Tracking.InvalidValue")
      expect(refused["parameters"]?["parameter"]?.string, equals: parameter)
    }
    // A million lines exceed the limits of a message.
    let million = try pushing.ask(
      #"{"method":"org.gnomon.Tracking.PushSamples","parameters":{"lines":["#
        + String(repeating: #""B,1,99000","#, count: 999_999) + #""B,1,99000"]}}"#)
    expect(million["error"]?.string, equals: "org.gnomon.Control.MessageTooLarge")
    let many = try pushing.ask(
      #"{"method":"org.gnomon.Tracking.PushSamples","parameters":{"lines":["#
        + String(repeating: #""B","#, count: 99_999) + #""B"]}}"#)
    expect(many["error"]?.string, equals: "org.gnomon.Control.TooManyValues")
  }

  @Test func badLinesAreRefusedOneByOne() throws {
    let pushing = try Pushing(), contributor = pushing.contributor(), now = BootInstant.now.nanoseconds
    func stamp(_ offset: Int64) -> String { "\(Double((now + offset) / 1000) / 1e6)" }
    let batch = pushing.daemon.push(
      [
        "G,\(stamp(-1_000_000_000)),0,0,0.1", "G,\(stamp(-2_000_000_000)),0,0,0.1",
        "G,\(stamp(3_600_000_000_000)),0,0,0.1",
        "G,1795000000.5,0,0,0.1", "G,\(stamp(-500_000_000)),nan,0,0.1", "G,\(stamp(-400_000_000)),1e9,0,0.1",
        "A,\(stamp(-300_000_000)),0,9.8", "gnomon-recording,1", "#,device,x", "R,1,48,16,0,,,,", "I,1,reset,{}",
        "O,1,0,0,0,0,0,0,1,1", "", "Ω,1,2", "ZZ,1,2", "B,\(stamp(-100_000_000)),99000",
        "B,\(stamp(-100_000_000)),99000",
        "P,\(stamp(-90_000_000)),48.2,16.37,171,4,7,,,,,3,,\(stamp(3_600_000_000_000))",
      ], clock: .boot, name: "", contributor)
    expect(batch.accepted, equals: 2, "\(batch.refused)")
    func count(_ reason: String) -> Int { batch.refused.filter { $0.reason == reason }.reduce(0) { $0 + $1.count } }
    #expect(count("time runs backwards") == 1 && count("ahead of the clock") == 3 && count("not finite") == 1)
    #expect(count("out of range") == 1 && count("missing field") == 1)
    expect(count("same time as the line before it of its kind"), equals: 1)
    expect(count("not a sample of a sensor or receiver"), equals: 5, "\(batch.refused)")
    expect(batch.refused.reduce(0) { $0 + $1.count }, equals: 16)
    expect(batch.refused.first { $0.reason == "time runs backwards" }?.first, equals: 2)
    let status = try pushing.ask(#"{"method":"org.gnomon.Tracking.GetStatus"}"#)["parameters"]
    let counters = (status?["refused"]?.array ?? []).compactMap { $0["reason"]?.string }
    #expect(counters.contains("pushed lines: ahead of the clock") && counters.contains("invalid gyroscope samples"))
  }

  /// Administrators may push, and contributors whose users the configuration names; no one else.
  @Test func onlyNamedUsersMayPush() throws {
    var policy = AccessPolicy(), peer = gnomon_peer()
    peer.user = UInt32(gnomon_user_named("nobody"))
    func client(_ access: Access) -> Connection {
      Connection(descriptor: -1, access: access, peer: peer, slot: 0, number: 1)
    }
    func isRefused(_ access: Access) -> Bool {
      do {
        try policy.require(.samples, of: client(access), .tracking)
        return false
      } catch { return true }
    }
    #expect(isRefused(.read) && isRefused(.contribute) && !isRefused(.administer))
    policy.odometryUsers = ["nobody"]
    #expect(isRefused(.contribute))
    policy.sampleUsers = ["daemon", "nobody"]
    #expect(isRefused(.read) && !isRefused(.contribute))
    policy.sampleUsers = ["daemon"]
    #expect(isRefused(.contribute))
  }

  /// Ten thousand samples a second are ingested like any others.
  @Test func tenKilohertzAreIngested() throws {
    let pushing = try Pushing(), contributor = pushing.contributor()
    let start = BootInstant.now.nanoseconds / 1000 * 1000 - 4_000_000_000
    var accepted = 0
    for batch in 0..<60 {
      let lines = (0..<500).map { index -> String in
        var text = TextBuffer()
        let time = BootInstant(nanoseconds: start + Int64(batch * 500 + index) * 100_000)
        text.append(
          line: .sample(
            index % 2 == 0
              ? .gyroscope(.init(time: time, rate: .zero))
              : .accelerometer(.init(time: time, force: Vector(0, 9.81, 0)))))
        return String(text.string.dropLast())
      }
      accepted += pushing.daemon.push(lines, clock: .boot, name: "", contributor).accepted
    }
    expect(accepted, equals: 30_000)
    #expect(pushing.daemon.engine.taken == 30_000 && pushing.daemon.engine.latest?.isSoundForTest != false)
  }

  /// One sensor has one source: the second contributor is refused while the first one pushes, and may follow later.
  @Test func twoContributorsForOneSensor() {
    var owners = SensorOwners()
    let first = SensorOwners.Contributor(connection: 1, identity: "0/a")
    let second = SensorOwners.Contributor(connection: 2, identity: "0/b")
    let again = SensorOwners.Contributor(connection: 3, identity: "0/b")
    expect(owners.claim(.gyroscope, by: first, at: 10), equals: .granted)
    expect(owners.claim(.gyroscope, by: second, at: 20), equals: .refused)
    expect(owners.claim(.barometer, by: second, at: 20), equals: .granted)
    expect(owners.claim(.gyroscope, by: first, at: 30), equals: .granted)
    expect(owners.claim(.gyroscope, by: second, at: 2_000_000_031), equals: .replaced)
    expect(owners.claim(.gyroscope, by: first, at: 2_000_000_032), equals: .refused)
    // The device that comes back is the same; another connection of the same name has to wait while the first one is there.
    expect(owners.claim(.gyroscope, by: again, at: 2_000_000_033), equals: .refused)
    expect(
      owners.contributions(at: 2_000_000_034).map { "\($0.tag) \($0.contributor == second) \($0.isRunning)" },
      equals: [
        "gyroscope true true", "barometer true false",
      ])
    owners.release(connection: 2)
    #expect(owners.contributions(at: 2_000_000_034).isEmpty)
    expect(owners.claim(.gyroscope, by: again, at: 2_000_000_034), equals: .granted)
    // The board's own sensors come first.
    owners.record(.gyroscope, at: 2_000_000_040)
    expect(owners.claim(.gyroscope, by: again, at: 2_000_000_041), equals: .refused)
    expect(owners.claim(.gyroscope, by: again, at: 4_000_000_041), equals: .replaced)
  }

  /// Another gyroscope belongs to another body: a new scene begins.
  @Test func anotherGyroscopeBeginsANewScene() throws {
    let pushing = try Pushing(), lines = try Pushing.lines(3000), first = pushing.contributor()
    for line in lines { _ = pushing.daemon.push([line], clock: .boot, name: "a", first) }
    try pushing.daemon.engine.startRecording(pushing.path("change.gnomon"))
    let second = pushing.contributor()
    let refused = pushing.daemon.push([lines[0]], clock: .boot, name: "b", second)
    expect(refused.refused.map(\.reason), equals: ["another source has this sensor"])
    pushing.daemon.contributors.release(first)
    _ = pushing.daemon.push(["G,3000000,0,0,0"], clock: .boot, name: "b", second)
    // Refused by the clock, so nothing was replaced.
    expect(pushing.daemon.engine.recorder?.lines, equals: 0)
    _ = pushing.daemon.push(
      ["G,\(Double(BootInstant.now.nanoseconds / 1000) / 1e6),0,0,0"], clock: .boot, name: "b", second)
    pushing.daemon.engine.stopRecording()
    let text = try String(contentsOfFile: pushing.path("change.gnomon"), encoding: .utf8)
    #expect(text.components(separatedBy: ",reset,{}").count == 2 && text.components(separatedBy: "\nG,").count == 2)
  }

  /// Stamps of a device's clock, which began long ago, drifts, and arrives late by a varying time: the mapped times follow the
  /// true ones within the shortest delay and its variation, and never go back.
  @Test func aDevicesClockIsMapped() throws {
    var lines = PushedLines(), generator = Generator(seed: 7, stream: "arrivals")
    let start = Int64(5_000_000_000_000), origin = Int64(77_000_000_000)
    var last = BootInstant(nanoseconds: 0), worst = 0.0
    for index in 0..<6000 {
      let true_ = start + Int64(index) * 5_000_000
      let stamp = origin + Int64(Double(index) * 5_000_000 * 1.00005)
      let delay = Int64(1_000_000 + 4_000_000 * generator.uniform(in: 0...1))
      let text = "G,\(Double(stamp / 1000) / 1e6),0,0,0.1"
      let ingested = lines.ingest(text, clock: .device, at: BootInstant(nanoseconds: true_ + delay))
      let sample = try #require(ingested)
      expect(sample.time, isAbove: last)
      last = sample.time
      if index > 400 { worst = max(worst, Double((sample.time.nanoseconds - true_).magnitude)) }
    }
    expect(worst, isBelow: 3_000_000, "\(worst) ns")
    // Samples that share a stamp came together, and are spread.
    let arrival = last + TimeSpan(0.1)
    let burst = try (0..<4).map { _ in
      let ingested = lines.ingest(
        "A,\(Double((origin + 40_000_000_000) / 1000) / 1e6),0,9.8,0", clock: .device, at: arrival)
      return try #require(ingested).time
    }
    #expect(zip(burst, burst.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// The example of a sensor on a serial line, with a pipe as its line.
  @Test(.enabled(if: RigProcess.has("python3"))) func theSerialExampleGivesLines() throws {
    let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/examples").path
    let driver = try RigProcess("python3", ["\(examples)/serial_imu.py", "/dev/stdin"], isQuiet: true)
    for line in [
      "67 0.02", "a 4294960000 0.02 9.79 0.15", "g 4294965000 0.001 -0.002 0", "g 1704 1 2", "g 2704 0 0 0.5",
      "b 2800 99000",
    ] {
      try driver.write(line)
    }
    driver.endInput()
    let (lines, status) = driver.finish()
    expect(status, equals: 0)
    expect(
      lines,
      equals: [
        "A,4294.960000,0.02,9.79,0.15", "G,4294.965000,0.001,-0.002,0.0", "G,4294.970000,0.0,0.0,0.5",
        "B,4294.970096,99000.0",
      ])
    let pushing = try Pushing()
    expect(pushing.daemon.push(lines, clock: .device, name: "", pushing.contributor()).accepted, equals: 4)
  }

  /// The example of a headset on HID: its reports, another one between them, the turn of its counter, and its axes.
  @Test(.enabled(if: RigProcess.has("cc"))) func theHeadsetExampleGivesLines() throws {
    let pushing = try Pushing(), program = pushing.path("hid_headset"), file = pushing.path("reports")
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/examples/hid_headset.c").path
    let flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-o", program, source]
    try #require(try RigProcess("cc", flags).finish().status == 0)
    func report(_ number: UInt8, _ time: UInt32, _ rate: [Int16], _ force: [Int16]) -> Data {
      var data = Data([number, 0, 0, 0])
      withUnsafeBytes(of: time.littleEndian) { data.append(contentsOf: $0) }
      for value in rate + force { withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) } }
      data.append(Data(count: 4))
      return data
    }
    let reports = [
      report(1, 4_294_967_290, [164, 0, -164], [0, 0, 2048]), report(2, 1, [0, 0, 0], [0, 0, 0]),
      report(1, 4, [0, 32767, -32768], [2048, -1024, 0]),
    ]
    try Data(reports.joined()).write(to: URL(fileURLWithPath: file))
    let (lines, status) = try RigProcess(program, [file], isQuiet: true).finish()
    expect(status, equals: 0)
    expect(
      lines,
      equals: [
        "A,4294.967290,0,9.80665,0", "G,4294.967290,0,-0.174532925,-0.174532925",
        "A,4294.967300,4.903325,0,-9.80665", "G,4294.967300,-34.8714656,-34.8725298,0",
      ])
    expect(pushing.daemon.push(lines, clock: .device, name: "", pushing.contributor()).accepted, equals: 4)
    try expect(RigProcess(program, ["/nowhere"], isQuiet: true).finish().status, equals: 66)
  }

  /// The outlets of a whole daemon: counted as subscribers, named in the status, and reloaded.
  @Test func outletsAreInTheStatus() throws {
    let port = freePort(.stream)
    let pushing = try Pushing {
      $0.configuration = Configuration(flags: [
        "Outlets.PoseRing=/tmp/gnomon-intake-\(port).ring", "Outlets.NMEAPort=\(port)", "Outlets.OSC=127.0.0.1:\(port)",
        "Outlets.NMEASocket=/nowhere/nmea",
      ])
    }
    let contributor = pushing.contributor()
    for line in try Pushing.lines(4000) { _ = pushing.daemon.push([line], clock: .boot, name: "walk", contributor) }
    let status = try StatusMessage(
      json: try #require(try pushing.ask(#"{"method":"org.gnomon.Tracking.GetStatus"}"#)["parameters"]))
    expect(status.subscribers, equals: 2)
    let gyroscope = status.sources.first { $0.role == "gyroscope" }
    #expect(
      gyroscope?.name == "pushed gyroscope of walk" && gyroscope?.state == .running && gyroscope?.device == "walk")
    let ring = try #require(status.outlets.first { $0.key == "Outlets.PoseRing" })
    #expect(ring.sent > 1000 && ring.fault == nil && ring.subscribers == 1)
    expect(
      status.outlets.first { $0.key == "Outlets.NMEASocket" }?.fault?.contains("the folder does not exist"),
      equals: true)
    #expect(FileManager.default.fileExists(atPath: ring.address))
    pushing.daemon.outlets.apply(OutletSettings(), at: .now)
    #expect(!FileManager.default.fileExists(atPath: ring.address))
  }
}

/// The directions of places by OSC, from a whole daemon.
@Suite struct PlaceDirectionTests {
  @Test func placesAreSentAsSeenFromTheHead() throws {
    let receiver = DatagramReceiver()
    let pushing = try Pushing {
      $0.configuration = Configuration(flags: ["Outlets.OSC=127.0.0.1:\(receiver.port)", "Outlets.OSCPlaces=1"])
    }
    let place = #"{"id":"harbour","name":"Old harbour","latitude_deg":48.2094,"longitude_deg":16.3722}"#
    let added = try pushing.ask(
      #"{"method":"org.gnomon.Scene.AddPlaces","parameters":{"places":[\#(place)],"layer":"town"}}"#)
    #expect(added["error"] == nil, "\(added)")
    let contributor = pushing.contributor()
    var found: [[UInt8]] = []
    for (index, line) in try Pushing.lines(40_000).enumerated() where found.count < 3 {
      _ = pushing.daemon.push([line], clock: .boot, name: "", contributor)
      if index % 20 == 0 { _ = try pushing.daemon.step(milliseconds: 0) }
      // The slow timer's work, because this walk is faster than the timer.
      if index % 2000 == 0 { pushing.daemon.interfaces.scene.tend() }
      while case let bytes = receiver.receive(waits: false), !bytes.isEmpty {
        if bytes.starts(with: "/gnomon/place".utf8) { found.append(bytes) }
      }
    }
    let message = try #require(found.last)
    expect(message.count, equals: 16 + 8 + 8 + 8 + 12)
    expect(String(decoding: message[16..<22], as: UTF8.self), equals: ",ssfff")
    expect(String(decoding: message[32..<39], as: UTF8.self), equals: "harbour")
    func number(_ offset: Int) -> Float {
      var bits: UInt32 = 0
      for place in 0..<4 { bits = bits << 8 | UInt32(message[offset + place]) }
      return Float(bitPattern: bits)
    }
    #expect(number(40).magnitude <= 180 && number(44).magnitude < 45 && number(48) > 10 && number(48) < 1000)
  }
}

extension TrackedPose {
  fileprivate var isSoundForTest: Bool { pose.rotation.isFinite && pose.position.norm.isFinite }
}
