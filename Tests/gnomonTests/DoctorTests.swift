import Expectations
import Geometry
import Glibc
import Sensors
import Testing
import Wire

@testable import Diagnosis

/// A board without any fault; each test changes one thing.
private func board() -> DoctorFacts {
  var facts = DoctorFacts()
  facts.kernel.release = "6.12.9-amd64"
  facts.kernel.architecture = "x86_64"
  facts.kernel.hasIIO = true
  facts.kernel.hasTimerTriggers = true
  facts.rights.user = "anna"
  facts.rights.hasServiceUser = true
  facts.rights.serviceGroups = ["gnomon", "iio"]
  facts.clocks.real = 1.8e9
  facts.clocks.isSynchronized = true
  facts.devices = [imu(), compass()]
  facts.receiver.address = "localhost:2947"
  facts.receiver.version = "3.22"
  facts.receiver.devices = [.init(path: "/dev/ttyAMA0", driver: "u-blox")]
  facts.receiver.fixes = ["1", "2", "3"]
  facts.receiver.bestMode = 3
  facts.receiver.hasEllipsoidHeight = true
  facts.receiver.hasPulse = true
  facts.receiver.listened = 3
  facts.daemon.version = Release.version
  facts.daemon.process = 700
  facts.daemon.state = "localized, normal"
  facts.daemon.sources = [
    .init(
      name: "gyroscope (bmi160, iio:device0)", state: .running, detail: "200 Hz", role: "gyroscope",
      device: "iio:device0")
  ]
  return facts
}

private func channels(_ kind: String, _ role: SensorRole) -> [DeviceDescription.Channel] {
  let format = ScanElement.Format.integer(bits: 16, length: 16, shift: 0, isSigned: true, isBigEndian: false)
  return (0..<3).map { axis in
    DeviceDescription.Channel(
      id: "\(kind)_\(["x", "y", "z"][axis])", quantity: .role(role), axis: axis, format: format, scale: 0.001,
      hasRaw: true)
  }
}

private func file(_ path: String, _ mode: UInt32 = 0o660, serviceMay: Bool = true) -> AccessFacts {
  AccessFacts(path: path, user: "root", group: "iio", mode: mode, serviceMay: serviceMay, askerMay: true)
}

private func imu(_ id: String = "iio:device0") -> DeviceFacts {
  var device = DeviceFacts(
    DeviceDescription(
      id: id, name: "bmi160", mount: "1, 0, 0; 0, 1, 0; 0, 0, 1", hasTrigger: true, trigger: "bmi160-dev0",
      rates: "25 50 100 200", channels: channels("accel", .accelerometer) + channels("anglvel", .gyroscope)))
  device.clock = "boottime"
  device.node = file("/dev/\(id)")
  device.attributes = [file("/sys/bus/iio/devices/\(id)/buffer/enable")]
  var trial = DeviceTrial(isBuffered: true, asked: Frequency(200))
  trial.rate = Frequency(198)
  trial.jitter = TimeSpan(0.0002)
  trial.longest = TimeSpan(0.006)
  trial.basis = .boot
  trial.lanes = [
    .init(.accelerometer, count: 600, mean: SIMD3(0.1, 9.8, 0.2), spread: SIMD3(repeating: 0.02)),
    .init(.gyroscope, count: 600, mean: SIMD3(0.005, -0.002, 0.001), spread: SIMD3(repeating: 0.002)),
  ]
  device.buffered = trial
  var polled = trial
  polled.isBuffered = false
  device.polled = polled
  return device
}

private func compass() -> DeviceFacts {
  var device = DeviceFacts(
    DeviceDescription(
      id: "iio:device1", name: "ak8963", mount: "1, 0, 0; 0, 1, 0; 0, 0, 1", hasTrigger: true, trigger: "t0",
      channels: channels("magn", .magnetometer)))
  var trial = DeviceTrial(isBuffered: true, asked: Frequency(50))
  trial.rate = Frequency(50)
  trial.basis = .boot
  trial.lanes = [.init(.magnetometer, count: 150, mean: SIMD3(20, -43, 5), spread: SIMD3(repeating: 0.4))]
  device.buffered = trial
  return device
}

/// One fault, and its expected finding.
private struct Fault: CustomTestStringConvertible, Sendable {
  var code: String
  var level: Finding.Level
  var words: [String]
  var spoil: @Sendable (inout DoctorFacts) -> Void
  var testDescription: String { "\(code): \(words.joined(separator: ", "))" }

