import Expectations
import Foundation
import TestSupport
import Testing

/// The messages to Home Assistant with a real broker, as a client sees them that is not ours (mosquitto_sub).
@Suite(.enabled(if: Broker.isInstalled), .serialized) struct ShareHomeTests {
  private static let entities = [
    "device_tracker/gnomon_a1", "sensor/gnomon_a1_state", "sensor/gnomon_a1_accuracy", "sensor/gnomon_a1_heading",
    "sensor/gnomon_a1_heading_accuracy",
  ]
  private static let configs = entities.map { "homeassistant/\($0)/config" }

  @Test func homeAssistantFromJoiningToLeaving() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    let ann = try Wearer("ann", in: scratch)
    try homeAssistantFindsTheWearer(ann, broker)
    try aStartOfHomeAssistantBringsEverythingAgain(ann, broker)
    try aBlurredPlaceHasNoHeading(ann, broker)
    try theTeamAndTheHomeAreApart(ann, broker)
    try anUnknownPlaceIsNull(ann, broker)
    try aFaultyFileEndsIt(ann, broker)
  }

  private func homeAssistantFindsTheWearer(_ ann: Wearer, _ broker: Broker) throws {
    let listener = try broker.listener()
    defer { listener.stop() }
    try ann.joinHome(broker, "--name", "Ann", "--id", "a1", "--rate", "5")
    var seen: [String: Heard] = [:]
    while seen.count < 8, let heard = listener.heard() { seen[heard.topic] = heard }
    #expect(seen.values.allSatisfy { !$0.isStored })
    expect(seen["gnomon-home/a1/availability"]?.payload, equals: "online")
    let tracker = try #require(seen[Self.configs[0]]).json
    #expect(tracker["json_attributes_topic"] as? String == "gnomon-home/a1/place" && tracker["name"] is NSNull)
    #expect((tracker["device"] as? [String: Any])?["name"] as? String == "Ann")
    try waitUntil { try listener.next("gnomon-home/a1/state")["state"] as? String == "localized" }
    let place = try listener.next("gnomon-home/a1/place"), state = try listener.next("gnomon-home/a1/state")
    let latitude = try #require(place["latitude"] as? Double), longitude = try #require(place["longitude"] as? Double)
    #expect(abs(latitude - 48.2082) < 0.01 && abs(longitude - 16.3738) < 0.01)
    let accuracy = try #require(place["gps_accuracy"] as? Double)
    #expect(accuracy > 0.5 && accuracy < 50)
    let heading = try #require(state["heading"] as? Double), sigma = try #require(state["heading_accuracy"] as? Double)
    #expect((0.0..<360).contains(heading) && (0.1...60).contains(sigma))

    // The messages in the status are those that arrive, to the byte.
    func last() -> [[String: Any]] { ann.part("home", "sending", "last") as? [[String: Any]] ?? [] }
    try waitUntil { last().count == 8 }
    let sent = try #require(last().first { $0["kind"] as? String == "config-heading" })
    #expect(sent["payload"] as? String == seen[Self.configs[3]]?.payload)
    let text = try ann.share("status"), payload = try #require(sent["payload"] as? String)
    #expect(text.status == 0 && text.output.contains("Home Assistant, as 'Ann' (id a1)"))
    #expect(text.output.contains("team      none\n") && text.output.contains(payload))

    // A later client gets the descriptions and the availability, and no place.
    let stored = try broker.stored()
    expect(Set(stored.keys), equals: Set(Self.configs + ["gnomon-home/a1/availability"]))
    expect(stored["gnomon-home/a1/availability"], equals: "online")

    // The service is killed: the broker says so. Started again, it is there again.
    ann.kill()
    try waitUntil { try broker.stored()["gnomon-home/a1/availability"] == "offline" }
    try ann.start()
    try waitUntil { try broker.stored()["gnomon-home/a1/availability"] == "online" }
    ann.end()
    try expect(broker.stored()["gnomon-home/a1/availability"], equals: "offline")
    try expect(broker.stored().count, equals: 6)
    try ann.start()
    try waitUntil { ann.text("home", "connection", "state") == "connected" }
  }

  private func aStartOfHomeAssistantBringsEverythingAgain(_ ann: Wearer, _ broker: Broker) throws {
    // So seldom that each state comes from an announcement.
    try ann.joinHome(broker, "--rate", "0.01")
    try waitUntil { ann.number("home", "rate_hz") == 0.01 }
    let listener = try broker.listener()
    defer { listener.stop() }
    try broker.publish("homeassistant/status", "online")
    var topics: Set<String> = []
    while topics.count < 9, let heard = listener.heard() { if !heard.isStored { topics.insert(heard.topic) } }
    expect(
      topics,
      equals: Set(
        Self.configs + [
          "homeassistant/status", "gnomon-home/a1/availability", "gnomon-home/a1/place", "gnomon-home/a1/state",
        ]))
    try waitUntil { ann.number("home", "receiving", "births") == 1 }
    try broker.publish("homeassistant/status", "offline")
    try broker.publish("homeassistant/status", "\u{1b}[2J")
    try broker.publish("homeassistant/status", String(repeating: "online", count: 1000))
    try waitUntil { ann.number("home", "receiving", "refused") == 2 }
    #expect(try ann.share("status").output.contains("2 × neither online nor offline"))
    // Many starts at once are one.
    let before = ann.number("home", "sending", "messages")
    try broker.publish("homeassistant/status", lines: Array(repeating: "online", count: 500))
    try waitUntil { ann.number("home", "receiving", "births") == 501 }
    try waitUntil { ann.number("home", "sending", "messages") > before }
    expect(ann.number("home", "sending", "messages"), isBelow: before + 40)
  }

  private func aBlurredPlaceHasNoHeading(_ ann: Wearer, _ broker: Broker) throws {
    let listener = try broker.listener(), attempts = ann.number("home", "connection", "attempts")
    defer { listener.stop() }
    // The same id without asking for it, over the same connection; the headings are removed.
    try ann.joinHome(broker, "--rate", "10", "--blur", "1000")
    try waitUntil { ann.number("home", "blur_m") == 1000 }
    #expect(ann.text("home", "id") == "a1" && ann.number("home", "connection", "attempts") == attempts)
    expect(ann.number("home", "rate_hz"), equals: 0.2)
    try waitUntil { try broker.stored().count == 4 }
    #expect(try broker.stored().keys.allSatisfy { !$0.contains("heading") })
    try waitUntil { try (listener.next("gnomon-home/a1/place")["gps_accuracy"] as? Double ?? 0) >= 1000 }
    let state = try listener.next("gnomon-home/a1/state")
    #expect(state["heading"] is NSNull && state["heading_accuracy"] is NSNull && state["state"] is String)
    // Another id is another device, and the first is removed.
    try ann.joinHome(broker, "--id", "a2", "--rate", "10")
    try waitUntil { try broker.stored().count == 6 }
    #expect(try broker.stored().keys.allSatisfy { $0.contains("a2") })
  }

  /// `home` ends and returns; the team, at a broker of its own, goes on.
  private func theTeamAndTheHomeAreApart(_ ann: Wearer, _ home: Broker) throws {
    let other = try Scratch(), team = try Broker(in: other)
    try ann.join("red", team, "--name", "Ann", "--id", "a1", "--rate", "5")
    try waitUntil { ann.text("connection", "state") == "connected" && ann.number("sending", "sequence") > 0 }
    #expect(try team.stored().keys.allSatisfy { $0.hasPrefix("gnomon/red/") })
    let text = try ann.share("status").output
    #expect(text.contains("team      red, as 'Ann' (id a1)") && text.contains("home      Home Assistant, as 'gnomon'"))
    home.kill()
    try waitUntil { ann.text("home", "connection", "state") == "waiting" }
    #expect(ann.text("home", "connection", "failure").contains("127.0.0.1:\(home.port)"))
    expect(ann.text("connection", "state"), equals: "connected")
    // Left while the broker is away: as soon as it is there, its messages are removed.
    try expect(ann.share("home", "leave").status, equals: 0)
    try waitUntil { ann.part("home", "is_leaving") as? Bool == true }
    #expect(try ann.share("status").output.contains("left; the entities are removed when the broker can be reached"))
    try home.start()
    try waitUntil { ann.part("home", "is_leaving") as? Bool == false }
    #expect(home.log.contains("as gnomon-home-a2"))
    let numbers = ann.number("sending", "sequence")
    try waitUntil { ann.number("sending", "sequence") > numbers }
    try ann.joinHome(home, "--id", "a1", "--rate", "10")
    #expect(try ann.share("leave").output.contains("gnomon share home leave"))
    try waitUntil { try home.stored().count == 6 && team.stored().keys.allSatisfy { !$0.contains("a1") } }
  }

  private func anUnknownPlaceIsNull(_ ann: Wearer, _ broker: Broker) throws {
    let listener = try broker.listener()
    defer { listener.stop() }
    try waitUntil { try listener.next("gnomon-home/a1/place")["latitude"] is Double }
    ann.demo?.end()
    try waitUntil { try listener.next("gnomon-home/a1/state")["state"] as? String == "none" }
    try waitUntil { ann.text("home", "sending", "absence") == "the daemon does not answer" }
    let state = try listener.next("gnomon-home/a1/state")
    #expect(["accuracy", "heading", "heading_accuracy", "time"].allSatisfy { state[$0] is NSNull })
    let last = try #require(ann.part("home", "sending", "last") as? [[String: Any]])
    let place = try #require(last.first { $0["kind"] as? String == "place" })
    #expect(place["payload"] as? String == #"{"latitude":null,"longitude":null}"#)
    // Home Assistant warns of each, so there is one.
    for _ in 0..<5 { expect(listener.heard()?.topic, equals: "gnomon-home/a1/state") }
  }

  /// Faulty settings end it, and are named; to leave removes what the broker has stored.
  private func aFaultyFileEndsIt(_ ann: Wearer, _ broker: Broker) throws {
    let settings = "\(ann.folder)/home.json", good = try Data(contentsOf: URL(fileURLWithPath: settings))
    try Data(#"{"version":1,"id":"a.1"}"#.utf8).write(to: URL(fileURLWithPath: settings), options: .atomic)
    try waitUntil { ann.text("home", "settings_fault").contains("id: expected") }
    try expect(broker.stored()["gnomon-home/a1/availability"], equals: "offline")
    #expect(ann.part("home", "is_joined") as? Bool == false)
    try good.write(to: URL(fileURLWithPath: settings), options: .atomic)
    try waitUntil { try broker.stored()["gnomon-home/a1/availability"] == "online" }
    let left = try ann.share("home", "leave")
    #expect(left.status == 0 && left.output == "left; nothing is sent to Home Assistant from now on\n")
    try waitUntil { try broker.stored().isEmpty }
    try waitUntil { ann.part("home", "is_joined") as? Bool == false }
    try expect(ann.share("home", "leave").output, equals: "Home Assistant was not joined\n")
  }

  /// `ShareSecurityTests` has the failures of certificates and passwords; both services have the same connection.
  @Test(.enabled(if: RigProcess.has("openssl", "mosquitto_passwd"))) func encryptionAndPassword() throws {
    let scratch = try Scratch()
    try ShareSecurityTests.makeAuthority("ca", scratch)
    try ShareSecurityTests.makeCertificate("server", by: "ca", scratch)
    let passwords = scratch.path("passwords"), right = try scratch.write("secret\n", to: "right")
    let made = try RigProcess("mosquitto_passwd", ["-b", "-c", passwords, "ann", "secret"], isQuiet: true)
    expect(made.finish().status, equals: 0)
    let broker = try Broker(
      [
        "listener PORT 127.0.0.1", "allow_anonymous false", "password_file \(passwords)",
        "cafile \(scratch.path("ca.pem"))", "certfile \(scratch.path("server.pem"))",
        "keyfile \(scratch.path("server.key"))",
      ], in: scratch)
    let ann = try Wearer("ann", in: scratch, hasDaemon: false)
    let joined = try gnomonArray([
      "share", "home", "join", "--folder", ann.folder, "--broker", "localhost:\(broker.port)", "--tls-ca",
      scratch.path("ca.pem"), "--id", "a1", "--user", "ann", "--password-file", right,
    ])
    #expect(joined.status == 0 && joined.output.contains("encrypted"), "\(joined.errors)")
    try waitUntil { ann.text("home", "connection", "state") == "connected" }
    #expect(ann.part("home", "is_encrypted") as? Bool == true)
    for file in ["home.json", "state.json"] {
      #expect(try !String(contentsOfFile: "\(ann.folder)/\(file)", encoding: .utf8).contains("secret"))
    }
    try FileManager.default.removeItem(atPath: right)
    ann.end()
    try ann.start()
    try waitUntil { ann.text("home", "connection", "failure").contains("password_file") }
    // Over the network nothing goes without TLS, also without its options.
    let run = try gnomonArray(
      ["share", "home", "join", "--broker", "192.0.2.1", "--folder", scratch.path("other"), "--json"])
    #expect(try object(run)["is_encrypted"] as? Bool == true)
    for (word, value, named) in [("--id", "a.1", "--id"), ("--rate", "11", "--rate"), ("--blur", "1", "--blur")] {
      let run = try gnomonArray(
        ["share", "home", "join", "--broker", "localhost", "--folder", scratch.path("other"), word, value])
      #expect(run.status == 64 && run.errors.contains(named), "\(run.errors)")
    }
  }
}

