public import CalibrationRecords
public import Geometry
public import Samples

/// Check of an accelerometer's calibration: the size of the corrected force in one still pose, or several, against gravity.
///
/// Good up to 0.04 m/s² (across gravity, this would be a tilt of a quarter degree), drifting up to 0.12. One pose checks one
/// direction: more poses check more.
public struct AccelerometerVerify: Sendable {
  private let calibration: Calibration<MetrePerSecondSquared>
  private let gravity: Double
  private var stream = InertialStream.accelerometer
  private var still = StillPoses()
  private var temperatures = TemperatureRange()

  public static let good = AccelerationSize(0.04)
  public static let drifting = AccelerationSize(0.12)
  static let time = TimeSpan(30)

  public init(of calibration: Calibration<MetrePerSecondSquared>, surroundings: CalibrationSurroundings = .init()) {
    self.calibration = calibration
    gravity = (surroundings.gravity ?? Constants.standardGravity).value
  }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample):
      guard stream.admit(sample.force.components, at: sample.time) else { return }
      _ = still.add(force: sample.force.components, at: sample.time)
    case .temperature(let sample) where sample.sensor == .imu: temperatures.add(sample.temperature)
    default: break
    }
  }

  public var progress: CalibrationProgress {
    let isOver = stream.duration >= Self.time.value || still.poses.count >= 3
    return CalibrationProgress(
      fraction: isOver ? 1 : max(min(1, stream.duration / Self.time.value), Double(still.poses.count) / 3),
      isComplete: isOver,
      instruction: isOver
        ? CalibrationPhrase("done", english: "enough readings")
        : CalibrationPhrase(
          "lay-ways", english: "lay it still, if possible in three different ways: on its back, upright and on a side"),
      warnings: still.movedCount > 0 && still.poses.isEmpty
        ? [CalibrationPhrase("moved", english: "it moves: lay it on something firm")] : [],
      figures: [CalibrationFigure("poses", Double(still.poses.count), bar: 3)])
  }

  public func result() throws(CalibrationFailure) -> CalibrationCheck {
    if let failure = stream.failure() { throw failure }
    guard !still.poses.isEmpty else {
      throw CalibrationFailure(
        .moved, [CalibrationFigure("poses-thrown-away", Double(still.movedCount))],
        finding: "it was never still for 2.5 s", remedy: "lay it on something firm and let go of it")
    }
    let errors = still.poses.map { pose in
      length(calibration.corrected(Acceleration(pose.force), at: temperatures.mean).components) - gravity
    }
    let worst = AccelerationSize(errors.max { $0.magnitude < $1.magnitude } ?? 0)
    let verdict: CalibrationVerdict =
      worst.magnitude <= Self.good ? .good : worst.magnitude <= Self.drifting ? .drifting : .redo
    let figures = [
      CalibrationFigure("force-error", worst, bar: Self.good), CalibrationFigure("poses", Double(errors.count)),
    ]
    let text = "at rest the force is \(decimal(worst.value, 3)) m/s² from gravity"
    switch verdict {
    case .good: return CalibrationCheck(.good, figures, finding: text)
    case .drifting:
      return CalibrationCheck(.drifting, figures, finding: text + ": calibrate the accelerometer again when it suits")
    case .redo: return CalibrationCheck(.redo, figures, finding: text + ": calibrate the accelerometer again")
    }
  }
}
