import CommandParts
import Geometry
import Sensors
import Text
import Wire

/// All facts that are needed to help from afar, as one block for an issue: bounded, in a fixed order, and without identity or
/// position of the wearer.
struct IssueReport {
  struct Section {
    var title: String
    var lines: [String]
  }

  private(set) var sections: [Section] = []
  private(set) var redaction: Redaction

  /// Most lines of a section, and most characters of a line.
  private static let mostLines = ["findings": 30, "sensors": 24, "configuration": 14, "sources": 10, "journal": 10]
  private static let mostElsewhere = 8, widest = 180

  init(_ facts: DoctorFacts) {
    redaction = Redaction(
      host: facts.machine.host, user: facts.rights.user,
      addresses: [Self.hostPart(facts.receiver.address), Self.hostPart(facts.sensors.uri ?? "")])
    add("versions", Self.versions(facts))
    add("findings", Self.findings(facts))
    add("sensors", Self.sensors(facts))
    add("configuration", Self.configuration(facts))
    add("service", facts.machine.service)
    add("now", Self.now(facts))
    add("sources", facts.daemon.sources.map { "\($0.name): \($0.state) (\($0.detail))" })
    add("calibrations", facts.daemon.calibrations)
    add(
      "journal",
      facts.machine.journal ?? ["cannot be read here: `journalctl --unit gnomond --priority warning`, as root"])
  }

  private mutating func add(_ title: String, _ lines: [String]) {
    var cleaned: [String] = []
    let most = Self.mostLines[title] ?? Self.mostElsewhere
    for line in lines.prefix(lines.count > most ? most - 1 : most) {
      let plain = redaction.clean(DaemonCall.plain(line), mayHoldPlaces: title == "journal").split(
        separator: "`", omittingEmptySubsequences: false
      )
      .joined(separator: "'")
      cleaned.append(plain.count > Self.widest ? plain.prefix(Self.widest - 1) + "…" : plain)
    }
    if lines.count > most { cleaned.append("… and \(lines.count - most + 1) more") }
    sections.append(Section(title: title, lines: cleaned.isEmpty ? ["none"] : cleaned))
  }

  /// Returns the host: `ip:192.168.7.2` and `192.168.7.2:2947` → `192.168.7.2`.
  private static func hostPart(_ text: String) -> String {
    var rest = Substring(text)
    if rest.hasPrefix("ip:") { rest = rest.dropFirst(3) }
    if rest.hasPrefix("[") { return String(rest.prefix { $0 != "]" }.dropFirst()) }
    return rest.count { $0 == ":" } == 1 ? String(rest.prefix { $0 != ":" }) : String(rest)
  }

  private static func versions(_ facts: DoctorFacts) -> [String] {
    var lines = ["gnomon \(Release.version)" + (facts.daemon.fault == nil ? ", gnomond \(facts.daemon.version)" : "")]
    lines.append("\(facts.machine.system), kernel \(facts.kernel.release), \(facts.kernel.architecture)")
    let kind = facts.kernel.isContainer ? ", in a container" : ""
    lines.append("board: \(facts.kernel.board ?? facts.machine.product ?? "unknown")\(kind)")
    lines += facts.machine.packages
    if let version = facts.receiver.version { lines.append("gpsd \(version)") }
    return lines
  }

  /// Returns the findings, the most severe first; findings without fault are only counted.
  private static func findings(_ facts: DoctorFacts) -> [String] {
    let all = facts.findings
    var lines: [String] = []
    for level in Finding.Level.allCases.reversed() where level != .ok {
      lines += all.filter { $0.level == level }.map { "\(level.name): \($0.subject): \($0.sentence) [\($0.code)]" }
    }
    return lines + ["\(all.count { $0.level == .ok }) of \(all.count) checks are ok"]
  }

  private static func sensors(_ facts: DoctorFacts) -> [String] {
    var lines: [String] = []
    for device in facts.devices.sorted(by: { $0.description.id < $1.description.id }) {
      let description = device.description, roles = description.roles
      guard !roles.isEmpty else { continue }
      let label = description.label.isEmpty ? "" : ", label \(description.label)"
      let trigger = description.trigger.isEmpty ? "" : ", trigger \(description.trigger)"
      let rates = description.rates.trimmed.isEmpty ? "not listed" : description.rates.trimmed
      lines.append(
        "\(description.id) \(description.name)\(label): rate \(device.rate ?? "?"), offers \(rates)\(trigger)")
      for role in roles {
        let channel = description.channels.first { $0.quantity == .role(role) }
        var parts = ["scale \(channel?.scale.map { "\($0)" } ?? "?")"]
        if role != .barometer { parts.append("mount \(mount(role, description, facts))") }
        let trial = (device.buffered ?? device.polled)
        if let rate = trial?[role]?.count, let trial, rate > 0 {
          parts.append("\(text(trial.rate?.value ?? 0, 1)) Hz read")
        }
        lines.append("  \(role.name): \(parts.joined(separator: ", "))")
      }
    }
    lines += facts.daemon.sensors.map { "daemon: \($0.name) \($0.rate.map { "\(text($0, 1)) Hz" } ?? "no rate yet")" }
    if let fault = facts.listingFault { lines.append("not listed: \(fault)") }
    return lines
  }

  private static func mount(_ role: SensorRole, _ device: DeviceDescription, _ facts: DoctorFacts) -> String {
    guard let (mount, _) = try? device.mount(of: role, configured: facts.sensors[role].mount) else { return "refused" }
    let rows = mount.matrix.transposed
    func row(_ v: SIMD3<Double>) -> String { (0..<3).map { text(v[$0], 3) }.joined(separator: ",") }
    return "\(row(rows.c0)); \(row(rows.c1)); \(row(rows.c2)) (\(mount.origin))"
  }

  private static func configuration(_ facts: DoctorFacts) -> [String] {
    facts.configuration.faults.map { "fault: \($0)" } + facts.configuration.unread.map { "not read: \($0)" }
      + facts.configuration.set.sorted()
  }

  private static func now(_ facts: DoctorFacts) -> [String] {
    if let fault = facts.daemon.fault { return ["the daemon does not answer: \(fault)"] }
    var lines = ["profile \(facts.daemon.profile); \(facts.daemon.phase ?? "no pose yet")"]
    if let accuracy = facts.daemon.accuracy { lines.append(accuracy) }
    return lines + (facts.daemon.refused.isEmpty ? [] : ["refused: \(facts.daemon.refused.joined(separator: ", "))"])
  }

  /// A sentence about the contents that were left out or replaced.
  var leftOut: String {
    "Left out: positions, and the wearer's viewing direction\(redaction.sentence.map { "; replaced: \($0)" } ?? ""). Read it before you post it."
  }

  /// A fenced block of Markdown.
  var page: String {
    var text = "```text\n"
    for section in sections {
      text += "\(section.title)\n"
      for line in section.lines { text += "  \(line)\n" }
    }
    return text + "\(leftOut)\n```\n"
  }

  var json: JSONValue {
    [
      "sections": .object(sections.map { JSONMember($0.title, .array($0.lines.map { .string($0) })) }),
      "replaced": .object(
        Redaction.Kind.allCases.compactMap { kind in
          redaction.counts[kind].map { JSONMember(kind.rawValue, .integer(Int64($0))) }
        }), "markdown": .string(page),
    ]
  }
}
