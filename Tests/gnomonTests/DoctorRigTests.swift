import Expectations
import Foundation
import TestSupport
import Testing

private struct Told {
  var status: Int32
  var findings: [[String: String]]

  init(_ status: Int32, _ json: String) throws {
    self.status = status
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any], "\(json)")
    findings = try #require(object["findings"] as? [[String: String]])
  }

  func says(_ code: String, _ words: String = "") -> Bool {
    findings.contains {
      $0["code"] == code
        && (words.isEmpty || ($0["sentence"] ?? "").contains(words) || ($0["remedy"] ?? "").contains(words))
    }
  }
}

private func doctor(_ words: String...) throws -> Told {
  let run = try gnomonArray(["doctor", "--json", "--socket", "/nowhere/gnomon.sock"] + words)
  return try Told(run.status, run.output)
}

private let hasMountNamespaces: Bool = {
  guard RigProcess.has("unshare", "mount", "python3") else { return false }
  let arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/sys/bus"]
  guard let process = try? RigProcess("unshare", arguments), process.finish().status == 0 else {
    print("skipped: no mount name spaces here")
    return false
  }
  return true
}()

/// The doctor on simulated machines.
@Suite struct DoctorRigTests {
  /// On this machine, of any kind: every finding is complete, and the status agrees with them.
  @Test func thisMachine() throws {
    let told = try doctor("--seconds", "0.3", "--set", "GNSS.Address=none")
    #expect(told.says("daemon-not-installed") || told.says("daemon-absent"))
    #expect(told.says("receiver-off"))
    for finding in told.findings {
      expect(Set(finding.keys), equals: ["code", "level", "subject", "sentence", "remedy"])
      expect(finding["sentence"]?.isEmpty, equals: false)
    }
    expect((told.status == 1), equals: told.findings.contains { $0["level"] == "problem" })
    if !FileManager.default.fileExists(atPath: "/sys/bus/iio") {
      let missing = told.findings.first { $0["subject"] == "kernel" && $0["level"] == "problem" }
      #expect(missing?["remedy"]?.contains("linux-image-") == true || missing?["remedy"]?.contains("modprobe") == true)
      expect(told.status, equals: 1)
    }
    try expect(gnomon("doctor", "--seconds", "0").status, equals: 64)
    #expect(try gnomon("doctor", "--set", "IMU.Rat=1", "--set", "GNSS.Address=none").output.contains("did you mean"))
  }

  /// A device in sysfs and /dev: its channels, the programs that use it, and a reading of its buffer as in the daemon.
  @Test(.enabled(if: hasMountNamespaces)) func aDeviceWithABuffer() throws {
    func run(_ words: String...) throws -> Told {
      let process = try RigProcess(
        "unshare",
        [
          "--map-root-user", "--mount", "--propagation", "private", "python3", RigProcess.script("fake_iio.py"), "100",
          "100000", "--", Products.path("gnomon"), "doctor", "--json", "--seconds", "1", "--socket", "/nowhere/s",
          "--set",
          "GNSS.Address=none", "--set", "IMU.Rate=100",
        ] + words, isQuiet: true)
      let (lines, status) = process.finish()
      return try Told(status, lines.filter { !$0.hasPrefix("attribute ") }.joined(separator: "\n"))
    }
    // The rig itself has the node open, to write to it.
    let held = try run()
    #expect(held.status == 1 && held.says("held", "python3"))
    #expect(held.says("device", "chosen as accelerometer and gyroscope") && held.says("mount", "the driver"))
    #expect(held.says("clock-of-device", "realtime"))
    // With an address there is no check of other programs.
    let read = try run("--uri", "local:")
    #expect(read.says("rate", "100 Hz asked") && read.says("stamps", "boot time"), "\(read.findings)")
    #expect(read.says("moving"))
  }

