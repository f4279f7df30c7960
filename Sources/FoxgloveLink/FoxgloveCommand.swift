import BrowserServer
public import CommandParts
import Configuration
import GnomonClient
import Text
import WebPages

/// `gnomon foxglove`: the wearer, live, in Foxglove, Lichtblick and PlotJuggler.
public struct FoxgloveCommand: Command {
  /// The port that these programs propose.
  private static let usualPort = 8765

  public let syntax = Syntax(
    name: "foxglove", summary: "show the wearer live in Foxglove, Lichtblick or PlotJuggler", operands: "",
    operandCount: 0...0,
    explanation: """
      Prints an address, and serves until interrupted. In Foxglove: open a connection, Foxglove WebSocket, this address; then import
      the layout, which --layout prints. There are:

        /tf             map → odom → base_link
        /pose /place    the pose in the scene, the place with its covariance
        /fix            what the receiver says
        /state /rates   heading, σ, accuracies, states and the sensors' rates, for plots
        /corrections    each change of heading and place, as a sentence; likewise /announcements
        /scene          places, arrows and the route

      It is for reading. A reader that is slow misses messages, one that reads nothing for 5 s is disconnected, and no
      other is delayed. Every program and user of this machine can read
      it, unless --token asks for a token; pages of a browser only from listed origins. With --listen it serves other machines, and
      always asks for the token.
      """,
    options: [
      .value("--port", "N", "the port (default: \(usualPort))"),
      .value("--rate", "HZ", "poses a second, 0.1 to 1000 (default: 30)"),
      .flag("--layout", "print the layout for Foxglove, and end"),
      .flag("--token", "ask for a token, which is a part of the address"),
      .value("--token-file", "FILE", "keep the token in FILE, which is made if it is missing", kind: .file([])),
      .value("--origin", "URL", "permit the pages of this origin, as http://localhost:8080; repeatable"),
      .value("--listen", "ADDRESS", "serve a network: an address of this machine or an interface, ADDRESS[:PORT]"),
      .flag("--plain", "plain WebSocket, readable for everyone in the network; with --listen"),
      DaemonCall.socket, .flag("--json", "print the address as JSON"),
    ],
    examples: [
      ("gnomon foxglove --port 9090", "then open ws://127.0.0.1:9090 in Foxglove"),
      ("gnomon foxglove --layout >gnomon.json", "the layout: map, 3D, heading and σ, rates, corrections"),
      ("gnomon foxglove --listen wlan0 --plain", "from another machine of your own network"),
    ])

  public init() {}

  public func run(_ arguments: Arguments) throws {
    if arguments.has("--layout") { return Terminal.print(FoxgloveLayout.text) }
    let asked = try arguments.whole("--port", in: 1...65535)
    let rate = try arguments.number("--rate", in: 0.1...1000) ?? 30
    let origins = arguments.all("--origin")
    for origin in origins {
      if let fault = BridgeSettings.fault(ofOrigins: origin) { throw Failure.usage("--origin: \(fault)", syntax) }
    }
    let listening = try BrowserListening.asked(
      arguments.text("--listen"), isPlain: arguments.has("--plain"), port: asked, .token, syntax)
    let port = listening?.address.port.map { Int($0) } ?? asked ?? Self.usualPort
    var generator = SystemRandomNumberGenerator()
    var token: PageSecret?
    if let path = arguments.text("--token-file") {
      token = try TokenFile.token(at: path, makingWith: 0o600)
    } else if arguments.has("--token") || listening != nil {
      token = PageSecret(from: &generator)
    }
    let browsers = try BrowserPort(UInt16(port), on: listening?.address.host ?? ServerName.loopback)
    let socket = arguments.text("--socket") ?? DaemonCall.path(arguments)
    let site = FoxgloveSite(
      listening?.name(port: browsers.number) ?? ServerName(port: browsers.number), token: token, origins: origins,
      rate: rate, socket: socket, session: PageSecret(from: &generator).text)
    announce(site, listening, arguments)
    // A daemon that is absent is waited for, like one that goes away later.
    do throws(ClientFault) { _ = try Client(path: socket) } catch {
      Terminal.inform("\(DaemonCall.failure(error).message); waiting for it")
    }
    BrowserServer(site, on: browsers, as: listening?.identity).run()
  }

  private func announce(_ site: FoxgloveSite, _ listening: BrowserListening?, _ arguments: Arguments) {
    if arguments.has("--json") {
      let members = [JSONMember("address", .string(site.address))] + (listening?.members ?? [])
      return Terminal.print(.object(members), layout: .compact)
    }
    Terminal.print(site.address + "\n")
    listening?.announce()
    if site.token == nil {
      Terminal.inform("every program and user of this machine can read it; --token asks for a token")
    }
    Terminal.inform("layout: gnomon foxglove --layout >gnomon.json, and import it. Ctrl-C ends it.")
  }
}
