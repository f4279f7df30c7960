public import CommandParts
import GnomonClient
import SceneCommands
import Text

/// `gnomon view`: the wearer's view, in a browser.
public struct ViewCommand: Command {
  public let syntax = Syntax(
    name: "view", summary: "show in a browser what the wearer sees, and a plan: live, or from a recording",
    operands: "", operandCount: 0...0,
    explanation: """
      Prints a link and serves the page behind it until interrupted: on 127.0.0.1 only, to the one browser that comes by that link
      first. The page loads nothing from elsewhere. It draws what the daemon publishes, as any renderer would; see docs/view.md.

      With --recording it starts a daemon of its own that replays FILE, and the page has a bar of time. Another program can
      ask that daemon too: its socket is printed.
      """,
    options: [
      .value("--port", "N", "listen there (any that is free)"),
      .value("--rate", "HZ", "frames a second (30)"),
      .value("--recording", "FILE", "show this recording", kind: .recording),
      .value("--speed", "N", "so many times as fast as it happened (1); with --recording"),
      .value("--route", "FILE", "a route to show with it"),
      .value("--places", "FILE", "places to show with it"),
      DaemonCall.socket, .flag("--json", "print the link as JSON"),
    ],
    examples: [
      ("gnomon view", "the daemon's wearer, now"),
      ("gnomon view --recording walk.gnomon.gz --speed 4", "what was, faster"),
      ("ssh -L 8080:127.0.0.1:8080 glasses gnomon view --port 8080", "the view of another machine, in a browser here"),
    ])

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let port = try arguments.whole("--port", in: 1...65535) ?? 0
    let rate = try arguments.number("--rate", in: 1...120) ?? 30
    let speed = try arguments.number("--speed", in: 0.1...100)
    var replay: ViewReplay?
    if let recording = arguments.text("--recording") {
      if arguments.text("--socket") != nil {
        throw Failure.usage("--recording has a daemon of its own, and takes no --socket", syntax)
      }
      // Faults of the files are reported here, before a daemon is started that would end with them.
      let tracks = try ViewTracks(recording, arguments, syntax)
      for name in ["--route", "--places"] {
        if let path = arguments.text(name) { _ = try SceneFile.text(path) }
      }
      replay = try ViewReplay(recording, tracks, speed: speed ?? 1, arguments)
    } else {
      for name in ["--speed", "--route", "--places"] where arguments.text(name) != nil {
        throw Failure.usage("\(name) belongs to --recording", syntax)
      }
      // A missing daemon is an error at the start; one that goes away later is waited for.
      _ = try DaemonCall.connect(arguments)
    }
    let server = try ViewServer(port: UInt16(port), socket: DaemonCall.path(arguments), rate: rate, replay: replay)
    if arguments.has("--json") {
      var members = [JSONMember("link", .string(server.link))]
      if let replay { members.append(JSONMember("socket", .string(replay.socket))) }
      Terminal.print(.object(members), layout: .compact)
    } else {
      Terminal.print("\(server.link)\n")
      if let replay { Terminal.inform("the replay's socket is \(replay.socket)") }
      Terminal.inform("Open it in a browser of this machine: it is good for one. Ctrl-C ends it.")
    }
    server.run()
  }
}
