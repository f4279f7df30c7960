import CommandParts
import Sensors
import Wire

// Findings about gpsd with its receiver, and about the daemon.
extension DoctorFacts {
  func examineReceiver(_ findings: inout Findings) {
    let gpsd = receiver
    findings.subject = "receiver"
    guard gpsd.address != "none" else {
      return findings.addNote(
        "receiver-off", "the receiver is switched off by the configuration, so the place on Earth stays unknown",
        "[GNSS] Address=")
    }
    if gpsd.isName {
      findings.problem(
        "gpsd-name", "\(gpsd.address): the daemon does not use name servers, so it needs a numeric address",
        "[GNSS] Address= with a numeric address, as 192.168.7.1:2947")
    }
    if let fault = gpsd.fault {
      let remedy =
        gpsd.isRefused
        ? "`apt install gpsd` if it is not there, and `systemctl enable --now gpsd.socket`; on a board without a receiver, [GNSS] Address=none"
        : "check [GNSS] Address= and the firewall"
      return findings.problem("gpsd-unreachable", "gpsd at \(gpsd.address): \(fault)", remedy)
    }
    findings.ok("gpsd", "gpsd \(gpsd.version ?? "of an unknown version") answers at \(gpsd.address)")
    if let version = gpsd.version, Self.isOlder(version, than: (3, 20)) {
      findings.warn("gpsd-old", "gpsd \(version) does not report heights above the ellipsoid", "gpsd 3.20 or later")
    }
    guard !gpsd.devices.isEmpty else {
      return findings.problem(
        "receiver-missing", "gpsd has no receiver",
        "DEVICES=\"/dev/ttyAMA0\" (or ttyUSB0, ttyACM0) and GPSD_OPTIONS=\"-n\" in /etc/default/gpsd, then `systemctl restart gpsd`"
      )
    }
    let names = gpsd.devices.map { $0.driver.isEmpty ? $0.path : "\($0.path) (\($0.driver))" }.joined(separator: ", ")
    examineChoice(&findings)
    examineFixes(names, &findings)
    if gpsd.misunderstood > 0 {
      findings.addNote("gpsd-misunderstood", "\(gpsd.misunderstood) of gpsd's lines were not understood")
    }
  }

  /// Which of gpsd's receivers the daemon uses.
  private func examineChoice(_ findings: inout Findings) {
    if let wanted = receiver.wanted {
      guard !receiver.devices.contains(where: { $0.path == wanted }) else { return }
      return findings.problem(
        "receiver-not-there", "gpsd has no receiver \(wanted), which the configuration names as the only one",
        "[GNSS] Device= with a path that gpsd has (\(receiver.devices.map(\.path).joined(separator: ", "))), or empty")
    }
    guard receiver.devices.count > 1 else { return }
    findings.addNote(
      "receivers-several", "gpsd has \(receiver.devices.count) receivers; the daemon uses the better one",
      "[GNSS] Device= with the path of one, if it should always be used")
  }

  private func examineFixes(_ names: String, _ findings: inout Findings) {
    let gpsd = receiver
    let satellites = gpsd.satellitesUsed.map { ", \($0) satellites used" } ?? ""
    if gpsd.fixes.isEmpty && gpsd.reportsWithoutFix == 0 {
      return findings.warn(
        "receiver-silent", "\(names): nothing came in \(text(gpsd.listened, 1)) s",
        "check wiring and baud rate (`gpsmon`, `gpspipe -R`), and that gpsd runs with -n; --seconds 10 listens longer")
    }
    if gpsd.fixes.isEmpty {
      return findings.warn(
        "no-fix", "\(names): it reports, but has no fix\(satellites)",
        "move it to a place with a view of the sky; a cold start takes a minute or more")
    }
    let rate = gpsd.listened > 0 ? " (\(text(Double(gpsd.fixes.count) / gpsd.listened, 1)) a second)" : ""
    findings.ok(
      "fixes",
      "\(names): \(gpsd.fixes.count) fixes in \(text(gpsd.listened, 1)) s\(rate), \(gpsd.bestMode)D\(satellites)")
    if gpsd.bestMode >= 3 && !gpsd.hasEllipsoidHeight {
      findings.addNote(
        "no-ellipsoid-height", "its fixes have no height above the ellipsoid (altHAE)",
        "a newer gpsd, or another protocol of the receiver")
    }
    if gpsd.hasPulse {
      findings.ok("pulse", "its pulse per second arrives")
    } else {
      findings.addNote(
        "no-pulse", "no pulse per second: the age of a fix is learned from turns and stops",
        "a PPS line, as /dev/pps0, for a few milliseconds; or fix.latency= in [Parameters]")
    }
  }

