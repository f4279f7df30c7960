public import CommandParts
import CalibrationRecords

extension CommandGroup {
  /// The commands of calibrations.
  public static let calibration = CommandGroup(
    "Calibration",
    [
      CalibrateCommand(), CalibrationListCommand(), CalibrationShowCommand(), CalibrationUndoCommand(),
      CalibrationExportCommand(), CalibrationImportCommand(), CalibrationShareCommand(), CalibrationVerifyCommand(),
      AllanCommand(),
    ])
}

/// A calibration within `gnomon setup`. A good one is accepted without a question if `acceptsGood`.
public func calibrateForSetup(_ kind: String, _ seconds: Double?, acceptsGood: Bool, _ arguments: Arguments) throws {
  try LiveCalibration(
    kind: try CalibrationText.kind(kind), seconds: seconds, turns: nil, least: acceptsGood ? .good : nil
  ).run(arguments)
}
