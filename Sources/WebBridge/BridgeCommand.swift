import BrowserServer
public import CommandParts
import Configuration
import GnomonClient
import Text
import WebPages

/// `gnomon bridge`: a way in for browsers.
public struct BridgeCommand: Command {
  public let syntax = Syntax(
    name: "bridge", summary: "let pages and dashboards read the wearer: WebSocket and server-sent events", operands: "",
    operandCount: 0...0,
    explanation: """
      Prints its address with a token, and serves until interrupted, on 127.0.0.1 unless --listen names a network. A program with
      the token gets poses, frames and events, in the JSON of the socket; so does a page of a permitted origin. See
      docs/clients/javascript.md.

        /poses  poses as server-sent events; likewise /geoposes, /alignments, /frames, /events, /sensors, /aids
        /ws     a WebSocket: calls and streams
        /call   one call, by POST
        /       readers, refusals, permitted methods

      Only methods that read are passed on; --allow adds others. With --configured the settings are those of the section [Bridge] of
      the configuration, as for gnomon-bridge.service: without a port there it is off.

      With --listen it serves other machines, by HTTPS with a certificate of its own; then it passes on methods that read, and no
      others, whatever --allow or Bridge.Allow name.
      """,
    options: [
      .value("--port", "N", "the port (default: any free port)"),
      .value("--listen", "ADDRESS", "serve a network: an address of this machine or an interface, ADDRESS[:PORT]"),
      .flag("--plain", "plain HTTP, readable for everyone in the network; with --listen"),
      .value("--origin", "URL", "permit the pages of this origin, as http://localhost:5173; repeatable"),
      .value("--allow", "METHOD", "pass this method on as well; repeatable", kind: .words(methodsToAllow)),
      .value("--token-file", "FILE", "keep the token in FILE, which is made if it is missing"),
      .flag("--configured", "use the section [Bridge] of the configuration"),
      .value("--config", "FILE", "use the section [Bridge] of FILE", kind: .file(["conf"])),
      DaemonCall.socket, .flag("--json", "print address and token as JSON"),
    ],
    examples: [
      ("gnomon bridge --port 8017", "read the wearer with curl: curl -N 'http://127.0.0.1:8017/poses?token=…'"),
      ("gnomon bridge --origin http://127.0.0.1:5173", "for a page of a development server"),
      ("gnomon bridge --allow org.gnomon.Tracking.ResetScene", "pages can begin a new scene, too"),
    ])

  private static let methodsToAllow = BridgeMethods.all.filter { !BridgeMethods.reading.contains($0) }

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let isConfigured = arguments.has("--configured") || arguments.text("--config") != nil
    let configured = isConfigured ? try Self.settings(arguments) : nil
    let settings = configured?.bridge ?? BridgeSettings()
    let socket = arguments.text("--socket") ?? configured?.socket ?? DaemonCall.path(arguments)
    let asked = try arguments.whole("--port", in: 1...65535)
    let listening = try BrowserListening.asked(
      arguments.text("--listen"), isPlain: arguments.has("--plain"), port: asked, .token, syntax)
    let port = listening?.address.port.map { Int($0) } ?? asked ?? Int(settings.port)
    guard port != nil || !isConfigured else {
      Terminal.inform("the bridge is off: the configuration has no Bridge.Port (docs/clients/javascript.md)")
      return
    }
    let origins = arguments.all("--origin")
    for origin in origins {
      if let fault = BridgeSettings.fault(ofOrigins: origin) { throw Failure.usage("--origin: \(fault)", syntax) }
    }
    let methods = arguments.all("--allow") + settings.methods
    for method in methods where !BridgeMethods.all.contains(method) {
      throw Failure.unknown("method", method, among: BridgeMethods.all, list: "gnomon bridge --help")
    }
    let file = arguments.text("--token-file") ?? (isConfigured ? TokenFile.ofService : nil)
    var generator = SystemRandomNumberGenerator()
    let token =
      try file.map { path throws(Failure) in
        try TokenFile.token(at: path, makingWith: isConfigured ? 0o640 : 0o600)
      } ?? PageSecret(from: &generator)
    let browsers = try BrowserPort(UInt16(port ?? 0), on: listening?.address.host ?? ServerName.loopback)
    let server = listening?.name(port: browsers.number) ?? ServerName(port: browsers.number)
    let site = BridgeSite(
      server, token: token, origins: origins + settings.permittedOrigins,
      methods: listening == nil ? BridgeMethods(also: methods) : .readingOnly, socket: socket)
    Self.announce(site, listening, arguments, isConfigured)
    if listening != nil {
      let left = methods.isEmpty ? "" : "; not: \(methods.joined(separator: ", "))"
      Terminal.inform("methods that read are passed on, and no others\(left)")
    }
    // A daemon that is absent is waited for, like one that goes away later.
    do throws(ClientFault) { _ = try Client(path: socket) } catch {
      Terminal.inform("\(DaemonCall.failure(error).message); waiting for it")
    }
    BrowserServer(site, on: browsers, as: listening?.identity).run()
  }

  private static func settings(_ arguments: Arguments) throws(Failure) -> Settings {
    var files = ConfigurationFiles()
    if let path = arguments.text("--config") {
      files.shared = path
      files.isNamed = true
      files.machine = ""
      files.dropIns = ""
    }
    let (configuration, unreadable) = files.read()
    let complaints = unreadable + configuration.faults.map { "\($0)" }
    guard complaints.isEmpty else {
      throw Failure(status: .configuration, message: complaints.joined(separator: "\ngnomon: "))
    }
    return configuration.settings
  }

  /// The token of the service is not printed: its output is in the journal, which more users can read.
  private static func announce(
    _ site: BridgeSite, _ listening: BrowserListening?, _ arguments: Arguments, _ isConfigured: Bool
  ) {
    let address = site.server.address, token = site.token.text
    if arguments.has("--json") {
      let members = [JSONMember("address", .string(address)), JSONMember("token", .string(token))]
      Terminal.print(.object(members + (listening?.members ?? [])), layout: .compact)
      return
    }
    if isConfigured {
      Terminal.inform("listening on \(address); 'gnomon bridge token' prints the token")
    } else {
      Terminal.print("\(address)/?token=\(token)\n")
    }
    listening?.announce()
    if !isConfigured {
      Terminal.inform(
        "try: curl -N\(site.server.isEncrypted ? "k" : "") '\(address)/poses?token=\(token)'. Ctrl-C ends the bridge.")
    }
  }
}

/// `gnomon bridge token`: the token of the service, for a page or a script.
public struct BridgeTokenCommand: Command {
  public let syntax = Syntax(
    name: "bridge token", summary: "print the token of the bridge's service", operands: "", operandCount: 0...0,
    explanation: """
      The token is in \(TokenFile.ofService), for root and members of the group gnomon. To change it, delete the file and restart
      gnomon-bridge.service.
      """,
    options: [
      .value("--token-file", "FILE", "the token of this file"), .flag("--json", "print it as JSON"),
    ],
    examples: [
      (
        "curl -N -H \"Authorization: Bearer $(gnomon bridge token)\" http://localhost:8017/poses",
        "poses of the service"
      )
    ])

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let token = try TokenFile.token(at: arguments.text("--token-file") ?? TokenFile.ofService, makingWith: nil)
    if arguments.has("--json") {
      Terminal.print(["token": .string(token.text)], layout: .compact)
    } else {
      Terminal.print(token.text + "\n")
    }
  }
}