  @Test(.enabled(if: RigProcess.has("umockdev-run"))) func attributesOnly() throws {
    let process = try RigProcess(
      "umockdev-run",
      [
        "-d", RigProcess.script("imu.umockdev"), "--", Products.path("gnomon"), "doctor", "--json", "--seconds", "0.5",
        "--socket", "/nowhere/s", "--set", "GNSS.Address=none",
      ], isQuiet: true)
    let (lines, status) = process.finish()
    let told = try Told(status, lines.joined(separator: "\n"))
    #expect(told.says("no-buffer", "polled") && told.says("mount", "the accelerometer's"))
    // Files do not change.
    #expect(told.says("stuck", "accelerometer") && status == 1)
  }

  /// Devices of another machine, by libiio's network backend.
  @Test(.enabled(if: RigProcess.has("python3"))) func anotherMachine() throws {
    func axes(_ kind: String, _ first: Int, _ raw: [String]) -> [[String: Any]] {
      zip(["x", "y", "z"], 0...).map { axis, place in
        [
          "id": "\(kind)_\(axis)", "index": first + place, "format": "le:S16/16>>0",
          "attributes": ["scale": "0.01", "raw": raw[place]],
        ]
      }
    }
    let channels = axes("accel", 0, ["10", "980", "20"]) + [["id": "timestamp", "index": 3, "format": "le:S64/64>>0"]]
    func device(_ id: String, _ stream: [String: Any]) -> [String: Any] {
      [
        "id": id, "name": "bmi160", "attributes": ["sampling_frequency": "100", "current_timestamp_clock": "realtime"],
        "channels": channels, "stream": stream,
      ]
    }
    func ask(_ stream: [String: Any]) throws -> Told {
      let server = try RigProcess("iio_server.py", [])
      defer { server.stop() }
      let text = try JSONSerialization.data(withJSONObject: ["devices": [device("iio:device0", stream)]])
      try server.write(String(decoding: text, as: UTF8.self))
      let port = try #require(server.line())
      return try doctor(
        "--uri", "ip:127.0.0.1:\(port)", "--seconds", "1", "--set", "GNSS.Address=none", "--set", "IMU.Rate=100")
    }
    let sound = try ask(["hz": 100])
    #expect(sound.says("rate", "100 Hz asked") && sound.says("gyroscope-missing"), "\(sound.findings)")
    #expect(!sound.says("held") && !sound.says("service-user-missing"))
    #expect(try ask(["hz": 60]).says("rate-other", "60"))
    #expect(try ask(["hz": 100, "clock": "zero"]).says("stamps-missing"))
    #expect(try ask(["hz": 100, "clock": "own"]).says("stamps-own-clock"))
    #expect(try ask(["hz": 100, "open": 16]).says("buffer-failed", "another program holds"))
    #expect(try ask(["hz": 100, "fault": "enodev", "after": 20]).says("buffer-failed", "unplugged"))
    let nobody = try doctor("--uri", "ip:127.0.0.1:1", "--set", "GNSS.Address=none")
    #expect(nobody.status == 1 && nobody.says("iio-unlisted", "iiod"))
  }

  @Test(.enabled(if: RigProcess.has("gpsd", "python3"))) func aReceiver() throws {
    let port = freePort(.stream), feedPort = freePort(.datagram)
    #expect(try doctor("--set", "GNSS.Address=127.0.0.1:\(port)").says("gpsd-unreachable", "gpsd.socket"))
    let gpsd = try RigProcess("gpsd", ["-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(feedPort)"], isQuiet: true)
    defer { gpsd.stop() }
    func ask() throws -> Told { try doctor("--seconds", "1.5", "--set", "GNSS.Address=127.0.0.1:\(port)") }
    try waitUntil { try !ask().says("gpsd-unreachable") }
    #expect(try ask().says("receiver-silent"))
    let feed = try RigProcess("gnss_feed.py", ["\(feedPort)", "ubx", "400", "10"])
    defer { feed.stop() }
    var told = try ask()
    for _ in 0..<10 where !told.says("fixes") { told = try ask() }
    #expect(told.says("fixes", "3D") && told.says("gpsd", "answers at 127.0.0.1:\(port)"), "\(told.findings)")
  }
}
