public import Fusion
public import Geometry
public import Samples

/// Place, velocity and attitude of a carried device from gyroscope and accelerometer alone, tied to the Earth by precise fixes:
/// an error-state Kalman filter without assumptions on how the device is carried, worn or walked with.
///
/// Nominal state: position p and velocity v in level axes (east, up, south), orientation R (body → level), gyroscope bias b,
/// accelerometer bias a, and the delays of the receiver's place (τ) and velocity (σ) beyond the assumed ones: `placeDelay` and
/// `velocityDelay`.
/// Error state (17): δp, δv; θ **on the left**, R_true = exp([θ]×) R; δb; δa; δτ; δσ. Vectors are true − nominal.
/// The model of motion is that of `VehicleFilter` without wheels and mount; see `InertialSums`.
public struct Strapdown: Aided, InertialMotion {
  enum Index {
    static let position = InertialIndex.position, velocity = InertialIndex.velocity, theta = InertialIndex.theta,
      bias = InertialIndex.bias, accelerometer = InertialIndex.accelerometer
    static let placeDelay = 15, velocityDelay = 16, count = 17
  }

  /// Events for the aiding sources.
  public enum Event: Sendable {
    /// A fix: `fixAtHand`.
    case fix
    /// The gyroscope's bias as found at rest.
    case rest(BiasBelief)
  }

  public static let sources: [AidingSource<Strapdown>] = [.precisePlace, .preciseVelocity, .restBias]
  public var aids = Strapdown.freshAids()
  public var pending = StateVector()

  let parameters: StrapdownParameters
  public internal(set) var time: BootInstant
  public internal(set) var orientation: Rotation<Body, Level>
  var bias: AngularVelocity<Body>
  var accelerometerBias = Acceleration<Body>.zero
  var position: SIMD3<Double>
  var velocity: SIMD3<Double>
  var placeDelay = 0.0
  var velocityDelay = 0.0
  public var covariance = SymmetricMatrix(size: Index.count)
  /// Normal gravity here, in m/s².
  let gravity: Double
  private var rate = SIMD3<Double>.zero
  private var sums = InertialSums()
  var history: MotionHistory
  /// Fix of the current event `fix`.
  var fixAtHand: StrapdownFix?
  /// Log-likelihood of the innovations so far: Σ ln N(y; 0, s), small for a wrong heading.
  var logLikelihood = 0.0
  /// Share of the likelihood among the copies of a bank.
  var weight = 1.0
  var refusals = RefusedPlaces()
  var coherence = VelocityCoherence()

  /// Starts at a fix, with an attitude whose heading has the 1 σ `headingSigma`.
  init(
    _ parameters: StrapdownParameters, orientation: Rotation<Body, Level>, headingSigma: Angle, bias: BiasBelief?,
    gravity: Double, near place: SIMD2<Double>, at time: BootInstant, by fix: StrapdownFix
  ) {
    self.parameters = parameters
    self.time = time
    self.orientation = orientation
    self.gravity = gravity
    self.bias = bias?.bias ?? .zero
    position = fix.place?.position ?? SIMD3(place.x, 0, -place.y)
    velocity = fix.velocity?.velocity ?? .zero
    history = MotionHistory(Self.memory, every: parameters.window)
    func set(_ index: Int, _ sigma: Double) { covariance[index, index] = sigma * sigma }
    for axis in 0..<3 {
      set(Index.position + axis, (fix.place?.sigma ?? Self.unknownPlace) + Self.firstPlace)
      set(Index.velocity + axis, fix.velocity == nil || axis == 1 ? Self.walking : Self.firstVelocity)
      set(Index.theta + axis, axis == 1 ? headingSigma.radians : parameters.initialTilt.radians)
      let largest = parameters.initialBias.radians
      set(Index.bias + axis, min(bias?.sigma.components[axis] ?? largest, largest))
      set(Index.accelerometer + axis, parameters.initialAccelerometerBias.value)
    }
    set(Index.placeDelay, parameters.delaySigma.value)
    set(Index.velocityDelay, parameters.delaySigma.value)
    recordMoment()
  }

