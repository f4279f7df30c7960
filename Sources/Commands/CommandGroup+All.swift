import CalibrationCommands
public import CommandParts
import Diagnosis
import FoxgloveLink
import PhoneLink
import SceneCommands
import Setup
import Viewer
import Watcher
import WebBridge

extension CommandGroup {
  /// Every command of `gnomon`, in the order of the overview and of the manual.
  public static let all: [CommandGroup] = [
    CommandGroup(
      "The wearer, now",
      [
        StatusCommand(), PoseCommand(), WatchCommand(), ViewCommand(), BridgeTokenCommand(), BridgeCommand(),
        FoxgloveCommand(), WaitCommand(),
      ]),
    CommandGroup(
      "Commands to the daemon",
      [
        NudgeCommand(), ReleaseCommand(), ResetCommand(), ForgetCommand(), RecordStartCommand(), RecordStopCommand(),
        PushCommand(), PhoneCommand(),
      ]),
    .scene,
    CommandGroup(
      "The team and the home",
      [
        ShareJoinCommand(), ShareLeaveCommand(), ShareStatusCommand(), SharePlaceAddCommand(),
        ShareRemoveCommand.place, ShareRouteAddCommand(), ShareRemoveCommand.route, ShareHomeJoinCommand(),
        ShareHomeLeaveCommand(),
      ]),
    .calibration,
    CommandGroup(
      "Recordings",
      [
        SimulateCommand(), RecordingInfoCommand(), RecordingCheckCommand(), RecordingConvertCommand(),
        RecordingCutCommand(), ReplayCommand(), ScoreCommand(), BenchCommand(), ReportCommand(), ImportCommand(),
        ExportCommand(),
      ]),
    CommandGroup(
      "The Earth",
      [
        GeoFieldCommand(), GeoInverseCommand(), GeoDirectCommand(), GeoLocalCommand(), GeoBearingCommand(),
        GeoSunCommand(),
      ]),
    CommandGroup(
      "The machine",
      [
        SetupCommand(setupTools), DoctorCommand(), ConfigShowCommand(), ConfigCheckCommand(), ReloadCommand(),
      ]),
  ]

  private static let setupTools = SetupTools(
    calibrate: { kind, seconds, acceptsGood, arguments in
      try calibrateForSetup(kind, seconds, acceptsGood: acceptsGood, arguments)
    },
    watch: { arguments in
      let watch = WatchCommand()
      let socket = arguments.text("--socket").map { ["--socket", $0] } ?? []
      try watch.run(Arguments(socket, watch.syntax))
    },
    drivers: {
      DriverlessBus.all().map { bus in
        SetupDriver(
          unit: "gnomon-drivers@\(bus.instance)", chips: bus.chips, isInstalled: bus.isInstalled,
          isEnabled: bus.isEnabled)
      }
    },
    setUnit: { (unit, isOn) throws(Failure) in try ServiceManager.set(unit, on: isOn) })

  public static let commands = all.flatMap(\.commands)
}
