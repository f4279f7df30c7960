public import Geometry
public import Samples

/// Assumptions of the attitude filter on its sensors and on the motion. Densities are 1 σ.
public struct AttitudeParameters: Sendable {
  public init() {}

  /// Start values for each way of wearing: a device that is held or worn only reaches relaxed rest.
  public init(profile: Profile) {
    switch profile {
    case .hand: relaxedRate = AngularRate(0.12)
    case .head, .torso:
      relaxedRate = AngularRate(0.12)
      // A standing person sways, unlike a table: with wider limits the sway is taken for a bias.
      restRate = .degrees(0.3)
      restForce = AccelerationSize(0.1)
      // A standing wearer sways, and one who looks about turns slowly for seconds: neither mean is the bias.
      relaxedBiasNoise = .degrees(1)
    case .foot, .vehicle, .free: break
    }
  }

  /// Covariance work is done once per window.
  public var window = TimeSpan(0.1)
  /// Delay from the motion to the time stamp of a gyroscope sample; negative: unknown.
  public var gyroscopeLatency = TimeSpan(-1)
  public var gyroscopeNoise = AngleWalk.degrees(0.03)
  public var gyroscopeNoisePerRate = Quantity<PerRate<PerRootSecond<Radian>>>.degrees(0.08)
  public var biasWalk = AngularRateWalk.degrees(0.005)
  public var accelerometerNoise = SpeedWalk(0.15)
  public var initialTilt = Angle.degrees(8)
  public var initialVelocity = Speed(1)
  public var initialBias = AngularRate.degrees(1)
  public var initialAccelerometerBias = AccelerationSize(0.03)
  public var initialScale = 0.01
  public var initialCross = 0.007

  // The start.
  public var startTime = TimeSpan(1.5)
  public var startQuietTime = TimeSpan(0.1)
  public var startQuietForce = AccelerationSize(0.3)
  public var startQuietRate = AngularRate.degrees(6)
  public var startQuietTilt = Angle.degrees(3)

  // Gravity: the velocity stays bounded.
  public var velocityNoise = SpeedNoise(0.8)
  public var velocityBound = Speed(0.5)
  public var velocityValve = 10.0

  // Stillness.
  public var restAverage = TimeSpan(0.5)
  public var restRate = AngularRate.degrees(2)
  public var restForce = AccelerationSize(0.5)
  public var restBias = AngularRate.degrees(3)
  public var restTime = TimeSpan(1.5)
  public var restVelocityNoise = Speed(0.02)
  public var restBiasNoise = AngularRateNoise.degrees(0.03)

  // Relaxed rest, for a device that is held or worn; a rate of 0 turns it off.
  public var relaxedRate = AngularRate(0)
  public var relaxedAverage = TimeSpan(2)
  public var relaxedBias = AngularRate.degrees(5)
  public var relaxedBiasNoise = AngularRateNoise.degrees(0.3)

  /// Time by which the output must lead the integration, in seconds. Treating a sample as the mean over the interval that ends at
  /// its time stamp already leads by half that interval: right for an unknown sensor, and subtracted from a known latency.
  func lead(_ interval: Double) -> Double {
    gyroscopeLatency.value >= 0 ? gyroscopeLatency.value - 0.5 * interval : 0
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
    .init("start.time", \.startTime, in: 0.1...10, "how long force is averaged for a start in motion"),
    .init("start.quiet_time", \.startQuietTime, in: 0...10, "quiet time needed for an immediate start"),
    .init("start.quiet_force", \.startQuietForce, in: 0...10, "largest deviation of the force in that time"),
    .init(degrees: "start.quiet_rate", \.startQuietRate, in: 0...100, "largest rate in that time"),
    .init(
      degrees: "start.quiet_tilt", \.startQuietTilt, in: 0.1...180,
      "possible error of the tilt after an immediate start"),
    .init("attitude.velocity", \.initialVelocity, in: 0...100, "speed at the start"),
    .init(
      "gravity.velocity_noise", \.velocityNoise, in: 0.01...100,
      "how bounded velocity is: the larger, the slower gravity corrects tilt"),
    .init("gravity.velocity_bound", \.velocityBound, in: 0.01...100, "speed beyond which gravity is trusted less"),
    .init("gravity.valve", \.velocityValve, in: 0...1000, "how quickly trust falls beyond the bound"),
    .init("rest.average", \.restAverage, in: 0.05...10, "time constant against whose mean rest is judged"),
    .init(degrees: "rest.rate", \.restRate, in: 0...100, "largest deviation of the rate at rest"),
    .init("rest.force", \.restForce, in: 0...10, "largest deviation of the force at rest"),
    .init(degrees: "rest.bias", \.restBias, in: 0...100, "largest mean rate at rest: a bias cannot be larger"),
    .init("rest.time", \.restTime, in: 0...60, "quiet time after which the device is at rest"),
    .init("rest.velocity_noise", \.restVelocityNoise, in: 0.001...10, "speed at rest"),
    .init(
      degrees: "rest.bias_noise", \.restBiasNoise, in: 0...10,
      "how well the mean rate at rest shows the bias"),
    .init(
      "relaxed.rate", \.relaxedRate, in: 0...2,
      "deviation of the rate below which something held or worn counts as resting; 0 for never"),
    .init("relaxed.average", \.relaxedAverage, in: 0.05...10, "time over which rate and deviation are taken"),
    .init(degrees: "relaxed.bias", \.relaxedBias, in: 0...100, "largest mean rate at such a rest"),
    .init(
      degrees: "relaxed.bias_noise", \.relaxedBiasNoise, in: 0.001...10,
      "how well the mean rate shows the bias at such a rest"),
  ]).explained(by: effects)
}
