public import Geometry
public import Samples

/// Assumptions of the tie to the Earth. 1 σ each.
public struct TieParameters: Sendable {
  public init() {}

  // Steps and gyroscope.
  /// Error along a way by steps, over 1 m of it.
  public var along = 0.26
  /// Error of a step's direction, and whether the spread of the device's pointing adds to it.
  public var across = Angle.degrees(15)
  public var addsSpread = true
  public var placeWalk = LengthWalk(0.2)
  public var yawWalk = AngleWalk.degrees(2)
  public var drift = AngularRate.degrees(0.3)
  public var driftWalk = AngularRateWalk.degrees(0)
  public var stride = 0.06
  /// Displacement by a step of a wearer who rests, as a share of its length; and whether who steps may rest.
  public var idle = 0.3
  public var judgesSteps = false
  /// Probability that the first steps after a pause are those of a wearer who rests: people who look at a thing shuffle, nod and
  /// lean; and per step that it begins, and that it ends.
  public var idleAtFirst = 0.88
  public var idleBegins = 0.03
  public var idleEnds = 0.03
  /// Whether the odometer gives the force, so that it can be the way.
  public var usesForce = true
  /// Use of a bias that is learned at rest.
  public var rest = RestCorrection.heading
  /// Wander of the heading of an outside tracker.
  public var outsideWalk = AngleWalk.degrees(0.05)

  // Receiver.
  /// How long its slow error lasts.
  public var errorTime = TimeSpan(35)
  public var white = Length(1)
  /// Radius at which the white error is twice the slow one.
  public var excess = Length(5)
  /// Share of the best radius that never averages out.
  public var never = 0.5
  /// Share of readings that are wrong.
  public var wrong = 0.02
  /// The receiver has been elsewhere: per second.
  public var elsewhere = 1e-4
  /// Its slow error has jumped: per second, how far, its end per second, and at the start.
  public var jump = 1e-4
  public var jumpSize = Length(45)
  public var jumpEnds = 0.05
  public var jumpAtStart = 0.05
  /// Its velocity is wrong: at first, and later per second.
  public var velocityWrong = 1e-3
  public var velocityTurnsWrong = 1e-4

  // Compass.
  public var compass = CompassUse.full
  public var spot = Angle.degrees(15)
  public var spotLength = Length(3)
  /// Time over which it changes.
  static let spotTime = TimeSpan(30)
  public var room = Angle.degrees(11)
  /// Distance over which it changes.
  static let roomLength = Length(20)
  public var chip = Angle.degrees(5)
  public var window = TimeSpan(0.5)
  public var windowNoise = Angle.degrees(10)
  /// Share of windows that are wrong by themselves.
  public var windowWrong = 0.0
  /// The device's own field on each axis.
  public var device = FluxDensity(0)
  /// The compass is wrong for a while: at the start, per second, its end per second.
  public var compassWrongAtStart = 0.1
  public var compassTurnsWrong = 2e-3
  public var compassRecovers = 0.04
  /// The chip is turned against the device by any angle.
  public var chipWrong = 0.05
  /// The device's field has changed: per second.
  public var deviceChanges = 0.0
  /// `device` when a calibration of the magnetometer is in force: its stated accuracy, but at most the value without one.
  public var calibratedDevice = FluxDensity(0.7)
  /// Date of the magnetic model when no fix has a date.
  public var year = 2026.0

  // Something carries the wearer: per second; or always, of a device without an odometer. The velocity on each axis, and how long
  // that lasts.
  public var carried = 1e-4
  public var isCarried = false
  public var carriedVelocity = Speed(4)
  public var carriedTime = TimeSpan(60)

  /// Probability at the start that a device points aside of the way; 0 where the way's direction is learned.
  public var pointsAside = 0.0

  // Force.
  public var push = 0.1
  public var shaking = 0.2

  /// Settings for a worn device: its scene drifts only with its gyroscope, and its receiver does not smooth.
  public mutating func wear() {
    across = .degrees(30)
    addsSpread = false
    yawWalk = .degrees(0.05)
    drift = .degrees(1)
    driftWalk = .degrees(0.02)
    stride = 0.03
    judgesSteps = true
    white = Length(0.5)
    excess = Length(15)
    elsewhere = 1e-3
    jump = 1e-3
    jumpAtStart = 0.2
    windowWrong = 0.02
    device = FluxDensity(2)
    deviceChanges = 2e-4
    rest = .drift
  }

  /// Settings for a shoe: its path has no steps to judge, and errors of a small share.
  public mutating func wearOnFoot() {
    wear()
    judgesSteps = false
    usesForce = false
    carried = 0
    chipWrong = 0
    stride = 0.01
    yawWalk = .degrees(0.1)
    drift = .degrees(0.02)
    driftWalk = .degrees(0.001)
  }

