import Expectations
import Foundation
import Geometry
import Sensors
import TestSupport
import Testing
import Wire

@testable import Diagnosis

/// `gnomon doctor --report`: text to paste into an issue.
@Suite struct DoctorReportTests {
  private let home = "/" + "home"

  /// Facts of a board that contain everything private.
  private func talkative() -> DoctorFacts {
    var facts = DoctorFacts()
    facts.kernel.release = "6.12.9-arm64"
    facts.kernel.architecture = "aarch64"
    facts.kernel.board = "Raspberry Pi Zero 2 W Rev 1.0"
    facts.rights.user = "annelies"
    facts.machine.host = "annelies-brille"
    facts.machine.system = "Debian GNU/Linux 13 (trixie) (13.1)"
    facts.machine.packages = ["gpsd 3.25-5", "libiio0 0.26-2"]
    facts.machine.service = ["gnomond.service: ActiveState=active, SubState=running"]
    facts.machine.journal = [
      "gpsd at 192.168.7.1:2947: connection refused", "fix at 48.20817, 16.37382 refused; annelies-brille.lan said so",
      "\(home)/annelies/walk.gnomon: cannot write", "/dev/serial/by-id/usb-u-blox_AG_GPS-if00 is gone",
      "receiver 0A1B2C3D4E5F, mac 2c:cf:67:0a:1b:2c, fe80::1ff:fe23:4567:890a", "recording to ``` a fence",
    ]
    facts.receiver.address = "192.168.7.1:2947"
    facts.receiver.fault = "connection refused"
    facts.sensors.uri = "ip:brille.example.org"
    facts.configuration.set = [
      "IMU.Rate=100 (/etc/gnomon/gnomon.conf:12)", "GNSS.Address=192.168.7.1:2947 (/etc/gnomon/gnomon.conf:3)",
      "Sensors.Context=ip:brille.example.org (/etc/gnomon/gnomon.conf:4)",
      "Recording.Directory=\(home)/annelies/rec (/etc/gnomon/gnomon.conf.d/a.conf:1)",
    ]
    facts.daemon.version = "0.1.0"
    facts.daemon.profile = "head"
    facts.daemon.state = "localized, normal, heading 123.4° ± 5.0°"
    facts.daemon.phase = "localized, normal"
    facts.daemon.accuracy = "heading ± 5.0°, place ± 3.1 m"
    facts.daemon.calibrations = ["mag of bmm150: good, made 2026-11-01; good: a field of 0.4 µT turns with the device"]
    var format = DeviceDescription(
      id: "iio:device0", name: "bmi160", label: "imu", place: "usb-1234567890AB", rates: "25 50 100 200",
      channels: (0..<3).map { (axis: Int) in
        .init(
          id: "accel_\(axis)", quantity: .role(.accelerometer), axis: axis,
          format: .integer(bits: 16, length: 16, shift: 0, isSigned: true, isBigEndian: false), scale: 0.000598550,
          hasRaw: true)
      })
    format.mount = "1, 0, 0; 0, 1, 0; 0, 0, 1"
    var device = DeviceFacts(format)
    device.rate = "200"
    facts.devices = [device]
    return facts
  }