  init(
    _ code: String, _ level: Finding.Level, _ words: String..., spoil: @escaping @Sendable (inout DoctorFacts) -> Void
  ) {
    (self.code, self.level, self.words, self.spoil) = (code, level, words, spoil)
  }
}

private let kernelFaults: [Fault] = [
  Fault("kernel-without-iio", .problem, "CONFIG_IIO is not set in /proc/config.gz", "linux-image-amd64") {
    $0.kernel.hasIIO = false
    $0.kernel.coreOption = .off
    $0.kernel.optionsFile = "/proc/config.gz"
  },
  Fault("kernel-without-iio", .problem, "cloud kernel") {
    $0.kernel.hasIIO = false
    $0.kernel.coreOption = .off
    $0.kernel.release = "6.12.9-cloud-amd64"
  },
  Fault("iio-not-loaded", .problem, "modprobe industrialio") {
    $0.kernel.hasIIO = false
    $0.kernel.hasModules = true
    $0.kernel.hasCoreModule = true
  },
  Fault("iio-module-missing", .problem, "/lib/modules/6.12.9-amd64") {
    $0.kernel.hasIIO = false
    $0.kernel.coreOption = .module
  },
  Fault("iio-missing", .problem, "modprobe industrialio") { $0.kernel.hasIIO = false },
  Fault("iio-no-device", .problem, "new_device", "hid-sensor-hub") { $0.devices = [] },
  Fault("iio-no-device", .problem, "dtoverlay=i2c-sensor,mpu6050") {
    $0.devices = []
    $0.kernel.board = "Raspberry Pi 5 Model B Rev 1.0"
  },
  Fault("iio-no-device", .problem, "compatible = \"bosch,bmi160\"", "Radxa") {
    $0.devices = []
    $0.kernel.board = "Radxa Zero 3"
  },
  Fault("iio-no-device", .problem, "modprobe -a hid-sensor-hub", "0018:8086:22D8.0001") {
    $0.devices = []
    $0.kernel.sensorHubs = ["0018:8086:22D8.0001"]
  },
  Fault("iio-unlisted", .problem, "Permission denied") { $0.listingFault = "Permission denied" },
  Fault("trigger-missing", .warning, "systemctl start gnomon-trigger", "gnomon-device1") {
    $0.devices[1].description.trigger = ""
  },
  Fault("timer-triggers-missing", .warning, "modprobe -a industrialio-configfs iio-trig-hrtimer") {
    $0.devices[1].description.trigger = ""
    $0.kernel.hasTimerTriggers = false
  },
  Fault("kernel-without-timer-triggers", .warning, "CONFIG_IIO_HRTIMER_TRIGGER") {
    $0.devices[1].description.trigger = ""
    $0.kernel.hasTimerTriggers = false
    $0.kernel.timerOption = .off
  },
  Fault("container", .note, "host") { $0.kernel.isContainer = true },
]

