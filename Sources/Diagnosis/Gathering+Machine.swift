import CPosix
import CommandParts
import Configuration
import Geometry
import Glibc
import GnomonClient
import Recordings
import Sensors
import Wire

/// Gathers the facts, without judging them.
struct Gathering {
  var facts = DoctorFacts()

  mutating func gatherConfiguration(flags: [String], uri: String?) {
    let (configuration, unreadable) = ConfigurationFiles().read(flags: flags)
    facts.configuration.faults = unreadable + configuration.faults.map { "\($0)" }
    facts.configuration.unread = configuration.unread.map { "\($0)" }
    facts.configuration.set = configuration.entries.filter { $0.origin.file != nil }
      .map { "\($0.name)=\($0.value) (\($0.origin.text))" }
    facts.configuration.profile = configuration.settings.profile.rawValue
    facts.sensors = SensorConfiguration(configuration.settings)
    if let uri { facts.sensors.uri = uri }
    facts.receiver.address = configuration.settings.gpsd
    facts.receiver.wanted = configuration.settings.receiver.isEmpty ? nil : configuration.settings.receiver
    facts.daemon.socket = configuration.settings.socket
  }

  mutating func gatherKernel() {
    var name = utsname()
    uname(&name)
    func text<Field>(_ field: inout Field) -> String {
      withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    let release = text(&name.release)
    facts.kernel.release = release
    facts.kernel.architecture = text(&name.machine)
    facts.kernel.hasIIO = MachineFiles.exists("/sys/bus/iio")
    for path in ["/proc/config.gz", "/boot/config-\(release)"] {
      guard let options = textFile(path) else { continue }
      facts.kernel.optionsFile = path
      (facts.kernel.coreOption, facts.kernel.timerOption) = KernelFacts.options(options)
      facts.kernel.driverOptions = KernelFacts.driverOptions(options)
      break
    }
    if let modules = textFile("/lib/modules/\(release)/modules.dep", limit: 8 << 20) {
      facts.kernel.hasModules = true
      facts.kernel.hasCoreModule = modules.contains("/industrialio.ko")
      facts.kernel.hasTimerModule = modules.contains("/iio-trig-hrtimer.ko")
    }
    facts.kernel.hasTimerTriggers = MachineFiles.exists("/sys/kernel/config/iio/triggers/hrtimer")
    if MachineFiles.exists("/proc/device-tree") {
      facts.kernel.board = MachineFiles.line("/proc/device-tree/model") ?? "a board without a name"
    }
    // The modalias of a HID device contains its group: 0003 is that of sensor hubs (HID_GROUP_SENSOR_HUB).
    for device in MachineFiles.names(in: "/sys/bus/hid/devices") ?? [] {
      if MachineFiles.line("/sys/bus/hid/devices/\(device)/modalias")?.contains("g0003") == true {
        facts.kernel.sensorHubs.append(device)
      }
    }
    facts.kernel.isContainer =
      MachineFiles.exists("/run/systemd/container") || MachineFiles.exists("/.dockerenv")
      || MachineFiles.exists("/run/.containerenv")
  }

  mutating func gatherRights() {
    let asker = UserRights.asker
    facts.rights.user = UserRights.userName(asker.user)
    facts.rights.isRoot = asker.user == 0
    if let service = UserRights(named: "gnomon") {
      facts.rights.hasServiceUser = true
      facts.rights.serviceGroups = service.groupNames
    }
  }

  mutating func gatherClocks() {
    facts.clocks.boot = Double(gnomon_boot_time()) * 1e-9
    facts.clocks.monotonic = Double(gnomon_monotonic_time()) * 1e-9
    facts.clocks.real = Double(gnomon_real_time()) * 1e-9
    let state = gnomon_clock_is_synchronized()
    facts.clocks.isSynchronized = state < 0 ? nil : state == 1
    facts.clocks.synchronizationError = state < 0 ? String(cString: strerror(-state)) : nil
  }

  mutating func gatherDaemon(socket: String?) {
    if let socket { facts.daemon.socket = socket }
    facts.daemon.hasUnit = Self.hasUnit("gnomond.service")
    do throws(ClientFault) {
      let client = try Client(path: facts.daemon.socket)
      client.setPatience(.seconds(2))
      let info = try client.answer(ControlMethod.getInfo)
      facts.daemon.process = info["process_id"]?.integer.map { Int($0) }
      facts.daemon.access = info["access"]?.string ?? "?"
      let status = try client.tracking.getStatus()
      facts.daemon.version = status.version
      facts.daemon.profile = status.profile
      facts.daemon.state = status.pose.map { "\($0.stateText), \($0.headingText)" }
      facts.daemon.phase = status.pose?.stateText
      facts.daemon.sources = status.sources.map {
        .init(
          name: $0.name, state: $0.state, detail: $0.detail, role: $0.role, device: $0.device, place: $0.place,
          isMounted: $0.isMounted ?? false)
      }
      if status.receivers.count > 1 { facts.daemon.receivers = status.receivers.map(\.line) }
      facts.daemon.accuracy = Self.accuracy(status)
      facts.daemon.calibrations = status.calibrations.map {
        "\($0.kind) of \($0.sensor): \($0.grade), made \($0.made.prefix(10)); \($0.health)\($0.detail.isEmpty ? "" : ": \($0.detail)")"
      }
      facts.daemon.foreignCalibrations = status.calibrations.filter { $0.health == "another-machine" }.map(\.kind)
      facts.daemon.refused = status.refused.map { "\($0.count) × \($0.reason)" }
      try listenToSensors()
    } catch {
      facts.daemon.isForbidden = error.isAboutPermission
      facts.daemon.fault = DaemonCall.plain("\(error)")
    }
  }

  static func hasUnit(_ name: String) -> Bool {
    ["/etc", "/usr/local/lib", "/usr/lib", "/lib"].contains { MachineFiles.exists("\($0)/systemd/system/\(name)") }
  }

  /// Looks at the unit of `gnomon-drivers`: a link in a folder `TARGET.wants` is what `systemctl enable` makes.
  mutating func gatherDriverUnit() {
    facts.driverUnit.isInstalled = Self.hasUnit("gnomon-drivers@.service")
    let folder = "/etc/systemd/system", unit = "gnomon-drivers@", kind = ".service"
    for target in MachineFiles.names(in: folder) ?? [] where target.hasSuffix(".wants") {
      for name in MachineFiles.names(in: "\(folder)/\(target)") ?? [] where name.hasPrefix(unit) && name.hasSuffix(kind)
      {
        let instance = String(name.dropFirst(unit.count).dropLast(kind.count))
        if instance.hasPrefix("i2c-") && Int(instance.dropFirst(4)) != nil || instance == GlassesFacts.instance {
          facts.driverUnit.enabled.insert(instance)
        }
      }
    }
  }

  /// Returns the accuracies and the advice, without position and heading.
  private static func accuracy(_ status: StatusMessage) -> String? {
    guard let pose = status.pose else { return nil }
    func stated(_ value: Double?, _ unit: String) -> String { value.map { "± \(text($0, 1))\(unit)" } ?? "unknown" }
    let heading = stated(pose.heading == nil ? nil : pose.headingSigma?.degrees, "°")
    let place = stated(status.place == nil ? nil : status.horizontalAccuracy?.value, " m")
    let asked = status.guidance.map(\.english).joined(separator: "; ")
    return "heading \(heading), place \(place)" + (asked.isEmpty ? "" : "; asked: \(asked)")
  }

  /// Reads the daemon's sensors from two messages, because the first may come before the second sample.
  private mutating func listenToSensors() throws(ClientFault) {
    let client = try Client(path: facts.daemon.socket)
    client.setPatience(.seconds(1))
    var sensors: [DaemonFacts.Sensor] = [], looks = 0
    do throws(ClientFault) {
      try client.tracking.subscribe(streams: [.sensors], rate: 2) { message in
        sensors = message.sensors?.sensors.map { .init(name: $0.name, rate: $0.rate) } ?? sensors
        looks += 1
        return looks < 2
      }
    } catch .timedOut {
      // Without samples there are no messages.
    }
    facts.daemon.sensors = sensors
  }
}

extension KernelFacts {
  /// Returns CONFIG_IIO and CONFIG_IIO_HRTIMER_TRIGGER of a kernel's configuration.
  static func options(_ text: String) -> (core: Option, timers: Option) {
    var options = (core: Option.off, timers: Option.off)
    for line in text.split(separator: "\n") where line.hasPrefix("CONFIG_IIO") {
      let value: Option = line.hasSuffix("=y") ? .builtIn : line.hasSuffix("=m") ? .module : .off
      if line.hasPrefix("CONFIG_IIO=") { options.core = value }
      if line.hasPrefix("CONFIG_IIO_HRTIMER_TRIGGER=") { options.timers = value }
    }
    return options
  }

  /// Returns the options of `KnownChip.options` in a kernel's configuration.
  static func driverOptions(_ text: String) -> [String: Option] {
    var found: [String: Option] = [:]
    for option in KnownChip.options { found[option] = .off }
    for line in text.split(separator: "\n") where line.hasPrefix("CONFIG_") {
      let name = String(line.prefix { $0 != "=" })
      guard found[name] != nil else { continue }
      found[name] = line.hasSuffix("=y") ? .builtIn : line.hasSuffix("=m") ? .module : .off
    }
    return found
  }
}