  /// Length of the motion history; fixes are late by less.
  private static let memory = TimeSpan(3)
  /// 1 σ at the start: of a place without a fix, of the error that delay and lever arm add to a fix, of a walker's velocity, and
  /// of a late velocity from a receiver; meters and meters per second.
  private static let unknownPlace = 100.0, firstPlace = 0.15, walking = 1.0, firstVelocity = 0.4

  /// Ingests one gyroscope sample that covers the interval just past, and the force over the same interval.
  public mutating func advance(
    to time: BootInstant, rate raw: AngularVelocity<Body>, over step: TimeSpan, force: Acceleration<Body>
  ) {
    self.time = time
    let interval = step.value
    rate = raw.components - bias.components
    let half = Rotation<Body, Body>.exp(RotationVector(rate * (0.5 * interval)))
    let middle = orientation * half
    orientation = middle * half
    let felt = middle(force - accelerometerBias).components
    let acceleration = felt - SIMD3(0, gravity, 0)
    position += (velocity + acceleration * (0.5 * interval)) * interval
    velocity += acceleration * interval
    sums.add(middle.matrix, felt, interval)
    if sums.time >= parameters.window.value { closeWindow() }
  }

  private mutating func closeWindow() {
    propagate()
    orientation = orientation.renormalized
    recordMoment()
  }

  mutating func recordMoment() {
    history.append(.init(time: time, position: position, velocity: velocity, free: .zero, freePath: .zero))
  }

  /// P ← F P Fᵀ + Q over the sums of the window so far; then the window restarts.
  ///
  /// Noise of θ: white n² T, and a share e of each turn, about the axis of the turn and correlated over a second: e² ω² T.
  mutating func propagate() {
    let span = sums.time
    guard span > 0 else { return }
    covariance.move(by: sums)
    let noise = parameters.gyroscopeNoise.radians, push = parameters.accelerometerNoise.value
    let walk = parameters.biasWalk.radians, forceWalk = parameters.accelerometerBiasWalk.value
    let turning = orientation(AngularVelocity<Body>(rate)).components * parameters.gyroscopeNoisePerRate
    for i in 0..<3 {
      covariance.add(push * push * span, to: Index.velocity + i)
      covariance.add((noise * noise + turning[i] * turning[i]) * span, to: Index.theta + i)
      covariance.add(walk * walk * span, to: Index.bias + i)
      covariance.add(forceWalk * forceWalk * span, to: Index.accelerometer + i)
    }
    sums = InertialSums()
  }

  /// Adds the uncertainty of an interval without samples: the body continued its motion, more or less.
  mutating func bridge(_ interval: Double) {
    let push = Self.gapAcceleration * interval, turn = Self.gapTurn * interval
    for i in 0..<3 { covariance.add(push * push, to: Index.velocity + i) }
    covariance.add(turn * turn, to: Index.theta + 1)
  }

  /// 1 σ of a walker's acceleration and rate while there are no inertial samples: m/s² and rad/s.
  private static let gapAcceleration = 2.0, gapTurn = 0.5

  public mutating func ingest(_ fix: StrapdownFix) {
    propagate()
    recordMoment()
    fixAtHand = fix
    ingest(.fix, at: time)
    fixAtHand = nil
  }

  /// All states are finite and the speed is physically possible.
  var isPlausible: Bool {
    guard orientation.isFinite, bias.isFinite, accelerometerBias.isFinite, placeDelay.isFinite, velocityDelay.isFinite
    else { return false }
    return dot(position, position).isFinite && dot(velocity, velocity) < Self.fastest * Self.fastest
  }

  /// Largest plausible speed of a walker, in m/s; beyond it the copy is dropped.
  private static let fastest = 60.0

  var headingSigma: Angle { .radians(max(0, covariance[Index.theta + 1, Index.theta + 1]).squareRoot()) }
  /// 1 σ per horizontal axis, in meters.
  var placeSigma: Double {
    let i = Index.position
    return max(0, 0.5 * (covariance[i, i] + covariance[i + 2, i + 2])).squareRoot()
  }
}
