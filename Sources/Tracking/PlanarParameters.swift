public import Geometry
public import Samples

/// Assumptions of the walkers' planar filter on steps, fixes and compass. 1 σ each.
public struct PlanarParameters: Sendable {
  public init() {}

  // Motion.
  public var stepAlong = Length(0.2)
  public var stepAcross = Angle.degrees(15)
  public var placeWalk = LengthWalk(0.2)
  public var yawWalk = AngleWalk.degrees(2)
  public var initialYaw = Angle.degrees(120)
  public var initialRate = AngularRate.degrees(0.1)
  public var rateWalk = AngularRateWalk.degrees(0.002)
  public var stride = 0.06
  public var restCorrects = RestCorrection.heading
  public var outsideYawWalk = AngleWalk.degrees(0.05)
  public var outsideTurnNoise = Angle.degrees(0.5)

  // Criteria for steps that are progress.
  public var evidenceTime = TimeSpan(30)
  public var walkPrior = -2.0
  public var evenPrior = 6.0
  public var sceneNoise = Length(0.5)

  // Fixes.
  public var fixFloor = Length(3)
  public var fixNoise = Length(1)
  public var fixExcess = Length(5)
  public var biasTime = TimeSpan(35)
  public var biasRise = TimeSpan(5)
  public var fixOutlier = 5.0
  public var accuracyFloor = 0.5

  // Compass.
  public var compass = CompassUse.full
  public var compassWindow = TimeSpan(0.5)
  public var compassHere = Angle.degrees(15)
  public var compassHereLength = Length(3)
  public var compassHereTime = TimeSpan(60)
  public var compassNeighbourhood = Angle.degrees(11)
  public var compassNeighbourhoodLength = Length(50)
  public var compassNoise = Angle.degrees(10)
  public var compassStrengthNoise = Quantity<PerMicrotesla<Radian>>.degrees(3)
  public var compassStrengthPlay = FluxDensity(2)
  public var hardIron = FluxDensity(0)
  /// `hardIron` when a calibration of the magnetometer is in force: its stated accuracy, but at most the value without one.
  public var calibratedHardIron = FluxDensity(0.7)
  public var strengthNoise = FluxDensity(4.5)
  public var surroundings = FluxDensity(3)
  public var roomShare = 0.6
  public var vector = FieldUse.direction
  public var fieldBelief = 0.9
  public var fieldNoise = FluxDensity(0.5)
  public var fieldHeading = Angle.degrees(25)
  public var compassWeakest = FluxDensity(1)
  public var compassOutlier = 2.0
  public var compassEnough = Angle.degrees(12)
  public var compassJudged = Angle.degrees(12)
  public var compassAssist = Angle.degrees(15)
  public var compassAlone = TimeSpan(10)
  public var year = 2026.0

  /// Whether the field of the spot is a state of the filter.
  var hasSpot: Bool { vector == .vector && surroundings.value > 0 }

  /// Lowers the initial standard deviation of the device's own field to the accuracy of the magnetometer's calibration.
  mutating func expectCalibratedCompass() { hardIron = min(hardIron, calibratedHardIron) }

