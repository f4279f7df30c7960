import Foundation
import TestSupport
import Testing

/// `gnomon-share` with a real broker: poses, places and routes between two wearers, and what is said when something fails.
@Suite(.enabled(if: Broker.isInstalled), .serialized) struct ShareTests {
  @Test func theWearersSeeEachOther() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    let ann = try Wearer("ann", in: scratch), ben = try Wearer("ben", in: scratch)
    let listener = try broker.listener()
    defer { listener.stop() }
    try ann.join("red", broker, "--name", "Ann", "--id", "a1", "--rate", "2")
    try ben.join("red", broker, "--name", "Ben", "--id", "b1", "--rate", "2")
    try waitUntil { try ben.companion("a1") != nil && ann.companion("b1") != nil }
    let companion = try #require(try ben.companion("a1"))
    #expect(companion["name"] as? String == "Ann" && companion["category"] as? String == "companion")
    let payload = try #require(companion["payload"] as? [String: Any])
    let accuracy = try #require(payload["accuracy"] as? Double)
    #expect(accuracy > 0.5 && accuracy < 50)
    let moves = try #require(companion["moves"] as? [String: Any])
    #expect(abs(try #require(moves["sigma"] as? Double) - accuracy / 1.515) < 0.01)
    // Both walk the same simulated way, a few seconds apart.
    #expect(try #require(companion["distance"] as? Double) < 60)
    let member = try #require(ben.members.first)
    #expect(member["name"] as? String == "Ann" && member["is_stale"] as? Bool == false)
    #expect(member["clock_difference_s"] is NSNull)

    // The message in the status is the one that arrives, to the byte.
    let last = try #require(ann.part("sending", "last") as? [[String: Any]])
    let sent = try #require(last.first { $0["kind"] as? String == "pose" })
    let payloadSent = try #require(sent["payload"] as? String)
    let line = "0 \(try #require(sent["topic"] as? String)) \(payloadSent)"
    var arrived: [String] = []
    while arrived.last != line, let next = listener.line() { arrived.append(next) }
    #expect(arrived.last == line)
    #expect(sent["bytes"] as? Int == payloadSent.utf8.count)
    let text = try ann.share("status")
    #expect(text.status == 0 && text.output.contains("red, as 'Ann' (id a1)") && text.output.contains("\"session\""))

    // One leaves: the other's companion is gone, and the broker stores nothing of it.
    #expect(try ann.share("leave").status == 0)
    try waitUntil { try ben.companion("a1") == nil && ben.members.isEmpty }
    try waitUntil { ann.part("is_joined") as? Bool == false }
    #expect(try ann.companion("b1") == nil)
    let later = try broker.listener()
    var stored: [String] = []
    while let next = later.line(), next.hasPrefix("1 ") || stored.isEmpty { stored.append(next) }
    later.stop()
    #expect(!stored.contains { $0.hasPrefix("1 gnomon/red/wearer/a1") })
    #expect(stored.contains { $0.hasPrefix("1 gnomon/red/wearer/b1/here") })
  }

  @Test func noPoseIsSentBeforeJoin() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    let ann = try Wearer("ann", in: scratch)
    // Three states of the service later it has still not connected.
    for _ in 0..<3 {
      let time = ann.number("time_boot_ns")
      try waitUntil { ann.number("time_boot_ns") > time }
    }
    #expect(ann.part("is_joined") as? Bool == false)
    #expect(!broker.log.contains("New connection") && !broker.log.contains("New client"))
    let status = try ann.share("status")
    #expect(status.output.contains("none; nothing is sent"))
    try ann.join("red", broker, "--id", "a1")
    try waitUntil { broker.log.contains("as gnomon-a1") }
    // A file that cannot be understood ends the sharing and is named.
    _ = try scratch.write("{\"version\":1,\"team\":\"r/d\"}", to: "ann/share.json")
    try waitUntil { ann.text("settings_fault").contains("team: expected") }
    #expect(ann.part("is_joined") as? Bool == false)
  }

  @Test func aBrokerThatRestartsIsSurvived() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    let ann = try Wearer("ann", in: scratch), ben = try Wearer("ben", in: scratch)
    try ann.join("red", broker, "--name", "Ann", "--id", "a1", "--rate", "5")
    try ben.join("red", broker, "--name", "Ben", "--id", "b1", "--rate", "5")
    try waitUntil { !ben.members.isEmpty }
    broker.kill()
    try waitUntil { ann.text("connection", "state") == "waiting" && ben.text("connection", "state") == "waiting" }
    #expect(ann.text("connection", "failure").contains("127.0.0.1:\(broker.port)"))
    let before = ann.number("sending", "sequence")
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
    #expect(ben.number("receiving", "refused") == 0 && ann.number("connection", "losses") == 1)
    // The service itself is killed: the broker says that it has gone; started again, it is another session.
    let session = ann.text("sending", "session")
    ann.kill()
    try waitUntil { ben.members.isEmpty }
    try ann.start()
    try waitUntil { ben.members.first?["name"] as? String == "Ann" }
    #expect(ann.text("sending", "session") != session)
    // The daemon is killed: said, and survived.
    ben.demo?.end()
    try waitUntil { ben.text("daemon", "failure").contains("no daemon answers") }
    #expect(ben.text("sending", "absence") == "the daemon does not answer")
  }

  @Test func placesAndRoutesOfTheTeam() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    let ann = try Wearer("ann", in: scratch, hasDaemon: false), ben = try Wearer("ben", in: scratch)
    let here = Demo.words(Demo.place(40)).split(separator: ",").map(String.init)
    try ann.join("red", broker, "--id", "a1")
    #expect(try ann.share("place", "add", "camp", here[0], here[1], "Base camp", "--category", "camp").status == 0)
    let way = try scratch.write(Demo.route([Demo.place(0), Demo.place(60), Demo.place(60, right: 30)]), to: "way.json")
    #expect(try ann.share("route", "add", "home", way, "--name", "Way home").status == 0)
    try waitUntil { ann.number("sending", "messages") >= 3 }
    // A member that comes later gets them as well.
    try ben.join("red", broker, "--id", "b1")
    let demo = try #require(ben.demo)
    try waitUntil { try demo.run("place", "show", "camp", "--layer", "team").status == 0 }
    let shown = try demo.run("place", "show", "camp", "--layer", "team")
    #expect(shown.output.contains("Base camp") && shown.output.contains("camp"))
    try waitUntil { FileManager.default.fileExists(atPath: "\(ben.folder)/route-home.json") }
    #expect(try demo.run("route", "load", "\(ben.folder)/route-home.json").output.contains("Way home"))
    #expect(
      try ann.share("place", "remove", "camp", "--json").output == #"{"removed_place":"camp","team":"red"}"# + "\n")
    #expect(
      try ann.share("route", "remove", "home", "--json").output == #"{"removed_route":"home","team":"red"}"# + "\n")
    try waitUntil {
      try demo.run("place", "show", "camp", "--layer", "team").status != 0
        && !FileManager.default.fileExists(atPath: "\(ben.folder)/route-home.json")
    }
  }

  @Test func hostileMessagesAreCountedAndNotShown() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    let ben = try Wearer("ben", in: scratch)
    // Stored rubbish from before.
    try broker.publish("gnomon/red/wearer/old/pose", Self.message(1), isRetained: true)
    try broker.publish("gnomon/red/wearer/old/here", "rubbish", isRetained: true)
    try broker.publish("gnomon/red/place/p1", "{\"version\":1}", isRetained: true)
    try ben.join("red", broker, "--name", "Ben", "--id", "b1")
    try waitUntil { ben.refused("retained") == 1 && ben.refused("json") == 1 && ben.refused("missing") == 1 }
    let good = Self.message(1)
    func replaced(_ a: String, _ b: String) -> String { good.replacingOccurrences(of: a, with: b) }
    let cases = [
      ("version", "x1", replaced("\"version\":1", "\"version\":7")), ("json", "x2", replaced("48.2", "NaN")),
      ("json", "x3", "\u{1b}[2J\u{7}"), ("range", "x4", replaced("48.2", "148.2")),
      ("name", "x5", replaced("\"Eve\"", "\"\\u001b\\u0000\\u202e\"")),
      ("missing", "x6", replaced("\"accuracy\"", "\"a\"")),
      ("too-long", "x7", replaced("\"Eve\"", "\"\(String(repeating: "e", count: 3000))\"")), ("topic", "a+b/c", good),
    ]
    for (reason, id, payload) in cases {
      let before = ben.refused(reason)
      if reason == "topic" {
        try broker.publish("gnomon/red/other/x", payload)
      } else {
        try broker.publish("gnomon/red/wearer/\(id)/pose", payload)
      }
      #expect(eventually { ben.refused(reason) == before + 1 }, "\(reason)")
    }
    #expect(ben.members.isEmpty)
    // The own id, with another name: an echo. The own name, with another id: shown with its id.
    try broker.publish("gnomon/red/wearer/b1/pose", good)
    try broker.publish("gnomon/red/wearer/impostor/pose", replaced("\"Eve\"", "\"Be\\u0007n\""))
    try waitUntil { try ben.companion("impostor") != nil }
    #expect(try ben.companion("impostor")?["name"] as? String == "Ben (impost)")
    #expect(try ben.companion("b1") == nil)
    // Twice the same, and an older one.
    try broker.publish("gnomon/red/wearer/e/pose", lines: [Self.message(5), Self.message(5), Self.message(4)])
    try waitUntil { ben.refused("earlier") == 2 }
    // Far too many.
    try broker.publish("gnomon/red/wearer/e/pose", lines: (10..<5000).map(Self.message))
    try waitUntil { ben.refused("too-often") + ben.refused("flood") > 4500 }
    #expect(ben.members.count == 2)
    let text = try ben.share("status")
    #expect(!text.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202e })
    #expect(text.output.contains("× a name that is empty"))
  }

  private static func message(_ sequence: Int) -> String {
    "{\"version\":1,\"name\":\"Eve\",\"session\":\"s\",\"sequence\":\(sequence),\"time\":1795000000000,\"position\":{\"lat\":48.2,\"lon\":16.37,\"h\":200},\"accuracy\":5}"
  }
}
