import Foundation
import Geometry
import GnomonClient
import TestSupport
import Testing
import Wire

/// The clients of docs/clients, each run against a daemon, and what they show held against what it has published.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ClientExampleTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/examples").path

  @Test(.enabled(if: RigProcess.has("python3"))) func inPython() throws {
    try follow("python3", ["\(Self.examples)/client.py"])
  }

  @Test(.enabled(if: RigProcess.has("node"))) func inJavaScript() throws {
    try follow("node", ["\(Self.examples)/client.mjs"])
  }

  /// By the line that its head gives.
  @Test(.enabled(if: RigProcess.has("cc"))) func inC() throws {
    let scratch = try Scratch()
    let compiler = try RigProcess(
      "cc",
      [
        "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", scratch.path("client"), "\(Self.examples)/client.c", "-lm",
      ])
    #expect(compiler.finish().status == 0)
    try follow(scratch.path("client"), [])
  }

  @Test func inSwift() throws { try follow(Products.path("client-example"), []) }

  /// The renderer of docs/tutorial.md: where the arrow is on its horizon, against the frames.
  @Test(.enabled(if: RigProcess.has("python3"))) func theArrowIsOnTheHorizon() throws {
    let demo = try Demo(["--demo", "--speed", "2"])
    // Without a route there is nothing to point at, and it says so.
    let nothing = try RigProcess("env", ["GNOMON_SOCKET=\(demo.socket)", "python3", "\(Self.examples)/arrow.py", "1"])
      .finish()
    #expect(nothing.status == 0 && nothing.lines.allSatisfy { $0.hasPrefix("nothing to point at: ") }, "\(nothing)")
    #expect(try demo.run("wait", "--timeout", "60").status == 0)
    let scratch = try Scratch(), way = scratch.path("way.geojson")
    try Demo.route([Demo.place(0), Demo.place(100)]).write(toFile: way, atomically: true, encoding: .utf8)
    let loaded = try demo.run("route", "load", way)
    #expect(loaded.status == 0, "\(loaded)")
    var request = SceneRequest([.hint, .arrows])
    request.rate = 120
    nonisolated(unsafe) var hints: [HintMessage] = []
    let lock = NSLock(), client = try Client(path: demo.socket)
    nonisolated(unsafe) let reader = client
    Thread.detachNewThread {
      try? reader.subscribe(to: request) { update in
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
      #expect(marks.count == 1, "\(line)")
      guard let mark = marks.first, let distance = line.firstMatch(of: /, (\d+) m/).flatMap({ Double($0.1) }) else {
        continue
      }
      // One of the frames has it there, and so far.
      #expect(
        seen.contains { hint in
          let bearing = hint.bearing?.degrees ?? .nan
          let column = min(60, max(0, Int(bearing.rounded()) + 30))
          let sign: Character = abs(bearing) <= 30 ? "▲" : bearing > 0 ? "▶" : "◀"
          return abs(column - mark) <= 1 && horizon[mark] == sign && abs(hint.distance.value - distance) < 1
        }, "\(line)")
    }
  }

  /// What is not JSON, or is cut off, ends the one in C with a sentence, never with a signal.
  @Test(.enabled(if: RigProcess.has("cc", "python3"))) func theReaderInCWithstandsAnything() throws {
    let scratch = try Scratch(), program = scratch.path("client")
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=undefined,address"]
    let sanitized = try RigProcess("cc", flags + ["-o", program, "\(Self.examples)/client.c", "-lm"], isQuiet: true)
    if sanitized.finish().status != 0 {
      #expect(
        try RigProcess("cc", flags.dropLast() + ["-o", program, "\(Self.examples)/client.c", "-lm"]).finish().status
          == 0)
    }
    let server = """
      import random, socket, sys
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen()
      print("ready", flush=True)
      good = (b'{"parameters":{"frame":{"time_boot_ns":1,"is_full":true,"scene_id":0,"is_stale":false,"status":{"state":"shown"},'
          b'"placements":[{"layer":"a","id":"\\\\ud83d\\\\ude00","rank":0,"name":"\\\\"\\\\u00e9\\\\n","point":{"x":1,"z":-2}}],'
          b'"left":{"placements":[{"layer":"a","id":"b"}]}}},"continues":true}')
      bad = [b"", b"{", b"[" * 100, b'"', b'{"a"', b'{"a":"\\\\u12', b'{"a":"\\\\', b"nul", b"1e", b'{"parameters":3}', b'{"a":1,}']
      mutant = random.Random(int(sys.argv[2]))
      for index in range(60):
          text = bytearray(good)
          for _ in range(mutant.randrange(1, 6)):
              text[mutant.randrange(len(text))] = mutant.choice(b'{}[]",:\\\\u0ae1-\\x7f')
          bad.append(bytes(text)[:mutant.randrange(len(text) + 1)])
      for text in [good] + bad:
          # Both streams of one client.
          clients = [server.accept()[0] for _ in range(2)]
          for client in clients:
              client.recv(65536)
              try: client.sendall(text + b"\\0")
              except OSError: pass
          for client in clients: client.close()
      """
    let socket = scratch.path("s"), daemon = try RigProcess("python3", ["-c", server, socket, "7"])
    defer { daemon.stop() }
    #expect(daemon.line() == "ready")
    let first = try RigProcess(program, [socket, "1"], isQuiet: true).finish()
    #expect(first.status == 0 && first.lines.joined(separator: "|").contains("\"é|: azimuth nan"), "\(first)")
    for index in 0..<71 {
      // One line of output is enough, a text that is none ends it, and one that says nothing is waited for: again with the next text.
      let (_, status) = try RigProcess(
        "env",
        [
          "ASAN_OPTIONS=exitcode=99:detect_leaks=0", "UBSAN_OPTIONS=exitcode=99:halt_on_error=1", "timeout", "-s",
          "KILL",
          "0.4", program, socket, "1",
        ], isQuiet: true
      ).finish()
      #expect([0, 1, 9, 137].contains(status), "text \(index): \(status)")
    }
  }

  // MARK: one client beside a daemon

  private func follow(_ program: String, _ arguments: [String]) throws {
    let scratch = try Scratch(), socket = scratch.path("s")
    let words = ["--demo", "--speed", "4", "--socket", socket, "--recordings", scratch.path("recordings")]
    var daemon = try RigProcess(Products.path("gnomond"), words, isQuiet: true)
    defer { daemon.stop() }
    while try gnomon("status", "--socket", socket).status != 0, daemon.isRunning { usleep(10_000) }
    let reference = try Published(socket)
    #expect(try gnomon("wait", "--timeout", "60", "--socket", socket).status == 0)
    for (name, ahead) in [("Old harbour", 150.0), ("Caf\u{e9}", 60)] {
      let place = Demo.place(ahead, right: 20)
      let (latitude, longitude) = (String(place.latitude.value), String(place.longitude.value))
      #expect(try gnomon("place", "add", latitude, longitude, name, "--socket", socket).status == 0)
    }
    let client = try RigProcess(program, arguments + [socket, "1000000"], isQuiet: true)
    defer { client.stop() }

    var shown = [Shown]()
    func read(until isEnough: ([Shown]) -> Bool) throws {
      while !isEnough(shown) {
        let line = try #require(client.line(), "the client has ended after \(shown.count) lines")
        shown.append(try #require(Shown(line), "\(line)"))
      }
    }
    try read { $0.count { $0.kind == .pose } >= 20 && $0.count { $0.numbers["azimuth"] != nil } >= 20 }
    // A new scene: said, and what comes then belongs to it.
    #expect(try gnomon("reset", "--socket", socket).status == 0)
    let before = shown.count
    try read { $0.suffix(from: before).count { $0.kind == .pose && $0.scene == 1 } >= 4 }
    #expect(shown.count { $0.kind == .begun } == 1)
    let begun = try #require(shown.firstIndex { $0.kind == .begun })
    for line in shown where line.kind == .pose { #expect(line.scene == 0 || line.time > shown[begun - 1].time) }

    reference.wait(for: shown.map(\.time).max() ?? 0)
    let held = shown.filter(reference.hold)
    #expect(held.count { $0.kind == .pose } >= 15 && held.count { $0.kind == .nearest } >= 15, "\(held.count)")
    #expect(shown.contains { $0.text.contains("Caf\u{e9}") })

    // The daemon goes and another comes: the client is with it again.
    daemon.stop()
    reference.stop()
    unlink(socket)
    daemon = try RigProcess(Products.path("gnomond"), words, isQuiet: true)
    let gone = shown.count
    try read { $0.count > gone + 3 && $0.last?.scene == 0 }
  }
}

/// A line of a client's.
private struct Shown {
  enum Kind { case pose, nearest, begun }
  var kind: Kind
  var time: Int64 = 0
  var scene: Int
  /// By the word before it; `±` is the one of `heading` or `azimuth`.
  var numbers: [String: Double] = [:]
  var text: String

  init?(_ line: String) {
    text = line
    if let match = line.wholeMatch(of: /scene (\d+): begun/) {
      (kind, scene) = (.begun, Int(match.1) ?? -1)
      return
    }
    guard let match = line.wholeMatch(of: /(pose|nearest) (\d+)\.(\d{9}) scene (\d+): (.*)/) else { return nil }
    kind = match.1 == "pose" ? .pose : .nearest
    time = (Int64(match.2) ?? 0) * 1_000_000_000 + (Int64(match.3) ?? 0)
    scene = Int(match.4) ?? -1
    text = String(match.5)
    for number in text.matches(of: /(heading|drawn|azimuth|elevation|distance|turn|±) (-?\d+\.\d)/) {
      numbers[String(number.1)] = Double(number.2)
    }
  }
}

/// Everything that a daemon publishes, as it comes.
private final class Published: @unchecked Sendable {
  private let lock = NSLock()
  private var poses: [Int64: PoseMessage] = [:], alignments: [AlignmentMessage] = [], frames: [SceneFrameMessage] = []
  private var isOver = false

  init(_ socket: String) throws {
    let tracking = try Client(path: socket), scene = try Client(path: socket)
    nonisolated(unsafe) let (first, second) = (tracking, scene)
    Thread.detachNewThread { [self] in
      try? first.subscribe([.pose, .alignment], rate: 1000) { message in
        take { if let pose = message.pose { poses[pose.time] = pose } }
        return take {
          if let alignment = message.alignment { alignments.append(alignment) }
          return !isOver
        }
      }
    }
    Thread.detachNewThread { [self] in
      var request = SceneRequest([.placements, .light])
      request.rate = 120
      try? second.subscribe(to: request) { update in
        take {
          if let frame = update.frame { frames.append(frame) }
          return !isOver
        }
      }
    }
  }

  private func take<Value>(_ body: () -> Value) -> Value { lock.withLock(body) }
  func stop() { take { isOver = true } }

  /// Until what was published at that moment is here.
  func wait(for time: Int64) {
    for _ in 0..<1000 {
      if take({ (poses.keys.max() ?? 0) > time && (frames.last?.time ?? 0) > time }) { return }
      usleep(10_000)
    }
  }

  /// Whether numbers were there to be held against others.
  func hold(_ line: Shown) -> Bool {
    take {
      switch line.kind {
      case .pose: holdPose(line)
      case .nearest: holdNearest(line)
      case .begun: false
      }
    }
  }

  private func difference(_ a: Double?, _ b: Double) -> Double {
    Swift.abs(((a ?? .infinity) - b).remainder(dividingBy: 360))
  }

  private func holdPose(_ line: Shown) -> Bool {
    // Every pose that a client may have is here, unless this was too slow.
    guard let pose = poses[line.time] else { return false }
    #expect(line.scene == pose.scene)
    guard let heading = pose.heading, pose.tracking.phase == .normal else {
      #expect(line.numbers.isEmpty && line.text.hasPrefix("heading unknown"), "\(line.text)")
      return false
    }
    #expect(difference(line.numbers["heading"], heading.degrees) < 0.051, "\(line.text): \(heading.degrees)")
    #expect(difference(line.numbers["±"], pose.headingSigma?.degrees ?? .nan) < 0.051, "\(line.text)")
    #expect(line.text.contains(pose.localization.phase.rawValue))
    // By the alignment that held then, or the one before it: they come one after the other.
    let held = alignments.filter { $0.scene == pose.scene && abs($0.time - line.time) < 100_000_000 }
    if let drawn = line.numbers["drawn"], !held.isEmpty {
      let best = held.map { difference(drawn, looking(pose) + $0.appliedYaw.degrees) }.min() ?? .infinity
      #expect(best < 0.06, "\(line.text)")
    }
    return true
  }

  /// A frame of a few milliseconds before or after says the same: each subscriber's come on a grid of their own.
  private func holdNearest(_ line: Shown) -> Bool {
    let near = frames.filter { $0.scene == line.scene && abs($0.time - line.time) < 30_000_000 }
    guard !near.isEmpty else { return false }
    let faults = near.map { fault(of: line, beside: $0) }
    #expect(faults.contains(nil), "\(line.text): \(faults.first.flatMap { $0 } ?? "")")
    return line.numbers["azimuth"] != nil
  }

  private func fault(of line: Shown, beside frame: SceneFrameMessage) -> String? {
    guard !frame.isStale, frame.status.state == "shown", let place = frame.placements?.first else {
      return line.numbers.isEmpty ? nil : "\(frame.status)"
    }
    let azimuth = difference(line.numbers["azimuth"], place.azimuth.degrees)
    let sigma = difference(line.numbers["±"], place.sigma.azimuth.degrees)
    let elevation = difference(line.numbers["elevation"], place.elevation.degrees)
    let distance = abs((line.numbers["distance"] ?? .infinity) - place.distance.value)
    guard line.text.hasPrefix(place.title), azimuth < 0.15, sigma < 0.06 + 0.03 * place.sigma.azimuth.degrees,
      elevation < 0.1, distance < 0.1 + 0.004 * place.distance.value
    else { return "\(place)" }
    guard let turn = line.numbers["turn"] else { return nil }
    // By one of the poses that had come.
    let turns = poses.values.filter { $0.scene == line.scene && (0...200_000_000).contains(line.time - $0.time) }.map {
      difference(turn, degrees(place.point.x - $0.pose.position.x, place.point.z - $0.pose.position.z) - looking($0))
    }
    return turns.min().map { $0 < 0.3 } ?? true ? nil : "turned by \(turns.min() ?? 0)° otherwise"
  }

  private func degrees(_ x: Double, _ z: Double) -> Double { Angle.arcTangent(x, -z).degrees }
  private func looking(_ pose: PoseMessage) -> Double {
    Attitude(Rotation<Scene, Level>.yaw(.zero) * pose.pose.rotation).heading.degrees
  }
}