  public static let table = ParameterTable<PlanarParameters>([
    .init("step.along", \.stepAlong, in: 0...2, "error of a step's length"),
    .init(degrees: "step.across", \.stepAcross, in: 0...90, "error of a step's direction"),
    .init(
      "walk.evidence_time", \.evidenceTime, in: 1...10_000,
      "how long fixes count as evidence on whether steps are progress"),
    .init(
      "walk.prior", \.walkPrior, in: -100...1000,
      "ln of the odds that a step is progress, without evidence from fixes; 1000: every step is"),
    .init("walk.even_prior", \.evenPrior, in: -100...1000, "the same in an even gait"),
    .init("walk.scene_noise", \.sceneNoise, in: 0...100, "the part of the steps' own error that is new at each fix"),
    .init("place.walk", \.placeWalk, in: 0...10, "motion without steps"),
    .init(degrees: "yaw.walk", \.yawWalk, in: 0...20, "wander of the scene's heading"),
    .init(degrees: "yaw.initial", \.initialYaw, in: 1...180, "how far off the heading may be at the start"),
    .init(degrees: "yaw.rate", \.initialRate, in: 0...10, "drift of the scene's heading at the start"),
    .init(degrees: "yaw.rate_walk", \.rateWalk, in: 0...1, "how fast that drift changes"),
    .init(
      "yaw.rest", \.restCorrects,
      "what a bias learned at rest corrects: the heading that it had turned, or the drift, and through it the rest of that error"
    ),
    .init(
      degrees: "outside.yaw_walk", \.outsideYawWalk, in: 0...20, "wander of an outside tracker's heading"),
    .init(
      degrees: "outside.turn_noise", \.outsideTurnNoise, in: 0...20,
      "error of a turn between two of its poses: by jitter of their times"),
    .init("stride.scale", \.stride, in: 0...1, "how far a step's length may be off, as a ratio; 0.1 for a new wearer"),
    .init("fix.floor", \.fixFloor, in: 0...100, "least radius (68 %) used for a fix that is not precise"),
    .init("fix.noise", \.fixNoise, in: 0...100, "white error of a fix that is not precise"),
    .init(
      "fix.excess", \.fixExcess, in: 0.1...1000, "radius of fixes whose white error is twice their bias; it grows as r²"
    ),
    .init("fix.bias_time", \.biasTime, in: 1...10_000, "how long the error of fixes lasts"),
    .init("fix.bias_rise", \.biasRise, in: 0.1...1000, "time until a much worse stated radius is accepted"),
    .init("fix.outlier", \.fixOutlier, in: 1...1000, "surprise, in σ, beyond which a fix counts less"),
    .init(
      "fix.accuracy_floor", \.accuracyFloor, in: 0...2,
      "share of the best stated radius that never averages out of the published one"),
    .init("compass.use", \.compass, "off, assist (start, and while the heading is poor) or full"),
    .init("compass.window", \.compassWindow, in: 0.05...10, "time over which the field is averaged"),
    .init(degrees: "compass.here", \.compassHere, in: 0...90, "error that belongs to the spot"),
    .init("compass.here_length", \.compassHereLength, in: 0.1...1000, "distance over which it changes"),
    .init("compass.here_time", \.compassHereTime, in: 1...10_000, "time over which it changes"),
    .init(
      degrees: "compass.neighbourhood", \.compassNeighbourhood, in: 0...90, "error that belongs to the surroundings"),
    .init(
      "compass.neighbourhood_length", \.compassNeighbourhoodLength, in: 1...10_000, "distance over which it changes"),
    .init(degrees: "compass.direction_noise", \.compassNoise, in: 0.1...90, "white error of a window"),
    .init(
      degrees: "compass.strength_noise", \.compassStrengthNoise, in: 0...90,
      "additional error where the horizontal field deviates from the Earth's"),
    .init("compass.strength_play", \.compassStrengthPlay, in: 0...100, "deviation of the strength that has no effect"),
    .init("compass.device_field", \.hardIron, in: 0...500, "field of the device itself, on each axis"),
    .init(
      "compass.device_field_calibrated", \.calibratedHardIron, in: 0...500,
      "the device's own field that remains after a calibration of the magnetometer"),
    .init(
      "compass.strength", \.strengthNoise, in: 0.1...500, "horizontal field of the surroundings beside the Earth's"),
    .init(
      "compass.surroundings", \.surroundings, in: 0...500,
      "field of the surroundings on each axis, before it is estimated from readings; 0: it is not estimated"),
    .init(
      "compass.room_share", \.roomShare, in: 0...0.95,
      "share of that field's variance that the places of a room have in common"),
    .init("compass.field", \.vector, "direction: the compass is a direction; vector: in walking a vector"),
    .init(
      "compass.vector_belief", \.fieldBelief, in: 0...1,
      "probability of walking from which on the compass is taken as a vector"),
    .init("compass.field_noise", \.fieldNoise, in: 0.01...500, "white error of a window taken as a vector"),
    .init(
      degrees: "compass.field_heading", \.fieldHeading, in: 0...90,
      "heading error below which the compass is taken as a vector"),
    .init("compass.weakest", \.compassWeakest, in: 0...100, "horizontal field below which there is no direction"),
    .init("compass.outlier", \.compassOutlier, in: 1...1000, "surprise, in σ, beyond which a reading counts less"),
    .init(
      degrees: "compass.enough", \.compassEnough, in: 0...180,
      "heading error below which steps and fixes do without the compass"),
    .init(
      degrees: "compass.judged", \.compassJudged, in: 0...180,
      "heading error by steps and fixes below which they measure the compass's error at a place"),
    .init(degrees: "compass.assist", \.compassAssist, in: 0...180, "heading error below which it does not assist"),
    .init("compass.alone", \.compassAlone, in: 0...10_000, "time without fixes after which it assists all the same"),
    .init("compass.year", \.year, unit: "a", in: 1900...2200, "date of the magnetic model when no fix has a date"),
  ]).explained(by: effects)
}

/// How much a compass is used: not at all, while the heading is poor, or always (`compass.use`).
public enum CompassUse: String, CaseIterable, Sendable { case off, assist, full }

/// How the horizontal field is fused.
public enum FieldUse: String, CaseIterable, Sendable { case direction, vector }

/// Use of a gyroscope bias that is learned at rest, after it has turned the scene for a while.
public enum RestCorrection: String, CaseIterable, Sendable {
  /// The attitude filter's own correction of the heading is added to the yaw: for a yaw that follows the compass loosely.
  case heading
  /// The drift is corrected, and the yaw through its correlation with it: for a yaw that already included the drift.
  case drift
}
