public import Geometry
public import Samples

/// Assumptions of a carried device's strapdown filter on its sensors, on the body that carries it, and on the receiver. Densities
/// are 1 σ.
public struct StrapdownParameters: Sendable {
  public init() {}

  public var isUsed = true
  // Sensors on a walking body.
  public var window = TimeSpan(0.05)
  public var gyroscopeNoise = AngleWalk.degrees(0.2)
  public var gyroscopeNoisePerRate = 0.01
  public var accelerometerNoise = SpeedWalk(0.35)
  public var initialTilt = Angle.degrees(3)
  public var initialBias = AngularRate.degrees(0.5)
  public var biasWalk = AngularRateWalk.degrees(0.002)
  public var initialAccelerometerBias = AccelerationSize(0.15)
  public var accelerometerBiasWalk = AccelerationWalk(0.002)
  // The receiver.
  public var preciseVelocity = Speed(0.2)
  public var bodySway = Speed(0.1)
  public var velocityLag = TimeSpan(0.1)
  public var delaySigma = TimeSpan(0.1)
  public var gate = 5.0
  public var velocityGate = 5.0
  public var velocitySurprise = 0.3
  public var patience = TimeSpan(3)
  // The start.
  public var startDistance = Length(0.5)
  public var startSpeed = Speed(0.4)
  public var headings = 8.0
  public var lead = 10.0
  public var headingEnough = Angle.degrees(15)

  public static let table = ParameterTable<StrapdownParameters>([
    .init("strapdown.use", \.isUsed, "whether precise fixes and velocities go through a strapdown filter on foot"),
    .init("strapdown.window", \.window, in: 0.005...0.5, "length of the windows in which covariance is propagated"),
    .init(
      degrees: "strapdown.gyroscope_noise", \.gyroscopeNoise, in: 0...10, "white noise of the gyroscope on a body"),
    .init(
      "strapdown.gyroscope_scale", \.gyroscopeNoisePerRate, in: 0...1,
      "error of a turn as a share of it: scale, misalignment, clipping"),
    .init(
      "strapdown.accelerometer_noise", \.accelerometerNoise, in: 0.001...10,
      "white noise of the accelerometer on a walking body, lever arm to the antenna included"),
    .init(degrees: "strapdown.tilt", \.initialTilt, in: 0.1...90, "how far the tilt may be off when the filter starts"),
    .init(degrees: "strapdown.gyroscope_bias", \.initialBias, in: 0...50, "largest gyroscope bias at the start"),
    .init(degrees: "strapdown.gyroscope_bias_walk", \.biasWalk, in: 0...1, "how fast the gyroscope bias changes"),
    .init(
      "strapdown.accelerometer_bias", \.initialAccelerometerBias, in: 0...2, "accelerometer bias at the start"),
    .init(
      "strapdown.accelerometer_bias_walk", \.accelerometerBiasWalk, in: 0...1,
      "how fast the accelerometer bias changes"),
    .init(
      "strapdown.velocity_precise", \.preciseVelocity, in: 0...10,
      "stated error (95 %) below which the receiver's velocity is precise; 0: none is"),
    .init(
      "strapdown.body_sway", \.bodySway, in: 0.001...10,
      "how far the antenna's velocity is from the device's, 1 σ per axis"),
    .init(
      "strapdown.velocity_lag", \.velocityLag, in: 0...3,
      "how much older the receiver's velocity is than its precise place, at first"),
    .init("strapdown.delay", \.delaySigma, in: 0.001...2, "how far both delays may be off before they are learned"),
    .init("strapdown.gate", \.gate, in: 1...100, "surprise, in σ, from which on a precise place is refused"),
    .init(
      "strapdown.velocity_gate", \.velocityGate, in: 1...100, "surprise, in σ, from which on a velocity counts less"),
    .init(
      "strapdown.velocity_surprise", \.velocitySurprise, in: 0.01...100,
      "mean of y²/s over ten seconds beyond which velocities are refused for five minutes"),
    .init(
      "strapdown.patience", \.patience, in: 0.1...60,
      "time after which precise fixes that are consistently refused are accepted, and without precise fixes steps take over"
    ),
    .init(
      "strapdown.start_distance", \.startDistance, in: 0.1...1000,
      "distance between precise fixes that starts the filter"),
    .init("strapdown.start_speed", \.startSpeed, in: 0.1...100, "speed of a precise velocity that starts the filter"),
    .init("strapdown.headings", \.headings, in: 1...16, "copies that start at evenly spaced headings"),
    .init("strapdown.lead", \.lead, in: 1...1000, "lead in log-likelihood at which a copy drops another"),
    .init(
      degrees: "strapdown.heading", \.headingEnough, in: 0.1...90, "σ of its heading below which the pose follows it"),
  ]).explained(by: effects)
}
