public import Fusion
public import Geometry
public import Samples

/// Path and attitude of a sensor on a shoe, from gyroscope and accelerometer alone: a `StrapdownFilter` in the scene, with the
/// measurements that a standing foot gives (E. Foxlin, "Pedestrian tracking with shoe-mounted inertial sensors", IEEE Computer
/// Graphics and Applications 25(6), 2005).
///
/// Samples are points: rate and force of an interval are the means of its two ends. The orientation is therefore that of the
/// instant of the last sample, half an interval before the end of the interval that a sample covers elsewhere in the pipeline;
/// `sampled` is turned on by that half.
public struct ShoeOdometry: Aided, Strapdown {
  enum Index {
    static let position = InertialIndex.position, velocity = InertialIndex.velocity, theta = InertialIndex.theta,
      bias = InertialIndex.bias, accelerometer = InertialIndex.accelerometer, count = 15
  }

  /// Events for the aiding sources.
  public enum Event: Sendable {
    /// The shoe has stood for some samples.
    case standing(StandingReading)
    /// The shoe has not stood for long.
    case floating
    /// The floor below a standing shoe moves, level or up.
    case floor(FloorReading), lift(LiftReading)
    /// The shoe has stood where it stood before.
    case level(FloorLevels.Match)
  }

  /// Samples of a standing shoe since the last such reading.
  public struct StandingReading: Sendable {
    public var duration: Double
    /// T of the detector, averaged.
    public var motion: Double
    /// Mean of the raw rate while the foot does not even roll; nil while it rolls.
    public var restRate: SIMD3<Double>?
  }

  public static let sources: [AidingSource<ShoeOdometry>] = [
    .footStanding, .footRest, .footFloating, .footFloor, .footLift, .footLevel,
  ]
  public var aids = ShoeOdometry.freshAids()
  public var pending = StateVector()

  let parameters: ShoeParameters
  var strapdown: StrapdownFilter<Scene>
  public private(set) var time: BootInstant
  /// Corrections of position and velocity since they were last collected.
  var corrected = (position: SIMD3(0.0, 0.0, 0.0), velocity: SIMD3(0.0, 0.0, 0.0))
  /// From the ground to the sensor, in body axes: the foot rolls about the ground's end.
  let lever: SIMD3<Double>

  private var detector: StanceDetector
  var gait = ShoeGait()
  var levels: FloorLevels
  /// Whether the present stance has been compared with the remembered levels.
  var isLevelCompared = false
  private var lastRate: SIMD3<Double>
  private var lastForce: SIMD3<Double>
  /// Rate of the last interval, less the bias.
  private(set) var rate = SIMD3(0.0, 0.0, 0.0)
  private var reading = RunningReading()
  private var sinceStanding = 0.0, sinceBound = 0.0
  /// Time for which the shoe has stood without a swing.
  private var stood = 0.0
  public internal(set) var floor = Floor()
  /// Height of the path before the floor rose.
  var floorBase = 0.0
  /// 1 σ of the barometer's last height while it rose; the one before it rose is no better.
  var liftSigma = 0.0

  /// Sums of the standing samples since the last reading.
  private struct RunningReading: Sendable {
    var stance = 0.0, duration = 0.0, motion = 0.0, count = 0.0
    var rates = SIMD3(0.0, 0.0, 0.0)
  }

  /// Starts with a sample, standing; the detector may have seen it, and samples before.
  init(
    _ parameters: ShoeParameters, _ sensors: AttitudeParameters = .init(), orientation: Rotation<Body, Scene>,
    tilt: Angle, bias: BiasBelief?,
    rate: AngularVelocity<Body>, force: Acceleration<Body>, at time: BootInstant, detector: StanceDetector? = nil
  ) {
    self.parameters = parameters
    strapdown = StrapdownFilter(parameters.strapdown, orientation: orientation, states: Index.count)
    self.time = time
    lastRate = rate.components
    lastForce = force.components
    lever = SIMD3(0, parameters.leverUp.value, ShoeParameters.leverBack.value)
    self.detector = detector ?? StanceDetector(parameters)
    levels = FloorLevels(parameters)
    strapdown.resetCovariance(speed: Self.initialSpeed, tilt: tilt, sensors)
    guard let bias else { return }
    strapdown.bias = bias.bias
    bias.reset(&strapdown.covariance, at: Index.bias, atMost: sensors.initialBias)
  }

