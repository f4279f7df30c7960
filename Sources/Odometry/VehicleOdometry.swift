public import Fusion
public import Geodesy
public import Geometry
public import Samples

/// The frame of the vehicle that carries the device: x right, y up, z back; the vehicle rolls toward −z.
public enum Vehicle: Frame {}

/// Place, velocity, attitude and mounting of a device in a vehicle: a `StrapdownFilter` in the level frame at `plane`, tied to the
/// Earth by fixes and to the road by the rolling of wheels.
///
/// Nominal state beside the strapdown's: slow error g of the fixes, mount M (body → vehicle), latency error τ (how much older
/// fixes are than the caller states), lag error λ (how much older their velocities are, beyond τ and `gnss.velocity_lag`). In the
/// code: `fixBias` for g, `latencyError` for τ, `velocityLagError` for λ.
/// Error state (22): the strapdown's; δg; the mount's yaw and pitch μ in the vehicle's axes, also on the left, M_true = exp([μ]×) M
/// with μ = (pitch, yaw, 0); δτ, δλ.
/// The Earth's rotation is left out: Coriolis is 0.004 m/s² at 30 m/s, less than the effect of vibration.
public struct VehicleOdometry: Aided, Strapdown {
  enum Index {
    static let position = InertialIndex.position, velocity = InertialIndex.velocity, theta = InertialIndex.theta,
      bias = InertialIndex.bias, accelerometer = InertialIndex.accelerometer, fixBias = 15, mountYaw = 18,
      mountPitch = 19, latency = 20,
      velocityLag = 21, count = 22
  }

  /// Events for the aiding sources.
  public enum Event: Sendable {
    /// A window has closed, with its length in seconds, and whether a standing update is due.
    case window(Double, isStandingDue: Bool)
    /// A fix: `fixAtHand`, which is too large to be part of every event.
    case fix
    /// The device's height on the tiles' ground, in the level frame, and its variance.
    case ground(up: Double, variance: Double)
  }

  public static let sources: [AidingSource<VehicleOdometry>] = [
    .standingVelocity, .standingBias, .rolling, .gravity, .fixPosition, .fixVelocity, .terrain,
  ]
  public var aids = VehicleOdometry.freshAids()
  public var pending = StateVector()

  let parameters: VehicleParameters
  let sensors: AttitudeParameters
  var strapdown: StrapdownFilter<Level>
  public internal(set) var time: BootInstant
  public internal(set) var mount: Rotation<Body, Vehicle>
  var fixBias = SIMD3<Double>.zero
  /// Latency error; not used for a fix with a hardware time stamp.
  public internal(set) var latencyError = TimeSpan.zero
  /// Lag error of the velocities.
  public internal(set) var velocityLagError = TimeSpan.zero
  /// Whether both errors are estimated; before that the latency is only considered: it makes fixes less certain, and they do not
  /// correct it.
  var learnsLatency = false

  /// Origin of p; nil before the first fix.
  public internal(set) var plane: TangentPlane?
  /// The surroundings of the last requested place, and its position.
  var near: (places: NearPlaces, position: SIMD3<Double>)?
  /// Normal gravity in m/s²; that of the place once there is one.
  var gravity = Constants.standardGravity.value
  /// 1 / the Earth's radius here.
  var curvature = 0.0
  /// Whether heading, place and velocity are known. Before that R has an arbitrary heading, and p and v have no meaning.
  public internal(set) var isStarted = false
  /// Whether the mount is known: a first course has been seen.
  public internal(set) var isMountKnown = false

  /// Turn of the body in the last sample, in its own axes.
  public private(set) var turn = Rotation<Body, Body>.aligned
  private(set) var rate = SIMD3<Double>.zero
  var history: MotionHistory
  /// Attitude from gyroscope and gravity only, unaffected by fixes: it detects a wrong mount.
  var gravityOnlyAttitude: AttitudeFilter
  /// Velocity and path from acceleration alone, in the frame of `gravityOnlyAttitude`, with an arbitrary start, never corrected.
  var free = SIMD3<Double>.zero, freePath = SIMD3<Double>.zero
  /// Whether the bias is a remembered one that no rest has refuted.
  var isBiasRemembered = false
  var constraintTime = 0.0
  var isRollingDue = false
  var standing = Standing()
  var standingTime = 0.0
  var fixes = FixMemory()
  /// Fix of the current event `fix`.
  var fixAtHand: ComparedFix?
  var lastKnown: LastKnown?
  var accuracy = StatedAccuracy()
  var mountFit = MountFit()
  public internal(set) var incidents = Tally<VehicleIncident>()