  /// Whether a version such as `3.22` or `3.25.1~dev` is older than another.
  static func isOlder(_ version: String, than least: (Int, Int)) -> Bool {
    let parts = version.split(separator: ".").prefix(2).compactMap { Int($0.prefix { $0.isNumber }) }
    guard parts.count == 2 else { return false }
    return (parts[0], parts[1]) < least
  }

  func examineDaemon(_ findings: inout Findings) {
    findings.subject = "daemon"
    if let fault = daemon.fault {
      if daemon.isForbidden {
        findings.warn(
          "daemon-forbidden", fault,
          fault.contains("for itself")
            ? "ask as that user" : "`usermod --append --groups gnomon \(rights.user)`, then log in again")
      } else if daemon.hasUnit {
        findings.warn(
          "daemon-absent", fault, "`systemctl start gnomond.socket gnomond`, and `journalctl --unit gnomond` if it ends"
        )
      } else {
        findings.addNote(
          "daemon-not-installed", fault,
          "its unit is not installed either: `apt install gnomond` (docs/package.md), or `make install` and `systemctl enable --now gnomond`"
        )
      }
      return
    }
    findings.ok(
      "daemon",
      "gnomond \(daemon.version) answers at \(daemon.socket), profile \(daemon.profile); you may \(daemon.access)")
    if daemon.version != Release.version {
      findings.addNote(
        "daemon-version", "the daemon is \(daemon.version), this command \(Release.version)",
        "`systemctl restart gnomond` after an upgrade")
    }
    if let state = daemon.state {
      findings.ok("daemon-state", state)
    } else {
      findings.warn("daemon-waiting", "it has no pose yet: it waits for samples", "see its sources below")
    }
    for kind in daemon.foreignCalibrations {
      findings.warn(
        "calibration-foreign", "the \(kind) calibration is from another machine, and not in force",
        "`gnomon calibration verify` puts it in force where it fits; better, `gnomon calibrate \(kind)`")
    }
    if daemon.sources.isEmpty {
      findings.warn("daemon-no-source", "it has no source of samples", "`gnomon status` has the details")
    }
    for source in daemon.sources {
      let sentence = "\(source.name): \(source.state) (\(source.detail))"
      switch source.state {
      case .failed:
        let unit = source.bus.map { "gnomon-drivers@\($0)" } ?? "gnomond"
        findings.problem("source-failed", sentence, "`journalctl --unit \(unit)` has its history")
      case .running, .ended: findings.ok("source", sentence)
      default:
        // The daemon works without these sensors; the cost of their absence is reported with the sensors.
        let spared: [SensorRole] = [.magnetometer, .barometer]
        let isSpared = source.state == .absent && spared.contains { $0.name == source.role }
        // The other way to a sensor is there: a driver of the kernel, or gnomon-drivers.
        let hasOther = daemon.sources.contains { $0.role != nil && $0.role == source.role && $0.state == .running }
        if source.state == .absent && hasOther {
          findings.ok("source", sentence)
          continue
        }
        findings.add(isSpared ? .note : .warning, "source-waiting", sentence)
      }
    }
    for sensor in daemon.sensors {
      findings.ok("daemon-sensor", "\(sensor.name): \(sensor.rate.map { "\(text($0, 1)) Hz" } ?? "no rate yet")")
    }
    for receiver in daemon.receivers { findings.ok("daemon-receiver", receiver) }
    if !daemon.refused.isEmpty {
      findings.addNote("daemon-refused", "it refused: \(daemon.refused.joined(separator: ", "))")
    }
  }
}
