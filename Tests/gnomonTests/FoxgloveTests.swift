import Expectations
import Foundation
import TestSupport
import Testing
import WebPages

/// Whether Python has a client of Foxglove's WebSocket that others have written.
private let hasClient = RigProcess.hasPython("foxglove2zmq", remedy: "pip install foxglove2zmq; Debian has none")

/// A `gnomon foxglove` process, ended with the test.
private final class ServedFoxglove {
  let address: String
  let process: RigProcess

  init(_ arguments: [String]) throws {
    process = try RigProcess(
      Products.path("gnomon"), ["foxglove", "--json", "--port", "\(freePort(.stream))"] + arguments, isQuiet: true)
    let line = try #require(process.line())
    let said = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
    address = try #require(said["address"])
  }
  convenience init(_ demo: Demo, _ arguments: String...) throws {
    try self.init(["--socket", demo.socket] + arguments)
  }
  deinit { process.stop() }

  /// `127.0.0.1:8765`
  var host: String { String(address.dropFirst(5).prefix { $0 != "/" }) }
  var query: String { String(address.drop { $0 != "?" }) }
  var visitor: PageVisitor {
    get throws { PageVisitor(port: try #require(UInt16(host.split(separator: ":").last ?? ""))) }
  }

  func get(_ path: String, _ headers: String...) throws -> String { try visitor.get(path, host: host, headers) }
  func upgrade(_ protocols: String?, _ headers: String..., path: String = "/") throws -> String {
    try visitor.answer(
      "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n" + Self.handshake(protocols) + headers.map { $0 + "\r\n" }.joined()
        + "\r\n")
  }
  static func handshake(_ protocols: String?) -> String {
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      + (protocols.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? "")
  }
}

/// A reader of Foxglove's WebSocket, frame by frame.
private final class FoxgloveSocket {
  let descriptor: CInt
  private var reader = WebSocketReader(most: 1 << 22, expectsMask: false)
  let head: String

  init(_ served: ServedFoxglove, _ protocols: String = "foxglove.sdk.v1", receiveBuffer: Int32? = nil) throws {
    descriptor = try served.visitor.connection(receiveBuffer: receiveBuffer)
    let request = "GET /\(served.query) HTTP/1.1\r\nHost: \(served.host)\r\n\(ServedFoxglove.handshake(protocols))\r\n"
    _ = Glibc.send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    var head: [UInt8] = [], byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]), recv(descriptor, &byte, 1, 0) == 1 { head.append(byte) }
    self.head = String(decoding: head, as: UTF8.self)
    try #require(self.head.hasPrefix("HTTP/1.1 101 "), "\(self.head)")
  }
  deinit { close(descriptor) }

  func write(_ kind: WebSocketFrame.Kind = .text, _ bytes: [UInt8]) {
    let frame = WebSocketFrame.bytes(kind, bytes, mask: [1, 2, 3, 4])
    _ = Glibc.send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL))
  }
  func write(_ text: String) { write(.text, Array(text.utf8)) }

  func next() throws -> WebSocketMessage? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      if let message = try reader.next() { return message }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count <= 0 { return nil }
      reader.append(chunk[..<count])
    }
  }

  /// Returns the next message in JSON that has this operation.
  func text(_ operation: String) throws -> [String: Any] {
    while let message = try next() {
      guard case .text(let bytes) = message else { continue }
      let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      if let json, json["op"] as? String == operation { return json }
    }
    throw NothingCame()
  }

  /// Returns the next data of a subscription.
  func data(_ wanted: UInt32) throws -> (time: UInt64, json: [String: Any]) {
    while let message = try next() {
      guard case .binary(let bytes) = message, bytes.first == 1, bytes.count > 13 else { continue }
      let id = (1..<5).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32(bytes[$1]) }
      guard id == wanted else { continue }
      let time = (5..<13).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64(bytes[$1]) }
      let json = try JSONSerialization.jsonObject(with: Data(bytes[13...])) as? [String: Any]
      return (time, try #require(json))
    }
    throw NothingCame()
  }

  /// The identifiers of the channels by topic.
  func channels() throws -> [String: Int] {
    let offered = try text("advertise")["channels"] as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: offered.compactMap { channel in
        (channel["topic"] as? String).flatMap { topic in (channel["id"] as? Int).map { (topic, $0) } }
      })
  }
}

