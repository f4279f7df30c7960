import Geometry
public import Odometry
public import Samples

/// The whole pipeline as a value: samples in, in order of arrival; poses out, one per gyroscope sample. It sees no clock and
/// no file, so a live session and its replay are the same computation.
public struct Tracker: Sendable {
  public let profile: Profile
  private let calibration: CalibrationSet
  private var motion: any Motion
  private var lastTime: BootInstant?
  private var temperature: Temperature?
  private var forces = ForceMean()

  public init(profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet = .init()) {
    self.profile = profile
    self.calibration = calibration
    motion =
      switch profile {
      case .hand, .head, .torso: WalkingMotion(parameters)
      case .free, .foot, .vehicle: FreeMotion(parameters)
      }
  }

  /// Takes one sample; a gyroscope sample is answered with a pose once there is an up.
  public mutating func take(_ sample: Sample) -> TrackedPose? {
    switch sample {
    case .gyroscope(let sample):
      let corrected = calibration.corrected(sample, at: temperature)
      let interval = lastTime.map { sample.time - $0 } ?? .zero
      lastTime = sample.time
      return motion.advance(
        InertialStep(time: sample.time, interval: interval, rate: corrected.rate, force: forces.take()))
    case .accelerometer(let sample): forces.add(calibration.corrected(sample, at: temperature).force)
    case .magnetometer(let sample): motion.take(calibration.corrected(sample))
    case .barometer(let sample): motion.take(sample)
    case .temperature(let sample): if sample.sensor == .imu { temperature = sample.temperature }
    case .fix(let fix): motion.take(fix)
    case .outsidePose(let pose): motion.take(pose)
    case .input: break
    }
    return nil
  }
}

/// The mean of the forces since it was asked last; the last one again if there was none.
private struct ForceMean: Sendable {
  private var sum = SIMD3<Double>.zero
  private var count = 0.0
  private var last: Acceleration<Body>?

  mutating func add(_ force: Acceleration<Body>) {
    sum += force.components
    count += 1
  }

  mutating func take() -> Acceleration<Body>? {
    if count > 0 {
      last = Acceleration(sum / count)
      sum = .zero
      count = 0
    }
    return last
  }
}
