import CommandParts
import Sensors

extension DoctorFacts {
  /// The findings that follow from the facts, subject by subject.
  var findings: [Finding] {
    var findings = Findings()
    examineKernel(&findings)
    examineBuses(&findings)
    examineGlasses(&findings)
    examineConfiguration(&findings)
    examineRights(&findings)
    let discovery = Discovery(devices.map(\.description), sensors)
    for device in devices { examine(device, discovery, &findings) }
    examineRoles(discovery, &findings)
    examineShoe(&findings)
    examineClocks(&findings)
    examineReceiver(&findings)
    examineDaemon(&findings)
    addNextStep(&findings)
    return findings.all
  }

  private func examineConfiguration(_ findings: inout Findings) {
    findings.subject = "configuration"
    for fault in configuration.faults {
      findings.problem(
        "configuration-fault", fault, "correct that line; `gnomon config check` reads the files like the daemon")
    }
    for unread in configuration.unread {
      findings.warn("parameter-unread", unread, "set the parameter that is named, or remove the line")
    }
    guard configuration.faults.isEmpty else { return }
    findings.ok(
      "configuration",
      configuration.set.isEmpty
        ? "nothing is set: all values are the defaults" : "set: " + configuration.set.joined(separator: ", "))
  }

  private func examineRights(_ findings: inout Findings) {
    guard !isRemote else { return }
    findings.subject = "rights"
    if !rights.hasServiceUser {
      findings.addNote(
        "service-user-missing",
        "there is no user 'gnomon', under which the daemon's unit runs; rights are judged for \(rights.user) instead",
        "install the program's files (`make install`, or the package) and run `systemd-sysusers`")
    } else if !rights.serviceGroups.contains("iio") {
      findings.problem(
        "service-user-group",
        "the daemon's user 'gnomon' is not in the group 'iio', to which the udev rules give devices",
        "run `systemd-sysusers` (its gnomon.conf has this), or `usermod --append --groups iio gnomon`")
    }
    if clocks.hiddenProcesses > 0 && !devices.isEmpty {
      findings.addNote(
        "processes-hidden",
        "the open files of \(clocks.hiddenProcesses) processes of other users could not be seen, and one of them may hold a device",
        "run `gnomon doctor` as root to see them")
    }
  }

  private func examineClocks(_ findings: inout Findings) {
    findings.subject = "clocks"
    if clocks.real < Self.earliest {
      findings.warn(
        "clock-unset",
        "the system clock is not set: it is before 2025; this does not affect boot time, which all time stamps use",
        "only the names of recordings and, until a receiver has reported the time, the date of the magnetic model depend on it; `timedatectl` shows it"
      )
    } else if clocks.isSynchronized == true {
      findings.ok("clock", "a time service keeps the system clock")
    } else {
      let reason = clocks.synchronizationError.map { " (\($0))" } ?? ""
      let how =
        clocks.isSynchronized == nil ? "the kernel does not report\(reason) whether" : "no time service reports that"
      findings.addNote(
        "clock-unsynchronised",
        "\(how) the system clock is right; samples are stamped by boot time, and a receiver gives the date",
        "`timedatectl set-ntp true` where there is a network")
    }
    let asleep = clocks.boot - clocks.monotonic
    if asleep > 1 {
      findings.addNote(
        "clock-slept",
        "the machine has slept for \(text(asleep, 0)) s since its start: boot time counts that, CLOCK_MONOTONIC does not",
        "programs that compare time stamps have to use CLOCK_BOOTTIME")
    }
  }

  /// 2025, in seconds since 1970.
  private static let earliest = 1_735_689_600.0

  /// `2 times`, `once`
  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
