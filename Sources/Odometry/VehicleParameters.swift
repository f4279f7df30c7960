public import Geometry
public import Samples

/// Assumptions of the vehicle filter on its sensors, on receivers and on the motion of vehicles. Densities are 1 σ.
public struct VehicleParameters: Sendable {
  public init() {}

  public var strapdown = StrapdownParameters(
    gyroscopeNoise: .degrees(0.2),
    accelerometerNoise: SpeedWalk(0.15),
    initialTilt: .degrees(5),
    initialBias: .degrees(0.5),
    biasWalk: .degrees(0.001),
    initialAccelerometerBias: AccelerationSize(0.15),
    accelerometerBiasWalk: AccelerationWalk(0.001))

  /// Covariance work is done once per window.
  public var longestGap = TimeSpan(2)
  public var anchorDistance = Length(2000)

  // Fixes.
  /// Accuracy of a fix that states none; the pipeline sets it from `FixParameters`.
  public var velocityLag = TimeSpan(0.05)
  public var latencySigma = TimeSpan(0.1)
  public var velocityLagSigma = TimeSpan(0.1)
  public var latencyWalk = TimeWalk(0.002)
  public var fixBiasTime = TimeSpan(35)
  public var fixWhiteShare = 0.5
  public var velocityInterval = TimeSpan(0.1)
  public var fixGate = 3.0

  // The constraint: vehicles roll along their own axis.
  public var constraintInterval = TimeSpan(0.25)
  public var lateralNoise = Speed(0.4)
  public var verticalNoise = Speed(1)
  public var slipPerTurn = Length(0.5)

  // The mount.
  public var mountYaw = Angle.degrees(20)
  public var mountPitch = Angle.degrees(10)

  public static let table = ParameterTable<VehicleParameters>([
    .init("vehicle.window", \.strapdown.window, in: 0.005...0.5, "length of the windows in which covariance is propagated"),
    .init(
      degrees: "vehicle.gyroscope_noise", \.strapdown.gyroscopeNoise, in: 0...10,
      "white noise of the gyroscope in a vehicle, vibration included"),
    .init(
      "vehicle.accelerometer_noise", \.strapdown.accelerometerNoise, in: 0...10,
      "white noise of the accelerometer in a vehicle, vibration included"),
    .init(degrees: "vehicle.gyroscope_bias", \.strapdown.initialBias, in: 0...50, "gyroscope bias at the start"),
    .init(degrees: "vehicle.gyroscope_bias_walk", \.strapdown.biasWalk, in: 0...1, "how fast the gyroscope bias changes"),
    .init(
      "vehicle.accelerometer_bias", \.strapdown.initialAccelerometerBias, in: 0...2,
      "accelerometer bias at the start"),
    .init(
      "vehicle.accelerometer_bias_walk", \.strapdown.accelerometerBiasWalk, in: 0...1, "how fast the accelerometer bias changes"),
    .init(degrees: "vehicle.tilt", \.strapdown.initialTilt, in: 0.1...180, "how far the first sample may be from gravity"),
    .init(
      "vehicle.longest_gap", \.longestGap, in: 0.1...60,
      "a longer gap restarts the filter: no heading until fixes move"),
    .init(
      "gnss.velocity_lag", \.velocityLag, in: 0...3,
      "how much older a fix's velocity is than its position: the receiver's smoothing"),
    .init(
      "vehicle.latency_sigma", \.latencySigma, in: 0...2,
      "possible error of the latency of fixes without a hardware time stamp"),
    .init("vehicle.velocity_lag_sigma", \.velocityLagSigma, in: 0...2, "possible error of `gnss.velocity_lag`"),
    .init("vehicle.latency_walk", \.latencyWalk, in: 0...1, "how fast the latency changes"),
    .init("vehicle.fix_bias_time", \.fixBiasTime, in: 1...10_000, "how long the slow part of a fix's error lasts"),
    .init("vehicle.fix_white", \.fixWhiteShare, in: 0.01...1, "the part of a fix's error that is new each time"),
    .init(
      "vehicle.fix_velocity_interval", \.velocityInterval, in: 0.01...10,
      "how long the error of a velocity lasts: faster ones are worth no more together"),
    .init("vehicle.fix_gate", \.fixGate, in: 1...100, "surprise, in σ, from which on a fix is trusted less"),
    .init("vehicle.lateral_noise", \.lateralNoise, in: 0.01...10, "speed sideways"),
    .init("vehicle.vertical_noise", \.verticalNoise, in: 0.01...10, "speed up and down, seen from the vehicle"),
    .init("vehicle.slip", \.slipPerTurn, in: 0...10, "increase of both per rad/s of turn"),
    .init(degrees: "vehicle.mount_yaw", \.mountYaw, in: 0.1...90, "how the device may be turned in the vehicle"),
    .init(degrees: "vehicle.mount_pitch", \.mountPitch, in: 0.1...90, "how it may be tilted, and the road with it"),
  ])
}
