import CommandParts
import Geometry
import Text

/// The state of the service as text for people.
struct ShareStatusText {
  private let state: JSONValue
  private(set) var text = ""

  init(_ state: JSONValue) {
    self.state = state
    let home = state["home"], hasHome = home?["is_joined"]?.bool == true
    if let fault = state["settings_fault"]?.string { add("settings", fault) }
    if state["is_joined"]?.bool == true {
      addTeam()
    } else {
      let rest = hasHome ? "" : "; nothing is sent (join one with 'gnomon share join')"
      add("team", "none\(rest)")
    }
    if let fault = home?["settings_fault"]?.string { add("home", fault) }
    if let home, hasHome { addHome(home) }
    if let home, home["is_leaving"]?.bool == true {
      add("home", "left; the entities are removed when the broker can be reached; \(connection(of: home))")
    }
  }

  private mutating func addTeam() {
    add("team", "\(word("team")), as '\(word("name"))' (id \(word("id")))")
    addBroker(of: state)
    add(
      "daemon",
      state["daemon"]?["failure"]?.string ?? "companions in the layer '\(state["daemon"]?["layer"]?.string ?? "")'")
    addSending(of: state, "poses")
    addReceiving()
    addMembers()
    addItems("places", "place")
    addItems("routes", "route")
  }

  private mutating func addHome(_ home: JSONValue) {
    add("home", "Home Assistant, as '\(home["name"]?.string ?? "")' (id \(home["id"]?.string ?? ""))")
    addBroker(of: home)
    if let failure = state["daemon"]?["failure"]?.string { add("daemon", failure) }
    addSending(of: home, "states")
    let receiving = home["receiving"]
    add("receives", "\(receiving?["births"]?.integer ?? 0) starts of Home Assistant")
    addRefusals(receiving)
  }

  private mutating func addBroker(of part: JSONValue) {
    let protection = part["is_encrypted"]?.bool == true ? "encrypted" : "not encrypted"
    add("broker", "\(part["broker"]?.string ?? ""), \(protection); \(connection(of: part))")
    if let failure = part["connection"]?["failure"]?.string { add("", failure) }
  }

  private mutating func add(_ title: String, _ line: String) {
    text += "\(title.padded(to: 10))\(TerminalText.line(line))\n"
  }

  private func word(_ member: String) -> String { state[member]?.string ?? "" }

  private func connection(of part: JSONValue) -> String {
    let link = part["connection"]
    let since = link?["for_s"]?.double ?? 0
    switch link?["state"]?.string {
    case "connected": return "connected for \(CommandParts.text(since, 0)) s"
    case "connecting": return "connecting"
    case "waiting":
      return "not connected, next attempt in \(CommandParts.text(link?["next_attempt_s"]?.double ?? 0, 0)) s"
    default: return "not connected"
    }
  }

  private mutating func addSending(of part: JSONValue, _ messages: String) {
    let sending = part["sending"]
    let blur = part["blur_m"]?.double.map { ", the place rounded to \(CommandParts.text($0, 0)) m" } ?? ""
    func number(_ member: String) -> Int64 { sending?[member]?.integer ?? 0 }
    let rate = CommandParts.text(part["rate_hz"]?.double ?? 0, 2)
    add("sends", "\(rate) \(messages) a second\(blur); so far \(number("messages")) messages, \(number("bytes")) bytes")
    if let absence = sending?["absence"]?.string { add("", "at the moment no pose: \(absence)") }
    if number("held_back") > 0 {
      add("", "\(number("held_back")) \(messages) left out, because earlier bytes still waited for the network")
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
    addRefusals(receiving)
  }

  private mutating func addRefusals(_ receiving: JSONValue?) {
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