/// A message as a line of `Broker.listener`.
private struct Heard {
  var isStored: Bool
  var topic: String
  var payload: String

  init?(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    (isStored, topic, payload) = (parts[0] == "1", String(parts[1]), String(parts[2]))
  }

  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any]) ?? [:]
  }
}

extension RigProcess {
  fileprivate func heard() -> Heard? {
    while let line = line() { if let heard = Heard(line), heard.topic != "ready" { return heard } }
    return nil
  }

  /// The next message of a topic.
  fileprivate func next(_ topic: String) throws -> [String: Any] {
    while let heard = heard() { if heard.topic == topic { return heard.json } }
    throw ListenerEnded()
  }
}

private struct ListenerEnded: Error {}

extension Broker {
  /// The messages that a later client gets, by topic. The client ends at the first message that was not stored.
  fileprivate func stored() throws -> [String: String] {
    let client = try RigProcess(
      "mosquitto_sub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", "#", "--retained-only", "-F", "%r %t %p"])
    while client.isRunning { try publish("ready", "") }
    let found = client.finish().lines.compactMap(Heard.init).filter(\.isStored)
    return Dictionary(found.map { ($0.topic, $0.payload) }) { _, last in last }
  }
}

extension Wearer {
  fileprivate func joinHome(_ broker: Broker, _ words: String...) throws {
    let run = try gnomonArray(
      ["share", "home", "join", "--broker", "127.0.0.1:\(broker.port)", "--folder", folder] + words)
    expect(run.status, equals: 0, "\(run.errors)")
  }
}
