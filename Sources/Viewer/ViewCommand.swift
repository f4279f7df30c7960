import BrowserServer
public import CommandParts
import GnomonClient
import SceneCommands
import Text

/// `gnomon view`: the wearer's view, in a browser.
public struct ViewCommand: Command {
  public let syntax = Syntax(
    name: "view", summary: "show the wearer's view and a plan in a browser: live, or from a recording",
    operands: "", operandCount: 0...0,
    explanation: """
      Prints a link and serves its page until interrupted: on 127.0.0.1 only, and only to the first browser that opens the link.
      The page loads nothing from elsewhere. It draws the data that the daemon publishes, like any renderer; see docs/view.md.

      With --page it serves your own page and its files, which get the same events and calls; docs/clients/javascript.md has the
      package for it.

      With --recording it starts its own daemon, which replays FILE from the moment the page is opened, and the page has a
      time bar. Other programs can use that daemon too: its socket is printed.
      """,
    options: [
      .value("--port", "N", "the port of the page (default: any free port)"),
      .value("--rate", "HZ", "frames a second (30)"),
      .value("--recording", "FILE", "show this recording", kind: .recording),
      .value("--speed", "N", "speed as a multiple of real time (1); with --recording"),
      .value("--route", "FILE", "a route to show with it"),
      .value("--places", "FILE", "places to show with it"),
      .value("--page", "FOLDER", "serve your own page, FOLDER/index.html, in place of the built-in one", kind: .folder),
      DaemonCall.socket, .flag("--json", "print the link as JSON"),
    ],
    examples: [
      ("gnomon view", "the wearer of the daemon, live"),
      ("gnomon view --recording walk.gnomon.gz --speed 4", "a recorded session, four times as fast"),
      ("gnomon view --page .", "your own page: index.html of this folder, with its scripts and models"),
      ("ssh -L 8080:127.0.0.1:8080 glasses gnomon view --port 8080", "the view of another machine, in a browser here"),
    ])

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let port = try arguments.whole("--port", in: 1...65535) ?? 0
    let rate = try arguments.number("--rate", in: 1...120) ?? 30
    let speed = try arguments.number("--speed", in: 0.1...100)
    let folder = try arguments.text("--page").map { path throws(Failure) in try ViewFolder(path) }
    var replay: ViewReplay?, plan = ViewPlan()
    if let recording = arguments.text("--recording") {
      if arguments.text("--socket") != nil {
        throw Failure.usage("--recording starts its own daemon and cannot be used with --socket", syntax)
      }
      // Faults of the files are reported here, before a daemon is started that would end with them.
      plan = try ViewPlan(recording, arguments, syntax)
      for name in ["--route", "--places"] {
        if let path = arguments.text(name) { _ = try SceneFile.text(path) }
      }
      replay = try ViewReplay(recording, plan.duration ?? .zero, speed: speed ?? 1, arguments)
    } else {
      for name in ["--speed", "--route", "--places"] where arguments.text(name) != nil {
        throw Failure.usage("\(name) needs --recording", syntax)
      }
      // A missing daemon is an error at the start; one that goes away later is waited for.
      _ = try DaemonCall.connect(arguments)
    }
    let browsers = try BrowserPort(UInt16(port))
    let site = ViewSite(
      port: browsers.number, socket: DaemonCall.path(arguments), rate: rate, replay: replay, plan: plan, folder: folder)
    if arguments.has("--json") {
      var members = [JSONMember("link", .string(site.link))]
      if let replay { members.append(JSONMember("socket", .string(replay.socket))) }
      Terminal.print(.object(members), layout: .compact)
    } else {
      Terminal.print("\(site.link)\n")
      if let replay { Terminal.inform("the replay's socket is \(replay.socket)") }
      Terminal.inform("Open it in a browser on this machine; only one browser can open it. Ctrl-C ends the view.")
    }
    BrowserServer(site, on: browsers).run()
  }
}
