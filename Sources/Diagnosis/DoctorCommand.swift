public import CommandParts
import Geometry
import GnomonClient
import Text

/// `gnomon doctor`: examines everything on this machine that the daemon needs, and gives a remedy for each fault.
public struct DoctorCommand: Command {
  public let syntax = Syntax(
    name: "doctor", summary: "check sensors, receiver, permissions, clocks and daemon, with remedies",
    operands: "", operandCount: 0...0,
    explanation: """
      Opens every IIO device that no other program reads, like the daemon (it sets clock, rate and trigger), and checks its
      samples for --seconds; lay the device down meanwhile. A device that the daemon reads is checked by asking the daemon. It
      listens to gpsd for the same time. As root it also finds programs that hold a device. Exit status 1 if there is a problem.

      With --buses it also looks for chips without a driver: it reads the identity registers of the chips that docs/hardware.md
      lists, at their addresses on I²C, and at free chip selects of SPI. It writes nothing but the number of the register to read,
      and leaves the buses of displays and mainboards alone. If this kernel has no driver for a chip, and
      gnomon-drivers reads it, the remedy is the line that starts gnomon-drivers@BUS. The last line names the next step of that
      page, until there is a pose and the axes are stated.
      """,
    options: [
      .flag("--report", "print one block for an issue instead: versions, findings, sensors, settings, state, warnings"),
      .flag("--buses", "also look at I²C and SPI for sensors without a driver, and name the next step (as root)"),
      .value("--seconds", "N", "duration of reading and listening (3)"),
      .value("--uri", "URI", "check the devices of another machine, by libiio's address, like ip:192.168.7.2"),
      .value(
        "--set", "Section.Key=VALUE", "use this value, as if it were in a last file of the configuration; repeatable",
        kind: .setting),
    ] + DaemonCall.options,
    examples: [
      ("sudo gnomon doctor", "a page for people"),
      ("sudo gnomon doctor --buses", "a board that is being built: chips without a driver, and the next step"),
      ("gnomon doctor --report > issue.md", "a text for an issue, without places, serial numbers and host names"),
      ("gnomon doctor --json", "findings for a program: code, level, subject, sentence, remedy"),
      ("gnomon doctor --set GNSS.Address=192.168.7.1:2947", "check another receiver"),
    ])

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let seconds = try arguments.number("--seconds", in: 0.2...600) ?? 3
    var gathering = Gathering()
    gathering.gatherConfiguration(flags: arguments.all("--set"), uri: arguments.text("--uri"))
    gathering.gatherKernel()
    if arguments.has("--buses") { gathering.gatherBuses() }
    gathering.gatherDriverUnit()
    gathering.gatherGlasses()
    gathering.gatherRights()
    gathering.gatherClocks()
    gathering.gatherDaemon(socket: arguments.text("--socket") ?? Environment.value("GNOMON_SOCKET"))
    let talk = gathering.callReceiver()
    gathering.gatherDevices(for: .seconds(seconds))
    if talk != nil { Terminal.inform("listening to gpsd for \(text(seconds, 1)) s …") }
    gathering.hear(talk, for: seconds)
    let diagnosis = DoctorReport(gathering.facts.findings)
    if arguments.has("--report") {
      gathering.gatherIssue()
      let report = IssueReport(gathering.facts)
      if arguments.has("--json") { Terminal.print(report.json) } else { Terminal.print(report.page) }
    } else if arguments.has("--json") {
      Terminal.print(diagnosis.json)
    } else {
      Terminal.print(diagnosis.page)
    }
    if diagnosis.count(.problem) > 0 { Terminal.exit(.failed) }
  }
}

/// All findings, as a page and as JSON.
struct DoctorReport {
  let findings: [Finding]

  init(_ findings: [Finding]) { self.findings = findings }

  func count(_ level: Finding.Level) -> Int { findings.count { $0.level == level } }

  var json: JSONValue {
    [
      "findings": .array(findings.map(\.json)), "problems": .integer(Int64(count(.problem))),
      "warnings": .integer(Int64(count(.warning))), "verdict": .string(verdict),
    ]
  }

  var verdict: String {
    func counted(_ level: Finding.Level) -> String? {
      let count = count(level)
      return count == 0 ? nil : "\(count) \(level.name)\(count == 1 ? "" : "s")"
    }
    let bad = [counted(.problem), counted(.warning)].compactMap { $0 }
    return bad.isEmpty
      ? "no problems: \(findings.count) checks"
      : "\(bad.joined(separator: " and ")) in \(findings.count) checks"
  }

  /// The findings by subject, in the order of the examination, with indented remedies.
  var page: String {
    var text = ""
    var subjects: [String] = []
    for finding in findings where !subjects.contains(finding.subject) { subjects.append(finding.subject) }
    for subject in subjects {
      text += DaemonCall.plain(subject) + "\n"
      for finding in findings where finding.subject == subject {
        text += "  " + finding.level.name.padded(to: 8) + DaemonCall.plain(finding.sentence) + "\n"
        if !finding.remedy.isEmpty { text += "            → " + DaemonCall.plain(finding.remedy) + "\n" }
      }
      text += "\n"
    }
    return text + verdict + "\n"
  }
}
