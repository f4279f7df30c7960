public import Geometry
public import Samples

/// Assumptions of the attitude filter on its sensors and on the motion. Densities are 1 σ.
public struct AttitudeParameters: Sendable {
  public init() {}

  /// Start values for each way of wearing: a device that is held or worn only reaches relaxed rest.
  public init(profile: Profile) {
    switch profile {
    case .hand:
      relaxedRate = AngularRate(0.12)
      posture = .degrees(25)
    case .head, .torso:
      relaxedRate = AngularRate(0.12)
      posture = .degrees(15)
      // A standing person sways, unlike a table: with wider limits the sway is taken for a bias.
      restRate = .degrees(0.3)
      restForce = AccelerationSize(0.1)
      // A standing wearer sways, and one who looks about turns slowly for seconds: neither mean is the bias.
      relaxedBiasNoise = .degrees(1)
    case .vehicle: initialBias = .degrees(0.5)
    case .foot, .free: break
    }
  }

  /// Covariance work is done once per window.
  public var window = TimeSpan(0.2)
  /// Delay from the motion to the time stamp of a gyroscope sample; negative: unknown.
  public var gyroscopeLatency = TimeSpan(-1)
  public var gyroscopeNoise = AngleWalk.degrees(0.03)
  public var gyroscopeNoisePerRate = Quantity<PerRate<PerRootSecond<Radian>>>.degrees(0.08)
  public var biasWalk = AngularRateWalk.degrees(0.005)
  public var accelerometerNoise = SpeedWalk(0.15)
  public var initialTilt = Angle.degrees(8)
  /// 1 σ of an unseen tilt.
  public var posture = Angle.degrees(180)
  public var initialBias = AngularRate.degrees(1)
  public var initialAccelerometerBias = AccelerationSize(0.03)
  public var initialScale = 0.01
  public var initialCross = 0.007

  // Gravity: the velocity stays bounded.
  public var velocityNoise = SpeedNoise(0.8)
  public var velocityBound = Speed(0.5)
  public var velocityValve = 10.0

  // Stillness.
  public var restRate = AngularRate.degrees(2)
  public var restForce = AccelerationSize(0.5)
  public var restTime = TimeSpan(1.5)
  public var restBiasNoise = AngularRateNoise.degrees(0.03)

  // Relaxed rest, for a device that is held or worn; a rate of 0 turns it off.
  public var relaxedRate = AngularRate(0)
  public var relaxedAverage = TimeSpan(2)
  /// Error of the mean rate at such a rest as a measurement of the bias; it differs by profile.
  public var relaxedBiasNoise = AngularRateNoise.degrees(0.3)

  /// Time by which the output must lead the integration, in seconds. Treating a sample as the mean over the interval that ends at
  /// its time stamp already leads by half that interval: right for an unknown sensor, for which this is nil, and subtracted from a
  /// known latency.
  func lead(_ interval: Double) -> Double? {
    gyroscopeLatency.value >= 0 ? gyroscopeLatency.value - 0.5 * interval : nil
  }

  public static let table = ParameterTable<AttitudeParameters>([
    .init("attitude.window", \.window, in: 0.005...1, "length of the windows in which covariance is propagated"),
    .init(
      "gyroscope.latency", \.gyroscopeLatency, in: -1...0.1,
      "from a motion to its stamp (the filter delay of the data sheet); -1: half a sampling interval"),
    .init(degrees: "gyroscope.noise", \.gyroscopeNoise, in: 0...10, "white noise of the gyroscope"),
    .init(
      degrees: "gyroscope.noise_per_rate", \.gyroscopeNoisePerRate, in: 0...10,
      "additional noise in rotation, from errors of scale and timing"),
    .init(degrees: "gyroscope.bias_walk", \.biasWalk, in: 0...1, "how fast the bias wanders"),
    .init(degrees: "gyroscope.bias", \.initialBias, in: 0...50, "bias at the start"),
    .init("gyroscope.scale", \.initialScale, in: 0...0.2, "scale error that may have to be learned"),
    .init("gyroscope.cross", \.initialCross, in: 0...0.2, "cross-axis error that may have to be learned"),
    .init(
      "accelerometer.noise", \.accelerometerNoise, in: 0...10, "error of the accelerometer in motion"),
    .init("accelerometer.bias", \.initialAccelerometerBias, in: 0...2, "bias at the start"),
    .init(degrees: "attitude.tilt", \.initialTilt, in: 0.1...180, "possible error of the tilt after a start in motion"),
    .init(
      "gravity.velocity_noise", \.velocityNoise, in: 0.01...100,
      "how bounded velocity is: the larger, the slower gravity corrects tilt"),
    .init("gravity.velocity_bound", \.velocityBound, in: 0.01...100, "speed beyond which gravity is trusted less"),
    .init("gravity.valve", \.velocityValve, in: 0...1000, "how quickly trust falls beyond the bound"),
    .init(degrees: "rest.rate", \.restRate, in: 0...100, "largest deviation of the rate at rest"),
    .init("rest.force", \.restForce, in: 0...10, "largest deviation of the force at rest"),
    .init("rest.time", \.restTime, in: 0...60, "quiet time after which the device is at rest"),
    .init(
      degrees: "rest.bias_noise", \.restBiasNoise, in: 0...10,
      "how well the mean rate at rest shows the bias"),
    .init(
      "relaxed.rate", \.relaxedRate, in: 0...2,
      "deviation of the rate below which something held or worn counts as resting; 0 for never"),
    .init("relaxed.average", \.relaxedAverage, in: 0.05...10, "time over which rate and deviation are taken"),
  ])
}
