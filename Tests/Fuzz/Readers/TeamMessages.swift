import Geodesy
import Geometry
import Samples
import Sharing
import Text

/// The messages of a team, one a line (`TOPIC PAYLOAD`), and the service's settings (`settings JSON` for the team, `home JSON` for
/// Home Assistant): accepted ones are written and read again as the same, the roster stays within its limits, and each member that
/// it passes on can be shown.
enum TeamMessages {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    var roster = Roster(ownID: "b1", ownName: "Ben"), board = TeamBoard()
    let own = Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.37))
    var now = BootInstant(nanoseconds: 1_000_000_000), lines = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lines += 1
      now = now + .seconds(0.2)
      let space = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
      let topic = String(decoding: line[..<space], as: UTF8.self), payload = Array(line[space...].dropFirst())
      if topic == "settings" { try checkSettings(payload) }
      if topic == "home" { try checkHome(payload) }
      guard roster.admits(at: now), let topic = TeamTopic(topic, of: "red") else { continue }
      switch topic {
      case .pose(let id):
        try checkPose(payload)
        roster.ingest(
          payload, of: id, isRetained: false, at: now, realTime: 1_795_351_005_000 + Int64(lines) * 200, own: own)
      case .here(let id): if let isHere = try? HereMessage.isHere(reading: payload), !isHere { roster.remove(id) }
      case .place, .route: try checkItem(topic, payload, &board)
      }
    }
    try require(roster.accepted + roster.echoes + roster.refusals.total <= lines, "a line is counted twice")
    try require(roster.members.count <= Roster.mostMembers, "\(roster.members.count) members")
    let changes = roster.changes(at: now, own: own)
    try require(changes.moved.count <= Roster.mostPassed, "\(changes.moved.count) are passed on")
    for member in changes.moved {
      let name = roster.shownName(of: member)
      try require(!name.isEmpty && TerminalText.line(name) == name, "the name \(name.debugDescription)")
      try require(member.pose.place.isFinite && member.pose.accuracy.isFinite, "\(member.pose) is not finite")
      try require(member.age(at: now) < Roster.staleAfter, "\(member.id) is stale")
    }
  }

  private static func checkPose(_ payload: [UInt8]) throws(Finding) {
    guard let pose = try? SharedPose(reading: payload) else { return }
    // A velocity at the limit may be rounded beyond it.
    if let velocity = pose.velocity, velocity.norm > Speed(499) { return }
    guard let again = try? SharedPose(reading: Array(pose.text.utf8)) else { throw Finding("\(pose.text) is refused") }
    try require(
      again.name == pose.name && again.session == pose.session && again.sequence == pose.sequence
        && again.time == pose.time, "\(pose.text) became \(again.text)")
    let offset = (again.place.latitude - pose.place.latitude).magnitude
    try require(offset < Degrees(1e-8), "the place became another")
    for size in [Blur.sizes.lowerBound, Blur.sizes.upperBound] {
      let blurred = Blur(size: Length(size), team: "red").pose(pose)
      // Its height may be rounded beyond the limits.
      guard blurred.place.height.magnitude < Length(11_000) else { continue }
      try require((try? SharedPose(reading: Array(blurred.text.utf8))) != nil, "\(blurred.text) is refused")
    }
  }

  private static func checkItem(_ topic: TeamTopic, _ payload: [UInt8], _ board: inout TeamBoard) throws(Finding) {
    guard (try? board.ingest(topic, payload)) != nil else { return }
    if case .place(let id) = topic, let place = board.places[id] {
      try require((try? TeamPlace(id: id, reading: Array(place.text.utf8))) == place, "\(place.text) became another")
    }
    if case .route(let id) = topic, let route = board.routes[id] {
      let text = route.json.text
      // Numbers may be longer when they are written again.
      guard text.utf8.count <= TeamRoute.longest else { return }
      try require((try? TeamRoute(id: id, reading: Array(text.utf8))) == route, "\(text) became another")
    }
  }

  private static func checkSettings(_ payload: [UInt8]) throws(Finding) {
    guard let settings = try? ShareSettings(reading: payload) else { return }
    let text = settings.json.text
    try require((try? ShareSettings(reading: Array(text.utf8))) == settings, "\(text) became another")
  }
  private static func checkHome(_ payload: [UInt8]) throws(Finding) {
    guard let settings = try? HomeSettings(reading: payload) else { return }
    let text = settings.json.text
    try require((try? HomeSettings(reading: Array(text.utf8))) == settings, "\(text) became another")
    for entity in HomeEntity.allCases {
      let config = entity.config(settings, version: "1").text
      try require((try? JSONValue(reading: config)) != nil, "\(config) is not JSON")
    }
  }
}
