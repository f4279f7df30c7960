import CAllocations
import CPosix
import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

@testable import Service
@testable import SocketServer

/// Clients with excessive requests at the socket of a separate daemon: it continues, within its memory.
@Suite(.serialized) struct SiegeTests {
  private let info = #"{"method":"org.gnomon.Control.GetInfo"}"#

  func call(_ method: String, _ parameters: JSONValue) -> String {
    (["method": .string("org.gnomon.\(method)"), "parameters": parameters] as JSONValue).text
  }

  private func place(_ id: String, _ index: Int, name: String = "Stall", payload: Int = 0) -> JSONValue {
    let members: [JSONMember] = [
      JSONMember("id", .string(id)), JSONMember("name", .string(name)),
      JSONMember("latitude_deg", .number(48.2082 + Double(index % 1000 - 500) * 6e-6)),
      JSONMember("longitude_deg", .number(16.3738 + Double(index / 1000) * 1e-5)),
    ]
    guard payload > 0 else { return .object(members) }
    let text = JSONValue.string(String(repeating: "y", count: payload))
    return .object(members + [JSONMember("payload", ["x": text])])
  }

  private func fill(
    _ client: RawClient, _ count: Int, from first: Int = 0, layer: String = "siege", name: String = "Stall",
    payload: Int = 0
  ) {
    for start in stride(from: first, to: first + count, by: 500) {
      let places = (start..<min(start + 500, first + count)).map {
        place("p\($0)", $0, name: name, payload: payload)
      }
      let answer = client.ask(call("Scene.AddPlaces", ["places": .array(places), "layer": .string(layer)]))
      expect(answer?["parameters"]?["added"]?.integer, equals: Int64(places.count), "\(answer?.text.prefix(300) ?? "")")
    }
  }