  /// Settings for a device that moves in any way. Its compass is a filter of its own, which knows how its scene drifts.
  public mutating func float() {
    (yawWalk, drift, driftWalk, placeWalk) = (.zero, .zero, .zero, .zero)
    (judgesSteps, usesForce, compass) = (false, false, .off)
    (compassWrongAtStart, compassTurnsWrong, chipWrong) = (0, 0, 0)
    (spot, room, chip, device) = (.zero, .zero, .zero, .zero)
    (carried, isCarried, carriedVelocity, carriedTime) = (0, true, Speed(2), TimeSpan(10))
  }

  /// Lowers the initial standard deviation of the device's own field to the accuracy of the magnetometer's calibration.
  public mutating func expectCalibratedCompass() { device = min(device, calibratedDevice) }

  public static let table = ParameterTable<TieParameters>([
    .init("step.along", \.along, in: 0...2, "error along a way by steps, over one metre of it, in m"),
    .init(degrees: "step.across", \.across, in: 0...90, "error of a step's direction"),
    .init("stride.scale", \.stride, in: 0...1, "how far a step's length may be off, as a ratio, before it is learned"),
    .init("place.walk", \.placeWalk, in: 0...10, "motion without steps"),
    .init(degrees: "yaw.walk", \.yawWalk, in: 0...20, "wander of the scene's heading"),
    .init(degrees: "yaw.drift", \.drift, in: 0...10, "drift of the scene's heading at the start"),
    .init(degrees: "yaw.drift_walk", \.driftWalk, in: 0...1, "how fast that drift changes"),
    .init(
      "yaw.rest", \.rest,
      "what a bias learned at rest corrects: the heading that it had turned, or the drift, and through it the rest of that error"
    ),
    .init(degrees: "outside.yaw_walk", \.outsideWalk, in: 0...20, "wander of an outside tracker's heading"),
    .init("receiver.error_time", \.errorTime, in: 1...10_000, "how long the slow error of fixes lasts"),
    .init("receiver.white", \.white, in: 0...100, "white error of a fix that is not precise"),
    .init(
      "receiver.excess", \.excess, in: 0.1...1000,
      "radius of fixes whose white error is twice their slow one; it grows as r²"),
    .init(
      "receiver.wrong", \.wrong, in: 0...0.5, "share of fixes, velocities and legs that are wrong by themselves"),
    .init(
      "receiver.elsewhere", \.elsewhere, in: 0...0.1, "probability per second that the receiver has been elsewhere"),
    .init("receiver.jump", \.jump, in: 0...0.1, "probability per second that its slow error jumps"),
    .init("receiver.jump_start", \.jumpAtStart, in: 0...0.9, "probability that the first fixes are far off"),
    .init("receiver.velocity_wrong", \.velocityWrong, in: 0...0.5, "probability that its velocity is wrong"),
    .init("compass.use", \.compass, "off or full"),
    .init("compass.window", \.window, in: 0.05...10, "time over which the field is averaged"),
    .init(degrees: "compass.spot", \.spot, in: 0...90, "error that belongs to the spot"),
    .init(degrees: "compass.room", \.room, in: 0...90, "error that belongs to the surroundings"),
    .init(degrees: "compass.chip", \.chip, in: 0...90, "constant angle of the chip against the device"),
    .init(degrees: "compass.direction_noise", \.windowNoise, in: 0.1...90, "white error of a window"),
    .init("compass.wrong_window", \.windowWrong, in: 0...0.5, "share of windows that are wrong by themselves"),
    .init("compass.wrong_chip", \.chipWrong, in: 0...0.9, "probability that the chip is turned by any angle"),
    .init("compass.wrong_start", \.compassWrongAtStart, in: 0...0.9, "probability that the compass is wrong at first"),
    .init(
      "compass.turns_wrong", \.compassTurnsWrong, in: 0...0.1, "probability per second that it turns wrong for a while"),
    .init("compass.device_field", \.device, in: 0...500, "field of the device itself, on each axis"),
    .init(
      "compass.device_field_calibrated", \.calibratedDevice, in: 0...500,
      "the device's own field that remains after a calibration of the magnetometer"),
    .init(
      "compass.device_changes", \.deviceChanges, in: 0...0.1, "probability per second that the device has a new field"),
    .init("compass.year", \.year, unit: "a", in: 1900...2200, "date of the magnetic model when no fix has a date"),
    .init("walk.carried", \.carried, in: 0...0.1, "probability per second that something begins to carry the wearer"),
    .init("force.noise", \.push, in: 0.001...10, "white error of the level force of a body at rest, in m/s²/√Hz"),
    .init("force.shaking", \.shaking, in: 0...10, "the same as a share of the shaking"),
  ])
}

/// How much a compass is used (`compass.use`).
public enum CompassUse: String, CaseIterable, Sendable { case off, full }

/// Use of a gyroscope bias that is learned at rest, after it has turned the scene for a while.
public enum RestCorrection: String, CaseIterable, Sendable {
  /// The attitude filter's own correction of the heading is added to the yaw: for a yaw that follows the compass loosely.
  case heading
  /// The drift is corrected, and the yaw through its correlation with it: for a yaw that already included the drift.
  case drift
}
