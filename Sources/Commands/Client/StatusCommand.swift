import CommandParts
import GnomonClient
import Geodesy
import SceneCommands
import Text
import Wire

/// `gnomon status`: the state of the daemon and its sources, the wearer's place, and advice for better results.
struct StatusCommand: Command {
  let syntax = Syntax(
    name: "status",
    summary: "print the daemon's status: the wearer's place, its accuracy, and what limits it",
    operands: "", operandCount: 0...0,
    explanation: """
      Prints state, place, heading, sources, and advice for the wearer. --all adds every aiding source of the filters with its
      state, and what was refused or not needed, with the reasons; an aiding source that waits has had nothing to compare so
      far. --json prints the answer of org.gnomon.Tracking.GetStatus unchanged.
      """,
    options: [.flag("--all", "also the aiding sources, and what was refused")] + DaemonCall.options,
    examples: [("gnomon status --all", "with the aiding sources"), ("gnomon status --json", "one line for a program")])

  func run(_ arguments: Arguments) throws {
    let isAll = arguments.has("--all")
    try DaemonCall.ask(TrackingMethod.getStatus, arguments) { DaemonCall.lines(Self.page($0, isAll: isAll)) }
  }

  static func page(_ status: StatusMessage, isAll: Bool) -> [String] {
    var lines = ["state      \(status.pose?.stateText ?? "waiting for samples")"]
    if let pose = status.pose {
      lines.append("heading    \(pose.headingText.dropFirst("heading ".count))")
      lines.append("place      \(placeText(status.place, status.horizontalAccuracy))")
      if let age = status.fixAge, let sigma = status.fixAgeSigma {
        let (age, sigma) = (CommandParts.text(age.value, 1), CommandParts.text(sigma.value, 1))
        lines.append("fixes      \(age) s old when they arrive, ± \(sigma) s")
      }
      lines.append("scene      \(pose.scene), profile \(status.profile)")
    }
    if let motion = status.motion, motion.motion != "walks" { lines.append("motion     \(line(motion))") }
    if let utc = status.utc { lines.append("time       \("\(UTC(nanosecondsSince1970: utc))".prefix(19))Z") }
    // Of a kind that a driver or a client gives, the kernel's absence is no news.
    let given = status.sources.filter { $0.state == .running }.compactMap(\.role)
    for source in status.sources where source.state != .absent || isAll || !given.contains(source.role ?? "") {
      lines.append("source     \(source.name): \(source.state) (\(source.detail))")
    }
    if status.sources.isEmpty { lines.append("source     none") }
    if status.receivers.count > 1 {
      for receiver in status.receivers { lines.append("receiver   \(receiver.line)") }
    }
    for state in status.calibrations where isAll || !["good", "unknown"].contains(state.health) {
      let health =
        state.health == "unknown" ? "" : ", \(state.health)\(state.detail.isEmpty ? "" : ": \(state.detail)")"
      lines.append("calibrated \(state.kind): \(state.grade), of \(state.made.prefix(10))\(health)")
    }
    for advice in status.guidance { lines.append("to do      \(advice.english)") }
    if status.pose == nil && status.played == nil && !hasMotion(status) {
      // Glasses are on no bus that has to be looked at.
      let isOfGlasses = status.sources.contains { $0.place?.hasPrefix("xreal") == true }
      lines.append("to do      sudo gnomon doctor\(isOfGlasses ? "" : " --buses")")
    }
    if let recording = status.recording { lines.append("recording  \(recording)") }
    for outlet in status.outlets { lines.append("outlet     \(line(outlet))") }
    lines.append("readers    \(status.subscribers)")
    guard isAll else {
      let refused = status.refused.reduce(0) { $0 + $1.count }
      if refused > 0 { lines.append("refused    \(refused) × something that did not fit: gnomon status --all") }
      return lines
    }
    lines += status.aids.map { "aid        \($0.line)" }
    for counter in status.refused { lines.append("refused    \(counter.count) × \(counter.reason)") }
    if !status.unneeded.isEmpty {
      lines.append("not needed \(status.unneeded.map { "\($0.count) × \($0.reason)" }.joined(separator: "; "))")
    }
    return lines
  }

  /// Whether a sensor without which there is no pose sends samples, or is about to.
  private static func hasMotion(_ status: StatusMessage) -> Bool {
    let ready: [SourceState] = [.running, .starting]
    return status.sources.contains { source in
      ready.contains(source.state) && ["accelerometer", "gyroscope"].contains(source.role)
    }
  }

  private static func line(_ motion: MotionBeliefMessage) -> String {
    let percent = Int((100 * max(motion.rests, motion.carried)).rounded())
    return motion.motion == "carried"
      ? "carried (\(percent) %): the place follows the receiver, not the steps"
      : "rests (\(percent) %): steps that are seen lead nowhere"
  }

  private static func line(_ outlet: OutletMessage) -> String {
    if let fault = outlet.fault { return "\(outlet.key): closed: \(fault)" }
    let lost = outlet.dropped > 0 ? ", \(outlet.dropped) not received" : ""
    // The readers of datagrams and of shared memory are not known.
    let readers = outlet.key.contains("NMEA") ? ", \(outlet.subscribers) readers" : ""
    return "\(outlet.key): \(outlet.address)\(readers), \(outlet.sent) sent\(lost)"
  }
}