  @Test func theReportNamesFaultsAndNoPersonOrPlace() {
    let report = IssueReport(talkative()), page = report.page
    for secret in [
      "annelies", "brille", "192.168", "48.20", "16.37", "u-blox_AG", "0A1B2C", "2c:cf", "fe80", "1234567890", "123.4°",
    ] { #expect(!page.contains(secret), "\(secret) in\n\(page)") }
    for word in [
      "gnomon \(Release.version)", "Debian GNU/Linux 13", "6.12.9-arm64", "Raspberry Pi Zero 2 W", "gpsd 3.25-5",
      "libiio0 0.26-2",
      "IMU.Rate=100 (/etc/gnomon/gnomon.conf:12)", "GNSS.Address=‹address›", "ActiveState=active", "connection refused",
      "scale 0.00059855", "mount 1,0,0; 0,1,0; 0,0,1", "offers 25 50 100 200", "rate 200", "mag of bmm150: good",
      "heading ± 5.0°, place ± 3.1 m", "\(home)/‹user›/walk.gnomon", "gpsd-unreachable", "checks are ok",
    ] { #expect(page.contains(word), "\(word) not in\n\(page)") }
    #expect(page.contains("replaced: ") && page.contains("positions (2)") && page.contains("user names"))
    #expect(page.hasPrefix("```text\n") && page.hasSuffix("\n```\n"))
    expect(page.components(separatedBy: "```").count, equals: 3)
    // The same facts give the same page, and the JSON has the same content.
    expect(IssueReport(talkative()).page, equals: page)
    #expect(report.json["markdown"]?.string == page && report.json["replaced"]?["positions"]?.integer == 2)
    expect(report.json["sections"]?["findings"]?.array?.isEmpty, equals: false)
  }

  /// Its size is limited, whatever the number of facts.
  @Test func itIsBounded() {
    var facts = talkative()
    facts.devices = (0..<40).map { index in
      var device = facts.devices[0]
      device.description.id = "iio:device\(index)"
      return device
    }
    facts.configuration.set = (0..<300).map { "Parameters.a\($0)=1 (file:\($0))" }
    facts.configuration.faults = (0..<300).map { "file:\($0): no" }
    facts.machine.journal = (0..<300).map { "\($0) " + String(repeating: "long ", count: 200) }
    facts.daemon.sources = (0..<100).map { .init(name: "source \($0)", state: .failed, detail: "no") }
    facts.daemon.calibrations = Array(repeating: "mag", count: 50)
    let lines = IssueReport(facts).page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 120 && lines.allSatisfy { $0.count <= 190 }, "\(lines.count)")
    #expect(lines.contains { $0.contains("… and ") })
  }

  @Test func privateShapesAreRecognized() {
    for text in ["10.0.0.7", "192.168.7.1:2947", "fe80::1", "2a00:1450:4001:830::200e", "2c:cf:67:0a:1b:2c"] {
      #expect(Redaction.isAddress(text), "\(text)")
    }
    for text in ["127.0.0.1:2947", "12:30:05", "3.25", "6.12.9", "iio:device0", "::1", "0.26-2", "IMU.Rate"] {
      #expect(!Redaction.isAddress(text), "\(text)")
    }
    for text in ["0A1B2C3D4E5F", "35729184650123", "UBX8842917"] { #expect(Redaction.isSerial(text), "\(text)") }
    for text in ["bmi160", "libgps30t64", "iio-trig-hrtimer", "accelerometer", "v657", "20261120"] {
      #expect(!Redaction.isSerial(text), "\(text)")
    }
    var nobody = Redaction(host: "localhost", user: "root", addresses: ["none", "127.0.0.1"])
    expect(nobody.clean("root at localhost: 127.0.0.1:2947, none"), equals: "root at localhost: 127.0.0.1:2947, none")
    #expect(nobody.sentence == nil)
  }

  @Test func packagesAreReadFromDebiansList() {
    let status = """
      Package: gpsd
      Status: install ok installed
      Architecture: arm64
      Version: 3.25-5

      Package: libiio0
      Status: deinstall ok config-files
      Version: 0.26-2

      """
    expect(Gathering.versions(of: ["libiio0", "gpsd"], in: status), equals: ["gpsd 3.25-5"])
  }

  /// The report of this machine, with a daemon that answers.
  @Test func asAUserRunsIt() throws {
    let demo = try Demo()
    _ = try demo.run("wait", "--heading", "20deg", "--place", "50m", "--timeout", "60")
    let run = try demo.run("doctor", "--report", "--seconds", "0.3", "--set", "GNSS.Address=none")
    #expect(run.status == 0 || run.status == 1)
    #expect(run.output.hasPrefix("```text\nversions\n  gnomon ") && run.output.contains(", gnomond "))
    #expect(
      run.output.contains("profile head") && run.output.contains("daemon: gyroscope") && run.output.contains("place ±"))
    expect(run.output.split(separator: "\n").count, isAtMost: 120)
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, 255)
    let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if !["localhost", "debian", "gnomon"].contains(host) { #expect(!run.output.contains(host)) }
    #expect(!run.output.contains("48.2") && !run.output.contains("16.37"))
    let json = try object(
      try demo.run("doctor", "--report", "--json", "--seconds", "0.3", "--set", "GNSS.Address=none"))
    #expect(json["markdown"] is String && json["sections"] is [String: Any])
  }
}
