import Sensors
import Wire

// Findings about chips on I²C and SPI without a driver, and the next step toward a first pose (docs/hardware.md).
extension DoctorFacts {
  private static let page = hardwarePage

  func examineBuses(_ findings: inout Findings) {
    guard let buses, !isRemote else { return }
    findings.subject = "bus"
    if buses.buses.isEmpty && buses.spiNodes.isEmpty {
      let board = kernel.board ?? ""
      findings.addNote(
        "bus-none", "there is no I²C bus that a sensor could be on, and no free chip select of SPI",
        board.contains("Raspberry Pi")
          ? "`dtparam=i2c_arm=on,i2c_arm_baudrate=400000` in /boot/firmware/config.txt, and reboot: \(Self.page)#the-bus"
          : "switch the bus on in the device tree: \(Self.page)#the-bus")
    }
    if let first = buses.noNode.first {
      findings.warn(
        "bus-without-node", "\(buses.noNode.joined(separator: ", ")): no node in /dev, so it cannot be looked at",
        first.hasPrefix("i2c") ? "`modprobe i2c-dev`" : "`modprobe spidev`")
    }
    if !buses.forbidden.isEmpty {
      findings.warn(
        "bus-forbidden", "\(buses.forbidden.joined(separator: ", ")): may not be opened by \(rights.user)",
        "`sudo gnomon doctor --buses`")
    }
    for failure in buses.failures {
      findings.warn("bus-failed", failure, "wiring and power: \(Self.page)#wiring; `dmesg | grep -i i2c`")
    }
    for chip in buses.unbound {
      let what = "'\(chip.name)' \(chip.place) is declared, and no driver has accepted it"
      // gnomon-drivers reads an address that no driver holds, declared or not.
      if let known = chip.known, let instance = known.instance, let lack = lack(of: known) {
        if driverUnit.enabled.contains(instance) {
          examine(known, &findings)
        } else {
          findings.warn("chip-unbound", "\(what)\(lack.sentence)", remedy(known))
        }
        continue
      }
      findings.warn(
        "chip-unbound", what,
        "`dmesg | grep -i -e iio -e \(chip.name)` has the reason: a wrong address or `compatible`, or a kernel without the driver: \(Self.page)#overlays"
      )
    }
    for found in buses.found { examine(found, &findings) }
    if buses.found.isEmpty && buses.unbound.isEmpty && buses.noNode.isEmpty && buses.forbidden.isEmpty
      && !buses.buses.isEmpty
    {
      let names = buses.buses.map { "i2c-\($0.number)" } + buses.spiNodes
      let driven = buses.driven == 0 ? "" : "; \(buses.driven) with a driver"
      findings.addNote(
        "bus-empty", "no chip of the table without a driver on \(names.joined(separator: ", "))\(driven)",
        buses.driven == 0 ? "power, SDA and SCL, the chip's name: \(Self.page)#wiring" : "")
    }
    if !buses.leftAlone.isEmpty {
      findings.ok(
        "bus-left-alone",
        "not looked at, because displays or the mainboard use them: \(buses.leftAlone.map { "i2c-\($0.number)" }.joined(separator: ", "))"
      )
    }
  }

  /// Adds the next step of docs/hardware.md, until the daemon has a pose and knows how the sensor is turned.
  func addNextStep(_ findings: inout Findings) {
    guard buses != nil, !isRemote, daemon.state == nil || !hasMount else { return }
    findings.subject = "next step"
    let (code, sentence, chapter) = nextStep
    findings.addNote("next-\(code)", "\(code): \(sentence)", "\(Self.page)#\(chapter)")
  }

  private var hasMount: Bool {
    let isConfigured = sensors[.gyroscope].mount != nil
    let isCalibrated = daemon.calibrations.contains { $0.hasPrefix("axes of ") }
    if isCalibrated && !daemon.foreignCalibrations.contains("axes") { return true }
    if daemon.sources.contains(where: { $0.role == SensorRole.gyroscope.name && $0.state == .running && $0.isMounted })
    {
      return true
    }
    return isConfigured && hasSource(of: .gyroscope)
      || devices.contains { device in
        device.description.roles.contains(.gyroscope) && (isConfigured || !device.description.mount.isEmpty)
      }
  }

  /// Whether samples of this role arrive at the daemon, by whichever way.
  func hasSource(of role: SensorRole) -> Bool {
    daemon.sources.contains { $0.role == role.name && $0.state == .running }
  }

  /// The inertial chip without a driver that the next step is about: one that can be used comes first.
  private var foundInertial: BusFacts.Found? {
    let all = (buses?.found ?? []).filter { $0.chip.kind == .inertial }
    return all.first { lack(of: $0) == nil || $0.instance != nil } ?? all.first
  }

  private var nextStep: (code: String, sentence: String, chapter: String) {
    let roles = Set(devices.flatMap(\.description.roles))
    func has(_ role: SensorRole) -> Bool { roles.contains(role) || hasSource(of: role) }
    if !has(.accelerometer) || !has(.gyroscope) { return stepToMotion }
    if receiver.address != "none" && (receiver.fault != nil || receiver.devices.isEmpty) {
      return ("receiver", "gpsd has no receiver yet", "the-receiver")
    }
    if daemon.fault != nil { return ("daemon", "start the daemon, and join its group", "install") }
    if !hasMount {
      return ("axes", "say how the sensor is turned, or let `gnomon calibrate axes` find it", "mount-matrix")
    }
    return ("sky", "everything runs; go into the open, stand still for two seconds, and walk", "first-pose")
  }

  /// The step toward samples of accelerometer and gyroscope.
  private var stepToMotion: (code: String, sentence: String, chapter: String) {
    if let pair = glasses.pairs.first(where: { $0.node != nil }), !driverUnit.enabled.contains(GlassesFacts.instance) {
      return ("glasses", "\(starting(GlassesFacts.instance)) reads the \(pair.found.name)", Self.unitChapter)
    }
    if let found = foundInertial {
      let what = "\(found.chip.name) \(found.place)"
      if let instance = found.instance, driverUnit.enabled.contains(instance) {
        if daemon.fault != nil { return ("daemon", "start the daemon, and join its group", "install") }
        return (
          "driver", "gnomon-drivers@\(instance) is enabled, but nothing arrives from the \(what)", Self.unitChapter
        )
      }
      guard lack(of: found) != nil else { return ("overlay", "declare the \(what)", "overlays") }
      if let instance = found.instance {
        return ("driver", "\(starting(instance)) reads the \(what)", Self.unitChapter)
      }
      return ("chip", "the kernel has no driver for the \(found.chip.name)", "chips-with-a-driver")
    }
    for unbound in buses?.unbound ?? [] {
      guard let known = unbound.known, known.chip.kind == .inertial, let instance = known.instance,
        lack(of: known) != nil
      else { continue }
      return ("driver", "\(starting(instance)) reads the \(known.chip.name) \(known.place)", Self.unitChapter)
    }
    if let unbound = buses?.unbound.first {
      return ("overlay", "'\(unbound.name)' \(unbound.place) has no driver", "overlays")
    }
    if let buses, buses.buses.isEmpty { return ("bus", "switch an I²C bus on, and wire a sensor to it", "the-bus") }
    return ("bus", "no accelerometer and gyroscope were found: check the wiring", "wiring")
  }
}