private let deviceFaults: [Fault] = [
  Fault("accelerometer-ambiguous", .problem, "there are several", "[IMU] Device=") {
    $0.devices.append(imu("iio:device5"))
  },
  Fault("gyroscope-missing", .problem, "motion cannot be tracked") { $0.devices.remove(at: 0) },
  Fault("magnetometer-missing", .note, "the receiver's courses") { $0.devices.remove(at: 1) },
  Fault("magnetometer-missing", .warning, "'hmc5883l'", "[Magnetometer] Device=") {
    $0.sensors.magnetometer.device = "hmc5883l"
  },
  Fault("magnetometer-off", .note, "configuration") { $0.sensors.magnetometer.isUsed = false },
  Fault("no-buffer", .warning, "polled") {
    for index in $0.devices[0].description.channels.indices { $0.devices[0].description.channels[index].format = nil }
  },
  Fault("mount-refused", .problem, "reflection") { $0.devices[0].description.mount = "1,0,0; 0,1,0; 0,0,-1" },
  Fault("mount-unknown", .note, "mount-matrix in the device tree") { $0.devices[0].description.mount = "" },
  Fault("mount-ignored", .warning, "hwdb") {
    $0.devices[0].description.mount = ""
    $0.devices[0].description.databaseMount = "1,0,0; 0,1,0; 0,0,-1"
  },
  Fault("node-forbidden", .problem, "group 'iio'", "71-gnomon-access.rules", "mode 0600") {
    $0.devices[0].node = file("/dev/iio:device0", 0o600, serviceMay: false)
  },
  Fault("attributes-forbidden", .problem, "buffer/enable", "udevadm trigger") {
    $0.devices[0].attributes = [file("/sys/bus/iio/devices/iio:device0/buffer/enable", 0o644, serviceMay: false)]
  },
  Fault("open-to-everybody", .warning, "0666") { $0.devices[0].node = file("/dev/iio:device0", 0o666) },
  Fault("held", .problem, "iio-sensor-prox (process 12)", "mask --now iio-sensor-proxy") {
    $0.devices[0].holders = [Holder(process: 12, name: "iio-sensor-prox")]
  },
  Fault("held", .problem, "disable --now iiod") { $0.devices[0].holders = [Holder(process: 13, name: "iiod")] },
  Fault("held-by-daemon", .ok, "process 700", "gyroscope 200 Hz") {
    $0.devices[0].holders = [Holder(process: 700, name: "gnomond")]
    $0.daemon.sensors = [.init(name: "gyroscope", rate: 200)]
  },
  Fault("processes-hidden", .note, "as root") { $0.clocks.hiddenProcesses = 3 },
  Fault("service-user-missing", .note, "systemd-sysusers") { $0.rights.hasServiceUser = false },
  Fault("service-user-group", .problem, "usermod --append --groups iio gnomon") {
    $0.rights.serviceGroups = ["gnomon"]
  },
  Fault("configuration-fault", .problem, "gnomon.conf:3", "gnomon config check") {
    $0.configuration.faults = ["/etc/gnomon/gnomon.conf:3: no key 'Rat' in [IMU]"]
  },
  Fault("parameter-unread", .warning, "set compass.device_field") {
    $0.configuration.unread = [
      "/etc/gnomon/gnomon.conf:3: profile head does not read compass.hardiron; set compass.device_field"
    ]
  },
  Fault("clock-unset", .warning, "before 2025") { $0.clocks.real = 12 },
  Fault("clock-unsynchronised", .note, "timedatectl") { $0.clocks.isSynchronized = false },
  Fault("clock-unsynchronised", .note, "the kernel does not report (Operation not permitted) whether") {
    $0.clocks.isSynchronized = nil
    $0.clocks.synchronizationError = "Operation not permitted"
  },
  Fault("clock-slept", .note, "300 s") { $0.clocks.boot = 300 },
]

private let measuredFaults: [Fault] = [
  Fault("buffer-failed", .problem, "gave no samples") {
    $0.devices[0].buffered?.fault = "its buffer was turned on and gave no samples"
    $0.devices[0].buffered?.lanes = []
  },
  Fault("buffer-failed", .note, "as root") {
    $0.devices[0].buffered?.fault = "no permission"
    $0.devices[0].buffered?.isForbidden = true
    $0.devices[0].buffered?.lanes = []
  },
  Fault("rate-other", .warning, "96 Hz (200 Hz asked)") { $0.devices[0].buffered?.rate = Frequency(96) },
  Fault("rate-low", .warning, "50 Hz at least") {
    $0.devices[0].buffered?.rate = Frequency(25)
    $0.devices[0].buffered?.asked = Frequency(25)
  },
  Fault("shoe-rate", .warning, "gives 100 Hz") {
    $0.configuration.profile = "foot"
    $0.devices[0].buffered?.rate = Frequency(100)
    $0.devices[0].buffered?.asked = Frequency(100)
  },
  Fault("shoe-range", .note, "16 g") { $0.configuration.profile = "foot" },
  Fault("uneven", .note, "quarter") { $0.devices[0].buffered?.jitter = TimeSpan(0.002) },
  Fault("gaps", .warning, "4 gaps and 9 lost") {
    $0.devices[0].buffered?.gaps = 4
    $0.devices[0].buffered?.lost = 9
  },
  Fault("stamps-missing", .warning, "600 of its samples have no time") {
    $0.devices[0].buffered?.basis = .arrival
    $0.devices[0].buffered?.clock.missing = 600
  },
  Fault("stamps-own-clock", .note, "shortest delay") { $0.devices[0].buffered?.basis = .own },
  Fault("stamps-step", .warning, "once") { $0.devices[0].buffered?.clock.steps = 1 },
  Fault("bad-samples", .warning, "2 reads failed") { $0.devices[0].buffered?.failures = 2 },
  Fault("saturated", .warning, "3 of 600") { $0.devices[0].buffered?.lanes[0].saturated = 3 },
  Fault("stuck", .problem, "gyroscope: 600 samples") { $0.devices[0].buffered?.lanes[1].spread = .zero },
  Fault("gravity-off", .note, "calibration") { $0.devices[0].buffered?.lanes[0].mean = SIMD3(0, 10.2, 0) },
  Fault("gravity-off", .warning, "11.5") { $0.devices[0].buffered?.lanes[0].mean = SIMD3(0, 11.5, 0) },
  Fault("gravity-wrong", .problem, "|a| is 1 m/s²", "in_accel_scale") {
    $0.devices[0].buffered?.lanes[0].mean = SIMD3(0, 1, 0)
  },
  Fault("moving", .note, "lay it down") { $0.devices[0].buffered?.lanes[0].spread = SIMD3(2, 1, 1) },
  Fault("bias-large", .warning, "10.03 °/s") { $0.devices[0].buffered?.lanes[1].mean = SIMD3(0.175, 0, 0) },
  Fault("bias-large", .problem, "in_anglvel_scale") { $0.devices[0].buffered?.lanes[1].mean = SIMD3(2, 0, 0) },
  Fault("noise-large", .warning, "bandwidth") { $0.devices[0].buffered?.lanes[1].spread = SIMD3(0.02, 0.01, 0.01) },
  Fault("raw-differs", .problem, "order of bytes") { $0.devices[0].polled?.lanes[0].mean = SIMD3(9.8, 0.1, 0.2) },
  Fault("field-implausible", .warning, "300 µT", "iron") { $0.devices[1].buffered?.lanes[0].mean = SIMD3(300, 0, 0) },
  Fault("field-implausible", .warning, "0.5 µT", "scale") { $0.devices[1].buffered?.lanes[0].mean = SIMD3(0.5, 0, 0) },
]

