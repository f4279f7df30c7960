// Findings about chips on I²C and SPI without a driver, and the next step toward a first pose (docs/hardware.md).
extension DoctorFacts {
  private static let page = "docs/hardware.md"

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
      findings.warn(
        "chip-unbound", "'\(chip.name)' \(chip.place) is declared, and no driver has accepted it",
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

  private func examine(_ found: BusFacts.Found, _ findings: inout Findings) {
    let chip = found.chip
    guard let module = chip.module, let kernel = chip.kernel else {
      return findings.warn(
        "chip-unsupported", "\(chip.name) \(found.place): Linux (6.12 and before) has no driver for it",
        "another chip: \(Self.page)#chips-with-a-driver")
    }
    let what = "\(chip.name) \(found.place), without a driver: \(module) has it (Linux \(kernel) or later)"
    if let own = KernelVersion(release: self.kernel.release), own < kernel {
      return findings.warn(
        "chip-kernel", "\(what), and this kernel is \(self.kernel.release)",
        "a later kernel, or another chip: \(Self.page)#chips-with-a-driver")
    }
    if found.hasModule == false {
      return findings.warn(
        "chip-module", "\(what), and this kernel (\(self.kernel.release)) is built without it",
        (chip.isInDebian ? "Debian's kernel has it" : "Debian's kernel has not; look at your distribution's")
          + ", or take another chip: \(Self.page)#chips-with-a-driver")
    }
    var remedy = "declare it: \(Self.page)#overlays, compatible = \"\(chip.compatible)\""
    if let address = found.address, let bus = found.bus {
      remedy += """
        ; to try it until the next start: `modprobe \(module)` and `echo \(chip.deviceName) \(BusFacts.hexadecimal(address)) > \
        /sys/bus/i2c/devices/i2c-\(bus)/new_device`
        """
    }
    findings.warn("chip-undeclared", what, remedy)
  }

  /// Adds the next step of docs/hardware.md, until the daemon has a pose and knows how the sensor is turned.
  func addNextStep(_ findings: inout Findings) {
    guard buses != nil, !isRemote, daemon.state == nil || !hasMount else { return }
    findings.subject = "next step"
    let (code, sentence, chapter) = nextStep
    findings.addNote("next-\(code)", "\(code): \(sentence)", "\(Self.page)#\(chapter)")
  }

  private var hasMount: Bool {
    devices.contains { device in
      device.description.roles.contains(.gyroscope)
        && (sensors[.gyroscope].mount != nil || !device.description.mount.isEmpty)
    }
  }

  private var nextStep: (code: String, sentence: String, chapter: String) {
    let roles = Set(devices.flatMap(\.description.roles))
    let hasMotion = roles.contains(.accelerometer) && roles.contains(.gyroscope)
    if !hasMotion {
      if let found = buses?.found.first(where: { $0.chip.kind == .inertial }) {
        let isUsable = found.chip.module != nil && found.hasModule != false
        return isUsable
          ? ("overlay", "declare the \(found.chip.name) \(found.place)", "overlays")
          : ("chip", "the kernel has no driver for the \(found.chip.name)", "chips-with-a-driver")
      }
      if let unbound = buses?.unbound.first {
        return ("overlay", "'\(unbound.name)' \(unbound.place) has no driver", "overlays")
      }
      if let buses, buses.buses.isEmpty { return ("bus", "switch an I²C bus on, and wire a sensor to it", "the-bus") }
      return ("bus", "no accelerometer and gyroscope were found: check the wiring", "wiring")
    }
    if receiver.address != "none" && (receiver.fault != nil || receiver.devices.isEmpty) {
      return ("receiver", "gpsd has no receiver yet", "the-receiver")
    }
    if daemon.fault != nil { return ("daemon", "start the daemon, and join its group", "first-pose") }
    if !hasMount {
      return ("axes", "say how the sensor is turned, or let `gnomon calibrate axes` find it", "mount-matrix")
    }
    return ("sky", "everything runs; go into the open, stand still for two seconds, and walk", "first-pose")
  }
}
