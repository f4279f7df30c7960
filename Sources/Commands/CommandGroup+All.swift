public import CommandParts
import Diagnosis
import SceneCommands
import Viewer
import Watcher

extension CommandGroup {
  /// Every command of `gnomon`, in the order of the overview and of the manual.
  public static let all: [CommandGroup] = [
    CommandGroup("The wearer, now", [StatusCommand(), PoseCommand(), WatchCommand(), ViewCommand(), WaitCommand()]),
    CommandGroup(
      "Commands to the daemon",
      [
        NudgeCommand(), ReleaseCommand(), ResetCommand(), ForgetCommand(), RecordStartCommand(), RecordStopCommand(),
        PushCommand(),
      ]),
    .scene,
    CommandGroup(
      "Calibration",
      [
        CalibrateCommand(), CalibrationListCommand(), CalibrationShowCommand(), CalibrationUndoCommand(),
        CalibrationExportCommand(), CalibrationImportCommand(), CalibrationVerifyCommand(), AllanCommand(),
      ]),
    CommandGroup(
      "Recordings",
      [
        SimulateCommand(), RecordingInfoCommand(), RecordingCheckCommand(), RecordingConvertCommand(),
        RecordingCutCommand(), ReplayCommand(), ScoreCommand(), ReportCommand(), ImportCommand(), ExportCommand(),
      ]),
    CommandGroup(
      "The Earth",
      [
        GeoFieldCommand(), GeoInverseCommand(), GeoDirectCommand(), GeoLocalCommand(), GeoBearingCommand(),
        GeoSunCommand(),
      ]),
    CommandGroup(
      "The machine",
      [DoctorCommand(), ConfigShowCommand(), ConfigCheckCommand(), ReloadCommand()]),
  ]

  public static let commands = all.flatMap(\.commands)
}
