import CommandParts
import Geometry
import Sensors

// Findings about each device: its roles, how it was chosen, its access rights, its readers.
extension DoctorFacts {
  func examine(_ device: DeviceFacts, _ discovery: Discovery, _ findings: inout Findings) {
    let description = device.description
    findings.subject = description.shown
    let roles = description.roles
    guard !roles.isEmpty else {
      return findings.ok("device-other", "it has no channel that gnomon uses: \(channels(of: description))")
    }
    let chosen = roles.filter { discovery.devices[$0].map { devices[$0].description.id } == description.id }
    let can = roles.map(\.name).joined(separator: ", ")
    findings.ok("device", "\(can); \(chosen.isEmpty ? "not chosen" : why(chosen, description))")
    examineReading(device, roles, &findings)
    for role in roles where role != .barometer { examineMount(role, description, &findings) }
    if !isRemote { examineAccess(device, &findings) }
    if examineHolders(device, &findings) { return }
    for trial in [device.buffered, device.polled] {
      if let trial { examine(trial, of: device, isChosen: !chosen.isEmpty, &findings) }
    }
    if let buffered = device.buffered, let polled = device.polled { compare(buffered, polled, &findings) }
  }

  /// Reports the roles that no device serves, and the reasons.
  func examineRoles(_ discovery: Discovery, _ findings: inout Findings) {
    guard !devices.isEmpty else { return }
    findings.subject = "sensors"
    for role in SensorRole.allCases {
      if !sensors[role].isUsed {
        findings.addNote("\(role.name)-off", "the \(role.name) is switched off by the configuration")
        continue
      }
      guard let sentence = discovery.sentences[role] else { continue }
      if let source = daemon.sources.first(where: { $0.role == role.name && $0.state == .running && $0.bus != nil }),
        !discovery.ambiguous.contains(role)
      {
        findings.ok("\(role.name)-served", "no IIO device is the \(role.name); the daemon has it from \(source.name)")
        continue
      }
      if discovery.ambiguous.contains(role) {
        findings.problem("\(role.name)-ambiguous", "\(role.name): \(sentence)", Self.key(of: role))
      } else if role == .accelerometer || role == .gyroscope {
        findings.problem(
          "\(role.name)-missing", "no \(role.name): \(sentence); without it, motion cannot be tracked",
          sensors[role].device == nil ? "connect and declare one: `sudo gnomon doctor --buses`" : Self.key(of: role))
      } else {
        let without =
          role == .magnetometer
          ? "the heading then comes from the receiver's courses alone" : "heights then come from the receiver alone"
        let isNamed = sensors[role].device != nil
        findings.add(
          isNamed ? .warning : .note, "\(role.name)-missing", "no \(role.name): \(sentence); \(without)",
          isNamed ? Self.key(of: role) : "")
      }
    }
  }

  private static func key(of role: SensorRole) -> String {
    let key =
      switch role {
      case .accelerometer, .gyroscope: "[IMU] Device= (or \(role == .accelerometer ? "Accelerometer" : "Gyroscope")=)"
      case .magnetometer: "[Magnetometer] Device="
      case .barometer: "[Barometer] Device="
      }
    return "\(key) in /etc/gnomon/gnomon.conf, by name, label or id"
  }

  private func channels(of device: DeviceDescription) -> String {
    let names = device.channels.map(\.id).prefix(8).joined(separator: ", ")
    return names.isEmpty ? "no channels" : names
  }

  private func why(_ roles: [SensorRole], _ device: DeviceDescription) -> String {
    let names = roles.map(\.name).joined(separator: " and ")
    if let wanted = roles.compactMap({ sensors[$0].device }).first {
      return "chosen as \(names), as configured ('\(wanted)')"
    }
    let others = devices.map(\.description).filter { other in
      other.id != device.id && roles.contains { other.roles.contains($0) }
    }
    if others.isEmpty { return "chosen as \(names): the only one there is" }
    return roles.count > 1
      ? "chosen as \(names): a device that has both has precedence"
      : "chosen as \(names): its name or label fits best; set [IMU] or [Magnetometer] Device= to choose another"
  }

  private func examineReading(_ device: DeviceFacts, _ roles: [SensorRole], _ findings: inout Findings) {
    let description = device.description
    let isBuffered = roles.allSatisfy { description.isBuffered($0) }
    let offered = description.rates.isEmpty ? "rates not listed" : "rates \(description.rates.trimmed)"
    guard isBuffered else {
      let isFast = roles.contains(.accelerometer) || roles.contains(.gyroscope)
      return findings.add(
        isFast ? .warning : .note, "no-buffer",
        "it has no buffer and is polled, attribute by attribute, at \(text(sensors.slowRate.value, 1)) Hz; \(offered)",
        isFast
          ? "a driver with a buffer, and an interrupt line or a timer trigger, give even times and higher rates" : "")
    }
    let trigger =
      !description.trigger.isEmpty
      ? "driven by trigger \(description.trigger)"
      : description.hasTrigger ? "no trigger is set yet" : "it has its own FIFO and needs no trigger"
    let clock = device.clock.map { "; its clock is \($0)" } ?? ""
    findings.ok("buffer", "it has a buffer; \(trigger); \(offered)\(clock)")
    if let clock = device.clock, clock != "boottime", device.buffered?.basis != .boot {
      findings.addNote(
        "clock-of-device",
        "its time stamps use the clock '\(clock)'; the daemon sets boottime when it opens the device",
        "udev/70-gnomon-iio.rules sets it when the device is connected")
    }
  }

