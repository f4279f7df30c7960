public import Geometry
public import Odometry
public import Samples

/// The whole pipeline as a value: samples in, in order of arrival; poses out, one per gyroscope sample. It sees no clock and
/// no file, so a live session and its replay are the same computation.
public struct Tracker: Sendable {
  public let profile: Profile
  private let calibration: CalibrationSet
  private let parameters: TrackerParameters
  /// How far the first scene is turned on purpose, to see a wrong heading corrected.
  private let initialYaw: Angle
  private var motion: any Motion
  private var inertial: InertialGuard
  private var temperature: Temperature?
  /// The scene poses of the last seconds.
  public private(set) var history = PoseHistory()
  /// Counts the scenes: a new one begins where motion was lost.
  private var scene = 0
  private var forces = ForceMean()
  /// Of other sensors than the gyroscope: not finite, or beyond what can be.
  private var unfitSamples = 0

  public init(
    profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet = .init(), initialYaw: Angle = .zero
  ) {
    self.profile = profile
    self.calibration = calibration
    self.parameters = parameters
    self.initialYaw = initialYaw
    inertial = InertialGuard(parameters.inertial)
    motion = Self.motion(profile, parameters)
  }

  private static func motion(_ profile: Profile, _ parameters: TrackerParameters) -> any Motion {
    switch profile {
    case .head, .torso, .hand: WalkingMotion(parameters)
    case .free, .foot: FreeMotion(parameters)
    case .vehicle: DrivingMotion(parameters)
    }
  }

  /// What became of gyroscope samples that were not taken as they came.
  public var counters: InertialCounters { inertial.counters }

  /// What else was refused or taken with less trust, by reason, since the scene began; the unfit ones since the start.
  public var refusals: [(reason: String, count: Int)] { [("unfit samples", unfitSamples)] + motion.refusals }

  /// Takes one sample; a gyroscope sample is answered with a pose once there is an up.
  public mutating func take(_ sample: Sample) -> TrackedPose? {
    if sample.refusal != nil {
      if case .gyroscope = sample { inertial.refuse() } else { unfitSamples += 1 }
      return nil
    }
    switch sample {
    case .gyroscope(let sample): return advance(sample)
    case .accelerometer(let sample):
      forces.add(calibration.corrected(sample, at: temperature))
    case .magnetometer(let sample): motion.take(calibration.corrected(sample))
    case .barometer(let sample): motion.take(sample)
    case .temperature(let sample): if sample.sensor == .imu { temperature = sample.temperature }
    case .fix(let fix): motion.take(fix)
    case .outsidePose(let pose): motion.take(pose)
    case .input: break
    }
    return nil
  }

  private mutating func advance(_ sample: GyroscopeSample) -> TrackedPose? {
    var interval = TimeSpan.zero, rate = sample.rate
    switch inertial.take(sample) {
    case .refused: return nil
    case .step(let believed, let time):
      rate = believed
      interval = time
    case .restart:
      motion = Self.motion(profile, parameters)
      forces = ForceMean()
      scene += 1
      history.removeAll()
    }
    rate = calibration.gyroscope?.corrected(rate, at: temperature) ?? rate
    let step = InertialStep(time: sample.time, interval: interval, rate: rate, force: forces.take(at: sample.time))
    guard var pose = motion.advance(step) else { return nil }
    if forces.isSilent { pose.tracking.insert(.stale) }
    if scene == 0 { pose.turnScene(by: initialYaw) }
    for reason in TrackingState.Reason.allCases where inertial.state.contains(reason) { pose.tracking.insert(reason) }
    pose.scene = scene
    history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: rate)
    return pose
  }
}

/// The mean of the forces since it was asked last; the last one again where the accelerometer is the slower of the two; none
/// once it has fallen silent, since an old force would be a lie about gravity.
private struct ForceMean: Sendable {
  private var sum = SIMD3<Double>.zero
  private var count = 0.0
  private var last: (force: Acceleration<Body>, time: BootInstant)?
  /// Set once it has spoken, and then not for a while.
  private(set) var isSilent = false
  private static let patience = TimeSpan(0.25)

  mutating func add(_ sample: AccelerometerSample) {
    sum += sample.force.components
    count += 1
    last = (sample.force, sample.time)
  }

  mutating func take(at time: BootInstant) -> Acceleration<Body>? {
    guard var newest = last else { return nil }
    if count > 0 {
      newest.force = Acceleration(sum / count)
      last = newest
      sum = .zero
      count = 0
    }
    isSilent = time - newest.time > Self.patience
    return isSilent ? nil : newest.force
  }
}
