public import Geometry
public import Samples

/// Assumptions on a vehicle, its sensors, receivers and the motion of vehicles. Densities are 1 σ.
public struct VehicleParameters: Sendable {
  public init() {}

  /// Vibration included, which also moves the mean of an accelerometer; `accelerometer.noise` for its noise.
  public var strapdown = StrapdownParameters(
    gyroscopeNoise: .degrees(0.2), accelerometerNoise: SpeedWalk(0.15), accelerometerBias: AccelerationSize(0.15))

  /// How far the first sample may be from gravity.
  public var initialTilt = Angle.degrees(5)
  public var anchorDistance = Length(2000)

  // Fixes.
  public var velocityLag = TimeSpan(0.05)
  public var latencySigma = TimeSpan(0.1)
  /// How long the slow error of fixes lasts: `receiver.error_time`.
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
    .init(
      degrees: "vehicle.gyroscope_noise", \.strapdown.gyroscopeNoise, in: 0...10,
      "white noise of the gyroscope in a vehicle, vibration included"),
    .init(
      "gnss.velocity_lag", \.velocityLag, in: 0...3,
      "how much older a fix's velocity is than its position: the receiver's smoothing"),
    .init(
      "vehicle.latency_sigma", \.latencySigma, in: 0...2,
      "possible error of the latency of fixes without a hardware time stamp, and of `gnss.velocity_lag`"),
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
