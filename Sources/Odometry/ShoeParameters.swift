public import Geometry
public import Samples

/// Assumptions of the filter of a shoe on its sensors and on the gait. Densities are 1 σ.
public struct ShoeParameters: Sendable {
  public init() {}

  public var strapdown = StrapdownParameters(
    gyroscopeNoise: .degrees(0.008), gyroscopeNoisePerRate: 1, accelerometerNoise: SpeedWalk(0.018),
    accelerometerBias: AccelerationSize(0.02))
  public var initialTilt = Angle.degrees(0.3)

  // Standing and rest.
  public var standingWindow = TimeSpan(0.06)
  public var standingRate = AngularRate.degrees(16)
  public var standingForce = AccelerationSize(2.8)
  public var standingSwing = 0.05
  public var swingTime = TimeSpan(0.35)
  public var standingNoise = Speed(0.02)
  public var leverNoise = Length(0.015)
  public var leverUp = Length(0.06)
  public var leverBack = Length(0.03)
  public var restWindow = TimeSpan(0.15)
  public var restRate = AngularRate.degrees(1)
  public var restForce = AccelerationSize(0.1)
  public var restBias = AngularRate.degrees(2.1)
  public var restNoise = AngularRate.degrees(0.3)
  public var restGate = 3.0
  // Sensors on a swinging foot.
  public var patience = TimeSpan(3)
  // The path.
  public var wayNoise = Length(0.01)
  public var turnShare = 0.01
  // The floors' levels.
  public var heightDrift = 0.008
  public var floorNoise = Length(0.015)
  public var floorReach = Length(1)

  public static let table = ParameterTable<ShoeParameters>([
    .init(
      "foot.standing_window", \.standingWindow, in: 0.005...0.5, "time over which the shoe has to be still to stand"),
    .init(
      degrees: "foot.standing_rate", \.standingRate, in: 0.1...1000,
      "motion, as a rate, below which a shoe stands whatever its swing was"),
    .init(
      "foot.standing_force", \.standingForce, in: 0.01...100,
      "deviation of the force from gravity that counts as much as foot.standing_rate"),
    .init(
      "foot.standing_swing", \.standingSwing, in: 0...1,
      "share of the recent swing's squared rate that is added to the square of foot.standing_rate"),
    .init("foot.swing_time", \.swingTime, in: 0.01...10, "time over which the swing is averaged"),
    .init(
      "foot.standing_noise", \.standingNoise, in: 0.0001...10, "speed of a standing shoe, as white noise of 200 Hz"),
    .init(
      "foot.lever_noise", \.leverNoise, in: 0...1,
      "how far the point about which the shoe rolls may be from the lever's end"),
    .init("foot.lever_up", \.leverUp, in: -1...1, "height of the sensor above the point about which the shoe rolls"),
    .init(
      "foot.lever_back", \.leverBack, in: -1...1, "distance of the sensor behind the point about which the shoe rolls"),
    .init("foot.rest_window", \.restWindow, in: 0.02...1, "time over which the shoe has to be at rest"),
    .init(degrees: "foot.rest_rate", \.restRate, in: 0.001...100, "variation of the rate below which it is at rest"),
    .init("foot.rest_force", \.restForce, in: 0.001...100, "variation of the force below which it is at rest"),
    .init(degrees: "foot.rest_bias", \.restBias, in: 0.01...100, "largest rate at rest: no bias is larger"),
    .init(
      degrees: "foot.rest_noise", \.restNoise, in: 0.0001...100, "rate of a shoe at rest, as white noise of 200 Hz"),
    .init("foot.rest_gate", \.restGate, in: 1...100, "surprise, in σ, from which on a rate at rest counts less"),
    .init(
      "foot.accelerometer_noise", \.strapdown.accelerometerNoise, in: 0.0001...10, "white noise of the accelerometer"),
    .init(
      degrees: "foot.gyroscope_noise", \.strapdown.gyroscopeNoise, in: 0.00001...10, "white noise of the gyroscope"),
    .init(
      "foot.gyroscope_noise_per_rate", \.strapdown.gyroscopeNoisePerRate, in: 0...100,
      "how much of that noise a rate of 1 rad/s adds: errors of scale, clipping and timing"),
    .init(degrees: "foot.tilt", \.initialTilt, in: 0.01...90, "error of the tilt at the start"),
    .init(
      "foot.patience", \.patience, in: 0.5...60,
      "time without standing after which the speed is bounded and the odometry counts as lost"),
    .init(
      "foot.way_noise", \.wayNoise, in: 0...1,
      "error of the path after one meter; it grows with the root of the path"),
    .init(
      "foot.turn_share", \.turnShare, in: 0...0.5,
      "error of a turn as a share of it: the gyroscope's scale and axes"),
    .init(
      "foot.height_drift", \.heightDrift, in: 0...0.5,
      "drift of the height as a share of the way, at 1.4 m/s; it grows with the square of a higher speed"),
    .init("foot.floor_noise", \.floorNoise, in: 0.001...1, "unevenness of a floor, and error of a stance's height"),
    .init(
      "foot.floor_reach", \.floorReach, in: 0...5,
      "distance from a spot on which the shoe stood before up to which the floor has that spot's height"),
  ])
}