private let serviceFaults: [Fault] = [
  Fault("gpsd-unreachable", .problem, "nothing listens there", "gpsd.socket", "Address=none") {
    $0.receiver.fault = "nothing listens there"
    $0.receiver.isRefused = true
  },
  Fault("gpsd-name", .problem, "numeric") { $0.receiver.isName = true },
  Fault("receiver-off", .note, "Address=") { $0.receiver.address = "none" },
  Fault("gpsd-old", .warning, "3.20") { $0.receiver.version = "3.17" },
  Fault("receiver-missing", .problem, "/etc/default/gpsd") { $0.receiver.devices = [] },
  Fault("receiver-silent", .warning, "baud") { $0.receiver.fixes = [] },
  Fault("no-fix", .warning, "4 satellites", "sky") {
    $0.receiver.fixes = []
    $0.receiver.reportsWithoutFix = 3
    $0.receiver.satellitesUsed = 4
  },
  Fault("no-ellipsoid-height", .note, "altHAE") { $0.receiver.hasEllipsoidHeight = false },
  Fault("no-pulse", .note, "PPS") { $0.receiver.hasPulse = false },
  Fault("receivers-several", .note, "2 receivers", "Device=") {
    $0.receiver.devices.append(.init(path: "/dev/ttyUSB0", driver: "NMEA0183"))
  },
  Fault("receiver-not-there", .problem, "/dev/ttyUSB7", "/dev/ttyAMA0") { $0.receiver.wanted = "/dev/ttyUSB7" },
  Fault("gpsd-misunderstood", .note, "2 of") { $0.receiver.misunderstood = 2 },
  Fault("daemon-absent", .warning, "journalctl --unit gnomond") {
    $0.daemon.fault = "no daemon answers"
    $0.daemon.hasUnit = true
  },
  Fault("daemon-not-installed", .note, "make install") { $0.daemon.fault = "no daemon answers" },
  Fault("daemon-forbidden", .warning, "usermod --append --groups gnomon anna") {
    $0.daemon.fault = "not permitted"
    $0.daemon.isForbidden = true
  },
  Fault("daemon-version", .note, "restart") { $0.daemon.version = "0.0.1" },
  Fault("daemon-waiting", .warning, "waits for samples") { $0.daemon.state = nil },
  Fault("calibration-foreign", .warning, "from another machine") { $0.daemon.foreignCalibrations = ["mag"] },
  Fault("daemon-no-source", .warning, "no source") { $0.daemon.sources = [] },
  Fault("source-failed", .problem, "journalctl") { $0.daemon.sources[0].state = .failed },
  Fault("source-waiting", .warning, "waiting") { $0.daemon.sources[0].state = .waiting },
  Fault("source-waiting", .note, "absent") {
    $0.daemon.sources.append(
      .init(name: "barometer", state: .absent, detail: "this machine has none", role: "barometer"))
  },
  Fault("daemon-refused", .note, "3 × late") { $0.daemon.refused = ["3 × late"] },
]

