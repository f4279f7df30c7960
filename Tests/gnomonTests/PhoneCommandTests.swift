import Expectations
import Foundation
import PlayedWalks
import TestSupport
import Testing

/// `gnomon phone` as a process of its own, with a daemon that it starts itself, and its JSON lines.
final class PhoneRun {
  let scratch: Scratch
  let socket: String
  let process: RigProcess
  /// The first line: address or telephone, app, socket.
  let start: [String: Any]
  /// The states since.
  private(set) var states: [[String: Any]] = []

  init(_ words: [String], socket: String? = nil) throws {
    scratch = try Scratch()
    self.socket = socket ?? scratch.path("s")
    process = try RigProcess(
      "env",
      [
        "XDG_STATE_HOME=\(scratch.path("state"))", "GNOMON_SOCKET=\(self.socket)", Products.path("gnomon"), "phone",
        "--json",
      ] + words, isQuiet: true)
    start = try Self.json(process.line())
  }
  deinit { process.stop() }

  private static func json(_ line: String?) throws -> [String: Any] {
    let text = try #require(line)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The address as its port and path.
  var address: (port: UInt16, path: String) {
    let parts = (start["address"] as? String ?? "").split(separator: "/")
    let port = parts.count == 3 ? parts[1].split(separator: ":").last.flatMap { UInt16($0) } : nil
    return (port ?? 0, "/" + (parts.last ?? ""))
  }
  var host: String { "127.0.0.1:\(address.port)" }
  var visitor: PageVisitor { PageVisitor(port: address.port) }

  /// The next state that holds; a line comes each second.
  @discardableResult
  func state(within seconds: Int = 60, _ holds: ([String: Any]) -> Bool) throws -> [String: Any] {
    for _ in 0..<seconds {
      let state = try Self.json(process.line())
      states.append(state)
      if holds(state) { return state }
    }
    Issue.record("it did not come: \(states.last ?? [:])")
    throw NothingCame()
  }

  func post(_ body: String, path: String? = nil, _ headers: String...) throws -> String {
    try visitor.post(path ?? address.path, host: host, body, headers)
  }

  /// Ends it as Ctrl-C does; returns its status.
  func interrupt() -> Int32 {
    process.signal(SIGINT)
    return process.finish().status
  }

  static func advice(_ state: [String: Any]) -> [String] {
    (state["advice"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
  }
  static func count(_ state: [String: Any], _ kind: String) -> Int { (state["counts"] as? [String: Int])?[kind] ?? -1 }
}

@Suite(.timeLimit(.minutes(8))) struct PhoneCommandTests {
  private static let walk = Result { try Walk.simulated(seconds: 40) }

  /// Starts the command for a telephone of the rig that plays a walk.
  private static func play(
    _ app: String, _ options: [String] = [], command: [String] = [], seconds: Int = 24
  ) throws -> (run: PhoneRun, phone: RigProcess, scratch: Scratch) {
    let scratch = try Scratch(), file = try walk.get().write(to: scratch, as: "walk.gnomon")
    let limit = ["--for", "\(seconds)"]
    if app == "sensor-logger" {
      let run = try PhoneRun(["--listen", "127.0.0.1"] + command)
      let address = try #require(run.start["address"] as? String)
      return (run, try RigProcess("fake_phone.py", [app, file, "--to", address] + options + limit), scratch)
    }
    let phone = try RigProcess("fake_phone.py", [app, file] + options + limit)
    let port = try #require(phone.line())
    return (try PhoneRun(["--app", app, "127.0.0.1:\(port)"] + command), phone, scratch)
  }

  /// The samples go through the daemon and into the recording, whose poses are those of the walk.
  @Test(arguments: ["sensor-logger", "sensorserver", "phyphox"]) func aTelephonePlaysAWalk(app: String) throws {
    guard RigProcess.has("python3") else { return }
    let saved = try Scratch(), file = saved.path("saved.gnomon")
    let (run, phone, scratch) = try Self.play(app, command: ["--save", file])
    defer { phone.stop() }
    #expect(run.start["socket"] as? String == run.socket && run.start["app"] as? String == app)
    let walking = try run.state {
      ["walk", "pose"].contains($0["step"] as? String) && PhoneRun.count($0, "location") > 3
    }
    #expect(walking["is_gravity_found"] as? Bool == true)
    expect(abs((walking["field_here_ut"] as? Double ?? 0) - 49), isBelow: 1)
    // Samples before gravity was found are only looked at.
    let late = try run.state { PhoneRun.count($0, "rate") > 4200 }
    let rates = try #require(late["rates_hz"] as? [String: Double])
    expect(abs((rates["rate"] ?? 0) - 200), isBelow: 30, "\(rates)")
    expect((late["refused"] as? [String: Int]), equals: [:], "\(late)")
    #expect(late["pose"] as? [String: Any] != nil)
    // The daemon is one for everybody with its socket.
    let status = try gnomonArray(["status", "--socket", run.socket])
    #expect(status.output.contains("profile hand") && status.output.contains("pushed gyroscope"), "\(status)")
    expect(run.interrupt(), equals: 0)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    expect(lines.count, isAbove: 8000)
    let walk = try Self.walk.get(), stated = app == "phyphox" ? walk.without(fields: [10, 12]) : walk
    let (angle, place, count) = try Walk(lines: lines).differences(from: stated)
    #expect(count > 3500 && angle < 0.5 && place < 0.5, "\(app): \(angle)°, \(place) m, \(count)")
    // The daemon ends with the command.
    try expect(gnomonArray(["status", "--socket", run.socket]).status, equals: 69)
    withExtendedLifetime((scratch, saved)) {}
  }

  @Test func wrongSettingsAreNamed() throws {
    guard RigProcess.has("python3") else { return }
    for (app, wrong, kind) in [
      ("sensor-logger", "no-gravity", "withoutGravity"), ("sensorserver", "slow", "slow"),
      ("phyphox", "linear", "linearOnly"),
    ] {
      let (run, phone, scratch) = try Self.play(app, ["--wrong", wrong])
      defer { phone.stop() }
      let state = try run.state { PhoneRun.advice($0).contains(kind) }
      #expect(state["step"] as? String == "checking")
      withExtendedLifetime(scratch) {}
    }
  }

  /// A telephone without a barometer closes the connection with a code of the app: it is asked for less.
  @Test func aMissingSensorIsGivenUp() throws {
    guard RigProcess.has("python3") else { return }
    let all = try Self.walk.get(), scratch = try Scratch()
    let bare = Walk(lines: all.lines.filter { !$0.hasPrefix("B") && !$0.hasPrefix("M") })
    let phone = try RigProcess("fake_phone.py", ["sensorserver", try bare.write(to: scratch, as: "w.gnomon")])
    defer { phone.stop() }
    let port = try #require(phone.line())
    let run = try PhoneRun(["127.0.0.1:\(port)"])
    let state = try run.state { $0["step"] as? String == "walk" }
    #expect(PhoneRun.count(state, "pressure") == 0 && PhoneRun.advice(state).contains("noField"))
  }

  // MARK: attacks

  @Test func onlyTheNamedAddressListens() throws {
    let run = try PhoneRun(["--listen", "127.0.0.1"])
    let port = run.address.port
    try expect(listeners(port), equals: ["0100007F:" + String(format: "%04X", port)])
    expect(run.interrupt(), equals: 0)
    try expect(listeners(port), equals: [])
  }

  /// A batch of a telephone that stands still with its screen up.
  private static func batch(_ number: Int, samples: Int = 20, device: String = "a", from time: Int = 0) -> String {
    let entries = (0..<samples).flatMap { index -> [String] in
      let stamp = 1_764_266_400_000_000_000 + (time + index * 10) * 1_000_000
      return [
        #"{"name":"accelerometeruncalibrated","time":\#(stamp),"values":{"x":0,"y":0,"z":9.81}}"#,
        #"{"name":"gyroscope","time":\#(stamp),"values":{"x":0,"y":0,"z":0}}"#,
      ]
    }
    return
      #"{"messageId":\#(number),"sessionId":"s","deviceId":"\#(device)","payload":[\#(entries.joined(separator: ","))]}"#
  }

  @Test func onlyOneTelephoneWithTheTokenIsServed() throws {
    let run = try PhoneRun(["--listen", "127.0.0.1"])
    // A wrong token: the app shows the text of status 499; a reader learns nothing.
    let wrong = "/" + String(repeating: "0", count: 32)
    let refused = try run.post(Self.batch(0), path: wrong)
    #expect(status(refused) == 499 && refused.contains("wrong address"))
    for path in ["/", wrong, "/favicon.ico", run.address.path + "x"] {
      let answer = try run.visitor.get(path, host: run.host)
      #expect(status(answer) == 404 && answer.hasSuffix("\r\n\r\n"), "\(answer)")
    }
    expect(status(try run.visitor.get(run.address.path, host: run.host)), equals: 200)
    for name in ["evil.example", "127.0.0.1", "localhost:1"] {
      expect(status(try run.visitor.post(run.address.path, host: name, Self.batch(0))), equals: 403)
    }
    expect(status(try run.post(Self.batch(0), "Origin: http://evil.example")), equals: 403)
    expect(status(try run.post(#"{"message":"test"}"#)), equals: 200)
    expect(status(try run.post("[")), equals: 400)
    expect(status(try run.post(Self.batch(0))), equals: 200)
    let second = try run.post(Self.batch(0, device: "b"))
    #expect(status(second) == 499 && second.contains("another telephone"))
    expect(status(try run.post(Self.batch(1, from: 200))), equals: 200)
    let state = try run.state { PhoneRun.count($0, "force") == 40 }
    #expect(state["accepted"] as? Int == 0)
  }

  /// Ten thousand lines at once, bodies that are too long or too slow, and many silent connections change nothing for the
  /// telephone.
  @Test func floodsAreBounded() throws {
    let run = try PhoneRun(["--listen", "127.0.0.1"])
    for number in 0..<15 { expect(status(try run.post(Self.batch(number, from: number * 200))), equals: 200) }
    expect(status(try run.post(Self.batch(15, samples: 5000, from: 3000))), equals: 200)
    // Gravity is found in the first two seconds; 5000 of each kind and the rest of the first three seconds are passed on.
    let state = try run.state { PhoneRun.count($0, "force") == 5300 }
    let accepted = try #require(state["accepted"] as? Int), refused = (state["refused"] as? [String: Int]) ?? [:]
    expect(accepted + refused.values.reduce(0, +), isAbove: 10_000, "\(accepted), \(refused)")
    for length in [1 << 20 + 1, 100 << 20, 999_999_999] {
      let head = "POST \(run.address.path) HTTP/1.1\r\nHost: \(run.host)\r\nContent-Length: \(length)\r\n\r\n"
      expect(status(try run.visitor.answer(head + String(repeating: " ", count: 10_000))), equals: 413)
    }
    // Without the token as little as everywhere.
    let other = "POST /a HTTP/1.1\r\nHost: \(run.host)\r\nContent-Length: 65537\r\n\r\n"
    expect(status(try run.visitor.answer(other)), equals: 413)
    var slow: [CInt] = []
    defer { for descriptor in slow { close(descriptor) } }
    for _ in 0..<40 {
      let descriptor = try run.visitor.connection()
      let text = "POST \(run.address.path) HTTP/1.1\r\nHost: \(run.host)\r\nContent-Length: 900000\r\n\r\n{"
      _ = send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
      slow.append(descriptor)
    }
    expect(status(try run.post(Self.batch(16, from: 53_000))), equals: 200)
    try run.state { PhoneRun.count($0, "force") == 5320 }
  }

  // MARK: daemons

  @Test func aSimulationKeepsTheSensors() throws {
    let demo = try Demo()
    let refused = try demo.run("phone", "--listen", "127.0.0.1")
    #expect(refused.status == 75 && refused.errors.contains("plays 'simulate city-blocks'"), "\(refused)")
    #expect(refused.errors.contains("gnomon phone --own"))
    let run = try PhoneRun(["--listen", "127.0.0.1", "--own"], socket: demo.socket)
    let socket = try #require(run.start["socket"] as? String)
    #expect(socket.hasSuffix("gnomon/phone/gnomon.sock") && socket != demo.socket)
    let status = try gnomonArray(["status", "--json", "--socket", socket])
    #expect(status.status == 0 && status.output.contains(#""profile":"hand""#))
    expect(run.interrupt(), equals: 0)
  }

  /// A daemon that runs without sensors gets the samples; it goes on afterwards.
  @Test func aDaemonWithoutSensorsIsUsed() throws {
    let demo = try Demo(["--pushed", "--profile", "torso"])
    let run = try PhoneRun(["--listen", "127.0.0.1"], socket: demo.socket)
    #expect(run.start["socket"] as? String == demo.socket)
    for number in 0..<20 {
      expect(status(try run.post(Self.batch(number, from: number * 200))), equals: 200)
      usleep(200_000)
    }
    try run.state { ($0["accepted"] as? Int ?? 0) > 200 }
    expect(run.interrupt(), equals: 0)
    #expect(try demo.run("status").output.contains("profile torso"))
    demo.end()
  }

  /// The daemon goes: the command says so and ends.
  @Test func aDaemonMayEnd() throws {
    let demo = try Demo(["--pushed"]), run = try PhoneRun(["--listen", "127.0.0.1"], socket: demo.socket)
    demo.end()
    expect(run.process.finish().status, equals: 69)
  }

  // MARK: words

  @Test func theGuideNamesAppAddressAndDangers() throws {
    let scratch = try Scratch()
    let process = try RigProcess(
      "env",
      [
        "XDG_STATE_HOME=\(scratch.path("state"))", "GNOMON_SOCKET=\(scratch.path("s"))", Products.path("gnomon"),
        "phone",
        "--listen", "127.0.0.1",
      ], isQuiet: true)
    var guide = ""
    while let line = process.line() {
      guide += line + "\n"
      if line.contains("export GNOMON_SOCKET=") { break }
    }
    process.stop()
    #expect(guide.contains("Install Sensor Logger (iOS and Android)") && guide.contains("Standardise Units & Frames"))
    #expect(guide.contains("http://127.0.0.1:") && guide.contains("█▀") && guide.contains("Tap to Test Pushing"))
    let environment = ["XDG_STATE_HOME": scratch.path("state"), "GNOMON_SOCKET": scratch.path("s")]
    let other = try gnomonArray(["phone", "--app", "phyphox"], environment: environment)
    #expect(other.status == 64 && other.output.contains("Allow remote access"), "\(other)")
    #expect(other.output.contains("Nothing listens on this machine"))
  }

  @Test func impossibleCallsAreNamed() throws {
    func fails(_ words: String..., status: Int32 = 64, saying text: String) throws {
      let run = try gnomonArray(["phone"] + words)
      #expect(run.status == status && run.errors.contains(text), "\(run)")
    }
    try fails("--app", "nope", saying: "no app 'nope'")
    try fails("--app", "sensor-logger", "192.168.1.30", saying: "it needs no ADDRESS")
    try fails("phone.local", saying: "'phone.local' is not the address of a telephone")
    try fails("192.168.1.30:0", saying: "expected numbers as SensorServer shows them")
    try fails("192.168.1.30", "--listen", "127.0.0.1", saying: "--listen is for Sensor Logger")
    try fails("--listen", "0.0.0.0", saying: "every network at once")
    try fails("--listen", "203.0.113.9:8123", saying: "is no address of this machine")
    try fails("--listen", "[::0]:8123", saying: "every network at once")
    try fails("--listen", "224.0.0.1", saying: "is no address of this machine")
    try fails("--listen", "nonet0", saying: "neither numbers nor an interface")
    try fails("--listen", "127.0.0.1", "--save", "/", status: 74, saying: "--save /: ")
  }

  /// A program at the address that is no SensorServer.
  @Test func anotherProgramIsRecognized() throws {
    guard RigProcess.has("python3") else { return }
    let all = try Self.walk.get(), scratch = try Scratch()
    let phone = try RigProcess("fake_phone.py", ["phyphox", try all.write(to: scratch, as: "w.gnomon")])
    defer { phone.stop() }
    let port = try #require(phone.line())
    let process = try RigProcess(
      "env",
      [
        "XDG_STATE_HOME=\(scratch.path("state"))", "GNOMON_SOCKET=\(scratch.path("s"))", "sh", "-c",
        "exec \"$0\" phone 127.0.0.1:\(port) 2>&1", Products.path("gnomon"),
      ])
    defer { process.stop() }
    var said = ""
    while !said.contains("--app phyphox"), let line = process.line() { said = line }
    #expect(said.contains("so it is not SensorServer"))
  }
}
