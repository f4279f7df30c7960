import CommandParts
import Geometry
import Glibc
import Recordings

// Facts that only a report for an issue needs.
extension Gathering {
  private static let packages = ["gnomon-drivers", "gpsd", "libiio0", "libiio1", "systemd"]

  mutating func gatherIssue() {
    var name = utsname()
    uname(&name)
    facts.machine.host = withUnsafeBytes(of: &name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    for line in (textFile("/etc/os-release") ?? "").split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
      facts.machine.system = line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" }
    }
    if let minor = MachineFiles.line("/etc/debian_version"), facts.machine.system.contains("Debian") {
      facts.machine.system += " (\(minor))"
    }
    facts.machine.product = MachineFiles.line("/sys/class/dmi/id/product_name")
    facts.machine.packages = Self.versions(
      of: Self.packages, in: textFile("/var/lib/dpkg/status", limit: 64 << 20) ?? "")
    let shown = "ActiveState,SubState,Result,NRestarts,UnitFileState"
    let drivers = facts.driverUnit.enabled.sorted().map { "gnomon-drivers@\($0).service" }
    for unit in ["gnomond.service", "gnomond.socket"] + drivers {
      let lines = Self.output("systemctl show --property=\(shown) \(unit)") ?? []
      if !lines.isEmpty { facts.machine.service.append("\(unit): \(lines.joined(separator: ", "))") }
    }
    facts.machine.journal = Self.output(
      "journalctl --unit=gnomond --unit='gnomon-drivers@*' --priority=warning --lines=10 --no-pager --quiet --output=cat"
    )
  }

  /// Returns the versions of installed packages from the status file of a Debian machine (deb822: one paragraph each).
  static func versions(of names: [String], in status: String) -> [String] {
    var found: [String: String] = [:], name = "", isInstalled = false
    let wanted = Set(names)
    for line in status.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("Package: ") {
        name = String(line.dropFirst(9))
        isInstalled = false
      } else if line.hasPrefix("Status: ") {
        isInstalled = line.hasSuffix(" installed")
      } else if line.hasPrefix("Version: "), isInstalled, wanted.contains(name) {
        found[name] = String(line.dropFirst(9))
      }
    }
    return names.compactMap { name in found[name].map { "\(name) \($0)" } }
  }

  /// Returns the output of another program, at most 100 lines; nil if there is no such program or it fails.
  private static func output(_ command: String) -> [String]? {
    guard let stream = popen("exec \(command) 2>/dev/null", "r") else { return nil }
    var lines: [String] = [], buffer = [CChar](repeating: 0, count: 4096)
    while fgets(&buffer, CInt(buffer.count), stream) != nil {
      let line = String(decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if lines.count < 100 { lines.append(line) }
    }
    return pclose(stream) == 0 ? lines : nil
  }
}