@Suite struct DoctorTests {
  @Test func aSoundBoardHasNoFinding() {
    let findings = board().findings
    let bad = findings.filter { $0.level >= .warning }
    #expect(bad.isEmpty, "\(bad)")
    #expect(DoctorReport(findings).verdict.hasPrefix("no problems"))
    for code in [
      "iio", "device", "buffer", "rights", "rate", "stamps", "gravity", "rotation", "raw-agrees", "field", "fixes",
    ] {
      #expect(findings.contains { $0.code == code && $0.level == .ok }, "\(code)")
    }
  }

  @Test(arguments: kernelFaults + deviceFaults + measuredFaults + serviceFaults)
  private func everyFaultHasItsFinding(_ fault: Fault) {
    var facts = board()
    fault.spoil(&facts)
    let found = facts.findings.filter { $0.code == fault.code }
    #expect(found.contains { $0.level == fault.level }, "\(facts.findings)")
    let told = found.map { $0.sentence + " " + $0.remedy }.joined(separator: " ")
    for words in fault.words { #expect(told.contains(words), "\(told)") }
    // A finding that is worse than a note has a remedy.
    for finding in found where finding.level >= .warning && finding.code != "source-waiting" {
      #expect(!finding.remedy.isEmpty, "\(finding)")
    }
  }

  /// One fault gives one finding: the rest of the board has no fault, except for consequences.
  @Test func oneFaultIsOneProblem() {
    for fault in measuredFaults where fault.level == .problem {
      var facts = board()
      fault.spoil(&facts)
      // The attributes of a faulty sensor are as wrong as its buffer.
      if fault.code != "raw-differs" { facts.devices[0].polled = nil }
      expect(facts.findings.count { $0.level == .problem }, equals: 1, "\(fault.code)")
    }
  }

  @Test func thePageHasRemediesUnderTheirFindingAndEndsWithTheVerdict() {
    var facts = board()
    facts.receiver.devices = []
    facts.devices[0].buffered?.gaps = 2
    let diagnosis = DoctorReport(facts.findings)
    let lines = diagnosis.page.split(separator: "\n").map(String.init)
    let place = lines.firstIndex { $0.hasPrefix("  problem gpsd has no receiver") } ?? 0
    #expect(lines[place + 1].hasPrefix("            → DEVICES="))
    #expect(lines.last == diagnosis.verdict && diagnosis.verdict.hasPrefix("1 problem and 1 warning in"))
    expect(diagnosis.json["findings"]?.array?.count, equals: facts.findings.count)
  }

  @Test func aKernelsConfigurationIsRead() {
    let text = "CONFIG_IIO=m\nCONFIG_IIO_BUFFER=y\n# CONFIG_IIO_HRTIMER_TRIGGER is not set\n"
    #expect(KernelFacts.options(text) == (.module, .off))
    #expect(KernelFacts.options("CONFIG_IIO=y\nCONFIG_IIO_HRTIMER_TRIGGER=m") == (.builtIn, .module))
    #expect(KernelFacts.options("# CONFIG_IIO is not set") == (.off, .off))
  }

  @Test func answersOfGPSDAreRead() {
    var facts = ReceiverFacts()
    facts.ingest([
      #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"#,
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox"}]}"#,
      #"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"#,
      #"{"class":"TPV","mode":3,"time":"2026-01-01T00:00:00Z","lat":48.1,"lon":16.3,"altHAE":200}"#,
      #"{"class":"TPV","mode":3,"time":"2026-01-01T00:00:00Z","lat":48.1,"lon":16.3}"#,
      #"{"class":"SKY","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#,
      #"{"class":"PPS","device":"/dev/ttyACM0"}"#, "nonsense",
    ])
    #expect(facts.version == "3.25" && facts.devices == [.init(path: "/dev/ttyACM0", driver: "u-blox")])
    #expect(facts.fixes.count == 1 && facts.reportsWithoutFix == 1 && facts.bestMode == 3 && facts.hasEllipsoidHeight)
    #expect(facts.satellitesUsed == 1 && facts.hasPulse && facts.misunderstood == 1)
    facts.address = "[::1]:2948"
    #expect(facts.parts == ("::1", "2948"))
  }

  @Test func rightsAreThoseOfTheClassicRule() {
    var status = stat()
    status.st_uid = 5
    status.st_gid = 7
    status.st_mode = 0o460
    #expect(!UserRights(user: 5, groups: [7]).may(2, status))
    #expect(UserRights(user: 5, groups: [7]).may(4, status))
    #expect(UserRights(user: 6, groups: [7]).may(6, status))
    #expect(!UserRights(user: 6, groups: [8]).may(4, status))
    #expect(UserRights(user: 0, groups: []).may(6, status))
  }
}
