import Expectations
import Foundation
import Geodesy
import Geometry
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

/// Routes by request: `gnomon route follow` answers for a server, and the wearer who leaves the route gets a new one.
@Suite(.enabled(if: RigProcess.has("python3"))) struct RouteRequestTests {
  private static let end = Demo.place(86.5, right: 127), bakery = Demo.place(86.5, right: 40)

  /// A follower of requests, until the test ends.
  private final class Follower {
    let process = Process(), output = Pipe()

    init(_ demo: Demo, _ words: [String]) throws {
      process.executableURL = Products.url("gnomon")
      process.arguments = ["route", "follow", "--json", "--socket", demo.socket] + words
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }
    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  private func routeEvents(_ demo: Demo, until code: String, _ action: () throws -> Void) throws -> [SceneEventMessage]
  {
    let client = try Client(path: demo.socket)
    client.setPatience(TimeSpan(30))
    var found: [SceneEventMessage] = [], hasActed = false, failure: (any Error)?
    try client.stream("org.gnomon.Scene.Subscribe", ["include": ["route", "progress"], "rate_hz": 20]) {
      (json) throws(ClientFault) in
      let reply: SceneReply
      do throws(MessageFault) { reply = try SceneReply(json: json) } catch { throw .misunderstood(error) }
      if !hasActed {
        hasActed = true
        do { try action() } catch { failure = error; return false }
      }
      if let event = reply.event, event.kind == "route" { found.append(event) }
      return found.last?.code != code
    }
    if let failure { throw failure }
    return found
  }

  @Test func aClientRequestsARouteToAPlace() throws {
    let server = try WebServer(), demo = try Demo()
    try waitUntil { try demo.run("pose", "--share").status == 0 }
    _ = try demo.run("place", "add", "\(Self.end.latitude.value)", "\(Self.end.longitude.value)", "Harbor", "--id", "h")
    let client = try Client(path: demo.socket)
    // Without a client that answers, the call says which command does.
    #expect { try client.scene.requestRoute(layer: "mine", id: "h") } throws: {
      "\($0)".contains("gnomon route follow")
    }
    let follower = try Follower(demo, ["--router", server.url("google"), "--kind", "google", "--count", "1"])
    var number = 0
    try waitUntil {
      (try? client.scene.requestRoute(layer: "mine", id: "h", via: [Self.bakery])).map { number = $0.request } != nil
    }
    try waitUntil { try object(demo.run("route", "show", "--json"))["route"] is [String: Any] }
    let route = try #require(try client.scene.getRoute().route)
    #expect(
      route.name == "Harbor" && route.stops.count == 1 && route.stops[0].name.hasPrefix("House at"), "\(route.stops)")
    #expect(route.steps.contains { $0.street == "Hafengasse" && $0.instruction.contains(". Destination will be") })
    let path = try #require(try server.request()["path"]), asked = try #require(URLComponents(string: path))
    expect(asked.queryItems?.first { $0.name == "mode" }?.value, equals: "walking")
    #expect(asked.queryItems?.first { $0.name == "waypoints" } != nil)
    follower.process.waitUntilExit()
    let line = String(decoding: follower.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(line.contains("\"request\":\(number),\"name\":\"Harbor\"") && line.contains("\"stops\":1"), "\(line)")
    // An answer that comes too late is refused, and the call names what is wrong.
    #expect { try client.scene.loadRoute(text: "x", request: number) } throws: { "\($0)".contains("NoSuchRequest") }
    #expect { try client.scene.refuseRoute(request: 0, english: "x") } throws: { "\($0)".contains("request") }
  }

  @Test func theClientGetsTheServersReasonForNoRoute() throws {
    let server = try WebServer(), demo = try Demo()
    try waitUntil { try demo.run("pose", "--share").status == 0 }
    let follower = try Follower(demo, ["--router", server.url("osrm-none"), "--kind", "osrm", "--count", "1"])
    let client = try Client(path: demo.socket)
    let events = try routeEvents(demo, until: "refused") {
      try waitUntil {
        (try? client.scene.requestRoute(latitude: Self.end.latitude, longitude: Self.end.longitude, name: "Harbor"))
          != nil
      }
    }
    expect(events.last?.english.contains("no route to Harbor: "), equals: true, "\(events)")
    expect(events.last?.english.contains("NoRoute"), equals: true, "\(events)")
    #expect(try client.scene.getRoute().route == nil)
    follower.process.waitUntilExit()
  }

  /// The route leads straight on where the walk turns: after 10 s off the route there is a new one to the same destination.
  @Test func aNewRouteComesAfterTenSecondsOffTheRoute() throws {
    let server = try WebServer(), demo = try Demo()
    let astray = [Demo.place(0), Demo.place(60), Demo.place(400)]
    let follower = try Follower(demo, ["--router", server.url("osrm"), "--kind", "osrm", "--count", "1"])
    let client = try Client(path: demo.socket)
    let events =
      try routeEvents(demo, until: "loaded") {
        try client.scene.loadRoute(text: Demo.route(astray), name: "Harbor", replace: true)
      } + (try routeEvents(demo, until: "loaded") {})
    #expect(events.contains { $0.code == "off-route" }, "\(events.map(\.code))")
    expect(events.last?.parameters["request"]?.integer, equals: 1, "\(events.last?.parameters ?? .null)")
    let route = try #require(try client.scene.getRoute().route)
    #expect(route.name == "Harbor" && route.revision == 2)
    follower.process.waitUntilExit()
    let end = try #require(try client.scene.getRoute(points: true).route?.points?.last)
    expect(Geodesic(from: end, to: Demo.place(400)).distance, isBelow: .metres(2))
  }

  /// A whole walk in German, in feet, from the daemon's own sentences.
  @Test func announcementsSpeakAnotherLanguageInOtherUnits() throws {
    let demo = try Demo()
    _ = try demo.run(
      "place", "add", "\(Self.bakery.latitude.value)", "\(Self.bakery.longitude.value)", "Bäckerei", "--level", "0")
    let client = try Client(path: demo.socket)
    let announce = try RigProcess(
      Products.path("gnomon"),
      ["announce", "--print", "--language", "de", "--units", "imperial", "-n", "4", "--socket", demo.socket])
    defer { announce.stop() }
    // The first sentence comes with the route.
    try waitUntil { try client.tracking.getStatus().subscribers > 0 }
    try client.scene.loadRoute(
      text: Demo.route([Demo.place(0), Demo.place(86.5), Demo.place(86.5, right: 127)]), name: "Hafen")
    let (lines, ended) = announce.finish(), said = lines.joined(separator: "\n")
    #expect(ended == 0 && said.contains("nach Hafen: 0,1 Meilen, "), "\(said)")
    #expect(said.contains(" Fuß rechts abbiegen"), "\(said)")
    let other = try demo.run("announce", "--print", "--language", "fr", "-n", "1")
    #expect(other.errors.contains("there are no sentences in 'fr'"))
    // An app subscribes in its own language; a language without a catalogue is refused.
    #expect {
      try client.stream("org.gnomon.Scene.Subscribe", ["include": ["route"], "language": "fr"]) { _ in false }
    } throws: {
      "\($0)".contains("language")
    }
    let status = try client.call("org.gnomon.Tracking.GetStatus", ["language": "de"])
    for advice in status["guidance"]?.array ?? [] {
      expect(advice["text"]?.string, differsFrom: advice["english"]?.string)
    }
  }
}
