import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Wire

/// The clients of docs/clients, each run with a daemon, and their output compared with the published values.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ClientExampleTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/examples").path
  private static let nearestInJavaScript = "\(ClientPackageTests.clients)/javascript/examples/nearest.mjs"
  private static let nearestInPython = [
    ClientPackageTests.inPython, "PYTHONDONTWRITEBYTECODE=1", "python3",
    "\(ClientPackageTests.clients)/python/examples/nearest.py",
  ]

  @Test(.enabled(if: RigProcess.has("python3"))) func inPython() throws {
    try checkClient("env", Self.nearestInPython)
  }

  @Test(.enabled(if: RigProcess.has("node"))) func inJavaScript() throws {
    try checkClient("node", [Self.nearestInJavaScript])
  }

  @Test(.enabled(if: RigProcess.has("cc", "make"))) func inC() throws {
    let library = try ClientBuild()
    try withExtendedLifetime(library) { try checkClient("env", library.program("examples/nearest.c")) }
  }

  @Test func inSwift() throws { try checkClient(Products.path("client-example"), []) }

  /// A daemon that sends changes little by little: each client has the complete state, and draws nothing that is not shown.
  @Test(.enabled(if: RigProcess.has("python3"))) func changesAreHeldAndValidityIsKept() throws {
    let scratch = try Scratch(), socket = scratch.path("s")
    let server = try RigProcess("python3", ["-c", ScriptedDaemon.program, socket])
    defer { server.stop() }
    expect(server.line(), equals: "ready")
    var clients: [(String, [String])] = [
      ("env", Self.nearestInPython), (Products.path("client-example"), []),
    ]
    if RigProcess.has("node") { clients.append(("node", [Self.nearestInJavaScript])) }
    let library = try RigProcess.has("cc", "make") ? ClientBuild() : nil
    if let library { clients.append(("env", try library.program("examples/nearest.c"))) }
    for (program, arguments) in clients {
      let count = String(ScriptedDaemon.lines.count)
      let (lines, status) = try RigProcess(program, arguments + [socket, count], isQuiet: true).finish()
      #expect(status == 0 && lines == ScriptedDaemon.lines, "\(program) \(arguments)")
    }
  }

  /// The renderer of docs/view.md in a scene without places, for longer than a connection may leave unread.
  @Test(.enabled(if: RigProcess.has("python3"))) func theRendererWaitsForThePlace() throws {
    let demo = try Demo(Demo.walk + ["--speed", "5"])
    let renderer = try RigProcess(
      "python3", ["\(Self.examples)/renderer.py", "--socket", demo.socket, "--json", "--frames", "5"])
    Thread.sleep(forTimeInterval: 8)
    let place = Demo.words(Demo.place(95)).split(separator: ",").map(String.init)
    try expect(demo.run("place", "add", place[0], place[1], "Pier").status, equals: 0)
    let (lines, status) = renderer.finish()
    #expect(status == 0 && lines.count == 5)
  }

  /// The renderer of docs/tutorial.md: where the arrow is on its horizon, against the frames.
  @Test(.enabled(if: RigProcess.has("python3"))) func theArrowIsOnTheHorizon() throws {
    let demo = try Demo(["--demo", "--speed", "2"])
    // Without a route there is no target, and the client states that.
    let nothing = try RigProcess("env", ["GNOMON_SOCKET=\(demo.socket)", "python3", "\(Self.examples)/arrow.py", "1"])
      .finish()
    #expect(nothing.status == 0 && nothing.lines.allSatisfy { $0.hasPrefix("nothing to point at: ") }, "\(nothing)")
    try expect(demo.run("wait", "--timeout", "60").status, equals: 0)
    let scratch = try Scratch(), way = scratch.path("way.geojson")
    try Demo.route([Demo.place(0), Demo.place(100)]).write(toFile: way, atomically: true, encoding: .utf8)
    let loaded = try demo.run("route", "load", way)
    expect(loaded.status, equals: 0, "\(loaded)")
    nonisolated(unsafe) var hints: [HintMessage] = []
    let lock = NSLock(), client = try patientClient(demo.socket)
    nonisolated(unsafe) let reader = client
    Thread.detachNewThread {
      try? reader.scene.watch(SceneCall(include: [.hint, .arrows], rate: 120)) { update in
        lock.withLock { if let hint = update.frame?.hint { hints.append(hint) } }
        return true
      }
    }
    let drawn = try RigProcess("env", ["GNOMON_SOCKET=\(demo.socket)", "python3", "\(Self.examples)/arrow.py", "25"])
      .finish()
    #expect(drawn.status == 0 && drawn.lines.count == 25)
    let seen = lock.withLock { hints }
    for line in drawn.lines {
      let horizon = Array(line.prefix(61))
      let marks = horizon.indices.filter { "▲▶◀".contains(horizon[$0]) }
      expect(marks.count, equals: 1, "\(line)")
      guard let mark = marks.first, let distance = line.firstMatch(of: /, (\d+) m/).flatMap({ Double($0.1) }) else {
        continue
      }
      // One of the frames has it at that place and distance.
      #expect(
        seen.contains { hint in
          let bearing = hint.bearing?.degrees ?? .nan
          let column = min(60, max(0, Int(bearing.rounded()) + 30))
          let sign: Character = abs(bearing) <= 30 ? "▲" : bearing > 0 ? "▶" : "◀"
          return abs(column - mark) <= 1 && horizon[mark] == sign && abs(hint.distance.value - distance) < 1
        }, "\(line)")
    }
  }

  /// Of a wearer who only stands it draws where the destination may be, and no arrow.
  @Test(.enabled(if: RigProcess.has("python3"))) func theBandIsOnTheHorizon() throws {
    let demo = try Demo(["simulate", "look-around", "--speed", "2"]), scratch = try Scratch()
    let way = try scratch.write(Demo.route([Demo.place(0), Demo.place(100)]), to: "way.json")
    try expect(demo.run("route", "load", way, "--name", "Pier").status, equals: 0)
    // The same in the lines of `gnomon scene`.
    var scene = ""
    for _ in 0..<100 where !scene.contains("scene    vague") {
      scene = try demo.run("scene").output
    }
    #expect(scene.contains("waits    for a heading within 15° (now 30°) and a place within 25 m (now "), "\(scene)")
    #expect(scene.contains(/next {5}Pier, [0-9]+ m, [0-9]+° ± [67][0-9]°/), "\(scene)")
    // The wearer looks about, so the destination is in view at some time.
    var lines: [String] = []
    for _ in 0..<8 where !lines.contains(where: { $0.contains("═") }) {
      let drawn = try RigProcess("env", ["GNOMON_SOCKET=\(demo.socket)", "python3", "\(Self.examples)/arrow.py", "20"])
        .finish()
      #expect(drawn.status == 0 && drawn.lines.count == 20)
      lines += drawn.lines
    }
    #expect(lines.contains { $0.contains("═") } && !lines.contains { $0.contains { "▲▶◀".contains($0) } }, "\(lines)")
    // A heading of a compass alone is no heading for who waits for one.
    let waited = try demo.run("wait", "--heading", "15deg", "--timeout", "2")
    #expect(
      waited.status == 2 && waited.errors.contains("nothing but the compass has told the heading: walk ten metres"),
      "\(waited)")
    try expect(demo.run("wait", "--heading", "30deg", "--timeout", "10").status, equals: 0)
  }

  // MARK: one client with a daemon

  private func checkClient(_ program: String, _ arguments: [String]) throws {
    let scratch = try Scratch(), socket = scratch.path("s")
    let words = ["--demo", "--speed", "4", "--socket", socket, "--recordings", scratch.path("recordings")]
    var daemon = try RigProcess(Products.path("gnomond"), words, isQuiet: true)
    defer { daemon.stop() }
    try waitForAnswer(at: socket, of: daemon.isRunning)
    let reference = try PublishedSession(socket)
    try expect(gnomon("wait", "--timeout", "60", "--socket", socket).status, equals: 0)
    for (name, ahead) in [("Old harbour", 150.0), ("Caf\u{e9}", 60)] {
      let place = Demo.place(ahead, right: 20)
      let (latitude, longitude) = (String(place.latitude.value), String(place.longitude.value))
      try expect(gnomon("place", "add", latitude, longitude, name, "--socket", socket).status, equals: 0)
    }
    let client = try RigProcess(program, arguments + [socket, "1000000"], isQuiet: true)
    defer { client.stop() }

    var shown = [ShownLine]()
    func read(until isEnough: ([ShownLine]) -> Bool) throws {
      while !isEnough(shown) {
        let line = try #require(client.line(), "the client has ended after \(shown.count) lines")
        shown.append(try #require(ShownLine(line), "\(line)"))
      }
    }
    try read { $0.count { $0.kind == .pose } >= 20 && $0.count { $0.numbers["azimuth"] != nil } >= 20 }
    // A new scene is reported between the poses of the old one and its own. Lines of places come by another connection.
    try expect(gnomon("reset", "--socket", socket).status, equals: 0)
    let before = shown.count
    try read { $0.suffix(from: before).count { $0.kind == .pose && $0.scene == 1 } >= 4 }
    expect(shown.count { $0.kind == .begun }, equals: 1)
    let begun = try #require(shown.firstIndex { $0.kind == .begun })
    for (index, line) in shown.enumerated() where line.kind == .pose {
      expect(line.scene, equals: (index < begun ? 0 : 1), "\(line.text)")
    }
    let times = shown.filter { $0.kind == .pose }.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy(<), "\(times)")

    // On a busy machine this connection misses some of what the client had, and more lines are read.
    var held = [ShownLine](), looked = 0
    func isEnough() -> Bool { held.count { $0.kind == .pose } >= 15 && held.count { $0.kind == .nearest } >= 15 }
    while !isEnough(), looked < 1000 {
      try read { $0.count >= looked + 4 }
      reference.wait(for: shown.map(\.time).max() ?? 0)
      held += shown[looked...].filter(reference.hold)
      looked = shown.count
    }
    #expect(isEnough(), "\(held.count) of \(looked)")
    #expect(shown.contains { $0.text.contains("Caf\u{e9}") })

    // The daemon ends and another one starts: the client connects to it.
    daemon.stop()
    reference.stop()
    unlink(socket)
    daemon = try RigProcess(Products.path("gnomond"), words, isQuiet: true)
    let gone = shown.count
    try read { $0.count > gone + 3 && $0.last?.scene == 0 }
  }
}