  /// 1 σ of the velocity of a standing foot at the start, in m/s.
  private static let initialSpeed = 0.02
  /// Longest interval between samples that is integrated; beyond it force and rate are unknown.
  private static let longestStep = 0.1

  /// Ingests one gyroscope sample, and the force at the same time.
  public mutating func advance(
    to time: BootInstant, rate raw: AngularVelocity<Body>, over step: TimeSpan, force: Acceleration<Body>?,
    missing: MissingMotion = .init()
  ) {
    self.time = time
    let interval = step.value, force = force?.components ?? lastForce
    defer { (lastRate, lastForce) = (raw.components, force) }
    guard interval > 0 else { return }
    guard interval <= Self.longestStep else { return bridge(interval, to: raw.components) }
    rate = (raw.components + lastRate) * 0.5 - bias.components
    let middle = strapdown.turn(rate, over: interval).middle
    strapdown.push(
      Acceleration<Body>((force + lastForce) * 0.5), in: middle, down: SIMD3(0, -Constants.standardGravity.value, 0),
      rate: rate, over: interval)
    if !missing.isNone { strapdown.putBack(missing, middle.matrix) }

    detector.add(rate: raw.components, force: force, bias: bias.components, at: time, over: interval)
    let stances = gait.stances
    gait.advance(position, isStanding: detector.isStanding, over: interval, at: time)
    if gait.stances != stances { endStance() }
    if detector.isStanding { stand(raw.components, interval) } else { swing(interval) }
    if strapdown.isWindowFull { closeWindow() }
  }

  /// Adds a sample of a standing shoe. Each of the first samples is a reading, because the stances of a run last only a few;
  /// then there is one per `standingInterval`, whose weight is that of its samples.
  private mutating func stand(_ raw: SIMD3<Double>, _ interval: Double) {
    stood += interval
    sinceStanding = 0
    sinceBound = 0
    reading.stance += interval
    reading.duration += interval
    reading.motion += detector.motion
    reading.count += 1
    reading.rates += raw
    guard reading.stance <= Self.standingOnset || reading.duration >= Self.standingInterval else { return }
    strapdown.propagate()
    let count = reading.count
    let rest = detector.isResting ? reading.rates / count : nil
    ingest(
      .standing(StandingReading(duration: reading.duration, motion: reading.motion / count, restRate: rest)), at: time)
    let stance = reading.stance
    reading = RunningReading()
    reading.stance = stance
    if stood >= Self.longStance { ingestLongStance() }
  }

  /// Time in seconds after which the level of a stance is compared before it ends: it may be the last one.
  private static let longStance = 0.5

  /// In seconds; less than a sample of tolerance for the rounding of stamps.
  private static let standingOnset = 0.0601, standingInterval = 0.0199

  private mutating func swing(_ interval: Double) {
    reading = RunningReading()
    sinceStanding += interval
    if sinceStanding > Self.shortestSwing { stood = 0 }
    guard isLost else { return }
    sinceBound += interval
    guard sinceBound >= Self.boundInterval else { return }
    sinceBound = 0
    levels.addDoubt(height: Self.lostWay, place: Self.lostWay)
    strapdown.propagate()
    ingest(.floating, at: time)
  }

  /// In seconds: shorter than any swing, and longer than a shock on a floor that trembles.
  private static let shortestSwing = 0.15
  /// Interval of the readings of a foot in the air: its speed changes over about as long.
  private static let boundInterval = 0.5
  /// Error of the path of a foot in the air over that interval, in meters: no remembered level is found after it.
  private static let lostWay = 5.0

  private mutating func closeWindow() {
    strapdown.propagate()
    strapdown.orientation = orientation.renormalized
  }

