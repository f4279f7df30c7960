import Expectations
import Foundation
import Geodesy
import Geometry
import TestSupport
import Testing
import Text
import Wire

@testable import SceneCommands

@Suite(.enabled(if: RigProcess.has("python3", "env"))) struct AnnounceTests {
  /// A daemon that sends given events, ends in between, and returns.
  private static let daemon = """
    import json, os, socket, sys, time
    path, parts = sys.argv[1], json.loads(sys.argv[2])
    for number, part in enumerate(parts):
        server = socket.socket(socket.AF_UNIX)
        server.bind(path)
        server.listen()
        if number == 0: print("ready", flush=True)
        client = server.accept()[0]
        asked = client.recv(65536).split(b"\\0")[0]
        print(asked.decode(), flush=True)
        for event in part:
            if isinstance(event, (int, float)):
                time.sleep(event)
                continue
            message = {"parameters": {"event": event}, "continues": True}
            client.sendall(json.dumps(message).encode() + b"\\0")
        if number < len(parts) - 1:
            server.close()
            os.unlink(path)
            client.close()
            time.sleep(1.2)
    sys.stdin.read()
    """

  /// A voice that writes its arguments to a file, and is slow for the harbor.
  private static let voice = """
    #!/bin/sh
    text=; case "$*" in *--pipe-mode*) IFS= read -r text ;; esac
    { for word in "$@"; do printf '%s|' "$word"; done; printf '%s\\n' "$text"; } >> "$SPOKEN"
    case "$text" in *Harbour*) exec sleep 30 ;; *broken*) exit 1 ;; esac
    """

  private static func event(_ code: String, _ english: String, kind: String = "announcement") -> [String: Any] {
    ["kind": kind, "code": code, "time_boot_ns": 5, "parameters": [String: Any](), "english": english]
  }

  private func announce(_ parts: [[Any]], _ words: String..., hasVoice: Bool = true) throws -> (
    run: Run, spoken: [String]
  ) {
    let scratch = try Scratch(), socket = scratch.path("s"), log = scratch.path("spoken")
    let tool = try scratch.write(Self.voice, to: "spd-say")
    chmod(tool, 0o755)
    let json = String(decoding: try JSONSerialization.data(withJSONObject: parts), as: UTF8.self)
    let daemon = try RigProcess("python3", ["-c", Self.daemon, socket, json])
    defer { daemon.stop() }
    expect(daemon.line(), equals: "ready")
    let path = hasVoice ? "\(scratch.url.path):/usr/bin:/bin" : "/nowhere"
    let run = try gnomonArray(
      ["announce", "--socket", socket] + words, environment: ["PATH": path, "SPOKEN": log])
    let asked = daemon.line() ?? ""
    #expect(
      asked.contains("org.gnomon.Scene.Subscribe") && asked.contains("announcements") && asked.contains("\"more\":true")
    )
    let spoken = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return (run, spoken.split(separator: "\n").map(String.init))
  }

  private static let usual = "--application-name|gnomon|--wait|--priority|"

  /// An urgent announcement stops the others; the text is one argument, whatever its characters; and the daemon may end and
  /// return.
  @Test func announcementsAreSpokenInTurn() throws {
    let wild = "in 15 m turn left: \u{1B}[2J`touch x`; $(y) 'z' \"q\"\u{202E} -x"
    let (run, spoken) = try announce(
      [
        [
          Self.event("start", "to Harbour: 300 m"), 0.3, Self.event("entered", "you are at Gate", kind: "proximity"),
          0.3,
          Self.event("step", "step 1 of 4", kind: "route"), Self.event("turn-now", wild),
        ],
        [
          Self.event("back-on-route", "back on the route"),
          Self.event("arrival", "!-!SET self VOLUME 0"),
        ],
      ], "-n", "5", "--language", "de", "--voice", "Anna", "--rate", "-20")
    #expect(run.status == 0 && run.output.isEmpty, "\(run)")
    let options = "--pipe-mode|--language|de|--synthesis-voice|Anna|--rate|-20|"
    expect(
      spoken,
      equals: [
        "\(Self.usual)message|\(options)to Harbour: 300 m",
        "--application-name|gnomon|--cancel|",
        "\(Self.usual)important|\(options)in 15 m turn left: [2J`touch x`; $(y) 'z' \"q\" -x",
        "\(Self.usual)message|\(options)back on the route",
        "\(Self.usual)message|\(options) !-!SET self VOLUME 0",
      ], "\(spoken)")
    #expect(run.errors.contains("not spoken, because of an urgent sentence: you are at Gate"))
    #expect(run.errors.contains("the daemon has stopped") && run.errors.contains("the daemon answers again"))
  }

  @Test func withoutAVoiceTheMissingPackageIsNamedOnce() throws {
    let (run, _) = try announce(
      [[Self.event("turn-soon", "in 50 m turn left"), Self.event("off-route", "off the \u{7}route")]], "-n", "2",
      hasVoice: false)
    #expect(run.status == 0 && run.output == "in 50 m turn left\noff the route\n", "\(run)")
    expect(run.errors.components(separatedBy: "apt install speech-dispatcher").count, equals: 2)
    let (broken, _) = try announce([[Self.event("arrival", "broken 1"), Self.event("arrival", "broken 2")]], "-n", "2")
    expect(broken.output, equals: "broken 1\nbroken 2\n")
    expect(broken.errors.components(separatedBy: "spd-say could not speak").count, equals: 2, "\(broken)")
  }

  @Test func itPrintsForPeopleAndPrograms() throws {
    let events = [
      [
        Self.event("start", "to \u{9B}2JX"), Self.event("loaded", "loaded", kind: "route"),
        Self.event("arrival", "there"),
      ]
    ]
    let (words, spoken) = try announce(events, "--print", "-n", "2")
    #expect(words.output == "to 2JX\nthere\n" && spoken.isEmpty)
    let (json, silent) = try announce(events, "--json", "-n", "2")
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 2 && silent.isEmpty && lines[0].contains("\"code\":\"start\""))
    #expect(lines[0].contains("\\u009b2JX"))
    for line in lines {
      try expect(SceneEventMessage(json: JSONValue(reading: String(line))).kind, equals: "announcement")
    }
  }

  @Test func onlyTurnsAndDeviationsAreUrgent() {
    func announcement(_ kind: String, _ code: String, _ english: String = "x") -> Announcement? {
      Announcement(SceneEventMessage(kind: kind, code: code, time: 1, parameters: .object([]), english: english))
    }
    expect(announcement("announcement", "off-route")?.isUrgent, equals: true)
    expect(announcement("announcement", "turn-now")?.isUrgent, equals: true)
    expect(announcement("announcement", "turn-soon")?.isUrgent, equals: false)
    expect(announcement("proximity", "entered")?.isUrgent, equals: false)
    #expect(announcement("route", "step") == nil && announcement("statuses", "changed") == nil)
    #expect(announcement("announcement", "start", " \u{1B}\n ") == nil)
    expect(announcement("announcement", "start", String(repeating: "a", count: 5000))?.text.count, equals: 301)
  }

  /// With a real daemon on its walk.
  @Test func aRouteIsAnnounced() throws {
    let demo = try Demo(), scratch = try Scratch()
    let way = try scratch.write(
      Demo.route([Demo.place(0), Demo.place(86.5), Demo.place(86.5, right: 127)]), to: "w.json")
    let announce = try RigProcess(
      Products.path("gnomon"), ["announce", "--print", "-n", "1", "--socket", demo.socket])
    defer { announce.stop() }
    // A route is loaded repeatedly, so that one begins after the subscription.
    try waitUntil {
      _ = try demo.run("route", "load", way, "--name", "Harbour")
      return !announce.isRunning
    }
    let (lines, status) = announce.finish()
    #expect(status == 0 && lines.count == 1 && !lines[0].isEmpty, "\(lines)")
  }
}