  private func examineMount(_ role: SensorRole, _ device: DeviceDescription, _ findings: inout Findings) {
    do throws(MountFault) {
      let (mount, ignored) = try device.mount(of: role, configured: sensors[role].mount)
      if let ignored {
        findings.warn(
          "mount-ignored", "\(role.name): \(ignored); it is not used",
          "set [IMU] MountMatrix= to the right rotation")
      }
      let origin: String? =
        switch mount.origin {
        case .configuration: "the configuration"
        case .calibration: "the calibration of its axes (gnomon calibration show axes)"
        case .driver: "the driver (device tree or firmware)"
        case .hardwareDatabase: "the hardware database"
        case .none: nil
        }
      if let origin {
        findings.ok("mount", "the \(role.name)'s mount matrix is from \(origin)")
      } else if ignored == nil {
        findings.addNote(
          "mount-unknown",
          "the orientation of the \(role.name) in the device is not configured, so its axes are used as the device's: x right, y up, z back",
          "if that is wrong: MountMatrix= in /etc/gnomon/gnomon.conf, or mount-matrix in the device tree")
      }
    } catch {
      findings.problem(
        "mount-refused", "\(role.name): \(error)",
        "MountMatrix= in /etc/gnomon/gnomon.conf has precedence over the driver's")
    }
  }

  // MARK: Rights

  private func examineAccess(_ device: DeviceFacts, _ findings: inout Findings) {
    func may(_ file: AccessFacts) -> Bool { rights.hasServiceUser ? file.serviceMay : file.askerMay }
    let who = rights.hasServiceUser ? "the daemon's user 'gnomon'" : rights.user
    let rules = """
      install udev/70-gnomon-iio.rules and udev/71-gnomon-access.rules (`make install` puts them into /usr/lib/udev/rules.d), \
      then `udevadm control --reload && udevadm trigger --subsystem-match=iio`; they give devices to the group 'iio', which \
      'gnomon' belongs to
      """
    let files = (device.node.map { [$0] } ?? []) + device.attributes
    if let node = device.node, !may(node) {
      findings.problem(
        "node-forbidden", "\(who) may not read \(node.path) (\(node.user):\(node.group), mode \(octal(node.mode)))",
        rules)
    }
    let forbidden = device.attributes.filter { !may($0) }
    if let first = forbidden.first {
      let more = forbidden.count > 1 ? " and \(forbidden.count - 1) more of its attributes" : ""
      findings.problem(
        "attributes-forbidden", "\(who) may not write \(first.path)\(more), which a reader needs to set", rules)
    }
    if let open = files.first(where: { $0.mode & 0o002 != 0 }) {
      findings.warn(
        "open-to-everybody", "every user may write \(open.path) (mode \(octal(open.mode)))",
        "find the udev rule with MODE=\"0666\" (`grep -r 0666 /etc/udev/rules.d /usr/lib/udev/rules.d`) and give it a group instead"
      )
    }
    if !files.isEmpty && files.allSatisfy(may) {
      findings.ok(
        "rights", "\(who) may read \(device.node?.path ?? "its attributes") and set the attributes that a reader needs")
    }
  }

  private func octal(_ mode: UInt32) -> String {
    let digits = String(mode & 0o7777, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  // MARK: Readers

  /// Reports a process that has the device open. Returns true if there is one, so that no trial was made.
  private func examineHolders(_ device: DeviceFacts, _ findings: inout Findings) -> Bool {
    guard let holder = device.holders.first else { return false }
    if let process = daemon.process, device.holders.contains(where: { $0.process == process }) {
      let rates = daemon.sensors.filter { sensor in device.description.roles.contains { sensor.name == $0.name } }
        .map { "\($0.name) \($0.rate.map { text($0, 1) } ?? "?") Hz" }
      findings.ok(
        "held-by-daemon",
        "the daemon reads it (process \(process))\(rates.isEmpty ? "" : ": \(rates.joined(separator: ", "))"); it is not opened here"
      )
      return true
    }
    let remedy =
      if holder.name.hasPrefix("iio-sensor-prox") {
        "`systemctl mask --now iio-sensor-proxy`, or let a udev rule take this device from it: ENV{IIO_SENSOR_PROXY_TYPE}=\"\""
      } else if holder.name == "iiod" {
        "`systemctl disable --now iiod`: a device has one reader"
      } else {
        "end it: a device has one reader"
      }
    findings.problem(
      "held", "\(holder.name) (process \(holder.process)) has /dev/\(device.description.id) open", remedy)
    return true
  }
}
