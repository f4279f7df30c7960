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
      BrokerOptions.broker, .value("--name", "NAME", "the name that the others see (the id unless given)"),
      .value("--id", "ID", "the id in the broker's topics (drawn at random unless given)"),
    ] + BrokerOptions.access + [
      .value("--rate", "HZ", "poses a second, 0.01 to 10 (1 unless given)"), BrokerOptions.blur, ShareCommands.folder,
      .json,
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
    let access = try BrokerOptions.access(arguments, syntax)
    let id = arguments.text("--id") ?? BrokerOptions.randomID()
    guard TeamName.isAllowed(id) else { throw Failure.usage("--id must have \(TeamName.expected)", syntax) }
    let name = try BrokerOptions.name(arguments, usual: id, syntax)
    var settings = ShareSettings(team: team, id: id, name: name, access: access)
    settings.rate = try BrokerOptions.rate(arguments, usual: Frequency(1))
    settings.blur = try BrokerOptions.blur(arguments)
    let paths = ShareCommands.paths(arguments)
    try ShareCommands.save(settings, paths, arguments)
    let isRunning = ShareCommands.isRunning(paths)
    if arguments.has("--json") {
      return Terminal.print(
        [
          "team": .string(team), "id": .string(id), "name": .string(name), "broker": .string(access.broker.text),
          "is_encrypted": .bool(access.usesTLS), "rate_hz": .number(settings.sentRate.value),
          "settings": .string(paths.settings), "is_running": .bool(isRunning),
        ], layout: .compact)
    }
    let protection = access.usesTLS ? "encrypted" : "not encrypted, on this machine only"
    let every = settings.blur == nil ? "" : ", rounded to \(text(settings.blur?.value ?? 0, 0)) m"
    Terminal.print(
      """
      joined '\(team)' as '\(name)' (id \(id))
      sends \(text(settings.sentRate.value, 2)) poses a second\(every) to \(access.broker.text), \(protection)
      \(isRunning ? "see: gnomon share status" : ShareCommands.startHint(arguments))

      """)
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
    let paths = ShareCommands.paths(arguments)
    guard try ShareCommands.remove(paths.settings) else {
      return ShareCommands.print("no team was joined", ["has_left": false], arguments)
    }
    let rest =
      MachineFiles.exists(paths.home)
      ? "nothing is sent to it from now on; 'gnomon share home leave' ends the messages to Home Assistant"
      : "nothing is sent from now on"
    ShareCommands.print("left; \(rest)", ["has_left": true], arguments)
  }
}
