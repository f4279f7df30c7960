import BrowserServer
import CPosix
public import CommandParts
import Phones
import Text
import WebPages

/// `gnomon phone`: a telephone as sensor.
public struct PhoneCommand: Command {
  public let syntax = Syntax(
    name: "phone", summary: "use a telephone as the sensor: its motion, compass, pressure and location",
    operands: "[ADDRESS]", operandCount: 0...1,
    explanation: """
      Prints which app to install and what to switch on in it, then a line that lives, until interrupted. Sensor Logger (iOS and
      Android) sends to this machine: the command listens on one address, with a token, for one telephone, while it runs.
      SensorServer (Android) and phyphox listen on the telephone: ADDRESS is what the app shows.

      A daemon that runs gets the samples, unless it has sensors of its own or plays a session: then, and where none runs, the
      command starts one for the telephone, with the profile hand and a state folder of its own, and prints its socket. At the end
      it offers the recording. docs/phone.md has what each app needs, and what others in the network can read.
      """,
    options: [
      .value("--app", "APP", "sensor-logger (the default), sensorserver (the default with an ADDRESS) or phyphox"),
      .value("--listen", "ADDRESS[:PORT]", "listen on this address of this machine (its first network's, port 8123)"),
      .value(
        "--token-file", "FILE", "keep the token in FILE, so that the address stays the same; made if it is missing"),
      .flag("--own", "start a daemon for the telephone, even if another one runs"),
      .value("--save", "FILE", "record the session to a new file"),
      DaemonCall.socket, .flag("--json", "print the address, then the state once a second, as JSON"),
    ],
    examples: [
      ("gnomon phone", "an iPhone or an Android telephone with Sensor Logger"),
      ("gnomon phone 192.168.1.30:8080", "an Android telephone with SensorServer"),
      ("gnomon phone --app phyphox 192.168.1.30:8080", "a telephone with phyphox"),
      ("gnomon phone --own --save walk.gnomon", "beside a daemon that plays a session; and record"),
    ])

  /// The usual port: the same in each session, so that an address can be kept.
  private static let port: UInt16 = 8123

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let operand = arguments.operands.first
    var app = operand == nil ? PhoneApp.sensorLogger : .sensorServer
    if let name = arguments.text("--app") {
      guard let named = PhoneApp(rawValue: name) else {
        throw Failure.unknown("app", name, among: PhoneApp.allCases.map(\.rawValue))
      }
      app = named
    }
    if let saved = arguments.text("--save") { try PhoneRecording.check(saved) }
    if app == .sensorLogger {
      if operand != nil {
        throw Failure.usage(
          "Sensor Logger connects to this machine: it needs no ADDRESS; --listen names this machine's", syntax)
      }
      let listen = try address(arguments)
      try serve(listen, arguments)
    } else {
      for name in ["--listen", "--token-file"] where arguments.has(name) || arguments.text(name) != nil {
        throw Failure.usage("\(name) is for Sensor Logger; \(app.title) listens on the telephone", syntax)
      }
      guard let operand else {
        Terminal.print(PhoneGuide.text(app))
        throw Failure.usage(
          "then give the address that \(app.title) shows: gnomon phone --app \(app.rawValue) ADDRESS", syntax)
      }
      try connect(app, PhoneAddress(operand, app), arguments)
    }
  }

  /// The address to listen on.
  private func address(_ arguments: Arguments) throws(Failure) -> ListenAddress {
    if let text = arguments.text("--listen") { return try ListenAddress(text, from: "--listen") }
    guard let first = ListenAddress.ofThisMachine().first else {
      throw .inputOutput(
        "this machine has no network: switch on the telephone's hotspot or USB tethering and join it; --listen 127.0.0.1 is for a telephone on USB with adb reverse"
      )
    }
    return try ListenAddress(first.host, from: "--listen")
  }

  private func serve(_ listen: ListenAddress, _ arguments: Arguments) throws {
    let daemon = try PhoneDaemon(arguments), browsers = try port(listen)
    var generator = SystemRandomNumberGenerator()
    let token =
      try arguments.text("--token-file").map { path throws(Failure) in try TokenFile.token(at: path, makingWith: 0o600)
      }
      ?? PageSecret(from: &generator)
    let server = ServerName(listen.host, port: browsers.number), address = "\(server.address)/\(token.text)"
    let isJSON = arguments.has("--json")
    if !isJSON {
      let others = ListenAddress.ofThisMachine().filter { $0.host != listen.host }
      PhoneGuide.show(PhoneGuide.parts(address, others, isLoopback: listen.isLoopback))
    }
    let session = try session(.sensorLogger, daemon, arguments, "address", address)
    try withExtendedLifetime(daemon) {
      BrowserServer(SensorLoggerSite(server, token, session), on: browsers).run()
      try session.end(browsers.signal)
    }
  }

  /// The usual port, or any if it is taken and none was named.
  private func port(_ listen: ListenAddress) throws(Failure) -> BrowserPort {
    if let port = listen.port { return try BrowserPort(port, on: listen.host) }
    if let usual = try? BrowserPort(Self.port, on: listen.host) { return usual }
    return try BrowserPort(0, on: listen.host)
  }

  private func connect(_ app: PhoneApp, _ address: PhoneAddress, _ arguments: Arguments) throws {
    if !arguments.has("--json") { Terminal.print("\(PhoneGuide.text(app))Connecting with \(address.text).\n") }
    let daemon = try PhoneDaemon(arguments)
    let session = try session(app, daemon, arguments, "telephone", address.text)
    try withExtendedLifetime(daemon) {
      let signal =
        app == .sensorServer
        ? try SensorServerLink(address, session).run() : try PhyphoxLink(address, session).run()
      try session.end(signal)
    }
  }

  private func session(
    _ app: PhoneApp, _ daemon: PhoneDaemon, _ arguments: Arguments, _ name: String, _ address: String
  ) throws -> PhoneSession {
    let isJSON = arguments.has("--json")
    if isJSON {
      Terminal.print(
        .object([
          JSONMember(name, .string(address)), JSONMember("app", .string(app.rawValue)),
          JSONMember("socket", .string(daemon.socket)),
        ]), layout: .compact)
    } else if daemon.isOwn {
      Terminal.print(
        "A daemon for the telephone runs. In another terminal, before gnomon view:\n\n  export GNOMON_SOCKET=\(daemon.socket)\n\n"
      )
    }
    let recording = try PhoneRecording(
      saved: arguments.text("--save"), folder: isJSON ? nil : daemon.folder, app: app, isSilent: isJSON)
    let display = PhoneDisplay(isJSON: isJSON, at: gnomon_boot_time(), address: address)
    return PhoneSession(app, daemon.client, ownsDaemon: daemon.isOwn, display, recording)
  }
}