  public init(
    _ parameters: VehicleParameters, _ sensors: AttitudeParameters = .init(), at time: BootInstant,
    up force: Acceleration<Body>, remembered: BiasBelief? = nil
  ) {
    self.parameters = parameters
    self.sensors = sensors
    self.time = time
    let orientation = Rotation<Scene, Level>.aligned * AttitudeFilter.level(force)
    strapdown = StrapdownFilter(parameters.strapdown, orientation: orientation, states: Index.count)
    mount = Rotation<Level, Vehicle>.aligned * orientation
    // One reading for up: it may be far off if the vehicle accelerates at this moment.
    gravityOnlyAttitude = AttitudeFilter(
      sensors, orientation: AttitudeFilter.level(force), tilt: .degrees(20), remembered: remembered)
    history = MotionHistory(TimeSpan(6), every: parameters.strapdown.window)
    resetUncertainty()
    if let remembered { restore(remembered) }
  }

  /// A longer time between two samples is a gap, across which the motion is not integrated.
  private static let longestStep = TimeSpan(0.25)

  /// Ingests one gyroscope sample that covers the interval just past, and the force over the same interval.
  public mutating func advance(
    to time: BootInstant, rate raw: AngularVelocity<Body>, over step: TimeSpan, force: Acceleration<Body>?,
    missing unseen: SIMD3<Double> = .zero
  ) {
    self.time = time
    let interval = step.value
    rate = raw.components - bias.components
    let (middle, half) = strapdown.turn(rate, over: interval)
    turn = half * half
    if unseen != .zero { strapdown.putBack(MissingMotion(unseen: unseen), middle.matrix) }
    if interval > Self.longestStep.value {
      bridge(interval)
      return
    }

    strapdown.push(force, in: middle, down: gravityVector, rate: rate, over: interval)
    gravityOnlyAttitude.advance(rate: raw, over: step, force: force)
    if let force {
      let pushed = gravityOnlyAttitude.orientation(force).components - SIMD3(0, gravity, 0)
      freePath += (free + pushed * (0.5 * interval)) * interval
      free += pushed * interval
    }
    standing.add(rate: raw.components, force: force?.components, interval)
    if strapdown.isWindowFull { closeWindow() }
  }

  public var covariance: SymmetricMatrix {
    _read { yield strapdown.covariance }
    _modify { yield &strapdown.covariance }
  }
  public var orientation: Rotation<Body, Level> { strapdown.orientation }
  public var bias: AngularVelocity<Body> { strapdown.bias }

  /// Normal gravity; far from the origin it leans back toward the Earth's center.
  var gravityVector: SIMD3<Double> {
    SIMD3(-position.x * curvature, -1, -position.z * curvature) * gravity
  }

  private mutating func closeWindow() {
    let span = strapdown.sums.time
    propagate()
    ingest(.window(span, isStandingDue: judgeStanding(span)), at: time)
    if isBiasRemembered { checkRememberedBias() }
    strapdown.orientation = orientation.renormalized
    guard isPlausible else { return restart() }
    reanchor()
    prepareNear()
    recordMoment()
    stateAccuracy(span)
  }

  func moment() -> MotionHistory.Moment {
    .init(time: time, position: position, velocity: velocity, free: free, freePath: freePath)
  }
  mutating func recordMoment() {
    let moment = moment()
    history.append(moment)
  }

  /// How fast the latency changes, in s/√s.
  private static let latencyWalk = 0.002

  /// Propagates the covariance to now.
  mutating func propagate() {
    let span = strapdown.sums.time
    guard span > 0 else { return }
    strapdown.propagate()
    if learnsLatency { covariance.add(Self.latencyWalk * Self.latencyWalk * span, to: Index.latency) }
    decayFixBias(span)
  }
}

/// Incidents in which a vehicle's filter restarted, was moved, or bridged a gap.
public enum VehicleIncident: UInt8, CountedReason {
  case relocation, mountOverruled, gap, anchor, restart

  public var text: String {
    switch self {
    case .relocation: "positions replaced by fixes"
    case .mountOverruled: "mounts overruled by accelerations"
    case .gap: "gaps without inertial samples"
    case .anchor: "tangent planes moved"
    case .restart: "restarts"
    }
  }
}