  /// Passes an interval without samples: the foot has made steps, of which nothing is known. The velocity is that of a standing
  /// foot with the variance of a swinging one.
  private mutating func bridge(_ interval: Double, to raw: SIMD3<Double>) {
    strapdown.propagate()
    rate = raw - bias.components
    detector.clear()
    reading = RunningReading()
    stood = 0
    corrected.velocity -= velocity
    velocity = .zero
    let way = Self.walkingSpeed * interval, turn = Self.turnRate * interval
    levels.addDoubt(height: Self.climbingSpeed * interval, place: way)
    for i in 0..<3 {
      covariance.reset(Index.velocity + i, variance: Self.swingSpeed * Self.swingSpeed)
      if i != 1 { covariance.add(way * way, to: Index.position + i) }
      covariance.add(turn * turn, to: Index.theta + i)
    }
  }

  /// 1 σ of a walker's speed and climb, of a foot's speed, and of a foot's turns while there are no samples: m/s and rad/s.
  private static let walkingSpeed = 1.0, climbingSpeed = 0.3, swingSpeed = 2.0, turnRate = 0.5

  /// Orientation at the end of the interval that the last sample covers in the rest of the pipeline.
  @inline(__always) func sampled(_ step: TimeSpan) -> Rotation<Body, Scene> {
    orientation * Rotation<Body, Body>.exp(RotationVector(rate * (0.5 * min(step.value, Self.longestStep))))
  }

  public var covariance: SymmetricMatrix {
    _read { yield strapdown.covariance }
    _modify { yield &strapdown.covariance }
  }
  public var orientation: Rotation<Body, Scene> { strapdown.orientation }
  public var bias: AngularVelocity<Body> { strapdown.bias }
  public var place: Displacement<Scene> { Displacement(position) }
  public var speed: Velocity<Scene> { Velocity(velocity) }
  public var isStanding: Bool { detector.isStanding }
  /// Whether the shoe has not stood for so long that the path is a guess.
  @inline(__always) public var isLost: Bool { sinceStanding > parameters.patience.value }
  /// The last strides.
  public var strides: ShoeGait { gait }

  /// Counts of the spots whose levels are remembered, and of those that were forgotten because there are too many.
  public var rememberedLevels: (kept: Int, forgotten: Int) { (levels.remembered, levels.forgotten) }

  /// What the owner needs at each sample: the filter is large, and a copy of it costs more than a sample.
  public struct Output: Sendable {
    /// Orientation as in `ShoeOdometry.sampled`.
    public var orientation: Rotation<Body, Scene>
    public var place: Displacement<Scene>
    public var velocity: Velocity<Scene>
    /// Corrections of place and velocity since the last output.
    public var corrected: (place: SIMD3<Double>, velocity: SIMD3<Double>)
    public var bias: AngularVelocity<Body>
    public var placeVariance: Double
    public var tiltSigma: Angle
    public var isStanding: Bool
    /// Time for which the shoe has stood without a swing.
    public var stood: TimeSpan
    public var isLost: Bool
  }

  /// Returns the output at a sample that ends a step.
  public mutating func collectOutput(_ step: TimeSpan) -> Output {
    defer { corrected = (.zero, .zero) }
    // From stored and inlined values: a call of a computed property would copy the filter.
    return Output(
      orientation: sampled(step), place: Displacement(strapdown.position), velocity: Velocity(strapdown.velocity),
      corrected: (corrected.position, corrected.velocity),
      bias: strapdown.bias, placeVariance: placeVariance, tiltSigma: tiltSigma, isStanding: detector.isStanding,
      stood: TimeSpan(stood),
      isLost: isLost)
  }

  /// Variance of the level position, per axis.
  @inline(__always) var placeVariance: Double {
    let i = Index.position
    return max(0, 0.5 * (covariance[i, i] + covariance[i + 2, i + 2]))
  }

  /// 1 σ of the tilt.
  @inline(__always) var tiltSigma: Angle {
    let i = Index.theta
    return .radians(max(covariance[i, i], covariance[i + 2, i + 2], 0).squareRoot())
  }

  /// 1 σ of the bias about up: how fast the scene may turn.
  public var driftSigma: AngularRate {
    let up = orientation.inverse(Direction<Scene>(0, 1, 0)).components
    var row = SparseRow()
    row.add(Index.bias, up)
    return AngularRate(max(0, covariance.covariance(row, row)).squareRoot())
  }

  public var biasBelief: BiasBelief { BiasBelief(bias, covariance, at: Index.bias) }
}
