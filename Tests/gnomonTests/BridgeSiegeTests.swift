import Expectations
import Foundation
import TestSupport
import Testing

/// The bridge among many readers, without a daemon, and as a service.
@Suite(.timeLimit(.minutes(5))) struct BridgeSiegeTests {
  private static let subscription =
    #"{"id":"p","method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose","sensors","alignment"],"rate_hz":1000},"more":true}"#

  /// A page that reads late gets whole messages, the newest ones, and the number of those that it missed.
  @Test func aLateReaderMissesWholeMessages() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo), late = try RawSocket(bridge, receiveBuffer: 4096)
    late.write(Self.subscription)
    // It reads a hundred messages in a second, and is sent more: so what waits for it fills every buffer, and it is not
    // disconnected.
    var missed = 0
    try waitUntil {
      usleep(200_000)
      for _ in 0..<20 where missed == 0 {
        missed = (try late.json()["parameters"] as? [String: Any])?["dropped"] as? Int ?? 0
      }
      return missed > 0
    }
    #expect(try bridge.status()["skipped"] as? Int ?? 0 >= missed)
  }

  @Test func aHundredConnections() throws {
    let demo = try Demo(), bridge = try ServedBridge(demo), reader = try RawSocket(bridge)
    reader.write(Self.subscription)
    _ = try reader.json()
    var many: [CInt] = []
    defer { for descriptor in many { close(descriptor) } }
    for _ in 0..<100 { many.append(try bridge.visitor.connection()) }
    _ = try reader.json { ($0["parameters"] as? [String: Any])?["pose"] != nil }
    expect(status(try bridge.get("/")), equals: 200)
    try expect(bridge.refused("full"), isAtLeast: 60)
    // Streams are not closed for others: the next is refused.
    var streams: [RawSocket] = []
    for descriptor in many { close(descriptor) }
    many = []
    for _ in 0..<31 { streams.append(try RawSocket(bridge)) }
    let refused = try bridge.visitor.answer("")
    expect(status(refused), equals: 503, "\(refused)")
    streams.removeLast(5)
    #expect(try eventually { try status(bridge.get("/")) == 200 })
  }

  @Test func theDaemonMayEndAndReturn() throws {
    let scratch = try Scratch(), path = scratch.path("s")
    func daemon() throws -> RigProcess {
      try RigProcess(
        Products.path("gnomond"), ["--demo", "--socket", path, "--recordings", scratch.path("recordings")],
        isQuiet: true)
    }
    // The bridge is there first.
    let bridge = try ServedBridge(["--socket", path]), socket = try RawSocket(bridge)
    socket.write(#"{"id":1,"method":"org.gnomon.Tracking.GetPose"}"#)
    let refused = try socket.json()
    #expect(refused["id"] as? Int == 1 && refused["error"] as? String == "org.gnomon.Bridge.DaemonGone")
    expect(status(try bridge.post(#"{"method":"org.gnomon.Tracking.GetPose"}"#)), equals: 503)
    // Slow, because the bridge disconnects a page that leaves much unread while the test waits for a daemon to end.
    socket.write(
      #"{"id":"p","method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"],"rate_hz":2},"more":true}"#)
    #expect(try socket.json()["daemon"] as? String == "gone")
    for _ in 0..<2 {
      let demo = try daemon()
      defer { demo.stop() }
      let here = try socket.json(), first = try socket.json()
      #expect(here["daemon"] as? String == "here", "\(here)")
      #expect(first["id"] as? String == "p", "\(here), \(first)")
      demo.stop()
      let gone = try socket.json { $0["daemon"] != nil }
      #expect(gone["daemon"] as? String == "gone" && (gone["english"] as? String)?.isEmpty == false)
    }
  }

  // MARK: as a service

  @Test func withoutAPortItIsOff() throws {
    let scratch = try Scratch(), empty = try scratch.write("", to: "empty.conf")
    let run = try gnomonArray(["bridge", "--config", empty])
    #expect(run.status == 0 && run.errors.contains("the bridge is off") && run.output.isEmpty, "\(run)")
  }

  @Test func theTokenStays() throws {
    let demo = try Demo(), scratch = try Scratch(), token = scratch.path("token")
    let file = try scratch.write("[Bridge]\nPort=\(freePort(.stream))\nOrigins=http://a.example\n", to: "b.conf")
    let arguments = ["--config", file, "--token-file", token, "--socket", demo.socket]
    let first = try ServedBridge(arguments)
    expect(status(try first.get("/", "Origin: http://a.example")), equals: 200)
    let mode = try FileManager.default.attributesOfItem(atPath: token)[.posixPermissions] as? Int
    expect(mode, equals: 0o640)
    let run = try gnomonArray(["bridge", "token", "--token-file", token])
    #expect(run.status == 0 && run.output == first.token + "\n", "\(run)")
    first.process.stop()
    try expect(ServedBridge(arguments).token, equals: first.token)
    // A token that every user can read is none.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: token)
    let open = try gnomonArray(["bridge"] + arguments)
    #expect(open.status == 77 && open.errors.contains("chmod o= \(token)"), "\(open)")
  }

  @Test func impossibleSettingsAreNamed() throws {
    let scratch = try Scratch()
    func fails(_ words: [String], status: Int32, saying text: String) throws {
      let run = try gnomonArray(["bridge"] + words)
      #expect(run.status == status && run.errors.contains(text) && run.output.isEmpty, "\(run)")
    }
    try fails(["--port", "0"], status: 64, saying: "--port")
    try fails(["--origin", "localhost:5173"], status: 64, saying: "http://HOST:PORT")
    try fails(["--origin", "http://a/b"], status: 64, saying: "without a path")
    try fails(["--allow", "org.gnomon.Tracking.Reset"], status: 64, saying: "no method 'org.gnomon.Tracking.Reset'")
    try fails(["--config", scratch.path("none")], status: 78, saying: "there is no such file")
    let file = try scratch.write("[Bridge]\nPort=http\n", to: "c.conf")
    try fails(["--config", file], status: 78, saying: "c.conf:2: Bridge.Port: a port from 1 to 65535")
    try fails(["token", "--token-file", scratch.path("none")], status: 74, saying: "systemctl restart gnomon-bridge")
    let short = try scratch.write("abc\n", to: "short")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: short)
    try fails(["--token-file", short], status: 1, saying: "expected a token")
    let demo = try Demo(), bridge = try ServedBridge(demo)
    try fails(["--port", "\(bridge.port)"], status: 74, saying: "port \(bridge.port) of 127.0.0.1")
  }
}
