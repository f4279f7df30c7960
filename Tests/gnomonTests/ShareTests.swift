import Expectations
import Foundation
import TestSupport
import Testing

/// `gnomon-share` with a real broker: one run of two wearers in steps, to the failure of each part.
@Suite(.enabled(if: Broker.isInstalled), .serialized) struct ShareTests {
  @Test func aTeamFromItsFirstPoseToItsLast() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    let ann = try Wearer("ann", in: scratch), ben = try Wearer("ben", in: scratch)
    let demo = try #require(ben.demo)
    try noPoseIsSentBeforeJoin(ann, broker)
    let listener = try broker.listener()
    try ann.join("red", broker, "--name", "Ann", "--id", "a1", "--rate", "5")
    try waitUntil { broker.log.contains("as gnomon-a1") }
    let here = Demo.words(Demo.place(40)).split(separator: ",").map(String.init)
    try expect(ann.share("place", "add", "camp", here[0], here[1], "Base camp", "--category", "camp").status, equals: 0)
    let way = try scratch.write(Demo.route([Demo.place(0), Demo.place(60), Demo.place(60, right: 30)]), to: "way.json")
    try expect(ann.share("route", "add", "home", way, "--name", "Way home").status, equals: 0)
    while let line = listener.line(), !line.contains("gnomon/red/route/home") {}
    listener.stop()
    // Stored rubbish from before.
    try broker.publish("gnomon/red/wearer/old/pose", Self.message(1), isRetained: true)
    try broker.publish("gnomon/red/wearer/old/here", "rubbish", isRetained: true)
    try broker.publish("gnomon/red/place/p1", "{\"version\":1}", isRetained: true)
    try ben.join("red", broker, "--name", "Ben", "--id", "b1", "--rate", "5")
    try waitUntil { ben.refused("retained") == 1 && ben.refused("json") == 1 && ben.refused("missing") == 1 }
    try placesAndRoutesComeToALaterMember(ann, ben, demo)
    try theWearersSeeEachOther(ann, ben, broker)
    try hostileMessagesAreCountedAndNotShown(ben, broker)
    try aBrokerThatRestartsIsSurvived(ann, ben, broker)
    try aServiceThatIsKilledIsGoneAndReturns(ann, ben)
    try aMemberThatLeavesLeavesNothing(ann, ben, broker)
    // The daemon is killed: said, and survived.
    demo.end()
    try waitUntil { ben.text("daemon", "failure").contains("no daemon answers") }
    expect(ben.text("sending", "absence"), equals: "the daemon does not answer")
    // A file that cannot be understood ends the sharing and is named.
    _ = try scratch.write("{\"version\":1,\"team\":\"r/d\"}", to: "ben/share.json")
    try waitUntil { ben.text("settings_fault").contains("team: expected") }
    #expect(ben.part("is_joined") as? Bool == false)
  }

  private func noPoseIsSentBeforeJoin(_ ann: Wearer, _ broker: Broker) throws {
    // Three states of the service later it has still not connected.
    for _ in 0..<3 {
      let time = ann.number("time_boot_ns")
      try waitUntil { ann.number("time_boot_ns") > time }
    }
    #expect(ann.part("is_joined") as? Bool == false)
    #expect(!broker.log.contains("New connection") && !broker.log.contains("New client"))
    let status = try ann.share("status")
    #expect(status.output.contains("none; nothing is sent"))
  }

  private func placesAndRoutesComeToALaterMember(_ ann: Wearer, _ ben: Wearer, _ demo: Demo) throws {
    try waitUntil { try demo.run("place", "show", "camp", "--layer", "team").status == 0 }
    let shown = try demo.run("place", "show", "camp", "--layer", "team")
    #expect(shown.output.contains("Base camp") && shown.output.contains("camp"))
    try waitUntil { FileManager.default.fileExists(atPath: "\(ben.folder)/route-home.json") }
    #expect(try demo.run("route", "load", "\(ben.folder)/route-home.json").output.contains("Way home"))
    try expect(
      ann.share("place", "remove", "camp", "--json").output, equals: #"{"removed_place":"camp","team":"red"}"# + "\n")
    try expect(
      ann.share("route", "remove", "home", "--json").output, equals: #"{"removed_route":"home","team":"red"}"# + "\n")
    try waitUntil {
      try demo.run("place", "show", "camp", "--layer", "team").status != 0
        && !FileManager.default.fileExists(atPath: "\(ben.folder)/route-home.json")
    }
  }

  private func theWearersSeeEachOther(_ ann: Wearer, _ ben: Wearer, _ broker: Broker) throws {
    try waitUntil { try ben.companion("a1") != nil && ann.companion("b1") != nil }
    let companion = try #require(try ben.companion("a1"))
    #expect(companion["name"] as? String == "Ann" && companion["category"] as? String == "companion")
    let payload = try #require(companion["payload"] as? [String: Any])
    let accuracy = try #require(payload["accuracy"] as? Double)
    #expect(accuracy > 0.5 && accuracy < 50)
    let moves = try #require(companion["moves"] as? [String: Any])
    expect(abs(try #require(moves["sigma"] as? Double) - accuracy / 1.515), isBelow: 0.01)
    // Both walk the same simulated way, a few seconds apart.
    try expect(#require(companion["distance"] as? Double), isBelow: 60)
    let member = try #require(ben.members.first)
    #expect(member["name"] as? String == "Ann" && member["is_stale"] as? Bool == false)
    #expect(member["clock_difference_s"] is NSNull)

    // The message in the status is the one that arrives, to the byte.
    let listener = try broker.listener()
    defer { listener.stop() }
    let earlier = ann.number("sending", "sequence")
    try waitUntil { ann.number("sending", "sequence") > earlier + 5 }
    let last = try #require(ann.part("sending", "last") as? [[String: Any]])
    let sent = try #require(last.first { $0["kind"] as? String == "pose" })
    let payloadSent = try #require(sent["payload"] as? String)
    let line = "0 \(try #require(sent["topic"] as? String)) \(payloadSent)"
    var arrived: [String] = []
    while arrived.last != line, let next = listener.line() { arrived.append(next) }
    expect(arrived.last, equals: line)
    #expect(sent["bytes"] as? Int == payloadSent.utf8.count)
    let text = try ann.share("status")
    #expect(text.status == 0 && text.output.contains("red, as 'Ann' (id a1)") && text.output.contains("\"session\""))
  }

  /// `MessageTests` and `RosterTests` have each reason of a refusal.
  private func hostileMessagesAreCountedAndNotShown(_ ben: Wearer, _ broker: Broker) throws {
    let good = Self.message(1)
    func replaced(_ a: String, _ b: String) -> String { good.replacingOccurrences(of: a, with: b) }
    let before = ["name", "topic", "earlier"].map(ben.refused)
    try broker.publish("gnomon/red/wearer/x5/pose", replaced("\"Eve\"", "\"\\u001b\\u0000\\u202e\""))
    try broker.publish("gnomon/red/other/x", good)
    try waitUntil { ben.refused("name") == before[0] + 1 && ben.refused("topic") == before[1] + 1 }
    // The own id, with another name: an echo. The own name, with another id: shown with its id.
    try broker.publish("gnomon/red/wearer/b1/pose", good)
    try broker.publish("gnomon/red/wearer/impostor/pose", replaced("\"Eve\"", "\"Be\\u0007n\""))
    try waitUntil { try ben.companion("impostor") != nil }
    #expect(try ben.companion("impostor")?["name"] as? String == "Ben (impost)")
    #expect(try ben.companion("b1") == nil)
    // Twice the same, and an older one.
    try broker.publish("gnomon/red/wearer/e/pose", lines: [Self.message(5), Self.message(5), Self.message(4)])
    try waitUntil { ben.refused("earlier") >= before[2] + 2 }
    // Far too many.
    try broker.publish("gnomon/red/wearer/e/pose", lines: (10..<5000).map(Self.message))
    try waitUntil { ben.refused("too-often") + ben.refused("flood") > 4500 }
    expect(Set(ben.members.compactMap { $0["id"] as? String }), equals: ["a1", "e", "impostor"], "\(ben.members)")
    let text = try ben.share("status")
    #expect(!text.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202e })
    #expect(text.output.contains("× a name that is empty"))
  }

  private func aBrokerThatRestartsIsSurvived(_ ann: Wearer, _ ben: Wearer, _ broker: Broker) throws {
    broker.kill()
    try waitUntil { ann.text("connection", "state") == "waiting" && ben.text("connection", "state") == "waiting" }
    #expect(ann.text("connection", "failure").contains("127.0.0.1:\(broker.port)"))
    let before = ann.number("sending", "sequence"), refused = ben.number("receiving", "refused")
    try broker.start()
    let listener = try broker.listener()
    defer { listener.stop() }
    try waitUntil { ann.text("connection", "state") == "connected" && ann.number("sending", "sequence") > before + 5 }
    // Each number once, in order, and none from before.
    var numbers: [Int] = []
    while numbers.count < 5, let line = listener.line() {
      guard line.contains("wearer/a1/pose"), let start = line.firstIndex(of: "{") else { continue }
      let object = try JSONSerialization.jsonObject(with: Data(line[start...].utf8)) as? [String: Any]
      numbers.append(try #require(object?["sequence"] as? Int))
    }
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count && Double(numbers[0]) > before)
    let known = ben.number("receiving", "poses")
    try waitUntil { ben.number("receiving", "poses") > known }
    #expect(ben.number("receiving", "refused") == refused && ann.number("connection", "losses") == 1)
  }

  /// The broker says that it has gone; started again, it is another session.
  private func aServiceThatIsKilledIsGoneAndReturns(_ ann: Wearer, _ ben: Wearer) throws {
    let session = ann.text("sending", "session")
    func isThere() -> Bool { ben.members.contains { $0["name"] as? String == "Ann" } }
    ann.kill()
    try waitUntil { !isThere() }
    try ann.start()
    try waitUntil { isThere() }
    expect(ann.text("sending", "session"), differsFrom: session)
  }

  /// The other's companion is gone, and the broker stores nothing of it.
  private func aMemberThatLeavesLeavesNothing(_ ann: Wearer, _ ben: Wearer, _ broker: Broker) throws {
    try expect(ann.share("leave").status, equals: 0)
    try waitUntil { try ben.companion("a1") == nil && !ben.members.contains { $0["name"] as? String == "Ann" } }
    try waitUntil { ann.part("is_joined") as? Bool == false }
    #expect(try ann.companion("b1") == nil)
    let later = try broker.listener()
    var stored: [String] = []
    while let next = later.line(), next.hasPrefix("1 ") || stored.isEmpty { stored.append(next) }
    later.stop()
    #expect(!stored.contains { $0.hasPrefix("1 gnomon/red/wearer/a1") })
    #expect(stored.contains { $0.hasPrefix("1 gnomon/red/wearer/b1/here") })
  }

  private static func message(_ sequence: Int) -> String {
    "{\"version\":1,\"name\":\"Eve\",\"session\":\"s\",\"sequence\":\(sequence),\"time\":1795000000000,\"position\":{\"lat\":48.2,\"lon\":16.37,\"h\":200},\"accuracy\":5}"
  }
}
