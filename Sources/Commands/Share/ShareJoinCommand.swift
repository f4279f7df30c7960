import CommandParts
import CPosix
import Files
import Geometry
import Glibc
import Sharing

/// `gnomon share join`: writes the settings of the service that shares poses with a team.
struct ShareJoinCommand: Command {
  let syntax = Syntax(
    name: "share join", summary: "share the wearer's pose with a team, and see its members",
    operands: "TEAM", operandCount: 1...1, operandKinds: [.text],
    explanation: """
      Writes share.json for the service gnomon-share, which from then on sends the wearer's pose to the team's MQTT broker, and
      passes the members' poses to the daemon as companions. A running service begins within a second. Before this nothing is
      sent, and 'gnomon share leave' ends it. The connection is encrypted unless the broker is on this machine. Joining again
      replaces all settings.
      """,
    options: [
      .value("--broker", "ADDRESS", "the broker: HOST, HOST:PORT or unix:/PATH (required)", kind: .text),
      .value("--name", "NAME", "the name that the others see (the id unless given)"),
      .value("--id", "ID", "the id in the broker's topics (drawn at random unless given)"),
      .value("--tls-ca", "FILE", "the authority that has signed the broker's certificate (the system's unless given)"),
      .value("--cert", "FILE", "a certificate of this device, for a broker that wants one"),
      .value("--key", "FILE", "the key of that certificate"),
      .value("--user", "USER", "the user at the broker", kind: .text),
      .value("--password-file", "FILE", "a file with the user's password in its first line"),
      .value("--rate", "HZ", "poses a second, 0.01 to 10 (1 unless given)"),
      .value(
        "--blur", "M", "round the place to a grid of this many meters, 10 to 20000, and leave out direction and motion"),
      ShareCommands.folder, .json,
    ],
    examples: [
      ("gnomon share join red --broker localhost --name Ann", "a broker on this machine"),
      (
        "gnomon share join red --broker broker.example --tls-ca ca.pem --user ann --password-file /etc/gnomon/password --blur 200",
        "over the network, and only roughly"
      ),
    ])

  func run(_ arguments: Arguments) throws {
    let team = arguments.operands[0]
    guard TeamName.isAllowed(team) else { throw Failure.usage("TEAM must have \(TeamName.expected)", syntax) }
    guard let given = arguments.text("--broker") else { throw Failure.usage("--broker is missing", syntax) }
    let wantsTLS = arguments.has("--tls-ca") || arguments.has("--cert")
    guard let broker = BrokerAddress(given, usesTLS: wantsTLS) else {
      throw Failure.usage("--broker must be \(BrokerAddress.expected), not '\(given)'", syntax)
    }
    let id = arguments.text("--id") ?? Self.randomID()
    guard TeamName.isAllowed(id) else { throw Failure.usage("--id must have \(TeamName.expected)", syntax) }
    let name = ShownName.cleaned(arguments.text("--name") ?? id)
    guard (1...SharedPose.longestName).contains(name.utf8.count) else {
      throw Failure.usage("--name must have 1 to \(SharedPose.longestName) bytes", syntax)
    }
    var settings = ShareSettings(team: team, id: id, name: name, broker: broker)
    settings.authorities = try file("--tls-ca", arguments.text("--tls-ca"))
    settings.certificate = try file("--cert", arguments.text("--cert"))
    settings.key = try file("--key", arguments.text("--key"))
    settings.user = arguments.text("--user")
    settings.passwordFile = try file("--password-file", arguments.text("--password-file"))
    if (settings.certificate == nil) != (settings.key == nil) {
      throw Failure.usage("--cert and --key belong together", syntax)
    }
    if settings.passwordFile != nil, settings.user == nil {
      throw Failure.usage("--password-file needs --user", syntax)
    }
    if case .unix = broker, wantsTLS {
      throw Failure.usage("a Unix socket has no TLS: leave out --tls-ca and --cert", syntax)
    }
    settings.rate = Frequency(try arguments.number("--rate", in: ShareSettings.rates) ?? 1)
    settings.blur = try arguments.number("--blur", in: Blur.sizes).map { Length($0) }
    let paths = ShareCommands.paths(arguments)
    try ShareCommands.save(settings, paths, arguments)
    let isRunning = ShareCommands.isRunning(paths)
    if arguments.has("--json") {
      return Terminal.print(
        [
          "team": .string(team), "id": .string(id), "name": .string(name), "broker": .string(broker.text),
          "is_encrypted": .bool(settings.usesTLS), "rate_hz": .number(settings.sentRate.value),
          "settings": .string(paths.settings), "is_running": .bool(isRunning),
        ], layout: .compact)
    }
    let protection = settings.usesTLS ? "encrypted" : "not encrypted, on this machine only"
    let every = settings.blur == nil ? "" : ", rounded to \(text(settings.blur?.value ?? 0, 0)) m"
    Terminal.print(
      """
      joined '\(team)' as '\(name)' (id \(id))
      sends \(text(settings.sentRate.value, 2)) poses a second\(every) to \(broker.text), \(protection)
      \(isRunning ? "see: gnomon share status" : ShareCommands.startHint(arguments))

      """)
  }

  private static func randomID() -> String { String(UInt64.random(in: UInt64(1) << 60...UInt64.max), radix: 16) }

  /// The absolute path of a file that an option names.
  private func file(_ option: String, _ path: String?) throws(Failure) -> String? {
    guard let path else { return nil }
    guard let resolved = realpath(path, nil) else {
      throw Failure.inputOutput("\(option) \(path): \(String(cString: strerror(errno)))")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// `gnomon share leave`: ends the sharing.
struct ShareLeaveCommand: Command {
  let syntax = Syntax(
    name: "share leave", summary: "end the sharing", operands: "", operandCount: 0...0,
    explanation: """
      Removes share.json. A running service takes its own sign off the broker within a second, disconnects, and removes the
      companions. Places and routes that were added for the team stay with it, unless they were removed before.
      """,
    options: [ShareCommands.folder, .json], examples: [("gnomon share leave", "nothing is sent from then on")])

  func run(_ arguments: Arguments) throws {
    let path = ShareCommands.paths(arguments).settings
    guard unlink(path) == 0 else {
      if errno == ENOENT { return ShareCommands.print("no team was joined", ["has_left": false], arguments) }
      throw ShareCommands.failure(FileFault(path, "cannot be removed", errno))
    }
    ShareCommands.print("left; nothing is sent from now on", ["has_left": true], arguments)
  }
}
