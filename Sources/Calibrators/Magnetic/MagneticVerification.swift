public import CalibrationRecords
public import Geometry
public import Samples

/// Half a minute's check of a calibration in force: it takes samples as a calibrator does, and gives a verdict. It changes
/// nothing.
public struct MagneticVerification: Sendable {
  /// Duration if the wearer turns at once.
  public static let duration = TimeSpan(30)

  public private(set) var health: MagneticHealth
  private let calibration: Calibration<Microtesla>
  private var track = MotionTrack()
  private var lastGyroscope: BootInstant?
  private var start: BootInstant?
  private let lag: TimeSpan

  public init(
    _ calibration: Calibration<Microtesla>, surroundings: CalibrationSurroundings = .init(),
    lag: TimeSpan = TimeSpan(0.01)
  ) {
    self.calibration = calibration
    self.lag = lag
    health = MagneticHealth(surroundings)
  }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample):
      if MagneticWatch.isMeasurement(force: sample.force.components) { track.add(force: sample.force.components) }
    case .gyroscope(let sample):
      guard MagneticWatch.isMeasurement(rate: sample.rate.components) else { return }
      defer { lastGyroscope = sample.time }
      guard let last = lastGyroscope else { return start = sample.time }
      let interval = (sample.time - last).value
      if interval > 0 { track.add(rate: sample.rate.components, over: interval) }
    case .magnetometer(let sample):
      guard let start, track.isStarted, MagneticWatch.isMeasurement(field: sample.field.components) else { return }
      var hint = track.steps.count - 1
      let then = (sample.time - lag - start).value
      guard let pose = track.pose(at: then, near: &hint) else { return }
      health.ingest(calibration.corrected(sample.field), orientation: pose.orientation, at: sample.time)
    default: break
    }
  }

  public var verdict: CalibrationVerdict? { health.verdict }
  public var reason: CalibrationPhrase { health.reason }
}
