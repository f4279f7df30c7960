import Chips
import Sensors
import Wire

// Findings about one chip without a driver: the kernel's driver where there is one, else gnomon-drivers, else another chip.
extension DoctorFacts {
  static let hardwarePage = "docs/hardware.md"
  static let chipsChapter = "\(hardwarePage)#chips-with-a-driver"
  static let unitChapter = "without-a-kernel-driver-gnomon-drivers"

  func examine(_ found: BusFacts.Found, _ findings: inout Findings) {
    if let instance = found.instance, driverUnit.enabled.contains(instance) || arrival(of: found) == .complete {
      return examineServed(found, instance, &findings)
    }
    guard let lack = lack(of: found) else {
      return findings.warn("chip-undeclared", driverSentence(found), declaration(found))
    }
    findings.warn(lack.code, "\(found.chip.name) \(found.place)\(lack.sentence)", remedy(found))
  }

  /// A chip that `gnomon-drivers` reads, or should.
  private func examineServed(_ found: BusFacts.Found, _ instance: String, _ findings: inout Findings) {
    let what = "\(found.chip.name) \(found.place)"
    var first = ""
    if lack(of: found) == nil, let module = found.chip.module {
      first = "; this kernel has \(module), which comes first where the chip is declared"
    }
    switch arrival(of: found) {
    case .complete:
      findings.ok("chip-served", "\(what): gnomon-drivers reads it, and its samples arrive at the daemon\(first)")
    case .spare(let other):
      findings.addNote(
        "chip-served-spare", "\(what): gnomon-drivers@\(instance) reads another chip in its place, \(other)")
    case .off(let detail):
      findings.addNote("chip-served-off", "\(what): gnomon-drivers@\(instance) is enabled\(detail)\(first)")
    case .unknown:
      findings.addNote(
        "chip-served-unseen",
        "\(what): gnomon-drivers@\(instance) is enabled; only the daemon knows whether samples arrive, and it does not answer\(first)",
        "see the daemon below")
    case .missing(let detail):
      findings.problem(
        "chip-served-silent", "\(what): gnomon-drivers@\(instance) is enabled, but no samples arrive\(detail)\(first)",
        "`journalctl --unit gnomon-drivers@\(instance)`")
    }
  }

  // MARK: the kernel's driver

  /// Whether this kernel has the chip's driver; nil if neither its configuration nor its modules are here.
  func hasDriver(_ chip: KnownChip, hasModule: Bool?) -> Bool? {
    guard let option = chip.option else { return false }
    // A module that is there works, also one that was built beside the kernel.
    if hasModule == true { return true }
    guard !kernel.driverOptions.isEmpty else { return hasModule }
    switch kernel.driverOptions[option] ?? .off {
    case .builtIn: return true
    case .module: return hasModule ?? true
    case .off: return false
    case .unknown: return hasModule
    }
  }

  /// The reason why this kernel cannot drive the chip, as a finding's code and the end of its sentence; nil if it can, or may.
  func lack(of found: BusFacts.Found) -> (code: String, sentence: String)? {
    guard let module = found.chip.module, let kernel = found.chip.kernel else {
      return ("chip-unsupported", ": Linux (6.12 and before) has no driver for it")
    }
    let what = ", without a driver: \(module) has it (Linux \(kernel) or later)"
    if let own = KernelVersion(release: self.kernel.release), own < kernel {
      return ("chip-kernel", "\(what), and this kernel is \(self.kernel.release)")
    }
    if hasDriver(found.chip, hasModule: found.hasModule) == false {
      return ("chip-module", "\(what), and this kernel (\(self.kernel.release)) is built without it")
    }
    return nil
  }

  private func driverSentence(_ found: BusFacts.Found) -> String {
    let module = found.chip.module ?? "", kernel = found.chip.kernel.map { "\($0)" } ?? ""
    return "\(found.chip.name) \(found.place), without a driver: \(module) has it (Linux \(kernel) or later)"
  }

