public import CalibrationRecords
public import Samples

/// A calibration in progress: it takes samples, gives the next instruction, and in the end a result or a named failure.
///
/// Samples of the calibrated sensor come as the device gave them (after scale, offset and the mount in force), never corrected: a
/// calibration describes the whole error of the sensor, not the rest of it. Samples of other sensors come corrected
/// (`CalibrationKind.leans`). A value type without a clock: time is that of the samples, so the same recording gives the same
/// result.
public protocol Calibrator: Sendable {
  var kind: CalibrationKind { get }
  /// Ingests any sample and ignores those that are of no use. Memory is bounded for any duration.
  mutating func ingest(_ sample: Sample)
  /// Progress, and the next instruction for the wearer. Cheap: read ten times a second.
  var progress: CalibrationProgress { get }
  /// Returns the fit to all samples so far. It may take some tenths of a second, so call it once or rarely.
  func result() throws(CalibrationFailure) -> CalibrationResult
}
