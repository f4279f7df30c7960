public import Fusion
public import Geodesy
public import Geometry
public import Samples

/// The frame of the vehicle that carries the device: x right, y up, z back; the vehicle rolls toward −z.
public enum Vehicle: Frame {}

/// Place, velocity, attitude and mounting of a device in a vehicle: one coupled error-state Kalman filter, tied to the Earth by
/// fixes and to the road by the rolling of wheels.
///
/// Nominal state: position p and velocity v in the level frame at `plane`, orientation R (body → level), gyroscope bias b,
/// accelerometer bias a, slow error g of the fixes, mount M (body → vehicle), latency error τ (how much older fixes are than the
/// caller states), lag error λ (how much older their velocities are, beyond τ and `gnss.velocity_lag`). In the code: `fixBias`
/// for g, `latencyError` for τ, `velocityLagError` for λ.
/// Error state (22): δp, δv; θ **on the left**, R_true = exp([θ]×) R; δb; δa; δg; the mount's yaw and pitch μ in the
/// vehicle's axes, also on the left, M_true = exp([μ]×) M with μ = (pitch, yaw, 0); δτ, δλ. Vectors are true − nominal.
///
///   Ṙ = R [ω − b]×,  v̇ = R (f − a) + γ(p),  ṗ = v;   per window with S = Σ R Δt and F = Σ R (f − a) Δt
///   δp ← δp + T δv − ½T([F]× θ + S δa),  δv ← δv − [F]× (θ − ½S δb) − S δa,  θ ← θ − S δb
/// (Solà 2017, §7.2, integrated to the second order of the window).
/// The Earth's rotation is left out: Coriolis is 0.004 m/s² at 30 m/s, less than the effect of vibration.
public struct VehicleFilter: Aided, InertialMotion {
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

  public static let sources: [AidingSource<VehicleFilter>] = [
    .standingVelocity, .standingBias, .rolling, .gravity, .fixPosition, .fixVelocity, .terrain,
  ]
  public var aids = VehicleFilter.freshAids()
  public var pending = StateVector()

  let parameters: VehicleParameters
  public internal(set) var time: BootInstant
  public internal(set) var orientation: Rotation<Body, Level>
  public internal(set) var bias = AngularVelocity<Body>.zero
  public internal(set) var accelerometerBias = Acceleration<Body>.zero
  public internal(set) var mount: Rotation<Body, Vehicle>
  var position = SIMD3<Double>.zero
  var velocity = SIMD3<Double>.zero
  var fixBias = SIMD3<Double>.zero
  /// Latency error; not used for a fix with a hardware time stamp.
  public internal(set) var latencyError = TimeSpan.zero
  /// Lag error of the velocities.
  public internal(set) var velocityLagError = TimeSpan.zero
  /// Whether both errors are estimated; before that the latency is only considered: it makes fixes less certain, and they do not
  /// correct it.
  var learnsLatency = false
  public var covariance = SymmetricMatrix(size: Index.count)

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
  var sums = InertialSums()
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
    _ parameters: VehicleParameters, attitude: AttitudeParameters = .init(), at time: BootInstant,
    up force: Acceleration<Body>, remembered: BiasBelief? = nil
  ) {
    self.parameters = parameters
    self.time = time
    orientation = Rotation<Scene, Level>.aligned * AttitudeFilter.level(force)
    mount = Rotation<Level, Vehicle>.aligned * orientation
    // One reading for up: it may be far off if the vehicle accelerates at this moment.
    gravityOnlyAttitude = AttitudeFilter(
      attitude, orientation: AttitudeFilter.level(force), tilt: .degrees(20), remembered: remembered)
    history = MotionHistory(TimeSpan(6), every: parameters.window)
    resetUncertainty()
    if let remembered { restore(remembered) }
  }

  /// A longer time between two samples is a gap, across which the motion is not integrated.
  private static let longestStep = TimeSpan(0.25)

  /// Ingests one gyroscope sample that covers the interval just past, and the force over the same interval.
  public mutating func advance(
    to time: BootInstant, rate raw: AngularVelocity<Body>, over step: TimeSpan, force: Acceleration<Body>?
  ) {
    self.time = time
    let interval = step.value
    if interval > parameters.longestGap.value {
      turn = .aligned
      incidents.record(.gap)
      return restart(after: interval)
    }
    rate = raw.components - bias.components
    let half = Rotation<Body, Body>.exp(RotationVector(rate * (0.5 * interval)))
    turn = half * half
    let middle = orientation * half
    orientation = middle * half
    if interval > Self.longestStep.value {
      bridge(interval)
      return
    }

    let down = gravityVector
    let felt = force.map { middle($0 - accelerometerBias).components } ?? -down
    let acceleration = felt + down
    position += (velocity + acceleration * (0.5 * interval)) * interval
    velocity += acceleration * interval
    gravityOnlyAttitude.advance(rate: raw, over: step, force: force)
    if let force {
      let pushed = gravityOnlyAttitude.orientation(force).components - SIMD3(0, gravity, 0)
      freePath += (free + pushed * (0.5 * interval)) * interval
      free += pushed * interval
    }
    sums.add(middle.matrix, felt, interval)
    standing.add(rate: raw.components, force: force?.components, interval)
    if sums.time >= parameters.window.value { closeWindow() }
  }

  /// Normal gravity; far from the origin it leans back toward the Earth's center.
  var gravityVector: SIMD3<Double> {
    SIMD3(-position.x * curvature, -1, -position.z * curvature) * gravity
  }

  private mutating func closeWindow() {
    let span = sums.time
    propagate()
    ingest(.window(span, isStandingDue: judgeStanding(span)), at: time)
    if isBiasRemembered { checkRememberedBias() }
    orientation = orientation.renormalized
    guard isPlausible else { return restart() }
    reanchor()
    recordMoment()
    stateAccuracy(span)
  }

  func moment() -> MotionHistory.Moment {
    .init(time: time, position: position, velocity: velocity, free: free, freePath: freePath)
  }
  mutating func recordMoment() { history.append(moment()) }

  /// P ← F P Fᵀ + Q over the sums of the window so far; then the window restarts.
  mutating func propagate() {
    let span = sums.time
    guard span > 0 else { return }
    covariance.move(by: sums)
    let noise = parameters.gyroscopeNoise.radians, push = parameters.accelerometerNoise.value
    let walk = parameters.biasWalk.radians, forceWalk = parameters.accelerometerBiasWalk.value
    for i in 0..<3 {
      covariance.add(push * push * span, to: Index.velocity + i)
      covariance.add(noise * noise * span, to: Index.theta + i)
      covariance.add(walk * walk * span, to: Index.bias + i)
      covariance.add(forceWalk * forceWalk * span, to: Index.accelerometer + i)
    }
    if learnsLatency {
      let latencyWalk = parameters.latencyWalk.value
      covariance.add(latencyWalk * latencyWalk * span, to: Index.latency)
    }
    decayFixBias(span)
    sums = InertialSums()
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