  func residentKiB(_ daemon: Spawned) -> Int {
    let status =
      (try? String(contentsOfFile: "/proc/\(daemon.process.processIdentifier)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? .max
  }

  private func load(_ witness: RawClient) -> JSONValue? { later { witness.ask(info) }?["parameters"]?["load"] }

  /// Under a sanitizer pages take so long that a client has read nothing for its seconds before memory runs short.
  private func closedConnections(_ witness: RawClient) -> Int64 {
    let all = load(witness)?["turned_out"]?.array ?? []
    let unread = all.filter { !allocations_are_counted() || $0["reason"]?.string == Server.unreadReason }
    return unread.reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
  }

  /// Memory of the daemon itself besides the data that its clients make it hold; sanitizers and a debug build need more.
  static let mostKiB = allocations_are_counted() ? 48 << 10 : 512 << 10

  /// Long pages to many clients that never read: a connection holds one page, not all requested ones, and beyond the user's limit
  /// a connection is closed.
  @Test func unreadAnswersAreBounded() throws {
    let daemon = try Spawned(["--demo"])
    #expect(daemon.answers())
    let witness = try RawClient(daemon.socket)
    fill(witness, 1000, name: String(repeating: "n", count: 200), payload: 900)
    let page = call("Scene.ListPlaces", ["layer": "siege", "limit": 1000])
    // Complete pages, one after the other, for a client that reads.
    var ids: Set<String> = [], cursor: JSONValue = .null, pages = 0
    repeat {
      let answer = witness.ask(call("Scene.ListPlaces", ["layer": "siege", "limit": 1000, "cursor": cursor]))
      let parameters = try #require(answer?["parameters"])
      expect(parameters.text.utf8.count, isBelow: 2 * Limits.pageBytes)
      for place in parameters["places"]?.array ?? [] { ids.insert(place["id"]?.string ?? "") }
      cursor = parameters["next"] ?? .null
      pages += 1
    } while !cursor.isNull
    #expect(ids.count == 1000 && pages > 3)

    var deaf: [RawClient] = []
    for _ in 0..<40 {
      let client = try RawClient(daemon.socket)
      for _ in 0..<10 { client.send(page) }
      deaf.append(client)
    }
    // Forty pages are more than one user may leave unread.
    #expect(eventually { closedConnections(witness) > 0 })
    let unread = try #require(load(witness)?["unread_bytes"]?.integer)
    expect(unread, isAtMost: Int64(Limits.unreadPerUser))
    expect(residentKiB(daemon), isAtMost: Self.mostKiB, "\(residentKiB(daemon)) KiB")
    // A client that reads is not affected.
    expect(witness.ask(page)?["parameters"]?["count"]?.integer, equals: 1000)
    withExtendedLifetime(deaf) {}
    expect(daemon.end(), equals: 0)
  }

  /// The same with a long route and its points, and with anchors with large payloads.
  @Test func longRoutesAndAnchorsAreBounded() throws {
    let daemon = try Spawned(["--demo"])
    #expect(daemon.answers())
    let witness = try RawClient(daemon.socket)
    let points = (0..<40_000).map { "[16.37,\(48.2 + Double($0) * 1e-6)]" }.joined(separator: ",")
    let loaded = witness.ask(
      call("Scene.LoadRoute", ["text": .string(#"{"type":"LineString","coordinates":[\#(points)]}"#)]))
    expect(loaded?["parameters"]?["points"]?.integer, equals: 40_000, "\(loaded?.text.prefix(300) ?? "")")
    let route = call("Scene.GetRoute", ["points": true])
    expect(witness.ask(route)?["parameters"]?["route"]?["points"]?.array?.count, equals: 40_000)

    let payload: JSONValue = ["x": .string(String(repeating: "y", count: 60_000))]
    var taken = 0, refused: JSONValue?
    for index in 0..<20 {
      let anchor: JSONValue = ["id": .string("a\(index)"), "head": ["x": 0, "y": 0, "z": -1], "payload": payload]
      let answer = witness.ask(call("Scene.AddAnchor", anchor))
      if answer?["error"] == nil { taken += 1 } else { refused = answer }
    }
    #expect(taken == Limits.anchorBytes / 60_010 && named(refused) == "org.gnomon.Scene.TooManyAnchors")

    var deaf: [RawClient] = []
    for index in 0..<30 {
      let client = try RawClient(daemon.socket)
      client.send(route)
      if index % 3 == 0 { client.send(call("Scene.GetFrame", ["include": ["anchors"]])) }
      deaf.append(client)
    }
    expect(residentKiB(daemon), isAtMost: Self.mostKiB, "\(residentKiB(daemon)) KiB")
    // Room for an answer is reserved before it is made: without room the client gets an error, and a client that does not read is
    // closed.
    let refusals = deaf.count { named($0.receive()) == "org.gnomon.Control.TooMuchUnread" }
    expect(Int64(refusals) + closedConnections(witness), isAbove: 0)
    expect(witness.ask(call("Scene.GetRoute", .object([])))?["parameters"]?["route"]?["revision"]?.integer, equals: 1)
    withExtendedLifetime(deaf) {}
    expect(daemon.end(), equals: 0)
  }

  /// Texts of routes with as many values as fit into a message: each is refused, and none needs many times its length.
  @Test func routesOfManyValuesAreBounded() throws {
    let daemon = try Spawned(["--demo"])
    #expect(daemon.answers())
    let witness = try RawClient(daemon.socket)
    func line(_ element: String) -> String {
      // A quotation mark needs two bytes in the message.
      let bytes = element.utf8.count + element.utf8.count { $0 == UInt8(ascii: "\"") } + 1
      let elements = String(repeating: element + ",", count: 3_900_000 / bytes)
      return #"{"type":"LineString","coordinates":[\#(elements)\#(element)]}"#
    }
    let features = (0..<40_000).map {
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,\#($0 % 9)]]}}"#
    }
    let texts = [
      line("[1]"), line("[]"), line("0"), line("{}"), line("[1,2,3,4,5,6,7,8]"), line(#""""#),
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
      #"{"code":"Ok","routes":[{"legs":[{"steps":[\#(String(repeating: "{},", count: 900_000)){}]}]}]}"#,
      "<gpx><trk><trkseg>" + String(repeating: #"<trkpt lat="1" lon="1"/>"#, count: 120_000) + "</trkseg></trk></gpx>",
      "<gpx>" + String(repeating: "<a/>", count: 900_000) + "</gpx>", String(repeating: "??", count: 1_900_000),
    ]
    for text in texts {
      let answer = later { witness.ask(call("Scene.LoadRoute", ["text": .string(text), "replace": true])) }
      expect(
        named(answer), equals: "org.gnomon.Scene.RouteRefused", "\(text.prefix(60)): \(answer?.text.prefix(200) ?? "")")
    }
    expect(residentKiB(daemon), isAtMost: Self.mostKiB, "\(residentKiB(daemon)) KiB")
    expect(daemon.end(), equals: 0)
  }

  /// Streams with anchors and without a reader: subscribers are refused or dropped before the limit is reached.
  @Test(.enabled(if: allocations_are_counted(), "sanitizers change what a frame takes"))
  func unreadFramesAreBounded() throws {
    let daemon = try Spawned(["--demo"])
    #expect(daemon.answers())
    let witness = try RawClient(daemon.socket)
    let payload: JSONValue = ["x": .string(String(repeating: "y", count: 60_000))]
    let anchor: JSONValue = ["id": "a", "head": ["x": 0, "y": 0, "z": -1], "payload": payload]
    #expect(witness.ask(call("Scene.AddAnchor", anchor))?["error"] == nil)
    var deaf: [RawClient] = [], refused = 0
    for index in 0..<50 {
      let client = try RawClient(daemon.socket)
      let wanted: JSONValue = [
        "method": "org.gnomon.Scene.Subscribe", "more": true,
        "parameters": ["include": ["anchors"], "rate_hz": .number(30 + Double(index)), "everything": true],
      ]
      client.send(wanted.text)
      // The first frame, or the reason why there is none.
      if named(client.receive()) == "org.gnomon.Scene.TooManyAnchors" { refused += 1 }
      deaf.append(client)
    }
    #expect(refused > 0 && refused < 50)
    // Each stream has sent a frame; from now on none is read.
    var count = 0
    while count < 30 {
      count += 1
      _ = load(witness)
      usleep(20_000)
    }
    expect(residentKiB(daemon), isAtMost: Self.mostKiB, "\(residentKiB(daemon)) KiB")
    expect(daemon.end(), equals: 0)
    withExtendedLifetime(deaf) {}
  }

  /// Long messages from many clients are read one after the other, in addition to the loop's other work.
  @Test func longMessagesTakeTurns() throws {
    let daemon = try Spawned(["--demo"])
    #expect(daemon.answers())
    let witness = try RawClient(daemon.socket)
    let places = (0..<500).map { place("q\($0)", $0, payload: 1500) }
    let message = call("Scene.AddPlaces", ["places": .array(places), "layer": "long"])
    expect(message.utf8.count, isAbove: 700_000)
    let group = DispatchGroup(), results = Results(), path = daemon.socket
    for _ in 0..<12 {
      DispatchQueue.global().async(group: group) {
        for _ in 0..<2 {
          // Together they may exceed what is held of unfinished messages; a client whose message is refused tries again.
          let isAdded = (0..<20).contains { _ in
            (try? RawClient(path))?.ask(message)?["parameters"]?["layer"] != nil
          }
          if isAdded { results.add() }
        }
      }
    }
    var asked = 0
    while group.wait(timeout: .now() + 0.01) == .timedOut { asked += load(witness) == nil ? 0 : 1 }
    expect(results.count, equals: 24)
    expect(
      witness.ask(call("Scene.ListPlaces", ["layer": "long", "limit": 1]))?["parameters"]?["count"]?.integer,
      equals: 500)
    expect(residentKiB(daemon), isAtMost: Self.mostKiB, "\(residentKiB(daemon)) KiB after \(asked) questions")
    expect(daemon.end(), equals: 0)
  }
}

/// A counter for several threads.
private final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private var sum = 0
  func add() { lock.withLock { sum += 1 } }
  var count: Int { lock.withLock { sum } }
}
