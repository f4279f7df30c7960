public import Geometry
public import Samples

/// Assumptions of the vehicle filter on its sensors, on receivers and on the motion of vehicles. Densities are 1 σ.
public struct VehicleParameters: Sendable {
  public init() {}

  /// Covariance work is done once per window.
  public var window = TimeSpan(0.05)
  public var gyroscopeNoise = AngleWalk.degrees(0.2)
  public var accelerometerNoise = SpeedWalk(0.15)
  public var initialBias = AngularRate.degrees(0.5)
  public var biasWalk = AngularRateWalk.degrees(0.001)
  public var initialAccelerometerBias = AccelerationSize(0.15)
  public var accelerometerBiasWalk = AccelerationWalk(0.001)
  public var initialTilt = Angle.degrees(5)
  public var longestStep = TimeSpan(0.25)
  public var longestGap = TimeSpan(2)
  public var gapAcceleration = AccelerationSize(3)
  public var gapTurn = AngularRate.degrees(3)
  public var anchorDistance = Length(2000)

  // Gravity, until there is a velocity: the velocity stays bounded.
  public var velocityNoise = SpeedNoise(0.8)
  public var velocityBound = Speed(0.5)
  public var velocityValve = 10.0

  // Fixes.
  /// Accuracy of a fix that states none; the pipeline sets it from `FixParameters`.
  public var assumptions = FixAssumptions()
  /// Radius below which a fix is precise (`FixParameters.precise`).
  public var precise = Length(0.5)
  public var velocityLag = TimeSpan(0.05)
  public var latencySigma = TimeSpan(0.1)
  public var velocityLagSigma = TimeSpan(0.1)
  public var latencyWalk = TimeWalk(0.002)
  public var latencyHeading = Angle.degrees(1.5)
  public var fixBiasTime = TimeSpan(35)
  public var fixBiasRise = TimeSpan(5)
  public var fixWhiteShare = 0.5
  public var assumedVelocityNoise = Speed(0.3)
  public var velocityInterval = TimeSpan(0.1)
  public var fixGate = 3.0
  public var fixTolerance = Length(5)
  public var velocityTolerance = Speed(2)
  public var outageGrowth = Speed(0.5)
  public var fixPatience = TimeSpan(3)
  public var fixWait = TimeSpan(2)

  // The constraint: vehicles roll along their own axis.
  public var constraintInterval = TimeSpan(0.25)
  public var lateralNoise = Speed(0.4)
  public var verticalNoise = Speed(1)
  public var slipPerTurn = Length(0.5)

  // The mount.
  public var mountYaw = Angle.degrees(20)
  public var mountPitch = Angle.degrees(10)
  public var mountEvidence = Quantity<SquareMetrePerSquareSecond>(1)
  public var mountThreshold = Angle.degrees(12)
  public var mountInterval = TimeSpan(0.7)
  public var mountLongestInterval = TimeSpan(5)
  public var mountMemory = TimeSpan(30)
  public var mountPairs = 8.0
  public var mountCoherence = 0.65

  // The start.
  public var startDistance = Length(3)
  public var startSpeed = Speed(1.5)
  public var startCourse = Angle.degrees(10)

  // Standing still.
  public var standingTime = TimeSpan(1)
  public var standingRate = AngularRate.degrees(1)
  public var standingForce = AccelerationSize(0.2)
  public var standingShake = 0.25
  public var standingSpeed = Speed(0.7)
  public var standingVelocityNoise = Speed(0.05)
  public var standingBiasNoise = AngularRateNoise.degrees(0.05)