  /// How to declare a chip that this kernel has a driver for.
  private func declaration(_ found: BusFacts.Found) -> String {
    let chip = found.chip
    var text = "declare it: \(Self.hardwarePage)#overlays, compatible = \"\(chip.compatible)\""
    guard let address = found.address, let bus = found.bus else { return text }
    let number = BusFacts.hexadecimal(address)
    if let overlay = chip.overlay, bus == 1, kernel.board?.contains("Raspberry Pi") == true {
      text =
        "declare it: `dtoverlay=i2c-sensor,\(overlay),addr=\(number)` in /boot/firmware/config.txt, and reboot: \(Self.hardwarePage)#overlays"
    }
    text += """
      ; to try it until the next start: `modprobe \(chip.module ?? "")` and `echo \(chip.deviceName) \(number) > \
      /sys/bus/i2c/devices/i2c-\(bus)/new_device`
      """
    if let instance = found.instance { text += "; or without an overlay: \(starting(instance))" }
    return text
  }

  // MARK: gnomon-drivers

  enum Arrival: Equatable {
    case complete
    /// None, with the first source that says why.
    case missing(String)
    /// The daemon does not use them, by its configuration or because a driver of the kernel has the chip.
    case off(String)
    /// Another chip of the bus has its role.
    case spare(String)
    /// The daemon does not answer.
    case unknown
  }

  /// Whether the samples of the chip arrive at the daemon.
  func arrival(of found: BusFacts.Found) -> Arrival {
    guard daemon.fault == nil else { return .unknown }
    let own = daemon.sources.filter { $0.place != nil && $0.place == found.sourcePlace }
    func shown(_ source: DaemonFacts.Source) -> String {
      ": \(source.name): \(source.state)\(source.detail.isEmpty ? "" : " (\(source.detail))")"
    }
    if let bad = own.first(where: { $0.state != .running && $0.state != .absent }) { return .missing(shown(bad)) }
    if own.contains(where: { $0.state == .running }) { return .complete }
    if let off = own.first { return .off(shown(off)) }
    let role: SensorRole =
      switch found.chip.kind {
      case .inertial: .gyroscope
      case .magnetometer: .magnetometer
      case .barometer: .barometer
      }
    let other = daemon.sources.first { $0.bus == found.instance && $0.role == role.name && $0.state == .running }
    return other.map { .spare($0.name) } ?? .missing("")
  }

  /// The commands that start the unit.
  func starting(_ instance: String) -> String {
    let enable = "`sudo systemctl enable --now gnomon-drivers@\(instance)`"
    return driverUnit.isInstalled ? enable : "`sudo apt install gnomon-drivers` and \(enable)"
  }

  /// The remedy for a chip that this kernel cannot drive.
  func remedy(_ found: BusFacts.Found) -> String {
    if let instance = found.instance {
      return "\(starting(instance)): \(Self.hardwarePage)#\(Self.unitChapter)"
    }
    if found.chip.served != nil {
      return "wire it to I²C, where gnomon-drivers reads it: \(Self.hardwarePage)#\(Self.unitChapter)"
    }
    let debian = found.chip.isInDebian ? "Debian's kernel has it; on this one " : ""
    return "\(debian)another chip: \(alternatives(to: found.chip)): \(Self.chipsChapter)"
  }

  /// Some chips of the same kind that work on this kernel.
  private func alternatives(to chip: KnownChip) -> String {
    let others = KnownChip.all.filter { $0.kind == chip.kind }
    let served = others.filter { $0.served != nil }.prefix(2).map(\.name)
    var texts: [String] = []
    if !served.isEmpty { texts.append("\(served.joined(separator: "; ")) (by gnomon-drivers)") }
    let own = KernelVersion(release: kernel.release)
    let driven = others.filter { other in
      guard other.served == nil, other.overlay != nil || other.isInDebian, let needed = other.kernel else {
        return false
      }
      if let own = own, own < needed { return false }
      return !kernel.driverOptions.isEmpty && hasDriver(other, hasModule: nil) == true
    }
    let names = driven.prefix(2).map(\.name)
    if !names.isEmpty { texts.append("\(names.joined(separator: "; ")) (by this kernel's drivers)") }
    return texts.joined(separator: "; ")
  }
}
