import Glasses
import Sensors
import Wire

// Findings about AR glasses: whether the unit reads them, and which program has them otherwise.
extension DoctorFacts {
  static let glassesPage = "docs/glasses.md"

  func examineGlasses(_ findings: inout Findings) {
    guard !isRemote else { return }
    findings.subject = "glasses"
    let isEnabled = driverUnit.enabled.contains(GlassesFacts.instance)
    if glasses.pairs.isEmpty {
      guard isEnabled else { return }
      return findings.addNote(
        "glasses-absent", "gnomon-drivers@xreal is enabled, and no XREAL glasses with a motion sensor are plugged in")
    }
    for pair in glasses.pairs {
      switch pair.found.way {
      case .node(let node, _): examine(pair, node, isEnabled, &findings)
      case .taken(let driver): examineTaken(pair.found.name, driver, &findings)
      case .network:
        findings.addNote(
          "glasses-untested",
          "\(pair.found.name): their motion sensor sends over a network, which was never tried with glasses",
          "`gnomon-drivers --untested xreal-one`: \(Self.glassesPage)")
      }
    }
  }

  /// The sentence about XRLinuxDriver, and its remedy.
  private var rival: (sentence: String, remedy: String)? {
    guard let process = glasses.rivals.first else { return nil }
    return (
      "XRLinuxDriver (\(GlassesFacts.rival), process \(process)) runs",
      "one of both, in turn: `systemctl --user disable --now \(GlassesFacts.rivalUnit)`, as the user who runs it"
    )
  }

  private func examine(
    _ pair: GlassesFacts.Pair, _ node: String, _ isEnabled: Bool, _ findings: inout Findings
  ) {
    let what = "\(pair.found.name) (\(node))"
    if let rival {
      findings.warn(
        "glasses-shared", "\(what): \(rival.sentence), and either's stop ends the reports of both", rival.remedy)
    }
    let own = pair.holders.filter { $0.name == "gnomon-drivers" }
    let others = pair.holders.filter { $0.name != "gnomon-drivers" && $0.name != GlassesFacts.rival } + own.dropFirst()
    for other in others {
      findings.addNote(
        "glasses-open", "\(what): \(other.name) (process \(other.process)) has it open, too, and may end its reports")
    }
    if let access = pair.node, !access.serviceMay {
      findings.problem(
        "glasses-forbidden", "\(what): gnomon-drivers may not read \(access.path) (\(access.user):\(access.group))",
        driverUnit.isInstalled
          ? "`udevadm control --reload` and plug them in again: 72-gnomon-drivers.rules gives it to the group gnomon-drivers"
          : starting(GlassesFacts.instance))
    }
    if glassesSources.contains(where: { $0.role == SensorRole.gyroscope.name && $0.state == .running }) {
      return findings.ok("glasses", "\(what): gnomon-drivers reads them, and their samples arrive at the daemon")
    }
    guard isEnabled else {
      return findings.warn(
        "glasses-unread", "\(what): nothing reads their motion sensor",
        "\(starting(GlassesFacts.instance)): \(Self.glassesPage)")
    }
    guard daemon.fault == nil else {
      return findings.addNote(
        "glasses-unseen",
        "\(what): gnomon-drivers@xreal is enabled; only the daemon knows whether samples arrive, and it does not answer",
        "see the daemon below")
    }
    let source = glassesSources.first { $0.role == SensorRole.gyroscope.name }
    let detail = source.map { ": \($0.state) (\($0.detail))" } ?? ""
    findings.problem(
      "glasses-silent", "\(what): gnomon-drivers@xreal is enabled, but no samples arrive\(detail)",
      rival?.remedy ?? "`journalctl --unit gnomon-drivers@xreal`")
  }

  /// No node: a program by libusb has taken the interface from the kernel's driver.
  private func examineTaken(_ name: String, _ driver: String?, _ findings: inout Findings) {
    if driver == "usbfs" || rival != nil {
      findings.problem(
        "glasses-taken",
        "\(name): \(rival.map { "\($0.sentence), and" } ?? "another program") has them by libusb, so nobody else can",
        rival?.remedy ?? "end that program (`sudo lsof /dev/bus/usb/*/*`), and plug them in again")
    } else {
      findings.problem(
        "glasses-without-node", "\(name): the kernel has no hidraw node for their motion sensor",
        "plug them in again; a kernel with CONFIG_HIDRAW")
    }
  }

  /// The daemon's sources that are glasses.
  var glassesSources: [DaemonFacts.Source] {
    daemon.sources.filter { $0.place == "xreal" || $0.place?.hasPrefix("xreal/") == true }
  }
}
