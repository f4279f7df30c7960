import CommandParts
import Recordings
import Sharing
import Text

/// `gnomon share home join`: writes the settings of the messages to Home Assistant and other clients of MQTT.
struct ShareHomeJoinCommand: Command {
  let syntax = Syntax(
    name: "share home join", summary: "send the wearer's place and heading to Home Assistant",
    operands: "", operandCount: 0...0,
    explanation: """
      Writes home.json for the service gnomon-share, which from then on sends place, heading, accuracy and state to an MQTT broker,
      where Home Assistant finds them by itself (MQTT discovery) and other programs can read them. The broker stores the
      descriptions and whether the service is connected, and never a place. No team is needed. The connection is encrypted unless
      the broker is on this machine. Joining again replaces all settings but the id.
      """,
    options: [
      BrokerOptions.broker,
      .value("--name", "NAME", "the name of the device in Home Assistant ('\(HomeSettings.usualName)' unless given)"),
      .value("--id", "ID", "the id in topics and entities (drawn at random the first time unless given)"),
    ] + BrokerOptions.access + [
      .value("--rate", "HZ", "messages a second, 0.01 to 10 (\(text(HomeSettings.usualRate.value, 1)) unless given)"),
      BrokerOptions.blur, ShareCommands.folder, .json,
    ],
    examples: [
      ("gnomon share home join --broker localhost --name Ann", "a broker on this machine"),
      (
        "gnomon share home join --broker homeassistant.example --user ann --password-file /etc/gnomon/password",
        "over the network"
      ),
    ])

  func run(_ arguments: Arguments) throws {
    let access = try BrokerOptions.access(arguments, syntax), paths = ShareCommands.paths(arguments)
    let id = arguments.text("--id") ?? Self.earlierID(paths) ?? BrokerOptions.randomID()
    guard HomeSettings.isAllowedID(id) else {
      throw Failure.usage("--id must have \(HomeSettings.expectedID)", syntax)
    }
    let name = try BrokerOptions.name(arguments, usual: HomeSettings.usualName, syntax)
    var settings = HomeSettings(id: id, name: name, access: access)
    settings.rate = try BrokerOptions.rate(arguments, usual: HomeSettings.usualRate)
    settings.blur = try BrokerOptions.blur(arguments)
    try ShareCommands.save(settings.json, to: paths.home, arguments)
    let isRunning = ShareCommands.isRunning(paths)
    if arguments.has("--json") {
      return Terminal.print(
        [
          "id": .string(id), "name": .string(name), "broker": .string(access.broker.text),
          "is_encrypted": .bool(access.usesTLS), "rate_hz": .number(settings.sentRate.value),
          "settings": .string(paths.home), "is_running": .bool(isRunning),
        ], layout: .compact)
    }
    let protection = access.usesTLS ? "encrypted" : "not encrypted, on this machine only"
    let rounded = settings.blur.map { ", rounded to \(text($0.value, 0)) m" } ?? ""
    Terminal.print(
      """
      joined Home Assistant as '\(name)' (id \(id))
      sends the place\(rounded) \(text(settings.sentRate.value, 2)) times a second to \(access.broker.text), \(protection)
      \(isRunning ? "see: gnomon share status" : ShareCommands.startHint(arguments))

      """)
  }

  /// The id of the settings that are replaced, so that Home Assistant has one device and not two.
  private static func earlierID(_ paths: SharePaths) -> String? {
    guard let text = textFile(paths.home, limit: HomeSettings.longest) else { return nil }
    return (try? HomeSettings(reading: Array(text.utf8)))?.id
  }
}

/// `gnomon share home leave`: ends the messages to Home Assistant.
struct ShareHomeLeaveCommand: Command {
  let syntax = Syntax(
    name: "share home leave", summary: "end the messages to Home Assistant", operands: "", operandCount: 0...0,
    explanation: """
      Removes home.json. A running service removes all that the broker stores of it within a second, so that Home Assistant removes
      the device, and disconnects; if the broker cannot be reached, it does so later. A team goes on.
      """,
    options: [ShareCommands.folder, .json], examples: [("gnomon share home leave", "the device is gone")])

  func run(_ arguments: Arguments) throws {
    let paths = ShareCommands.paths(arguments)
    guard try ShareCommands.remove(paths.home) else {
      return ShareCommands.print("Home Assistant was not joined", ["has_left": false], arguments)
    }
    let isRunning = ShareCommands.isRunning(paths)
    let rest =
      isRunning
      ? "" : "; the service is not running, so the broker keeps the entities: join again with --id, start it, and leave"
    ShareCommands.print(
      "left; nothing is sent to Home Assistant from now on\(rest)",
      ["has_left": true, "is_running": .bool(isRunning)], arguments)
  }
}
