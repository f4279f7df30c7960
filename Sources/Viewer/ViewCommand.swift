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
      Prints a link and serves its page until interrupted: on 127.0.0.1, and only to the first browser that opens the link.
      The page loads nothing from elsewhere. It draws the data that the daemon publishes, like any renderer; see docs/view.md.

      With --page it serves your own page and its files, which get the same events and calls; docs/clients/javascript.md has the
      package for it.

      With --display glasses it draws the scene alone on black, which see-through glasses show as nothing, in their field of view:
      open the link in a browser on their display. A click or a key fills it.

      With --recording it starts its own daemon, which replays FILE from the moment the page is opened, and the page has a
      time bar. Other programs can use that daemon too: its socket is printed.

      With --listen other machines of one network reach the page, such as a phone, by HTTPS with a certificate of its own. Each
      browser needs the code that is printed; after three wrong ones it is void, and a new one is printed after a minute, then after
      two, and so on. At most \(CodeEntry.mostBrowsers) browsers have typed it: one more, and the oldest has to type it again.
      """,
    options: [
      .value("--port", "N", "the port of the page (default: any free port)"),
      .value("--listen", "ADDRESS", "serve a network: an address of this machine or an interface, ADDRESS[:PORT]"),
      .flag("--plain", "plain HTTP, readable for everyone in the network; with --listen"),
      .value("--rate", "HZ", "frames a second (30)"),
      .value("--recording", "FILE", "show this recording", kind: .recording),
      .value("--speed", "N", "speed as a multiple of real time (1); with --recording"),
      .value("--route", "FILE", "a route to show with it"),
      .value("--places", "FILE", "places to show with it"),
      .value("--page", "FOLDER", "serve your own page, FOLDER/index.html, in place of the built-in one", kind: .folder),
      .value(
        "--display", "KIND", "glasses: the scene alone, on black, for see-through glasses", kind: .words(["glasses"])),
      .value(
        "--diagonal", "DEG",
        "the display's angle from corner to corner (\(Int(GlassesPage.usualDiagonal))); with --display glasses"),
      DaemonCall.socket, .flag("--json", "print the link as JSON"),
    ],
    examples: [
      ("gnomon view", "the wearer of the daemon, live"),
      ("gnomon view --recording walk.gnomon.gz --speed 4", "a recorded session, four times as fast"),
      ("gnomon view --page .", "your own page: index.html of this folder, with its scripts and models"),
      ("gnomon view --display glasses --diagonal 52", "on XREAL's Air 2 Ultra; 46 degrees is Air, Air 2 and Air 2 Pro"),
      ("gnomon view --listen wlan0:8443", "the view on a phone in the same network"),
      ("ssh -L 8080:127.0.0.1:8080 glasses gnomon view --port 8080", "the view of another machine, in a browser here"),
    ])

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let port = try arguments.whole("--port", in: 1...65535)
    let rate = try arguments.number("--rate", in: 1...120) ?? 30
    let speed = try arguments.number("--speed", in: 0.1...100)
    let glasses = try glasses(arguments)
    let folder = try arguments.text("--page").map { path throws(Failure) in try ViewFolder(path) }
    let listening = try BrowserListening.asked(
      arguments.text("--listen"), isPlain: arguments.has("--plain"), port: port, .code, syntax)
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
    let browsers = try BrowserPort(
      listening.map { $0.address.port ?? 0 } ?? UInt16(port ?? 0), on: listening?.address.host ?? ServerName.loopback)
    let server = listening?.name(port: browsers.number) ?? ServerName(port: browsers.number)
    let isJSON = arguments.has("--json")
    let code = listening.map { _ in CodeEntry(server) { event in Self.report(event, isJSON) } }
    let entry: any ViewEntry = code ?? LinkEntry(server)
    let site = ViewSite(
      server, entry, socket: DaemonCall.path(arguments), rate: rate, replay: replay, plan: plan, folder: folder,
      glasses: glasses)
    if isJSON {
      var members = [JSONMember("link", .string(entry.link))]
      if let code { members.append(JSONMember("code", .string(code.code))) }
      members += listening?.members ?? []
      if let replay { members.append(JSONMember("socket", .string(replay.socket))) }
      Terminal.print(.object(members), layout: .compact)
    } else {
      Terminal.print("\(entry.link)\n")
      if let code { Self.report(.code(code.code), isJSON) }
      listening?.announce()
      if let replay { Terminal.inform("the replay's socket is \(replay.socket)") }
      Terminal.inform(
        listening == nil
          ? "Open it in a browser on this machine; only one browser can open it. Ctrl-C ends the view."
          : "Open it on a phone in this network and type the code. Ctrl-C ends the view.")
      if glasses != nil { Terminal.inform("Move its window to the display of the glasses; a click or a key fills it.") }
    }
    BrowserServer(site, on: browsers, as: listening?.identity).run()
  }

  /// The page of `--display`; nil without it.
  private func glasses(_ arguments: Arguments) throws -> GlassesPage? {
    let diagonal = try arguments.number("--diagonal", in: GlassesPage.diagonals)
    guard let display = arguments.text("--display") else {
      if diagonal != nil { throw Failure.usage("--diagonal needs --display glasses", syntax) }
      return nil
    }
    guard display == "glasses" else { throw Failure.unknown("value of --display", display, among: ["glasses"]) }
    if arguments.text("--page") != nil {
      throw Failure.usage("--display and --page cannot be used together: --page serves a page of your own", syntax)
    }
    return GlassesPage(diagonal: diagonal ?? GlassesPage.usualDiagonal)
  }

  /// Shows an event of the entry; a code is a result, the others are messages.
  private static func report(_ event: CodeEntry.Event, _ isJSON: Bool) {
    switch event {
    case .code(let code):
      if isJSON { Terminal.print(["code": .string(code)], layout: .compact) } else { Terminal.print("code: \(code)\n") }
    case .admitted(let count, let isFull):
      let most = CodeEntry.mostBrowsers
      Terminal.inform(
        isFull
          ? "one more browser has typed the code: the oldest of \(most) has to type it again"
          : "a browser has typed the code: \(count) of at most \(most)")
    case .locked(let seconds):
      Terminal.inform("three wrong codes: none is accepted for \(Int(seconds.rounded())) s, then there is a new one")
    }
  }
}
