public import Geometry
public import Samples

/// Assumptions of the filter of a shoe on its sensors and on the gait. Densities are 1 σ.
public struct ShoeParameters: Sendable {
  public init() {}

  public var strapdown = StrapdownParameters(
    gyroscopeNoise: .degrees(0.008), gyroscopeNoisePerRate: 1, accelerometerNoise: SpeedWalk(0.018),
    accelerometerBias: AccelerationSize(0.02))
  /// Error of the tilt at the start.
  static let initialTilt = Angle.degrees(0.3)

  // Standing and rest.
  /// Time over which the shoe has to be still to stand.
  static let standingWindow = TimeSpan(0.06)
  /// Motion, as a rate, below which a shoe stands whatever its swing was.
  static let standingRate = AngularRate.degrees(16)
  /// Deviation of the force from gravity that counts as much as `standingRate`.
  static let standingForce = AccelerationSize(2.8)
  /// Share of the recent swing's squared rate that is added to the square of `standingRate`.
  static let standingSwing = 0.05
  /// Time over which the swing is averaged.
  static let swingTime = TimeSpan(0.35)
  /// Speed of a standing shoe, as white noise of 200 Hz.
  static let standingNoise = Speed(0.02)
  /// How far the point about which the shoe rolls may be from the lever's end.
  static let leverNoise = Length(0.015)
  public var leverUp = Length(0.06)
  /// Distance of the sensor behind the point about which the shoe rolls.
  static let leverBack = Length(0.03)
  /// Time over which the shoe has to be at rest.
  static let restWindow = TimeSpan(0.15)
  /// Variation of the rate below which it is at rest.
  static let restRate = AngularRate.degrees(1)
  /// Variation of the force below which it is at rest.
  static let restForce = AccelerationSize(0.1)
  /// Largest rate at rest: no bias is larger.
  static let restBias = AngularRate.degrees(2.1)
  public var restNoise = AngularRate.degrees(0.3)
  /// Surprise (1 σ) from which on a rate at rest counts less.
  static let restGate = 3.0
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
    .init("foot.lever_up", \.leverUp, in: -1...1, "height of the sensor above the point about which the shoe rolls"),
    .init(
      degrees: "foot.rest_noise", \.restNoise, in: 0.0001...100, "rate of a shoe at rest, as white noise of 200 Hz"),
    .init(
      "foot.accelerometer_noise", \.strapdown.accelerometerNoise, in: 0.0001...10, "white noise of the accelerometer"),
    .init(
      degrees: "foot.gyroscope_noise", \.strapdown.gyroscopeNoise, in: 0.00001...10, "white noise of the gyroscope"),
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