/// `gnomon foxglove`, as a client by others and as a strict reader see it.
@Suite(.timeLimit(.minutes(5))) struct FoxgloveTests {
  private static let topics = [
    "/announcements", "/corrections", "/fix", "/place", "/pose", "/rates", "/scene", "/state", "/tf",
  ]

  /// A client that is not ours gets every topic of a walk with a place and a route, in the schemas that panels draw.
  @Test(.enabled(if: hasClient)) func aClientByOthersReadsEverything() throws {
    let demo = try Demo(["--demo", "--speed", "4"]), served = try ServedFoxglove(demo)
    let ahead = Demo.place(60, right: 10), scratch = try Scratch()
    try expect(
      demo.run("place", "add", "\(ahead.latitude.value)", "\(ahead.longitude.value)", "Old harbour", "--id", "h")
        .status, equals: 0)
    let end = Demo.place(300), start = Demo.place(0)
    let points = [start, end].map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    let route = try scratch.write(#"{"type":"LineString","coordinates":[\#(points)]}"#, to: "route.geojson")
    let load = try demo.run("route", "load", route)
    expect(load.status, equals: 0, "\(load.errors)")
    let (lines, status) = try RigProcess("foxglove_check.py", [served.address, "12"]).finish()
    expect(status, equals: 0, "\(lines)")
    var seen: [String: (schema: String, count: Int, json: [String: Any])] = [:]
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
      guard parts.count == 4, let count = Int(parts[2]) else { continue }
      let json = try JSONSerialization.jsonObject(with: Data(parts[3].utf8)) as? [String: Any]
      seen[parts[0]] = (parts[1], count, json ?? [:])
    }
    for (topic, schema) in [
      ("/tf", "foxglove.FrameTransform"), ("/pose", "foxglove.PoseInFrame"), ("/place", "foxglove.LocationFix"),
      ("/fix", "foxglove.LocationFix"), ("/state", "gnomon.State"), ("/rates", "gnomon.Rates"),
      ("/corrections", "foxglove.Log"), ("/scene", "foxglove.SceneUpdate"),
    ] { #expect(seen[topic]?.schema == schema && (seen[topic]?.count ?? 0) > 0, "\(topic): \(seen.keys.sorted())") }
    let entities = try #require(seen["/scene"]?.json["entities"] as? [[String: Any]])
    let names = Set(entities.compactMap { $0["id"] as? String })
    #expect(names.contains("place user/h") || names.contains { $0.hasSuffix("/h") }, "\(names)")
    #expect(names.contains("arrows") && names.contains("route"), "\(names)")
    expect((seen["/fix"]?.json["position_covariance_type"] as? Int ?? 0), isAbove: 0, "\(seen["/fix"]?.json ?? [:])")
    expect((seen["/rates"]?.json["gyroscope_hz"] as? Double ?? 0), isAbove: 50)
  }

  /// The place is the daemon's, the transforms lead from the map to the body, and the times are the walk's civil time.
  @Test func itsNumbersAreThoseOfTheDaemon() throws {
    let demo = try Demo(), served = try ServedFoxglove(demo)
    // Before the first fix the civil time is the machine's.
    _ = try demo.run("wait", "--timeout", "60")
    let socket = try FoxgloveSocket(served)
    #expect(try socket.text("serverInfo")["capabilities"] as? [String] == [])
    let channels = try socket.channels()
    expect(channels.keys.sorted(), equals: Self.topics)
    socket.write(
      #"{"op":"subscribe","subscriptions":[{"id":7,"channelId":\#(channels["/place"]!)},{"id":9,"channelId":\#(channels["/tf"]!)}]}"#
    )
    var parents: Set<String> = []
    for _ in 0..<400 where parents.count < 2 {
      parents.insert(try socket.data(9).json["parent_frame_id"] as? String ?? "")
    }
    expect(parents, equals: ["map", "odom"])
    let place = try socket.data(7), shown = try demo.run("pose", "--json")
    let pose = try #require(try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
    let inner = pose["pose"] as? [String: Any] ?? pose
    // Twenty seconds of the walk pass in one: the wearer is within some streets.
    let latitude = try #require(place.json["latitude"] as? Double), now = try #require(inner["latitude_deg"] as? Double)
    expect(abs(latitude - now), isBelow: 0.01)
    #expect(place.time / 1_000_000_000 >= 1_780_304_399 && place.time / 1_000_000_000 < 1_780_400_000)
    let stamp = try #require(place.json["timestamp"] as? [String: Int])
    expect(UInt64(stamp["sec"]!) * 1_000_000_000 + UInt64(stamp["nsec"]!), equals: place.time)
  }

  /// All topics have one clock, the session's, also without the pose; it goes on across a restart of the daemon.
  @Test func allTopicsHaveOneClock() throws {
    let demo = try Demo(), served = try ServedFoxglove(demo)
    _ = try demo.run("wait", "--timeout", "60")
    for topics in [["/rates"], ["/scene", "/fix"], ["/tf", "/rates", "/pose", "/scene"]] {
      let socket = try FoxgloveSocket(served), channels = try socket.channels()
      for topic in topics {
        socket.write(
          #"{"op":"subscribe","subscriptions":[{"id":\#(channels[topic]!),"channelId":\#(channels[topic]!)}]}"#)
      }
      var last: [UInt32: UInt64] = [:]
      for _ in 0..<60 {
        guard case .binary(let bytes)? = try socket.next() else { continue }
        let id = UInt32(bytes[1]), time = (5..<13).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64(bytes[$1]) }
        #expect(1_780_304_000...1_780_400_000 ~= time / 1_000_000_000, "\(topics), \(id): \(time)")
        #expect(time >= last[id] ?? 0 || id == UInt32(channels["/tf"]!))
        last[id] = time
      }
    }
  }

  /// A wrong entry of a list does not hide the others.
  @Test func eachSubscriptionIsAnsweredByItself() throws {
    let demo = try Demo(), served = try ServedFoxglove(demo), socket = try FoxgloveSocket(served)
    socket.write(
      #"{"op":"subscribe","subscriptions":[{"id":1,"channelId":2},{"id":2,"channelId":77},{"id":3,"channelId":5}]}"#)
    #expect((try socket.text("status")["message"] as? String ?? "").contains("no channel 77"))
    _ = try socket.data(3)
    socket.write(#"{"op":"unsubscribe","subscriptionIds":[99,1,3]}"#)
    #expect((try socket.text("status")["message"] as? String ?? "").contains("no subscription 99"))
    socket.write(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":2}]}"#)
    _ = try socket.data(1)
  }

  /// An operation that is not offered, or is wrong, is answered with a sentence and counted, and its reader stays connected.
  @Test func unofferedThingsAreAnswered() throws {
    let demo = try Demo(), served = try ServedFoxglove(demo)
    let socket = try FoxgloveSocket(served, "x, foxglove.websocket.v1")
    #expect(socket.head.contains("Sec-WebSocket-Protocol: foxglove.websocket.v1\r\n"))
    func sentence(_ message: String) throws -> String {
      socket.write(message)
      return try socket.text("status")["message"] as? String ?? ""
    }
    #expect(try sentence(#"{"op":"advertise","channels":[]}"#).contains("for reading"))
    #expect(try sentence("{").contains("invalid JSON"))
    #expect(try sentence("{}").contains("expected an \"op\""))
    #expect(try sentence(#"{"op":"subscribe"}"#).contains("subscriptions"))
    #expect(try sentence(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":99}]}"#).contains("no channel 99"))
    #expect(try sentence(#"{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]}"#).contains("whole number"))
    #expect(try sentence(#"{"op":"unsubscribe","subscriptionIds":[4]}"#).contains("no subscription 4"))
    socket.write(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}"#)
    #expect(try sentence(#"{"op":"subscribe","subscriptions":[{"id":2,"channelId":1}]}"#).contains("already"))
    #expect(try sentence(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":2}]}"#).contains("in use"))
    socket.write(.binary, [1, 0, 0, 0, 0])
    #expect(
      try socket.text("status")["message"] as? String
        == "binary messages are not offered: gnomon foxglove is for reading")
    _ = try socket.data(1)
    let answer = try served.get("/"), counts = try ServedBridge.body(answer)
    #expect(counts["readers"] as? Int == 1 && (counts["refused"] as? [String: Int])?["method"] == 1, "\(answer)")
  }

  /// A subscription that ends is not sent any more; one that begins later has the whole scene.
  @Test func subscriptionsEndAndBegin() throws {
    let demo = try Demo(), served = try ServedFoxglove(demo), socket = try FoxgloveSocket(served)
    let place = Demo.place(60, right: 10)
    _ = try demo.run("place", "add", "\(place.latitude.value)", "\(place.longitude.value)", "Harbour", "--id", "h")
    let channels = try socket.channels()
    socket.write(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":\#(channels["/announcements"]!)}]}"#)
    socket.write(#"{"op":"subscribe","subscriptions":[{"id":2,"channelId":\#(channels["/scene"]!)}]}"#)
    var names: [String] = []
    for _ in 0..<200 where names.isEmpty {
      names = (try socket.data(2).json["entities"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }
    #expect(names.contains { $0.hasPrefix("place ") }, "\(names)")
    socket.write(#"{"op":"unsubscribe","subscriptionIds":[2,1]}"#)
    socket.write(#"{"op":"subscribe","subscriptions":[{"id":3,"channelId":\#(channels["/pose"]!)}]}"#)
    _ = try socket.data(3)
    // Until now frames of the scene may have been on the way.
    for _ in 0..<50 {
      guard case .binary(let bytes)? = try socket.next() else { continue }
      expect(bytes[1], equals: 3)
    }
  }

  @Test func readersWithoutRightAreRefused() throws {
    let demo = try Demo(), open = try ServedFoxglove(demo), closed = try ServedFoxglove(demo, "--token")
    #expect(!open.address.contains("token") && closed.address.contains("/?token="))
    expect(status(try open.upgrade(nil)), equals: 400)
    expect(status(try open.upgrade("foxglove.sdk.v1", "Origin: https://evil.example")), equals: 403)
    #expect(
      try open.upgrade("foxglove.sdk.v1", "Origin: https://evil.example").contains("--origin https://evil.example"))
    expect(status(try open.visitor.get("/", host: "evil.example:80")), equals: 403)
    expect(status(try open.get("/poses")), equals: 404)
    expect(status(try closed.upgrade("foxglove.sdk.v1")), equals: 403)
    expect(
      status(try closed.upgrade("foxglove.sdk.v1", path: "/?token=0123456789012345678901234567890123456789")),
      equals: 403)
    _ = try FoxgloveSocket(closed).channels()
    let refused = try #require((try ServedBridge.body(closed.get("/" + closed.query)))["refused"] as? [String: Int])
    expect(refused["token"], equals: 2, "\(refused)")
    let page = try ServedFoxglove(demo, "--origin", "http://localhost:8080")
    #expect(try !page.visitor.get("/", host: page.host, ["Origin: http://localhost:8080"]).contains("403"))
  }

  /// A reader that does not read is left behind and then disconnected; another one has each pose.
  @Test func aReaderThatDoesNotReadDelaysNoOther() throws {
    let demo = try Demo(), served = try ServedFoxglove(demo, "--rate", "1000")
    let silent = try FoxgloveSocket(served, receiveBuffer: 4096), reader = try FoxgloveSocket(served)
    let all = (1...9).map { #"{"id":\#($0),"channelId":\#($0)}"# }.joined(separator: ",")
    for socket in [silent, reader] { socket.write(#"{"op":"subscribe","subscriptions":[\#(all)]}"#) }
    try waitUntil {
      _ = try reader.data(2)
      return try (ServedBridge.body(served.get("/"))["slow"] as? Int ?? 0) == 1
    }
    _ = try reader.data(2)
  }

  @Test func theDaemonMayEndAndReturn() throws {
    let scratch = try Scratch(), path = scratch.path("s")
    let served = try ServedFoxglove(["--socket", path]), socket = try FoxgloveSocket(served)
    socket.write(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":2}]}"#)
    #expect((try socket.text("status")["message"] as? String ?? "").contains("gone"))
    for _ in 0..<2 {
      let demo = try RigProcess(
        Products.path("gnomond"), ["--demo", "--socket", path, "--recordings", scratch.path("recordings")],
        isQuiet: true)
      defer { demo.stop() }
      #expect(try socket.text("status")["message"] as? String == "gnomond is here")
      _ = try socket.data(1)
      demo.stop()
      #expect((try socket.text("status")["message"] as? String ?? "").contains("gone"))
    }
  }

  /// The layout shows what is offered, and nothing else.
  @Test func theLayoutShowsTheTopics() throws {
    let run = try gnomon("foxglove", "--layout")
    expect(run.status, equals: 0)
    let layout = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let panels = try #require(layout["configById"] as? [String: Any])
    var placed: Set<String> = []
    func walk(_ node: Any?) {
      if let name = node as? String { placed.insert(name) }
      guard let split = node as? [String: Any] else { return }
      walk(split["first"])
      walk(split["second"])
    }
    walk(layout["layout"])
    expect(placed, equals: Set(panels.keys))
    for topic in Self.topics where topic != "/tf" { #expect(run.output.contains("\"\(topic)"), "\(topic)") }
    let named = run.output.split(separator: "\"").filter { $0.hasPrefix("/") }.map { $0.prefix { $0 != "." } }
    for topic in named { #expect(Self.topics.contains(String(topic)), "\(topic)") }
  }

  @Test func mistakesAreNamed() throws {
    try expect(gnomon("foxglove", "--origin", "localhost").status, equals: 64)
    try expect(gnomon("foxglove", "--rate", "0").status, equals: 64)
    try expect(gnomon("foxglove", "--plain").status, equals: 64)
  }
}
