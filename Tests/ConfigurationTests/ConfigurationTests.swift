import Configuration
import Expectations
import Foundation
import Geometry
import Odometry
import Testing
import Tracking

/// The settings of files take effect, later ones first, and invalid ones are reported with file and line.
@Suite struct ConfigurationTests {
  @Test func laterFilesAndFlagsWin() {
    let configuration = Configuration(
      files: [
        ("/usr/share/gnomon/gnomon.conf", "[IMU]\nRate=100\n[Device]\nProfile=hand\n"),
        ("/etc/gnomon/gnomon.conf", "# a board\n[IMU]\n  Rate = 400 \n"),
      ], flags: ["Socket.Path=/tmp/own.sock"])
    #expect(configuration.faults.isEmpty)
    #expect(configuration.settings.inertialRate == 400 && configuration.settings.profile == .hand)
    expect(configuration.settings.socket, equals: "/tmp/own.sock")
    func origin(_ name: String) -> String? { configuration.entries.first { $0.name == name }?.origin.text }
    expect(origin("IMU.Rate"), equals: "/etc/gnomon/gnomon.conf:3")
    expect(origin("Device.Profile"), equals: "/usr/share/gnomon/gnomon.conf:4")
    #expect(origin("Socket.Path") == "Socket.Path=/tmp/own.sock" && origin("IMU.Device") == "default")
  }

  /// The profile's own values stay where no file sets them, whatever the order of the files.
  @Test func parametersLieUponTheProfile() {
    let configuration = Configuration(files: [
      ("a", "[Parameters]\nfix.latency=0.7\n"), ("b", "[Device]\nProfile=head\n"),
    ])
    #expect(configuration.faults.isEmpty && configuration.settings.parameters.fixes.latency == TimeSpan(0.7))
    let own = TrackerParameters(profile: .head)
    expect(configuration.settings.parameters.walking.tie.drift, equals: own.walking.tie.drift)
  }

  /// A parameter of another profile's model is told with its place and the one to set instead; a later file's profile counts.
  @Test func unreadParametersAreReportedAsWarnings() {
    let files = [
      ("a", "[Device]\nProfile=free\n[Parameters]\ncompass.hardiron=2\n"), ("b", "[Device]\nProfile=head\n"),
      ("c", "[Parameters]\nfix.latency=0.1\nfoot.lever_up=0.05\n"),
    ]
    let configuration = Configuration(files: files)
    #expect(configuration.faults.isEmpty)
    expect(
      configuration.unread.map { "\($0)" },
      equals: [
        "a:4: profile head does not read compass.hardiron, only free does; set compass.device_field",
        "c:3: profile head does not read foot.lever_up, only foot does",
      ])
    #expect(Configuration(files: Array(files.prefix(1))).unread.isEmpty)
    expect(
      Configuration(files: files, flags: ["Device.Profile=free"]).unread.map { "\($0.origin.text)" }, equals: ["c:3"])
  }

  @Test func theSceneIsSetInItsSection() {
    let configuration = Configuration(files: [
      ("a", "[Scene]\nplaces.most=20\nlabel.width=7.5\nroute.arrow_spacing=5\n"), ("b", "[Scene]\nplaces.most=30\n"),
    ])
    #expect(configuration.faults.isEmpty, "\(configuration.faults)")
    #expect(configuration.settings.scene.most == 30 && configuration.settings.route.arrowSpacing.value == 5)
    expect(abs(configuration.settings.scene.labelWidth.degrees - 7.5), isBelow: 1e-12)
    let names = configuration.entries.map(\.name)
    #expect(names.contains("Scene.route.corridor") && names.contains("Scene.hint.blend"))
  }

  @Test(arguments: [
    ("[Scene]\nplaces.moost=3\n", "f:2: no parameter 'places.moost'; did you mean 'places.most'?"),
    ("[Scene]\nlabel.width=360\n", "f:2: label.width = 360.0 is outside 0.1 … 90.0 °"),
    ("[Scene]\nroute.line_width=nan\n", "f:2: "),
    ("[IMU]\nRat=3\n", "f:2: no key 'Rat' in [IMU]; did you mean 'Rate'?"),
    ("[IUM]\nRate=3\n", "f:2: no section [IUM]; did you mean [IMU]?"),
    ("[IMU]\nRate=3\n", "f:2: IMU.Rate = 3.0 is outside 10.0 … 2000.0 Hz"),
    ("[IMU]\nRate\n", "f:2: expected Key=Value, not 'Rate'"),
    ("Rate=3\n", "f:1: 'Rate=3' is before the first [Section]"),
    ("[IMU\nRate=3\n", "f:1: a section is written [Name], not '[IMU'"),
    ("[Device]\nProfile=haed\n", "f:2: Device.Profile must be head | torso"),
    ("[Parameters]\nfix.latenzy=1\n", "f:2: no parameter 'fix.latenzy'; did you mean 'fix.latency'?"),
    ("[IMU]\nMountMatrix=1,0,0;0,1,0\n", "f:2: IMU.MountMatrix: three rows of three numbers"),
    ("[GNSS]\nAddress=localhost\n", "f:2: GNSS.Address: HOST:PORT"),
    ("[GNSS]\nDevice=ttyACM0\n", "f:2: GNSS.Device: gpsd's path"),
    ("[Sensors]\nContext=192.168.7.2\n", "f:2: Sensors.Context: ip:HOST:PORT, usb:"),
    ("[Sensors]\nContext=serial:\n", "f:2: Sensors.Context: ip:HOST:PORT, usb:"),
    ("[Socket]\nPath=own.sock\n", "f:2: Socket.Path: expected an absolute path"),
  ]) func impossibleSettingsAreRefusedWithTheirLine(text: String, complaint: String) {
    let faults = Configuration(files: [("f", text)]).faults
    #expect(faults.contains { "\($0)".hasPrefix(complaint) }, "\(faults)")
  }

  /// Every default, written to a file, is accepted.
  @Test func defaultsAreFit() {
    let entries = Configuration(files: []).entries
    let text = entries.map { entry in
      let dot = entry.name.firstIndex(of: ".") ?? entry.name.endIndex
      return "[\(entry.name[..<dot])]\n\(entry.name[entry.name.index(after: dot)...])=\(entry.value)\n"
    }.joined()
    let again = Configuration(files: [("f", text)])
    #expect(again.faults.isEmpty, "\(again.faults)")
    expect(entries.count, isAbove: 150)
  }

  /// In the shipped file each key exists, and the value behind each # is the default.
  @Test func theShippedFileHasTheDefaults() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../config/gnomon.conf")
    let text = try String(contentsOf: path, encoding: .utf8)
    #expect(Configuration(files: [("shipped", text)]).entries.allSatisfy { $0.origin.file == nil })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0.contains("=") ? String($0.dropFirst()) : String($0)
    }
    let awake = Configuration(files: [("shipped", lines.joined(separator: "\n"))])
    #expect(awake.faults.isEmpty, "\(awake.faults)")
    let defaults = Dictionary(uniqueKeysWithValues: Configuration(files: []).entries.map { ($0.name, $0.value) })
    let told = awake.entries.filter { $0.origin.file != nil }
    expect(told.count, isAtLeast: 18)
    for entry in told where !entry.name.hasSuffix("MountMatrix") {
      expect(entry.value, equals: defaults[entry.name], "\(entry.name)")
    }
  }
}
