import CommandParts
import Geometry
import Sharing
import Text

/// `gnomon share status`: what the service sends, to the byte, and what it receives.
struct ShareStatusCommand: Command {
  let syntax = Syntax(
    name: "share status", summary: "the messages sent to the team, to the byte, and the members near by",
    operands: "", operandCount: 0...0,
    explanation: """
      Prints the state of the connection with the last error and its remedy, the last messages that were sent as they were sent,
      the counts of what was received and refused with the reasons, and the nearest members with distance and age.
      """,
    options: [ShareCommands.folder, .json], examples: [("gnomon share status", "the state as of the last second")])

  func run(_ arguments: Arguments) throws {
    let paths = ShareCommands.paths(arguments)
    guard let state = ShareCommands.state(paths), ShareCommands.isRunning(paths) else {
      let isJoined = MachineFiles.exists(paths.settings)
      let situation = isJoined ? "a team is joined, but nothing is sent" : "no team is joined, and nothing is sent"
      throw Failure(status: .unavailable, message: "\(situation): \(ShareCommands.startHint(arguments))")
    }
    if arguments.has("--json") { return Terminal.print(state, layout: .compact) }
    Terminal.print(ShareStatusText(state).text)
  }
}

/// The state of the service as text for people.
struct ShareStatusText {
  private let state: JSONValue
  private(set) var text = ""

  init(_ state: JSONValue) {
    self.state = state
    if let fault = state["settings_fault"]?.string { add("settings", fault) }
    guard state["is_joined"]?.bool == true else {
      add("team", "none; nothing is sent (join one with 'gnomon share join')")
      return
    }
    let blur = state["blur_m"]?.double.map { ", the place rounded to \(CommandParts.text($0, 0)) m" } ?? ""
    add("team", "\(word("team")), as '\(word("name"))' (id \(word("id")))")
    add(
      "broker",
      "\(word("broker")), \(state["is_encrypted"]?.bool == true ? "encrypted" : "not encrypted"); \(connection)")
    if let failure = state["connection"]?["failure"]?.string { add("", failure) }
    add(
      "daemon",
      state["daemon"]?["failure"]?.string ?? "companions in the layer '\(state["daemon"]?["layer"]?.string ?? "")'")
    addSending(blur)
    addReceiving()
    addMembers()
    addItems("places", "place")
    addItems("routes", "route")
  }

  private mutating func add(_ title: String, _ line: String) {
    text += "\(title.padded(to: 10))\(TerminalText.line(line))\n"
  }

  private func word(_ member: String) -> String { state[member]?.string ?? "" }

  private var connection: String {
    let link = state["connection"]
    let since = link?["for_s"]?.double ?? 0
    switch link?["state"]?.string {
    case "connected": return "connected for \(CommandParts.text(since, 0)) s"
    case "connecting": return "connecting"
    case "waiting":
      return "not connected, next attempt in \(CommandParts.text(link?["next_attempt_s"]?.double ?? 0, 0)) s"
    default: return "not connected"
    }
  }

  private mutating func addSending(_ blur: String) {
    let sending = state["sending"]
    func number(_ member: String) -> Int64 { sending?[member]?.integer ?? 0 }
    let rate = CommandParts.text(state["rate_hz"]?.double ?? 0, 2)
    add("sends", "\(rate) poses a second\(blur); so far \(number("messages")) messages, \(number("bytes")) bytes")
    if let absence = sending?["absence"]?.string { add("", "at the moment no pose: \(absence)") }
    if number("held_back") > 0 {
      add("", "\(number("held_back")) poses left out, because earlier bytes still waited for the network")
    }
    for message in sending?["last"]?.array ?? [] {
      let kept = message["is_retained"]?.bool == true ? ", kept by the broker" : ""
      let age = CommandParts.text(message["age_s"]?.double ?? 0, 0)
      add("", "\(message["topic"]?.string ?? "") (\(message["bytes"]?.integer ?? 0) bytes\(kept), \(age) s ago)")
      add("", "  \(message["payload"]?.string ?? "")")
    }
    if let will = sending?["last_will"] {
      add("", "\(will["topic"]?.string ?? "") (sent by the broker if the connection is lost)")
      add("", "  \(will["payload"]?.string ?? "")")
    }
  }

  private mutating func addReceiving() {
    let receiving = state["receiving"]
    func number(_ member: String) -> Int64 { receiving?[member]?.integer ?? 0 }
    add("receives", "\(number("poses")) poses used, \(number("refused")) messages refused")
    for refusal in receiving?["refusals"]?.array ?? [] {
      add("", "\(refusal["count"]?.integer ?? 0) × \(refusal["english"]?.string ?? "")")
    }
  }

  private mutating func addMembers() {
    let count = state["member_count"]?.integer ?? 0
    add(
      "members",
      count == 0 ? "none yet" : "\(count), of which \(state["receiving"]?["passed_on"]?.integer ?? 0) are passed on")
    for member in (state["members"]?.array ?? []).prefix(20) {
      let distance = member["distance_m"]?.double.map { distanceText(Length($0)) } ?? "distance unknown"
      var line =
        "\(member["name"]?.string ?? ""): \(distance) ± \(CommandParts.text(member["accuracy_m"]?.double ?? 0, 0)) m"
      line += ", \(CommandParts.text(member["age_s"]?.double ?? 0, 1)) s ago"
      if member["is_stale"]?.bool == true { line += ", stale" }
      if let difference = member["clock_difference_s"]?.double {
        line += "; its clock differs by \(CommandParts.text(difference, 0)) s"
      }
      add("", line)
    }
  }

  private mutating func addItems(_ member: String, _ kind: String) {
    let items = state[member]?.array ?? []
    guard !items.isEmpty else { return }
    add(member, items.map { "\($0["name"]?.string ?? "") (\($0["id"]?.string ?? ""))" }.joined(separator: ", "))
    if kind == "route", let folder = state["route_folder"]?.string {
      add("", "load one with 'gnomon route load \(folder)/route-ID.json'")
    }
  }
}
