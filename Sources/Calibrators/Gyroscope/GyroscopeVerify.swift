public import CalibrationRecords
public import Geometry
public import Samples

/// Check of a gyroscope's calibration: its bias at rest now against the one in force, at the present temperature.
///
/// Good up to 0.05 °/s (or a difference within the noise), drifting up to 0.3 °/s, which the filter learns by itself while it
/// tracks; a larger one degrades the first minutes, and needs a new calibration.
public struct GyroscopeVerify: Sendable {
  private let calibration: Calibration<RadianPerSecond>
  private var calibrator = GyroscopeCalibrator()

  public static let good = DegreesPerSecond(0.05)
  public static let drifting = DegreesPerSecond(0.3)
  static let time = TimeSpan(30)

  public init(of calibration: Calibration<RadianPerSecond>) { self.calibration = calibration }

  public mutating func ingest(_ sample: Sample) { calibrator.ingest(sample) }

  public var progress: CalibrationProgress {
    var progress = calibrator.progress
    progress.fraction = min(1, (calibrator.biases.map(\.duration.value).max() ?? 0) / 10)
    progress.isComplete = progress.fraction >= 1 || calibrator.stream.duration >= Self.time.value
    if !progress.isComplete {
      progress.instruction = CalibrationPhrase("lay-down", english: "lay it on something firm and let go of it")
    }
    return progress
  }

  public func result() throws(CalibrationFailure) -> CalibrationCheck {
    // A bias too large for any sensor is a finding here; only failures of the stream prevent a measurement.
    if let failure = calibrator.stream.failure() { throw failure }
    guard let now = calibrator.biases.max(by: { $0.duration < $1.duration }) else {
      _ = try calibrator.result()
      throw CalibrationFailure(.moved, finding: "it was never still", remedy: "lay it down and let go of it")
    }
    let off = now.bias - calibration.offset(at: now.temperature)
    let error = length(off.components) * 180 / .pi, sigma = now.sigma.value * 180 / .pi
    let verdict: CalibrationVerdict =
      error <= max(Self.good.value, 3 * sigma) ? .good : error <= Self.drifting.value ? .drifting : .redo
    let figures = [
      CalibrationFigure("bias-change", DegreesPerSecond(error), bar: Self.good),
      CalibrationFigure("bias-sigma", DegreesPerSecond(sigma)),
      CalibrationFigure("rest", now.duration),
    ]
    let text = "the bias is \(decimal(error, 3)) °/s from the one in force"
    switch verdict {
    case .good: return CalibrationCheck(.good, figures, finding: text)
    case .drifting:
      return CalibrationCheck(.drifting, figures, finding: text + ": calibrate the gyroscope again when it suits")
    case .redo: return CalibrationCheck(.redo, figures, finding: text + ": calibrate the gyroscope again")
    }
  }
}
