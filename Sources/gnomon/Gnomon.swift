import Wire

/// The `gnomon` command: find the subcommand, parse, run, exit with a status that scripts can tell apart.
@main struct Gnomon {
  static let commands: [any Command] = [
    StatusCommand(), PoseCommand(), WatchCommand(), ViewCommand(), WaitCommand(), NudgeCommand(), ReleaseCommand(),
    ResetCommand(),
    SceneCommand(), RadarCommand(), PlaceAddCommand(), PlaceListCommand(), PlaceSearchCommand(), PlaceRemoveCommand(),
    PlaceFavouriteCommand(), PlaceImportCommand(), PlaceExportCommand(), PlaceFetchCommand(), RouteLoadCommand(),
    RouteCheckCommand(), RouteToCommand(), RouteShowCommand(), RouteClearCommand(), AnnounceCommand(), ForgetCommand(),
    RecordStartCommand(), RecordStopCommand(),
    ReloadCommand(), DoctorCommand(),
    CalibrateCommand(), CalibrationListCommand(), CalibrationShowCommand(), CalibrationUndoCommand(),
    CalibrationExportCommand(), CalibrationImportCommand(), CalibrationVerifyCommand(), AllanCommand(),
    SimulateCommand(), ReplayCommand(), ScoreCommand(), ReportCommand(), ImportCommand(), ExportCommand(),
    GeoFieldCommand(), GeoInverseCommand(), GeoDirectCommand(), GeoLocalCommand(), GeoBearingCommand(), GeoSunCommand(),
    ConfigShowCommand(), ConfigCheckCommand(),
    RecordingInfoCommand(), RecordingCheckCommand(), RecordingConvertCommand(), RecordingCutCommand(),
  ]

  static let version = Release.version

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      try run(words)
    } catch let failure as Failure {
      Terminal.complain(failure.message)
      Terminal.exit(failure.status)
    } catch {
      Terminal.complain("\(error)")
      Terminal.exit(.failed)
    }
  }

  private static func run(_ words: [String]) throws {
    if words.isEmpty || ["help", "--help", "-h"].contains(words[0]) { return Terminal.print(overview) }
    if words[0] == "--version" { return Terminal.print("gnomon \(version)\n") }
    // The longest name that the words begin with: `geo field` before `geo`.
    if let command = commands.first(where: { words.starts(with: $0.syntax.name.split(separator: " ").map(String.init)) }
    ) {
      let rest = Array(words.dropFirst(command.syntax.name.split(separator: " ").count))
      if rest.contains("--help") || rest.contains("-h") { return Terminal.print(command.syntax.help) }
      return try command.run(Arguments(rest, command.syntax))
    }
    let family = commands.filter { $0.syntax.name.hasPrefix(words[0] + " ") }
    if !family.isEmpty {
      guard words.count > 1, !["--help", "-h"].contains(words[1]) else { return Terminal.print(list(family)) }
      let names = family.map { String($0.syntax.name.dropFirst(words[0].count + 1)) }
      throw Failure.unknown("command", "\(words[0]) \(words[1])", among: names.map { "\(words[0]) \($0)" })
    }
    let names = commands.map { String($0.syntax.name.prefix { $0 != " " }) }
    throw Failure.unknown("command", words[0], among: Array(Set(names)).sorted())
  }

  private static var overview: String {
    """
    gnomon \(version): the location engine for augmented reality on Linux wearables

    usage: gnomon COMMAND [ARGUMENTS]

    \(list(commands))
    `gnomon COMMAND --help` explains one, with examples. Every command that prints a result takes --json.
    Exit status: 0 done, 1 the data was found wanting, 2 not reached in time, 3 not accepted, 64 the call was wrong, 69 the
    daemon or a sensor is not there, 74 reading or writing failed, 75 another is at it, 77 not permitted, 78 the
    configuration is wrong.

    """
  }

  private static func list(_ commands: [any Command]) -> String {
    let width = commands.map(\.syntax.name.count).max() ?? 0
    return commands.map { command in
      "  \(command.syntax.name.padded(to: width))  \(command.syntax.summary)\n"
    }.joined()
  }
}

/// One subcommand.
protocol Command: Sendable {
  var syntax: Syntax { get }
  func run(_ arguments: Arguments) throws
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