  public static let table = ParameterTable<VehicleParameters>([
    .init("vehicle.window", \.window, in: 0.005...0.5, "length of the windows in which covariance is propagated"),
    .init(
      degrees: "vehicle.gyroscope_noise", \.gyroscopeNoise, in: 0...10,
      "white noise of the gyroscope in a vehicle, vibration included"),
    .init(
      "vehicle.accelerometer_noise", \.accelerometerNoise, in: 0...10,
      "white noise of the accelerometer in a vehicle, vibration included"),
    .init(degrees: "vehicle.gyroscope_bias", \.initialBias, in: 0...50, "gyroscope bias at the start"),
    .init(degrees: "vehicle.gyroscope_bias_walk", \.biasWalk, in: 0...1, "how fast the gyroscope bias changes"),
    .init(
      "vehicle.accelerometer_bias", \.initialAccelerometerBias, in: 0...2,
      "accelerometer bias at the start"),
    .init(
      "vehicle.accelerometer_bias_walk", \.accelerometerBiasWalk, in: 0...1, "how fast the accelerometer bias changes"),
    .init(degrees: "vehicle.tilt", \.initialTilt, in: 0.1...180, "how far the first sample may be from gravity"),
    .init("vehicle.longest_step", \.longestStep, in: 0.01...1, "time between samples beyond which it is a gap"),
    .init(
      "vehicle.longest_gap", \.longestGap, in: 0.1...60,
      "a longer gap restarts the filter: no heading until fixes move"),
    .init(
      "vehicle.gap_acceleration", \.gapAcceleration, in: 0...50,
      "possible acceleration of the vehicle while inertial samples are missing"),
    .init(degrees: "vehicle.gap_turn", \.gapTurn, in: 0...360, "possible rate of turn in that time"),
    .init("vehicle.anchor_distance", \.anchorDistance, in: 100...20_000, "how far the tangent plane is used"),
    .init(
      "vehicle.velocity_noise", \.velocityNoise, in: 0.01...100,
      "how bounded velocity is before the first course: the larger, the slower gravity corrects tilt"),
    .init("vehicle.velocity_bound", \.velocityBound, in: 0.01...100, "speed beyond which gravity is trusted less then"),
    .init("vehicle.velocity_valve", \.velocityValve, in: 0...1000, "how quickly trust falls beyond the bound"),
    .init(
      "gnss.velocity_lag", \.velocityLag, in: 0...3,
      "how much older a fix's velocity is than its position: the receiver's smoothing"),
    .init(
      "vehicle.latency_sigma", \.latencySigma, in: 0...2,
      "possible error of the latency of fixes without a hardware time stamp"),
    .init("vehicle.velocity_lag_sigma", \.velocityLagSigma, in: 0...2, "possible error of `gnss.velocity_lag`"),
    .init("vehicle.latency_walk", \.latencyWalk, in: 0...1, "how fast the latency changes"),
    .init(
      degrees: "vehicle.latency_heading", \.latencyHeading, in: 0...180,
      "σ of the heading from which on the latency is learned"),
    .init("vehicle.fix_bias_time", \.fixBiasTime, in: 1...10_000, "how long the slow part of a fix's error lasts"),
    .init(
      "vehicle.fix_bias_rise", \.fixBiasRise, in: 0.1...1000, "time until a much worse stated accuracy is accepted"),
    .init("vehicle.fix_white", \.fixWhiteShare, in: 0.01...1, "the part of a fix's error that is new each time"),
    .init(
      "vehicle.fix_velocity_noise", \.assumedVelocityNoise, in: 0.01...10,
      "noise per axis of a velocity whose receiver states none"),
    .init(
      "vehicle.fix_velocity_interval", \.velocityInterval, in: 0.01...10,
      "how long the error of a velocity lasts: faster ones are worth no more together"),
    .init("vehicle.fix_gate", \.fixGate, in: 1...100, "surprise, in σ, from which on a fix is trusted less"),
    .init(
      "vehicle.fix_tolerance", \.fixTolerance, in: 0...1000,
      "distance that motion may be wrong by: up to it a fix is never suspected"),
    .init("vehicle.fix_velocity_tolerance", \.velocityTolerance, in: 0...100, "the same for its velocity"),
    .init("vehicle.outage_growth", \.outageGrowth, in: 0...10, "least growth of the stated accuracy without fixes"),
    .init(
      "vehicle.fix_patience", \.fixPatience, in: 0...100,
      "time after which fixes with similar surprises are accepted in full"),
    .init("vehicle.fix_wait", \.fixWait, in: 0.1...60, "time without a fix after which the stated accuracy grows"),
    .init(
      "vehicle.constraint_interval", \.constraintInterval, in: 0.02...10, "time between two uses of the constraint"),
    .init("vehicle.lateral_noise", \.lateralNoise, in: 0.01...10, "speed sideways"),
    .init("vehicle.vertical_noise", \.verticalNoise, in: 0.01...10, "speed up and down, seen from the vehicle"),
    .init("vehicle.slip", \.slipPerTurn, in: 0...10, "increase of both per rad/s of turn"),
    .init(degrees: "vehicle.mount_yaw", \.mountYaw, in: 0.1...90, "how the device may be turned in the vehicle"),
    .init(degrees: "vehicle.mount_pitch", \.mountPitch, in: 0.1...90, "how it may be tilted, and the road with it"),
    .init(
      "vehicle.mount_evidence", \.mountEvidence, in: 0.1...10_000,
      "squared changes of velocity to be seen before accelerations may overrule the mount"),
    .init(
      degrees: "vehicle.mount_threshold", \.mountThreshold, in: 5...180,
      "how far accelerations must contradict the mount to overrule it"),
    .init(
      "vehicle.mount_interval", \.mountInterval, in: 0.1...10, "least time between two changes of velocity compared"),
    .init(
      "vehicle.mount_longest_interval", \.mountLongestInterval, in: 1...60, "time after which two are not compared"),
    .init("vehicle.mount_memory", \.mountMemory, in: 1...1000, "how long a compared change counts"),
    .init(
      "vehicle.mount_pairs", \.mountPairs, in: 3...1000, "changes to be compared before they may overrule the mount"),
    .init("vehicle.mount_coherence", \.mountCoherence, in: 0...1, "agreement of these changes needed for that"),
    .init("vehicle.start_distance", \.startDistance, in: 0.1...1000, "first stretch of fixes that gives a heading"),
    .init("vehicle.start_speed", \.startSpeed, in: 0.1...100, "first speed of a fix that gives a heading"),
    .init(degrees: "vehicle.start_course", \.startCourse, in: 0.1...90, "error of the course from that stretch"),
    .init("vehicle.standing_time", \.standingTime, in: 0.1...60, "quiet time after which the vehicle stands"),
    .init(degrees: "vehicle.standing_rate", \.standingRate, in: 0...100, "largest mean rate when standing"),
    .init("vehicle.standing_force", \.standingForce, in: 0...10, "largest change of the mean force when standing"),
    .init(
      "vehicle.standing_shake", \.standingShake, in: 0...1,
      "power of vibration when standing, as a part of that in motion"),
    .init("vehicle.standing_speed", \.standingSpeed, in: 0.01...10, "largest speed that a fix may state when standing"),
    .init("vehicle.standing_velocity_noise", \.standingVelocityNoise, in: 0.001...10, "speed when standing"),
    .init(
      degrees: "vehicle.standing_bias_noise", \.standingBiasNoise, in: 0...10,
      "how well the mean rate shows the bias when standing"),
  ]).explained(by: effects)
}
