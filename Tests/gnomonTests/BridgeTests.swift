import Expectations
import Foundation
import TestSupport
import Testing
import WebPages

@testable import WebBridge

/// `gnomon bridge` beside a daemon, with curl and with a WebSocket's bytes.
@Suite(.timeLimit(.minutes(5))) struct BridgeTests {
  /// The events of a stream, as curl prints them.
  private final class Events {
    private let curl: RigProcess
    init(_ link: String) throws { curl = try RigProcess("curl", ["--silent", "--no-buffer", link]) }
    deinit { curl.stop() }

    /// Returns the next event with this name.
    func next(_ name: String) throws -> (id: Int, data: [String: Any]) {
      var event = "", id = -1
      for _ in 0..<200_000 {
        guard let line = curl.line() else { break }
        if line.hasPrefix("id: ") { id = Int(line.dropFirst(4)) ?? -1 }
        if line.hasPrefix("event: ") { event = String(line.dropFirst(7)) }
        guard line.hasPrefix("data: "), event == name else { continue }
        let data = try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8)) as? [String: Any]
        return (id, try #require(data))
      }
      throw NothingCame()
    }
  }

  @Test(.enabled(if: RigProcess.has("curl"))) func curlReadsPosesFramesAndEvents() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo)
    let poses = try Events(bridge.link("/poses", "&rate=50"))
    let first = try poses.next("pose"), second = try poses.next("pose")
    let pose = try #require(first.data["pose"] as? [String: Any])
    #expect(pose["time_boot_ns"] is Int && pose["orientation"] is [String: Any] && second.id > first.id)
    for path in ["/geoposes", "/alignments", "/sensors", "/aids"] {
      let name = path == "/sensors" || path == "/aids" ? path.dropFirst() : path.dropFirst().dropLast()
      #expect(try Events(bridge.link(path)).next(String(name)).data[String(name)] != nil, "\(path)")
    }
    let frames = try Events(
      bridge.link("/frames", "&include=placements,light&width=640&height=480&field_of_view=60&rate=20"))
    let frame = try #require(try frames.next("frame").data["frame"] as? [String: Any])
    #expect(frame["status"] != nil && frame["scene_id"] != nil)
    // A state at the beginning, and the event of a new scene.
    let events = try Events(bridge.link("/events"))
    #expect(try events.next("state").data["state"] is [String: Any])
    try expect((bridge.status()["readers"] as? [String: Int])?["events"] ?? 0, isAtLeast: 3)
    #expect(try bridge.status()["sent"] as? Int ?? 0 > 5)
  }

  @Test(.enabled(if: RigProcess.has("curl"))) func curlCalls() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo)
    let run = try RigProcess(
      "curl",
      ["--silent", "--json", #"{"method":"org.gnomon.Tracking.GetPose"}"#, bridge.link("/call")]
    ).finish()
    #expect(run.status == 0 && run.lines.joined().contains("\"kind\":"), "\(run)")
  }

  @Test func onlyPermittedMethodsArePassedOn() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo)
    let reset = #"{"method":"org.gnomon.Tracking.ResetScene"}"#
    let refused = try bridge.post(reset)
    #expect(status(refused) == 403 && refused.contains("org.gnomon.Bridge.NotAllowed"), "\(refused)")
    #expect(refused.contains("--allow org.gnomon.Tracking.ResetScene"))
    try expect(bridge.refused("method"), equals: 1)
    let more = try ServedBridge(demo, "--allow", "org.gnomon.Tracking.ResetScene")
    let answer = try more.post(reset)
    #expect(status(answer) == 200 && answer.contains("\"time_boot_ns\":"), "\(answer)")
    // The daemon's own refusals are passed on unchanged.
    let wrong = try more.post(#"{"method":"org.gnomon.Tracking.GetPose","parameters":{"time_boot_ns":"x"}}"#)
    #expect(status(wrong) == 400 && wrong.contains("\"error\":\"org."), "\(wrong)")
    #expect(Set(BridgeMethods.reading).isSubset(of: BridgeMethods.all))
  }

  @Test func otherNamesPagesAndTokensAreRefused() throws {
    let demo = try Demo(), page = "http://localhost:5173", bridge = try ServedBridge(demo, "--origin", page)
    let token = "Authorization: Bearer \(bridge.token)", visitor = bridge.visitor
    expect(status(try visitor.answer("GET / HTTP/1.1\r\n\(token)\r\n\r\n")), equals: 403)
    try expect(bridge.refused("host"), equals: 1)
    // A browser that shows an answer asks for an icon, without the token; of another name not even that.
    let icon = try visitor.get("/favicon.ico", host: bridge.host)
    #expect(status(icon) == 200 && icon.contains("image/svg+xml") && icon.contains("<svg"), "\(icon)")
    expect(status(try visitor.get("/favicon.ico", host: "evil.example")), equals: 403)
    for origin in ["http://evil.example", "null", "http://localhost:5174", "https://localhost:5173", ""] {
      let answer = try bridge.get("/", "Origin: \(origin)")
      #expect(status(answer) == 403 && !answer.contains("Access-Control"), "\(origin)")
    }
    #expect(try bridge.refused("host") == 2 && bridge.refused("origin") == 5)
    for wrong in ["?token=", "", "?token=\(bridge.token.dropLast())", "?token=\(String(repeating: "0", count: 32))"] {
      expect(status(try visitor.get("/\(wrong)", host: bridge.host)), equals: 403, "\(wrong)")
    }
    expect(
      status(try visitor.get("/?token=\(bridge.token)", host: bridge.host, ["Authorization: Bearer x"])), equals: 403)
    try expect(bridge.refused("token"), equals: 5)

    expect(status(try visitor.get("/?token=\(bridge.token)", host: "localhost:\(bridge.port)")), equals: 200)
    let allowed = try bridge.get("/", "Origin: \(page)")
    #expect(status(allowed) == 200 && allowed.contains("\r\nAccess-Control-Allow-Origin: \(page)\r\nVary: Origin\r\n"))
    expect(status(try bridge.get("/", "Origin: http://127.0.0.1:\(bridge.port)")), equals: 200)
    // A browser asks before a POST, without the token.
    let question = "OPTIONS /call HTTP/1.1\r\nHost: \(bridge.host)\r\n"
    let answer = try visitor.answer(
      question + "Origin: \(page)\r\nAccess-Control-Request-Private-Network: true\r\n\r\n")
    #expect(status(answer) == 204 && answer.contains("Access-Control-Allow-Headers: Authorization, Content-Type"))
    #expect(answer.contains("Access-Control-Allow-Private-Network: true"))
    expect(status(try visitor.answer(question + "Origin: http://evil.example\r\n\r\n")), equals: 403)
  }

  @Test func malformedRequestsAreAnsweredAndCounted() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo)
    for (body, expected) in [
      ("{", 400), ("[]", 400), ("{}", 400), (#"{"method":"org.gnomon.Tracking.GetPose","parameters":[]}"#, 400),
      (#"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"]},"more":true}"#, 400),
    ] {
      expect(status(try bridge.post(body)), equals: expected, "\(body)")
    }
    for path in ["/poses?rate=nan", "/poses?rate=0", "/poses?speed=1", "/frames?width=640", "/events?rate=3"] {
      expect(status(try bridge.get(path)), equals: 400, "\(path)")
    }
    // The daemon judges what is to be included.
    let unknown = try bridge.get("/frames?include=nothing")
    #expect(status(unknown) == 400 && unknown.contains("InvalidValue"), "\(unknown)")
    expect(status(try bridge.get("/nothing")), equals: 404)
    expect(status(try bridge.get("/ws")), equals: 426)
    #expect(try bridge.refused("request") == 11 && bridge.refused("path") == 1)
  }

  @Test func aWebSocketCallsAndSubscribes() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo), socket = try RawSocket(bridge)
    socket.write(#"{"id":1,"method":"org.gnomon.Tracking.GetStatus"}"#)
    let answer = try socket.json()
    #expect(answer["id"] as? Int == 1 && (answer["parameters"] as? [String: Any])?["version"] != nil)
    socket.write(
      #"{"id":"p","method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"],"rate_hz":100},"more":true}"#
    )
    for _ in 0..<5 {
      let pose = try socket.json()
      #expect(pose["id"] as? String == "p" && pose["continues"] as? Bool == true)
      #expect((pose["parameters"] as? [String: Any])?["pose"] is [String: Any])
    }
    // Beside the stream: another call, a ping, and what is not permitted.
    socket.write(#"{"id":2,"method":"org.gnomon.Scene.GetFilter"}"#)
    #expect(try socket.json { $0["id"] as? Int == 2 }["error"] == nil)
    socket.write(#"{"id":"p","method":"org.gnomon.Scene.GetFilter"}"#)
    #expect(try socket.json { $0["error"] != nil }["error"] as? String == "org.gnomon.Bridge.Malformed")
    for (text, error) in [
      (#"{"id":3,"method":"org.gnomon.Tracking.Forget"}"#, "NotAllowed"), ("{", "Malformed"),
      (#"{"id":{}}"#, "Malformed"),
      (#"{"id":4,"end":true}"#, "Malformed"), (#"{"id":5,"method":7}"#, "Malformed"),
    ] {
      socket.write(text)
      #expect(try socket.json { $0["error"] != nil }["error"] as? String == "org.gnomon.Bridge.\(error)", "\(text)")
    }
    socket.write(WebSocketFrame.bytes(.ping, [1, 2], mask: [9, 8, 7, 6]))
    var pong: WebSocketMessage?
    while pong != .pong([1, 2]), let message = try socket.next() { pong = message }
    expect(pong, equals: .pong([1, 2]))
    socket.write(#"{"id":"p","end":true}"#)
    #expect(try socket.json { $0["continues"] == nil }["id"] as? String == "p")
    socket.write(WebSocketFrame.bytes(.close, [0x03, 0xE8], mask: [1, 2, 3, 4]))
    try expect(socket.next(), equals: .close(code: 1000))
    #expect(try socket.next() == nil)
  }

  /// One WebSocket may not use up the daemon's connections.
  @Test func callsOfOneSocketAreBounded() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo), socket = try RawSocket(bridge)
    for id in 0..<12 {
      socket.write(
        #"{"id":\#(id),"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["guidance"]},"more":true}"#)
    }
    for id in 8..<12 {
      #expect(try socket.json { $0["id"] as? Int == id }["error"] as? String == "org.gnomon.Bridge.TooMany")
    }
    try expect(bridge.refused("full"), equals: 4)
  }

  @Test(
    arguments: [
      ([0x81, 0x02, 0x7B, 0x7D], 1002), (WebSocketFrame.bytes(.binary, [1], mask: [0, 0, 0, 0]), 1003),
      (WebSocketFrame.bytes(.text, [0xFF], mask: [0, 0, 0, 0]), 1007), ([0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1], 1009),
      ([0xC1, 0x80, 0, 0, 0, 0], 1002), ([0x88, 0x81, 0, 0, 0, 0, 3], 1002),
    ] as [([UInt8], UInt16)]) func badFramesCloseTheSocketWithACode(bytes: [UInt8], code: UInt16) throws
  {
    let demo = try Demo(), bridge = try ServedBridge(demo), socket = try RawSocket(bridge)
    socket.write(bytes)
    try expect(socket.next(), equals: .close(code: code))
    #expect(try socket.next() == nil)
    try expect(bridge.refused("request"), equals: 1)
  }
}
