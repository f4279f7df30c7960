public import Fusion
public import Geometry
public import Samples

/// Orientation from gyroscope and accelerometer alone: an error-state Kalman filter whose heading drifts and whose tilt does not.
/// It uses no magnetometer, so no magnet can tilt the horizon.
///
/// Nominal state: orientation R (body → scene, y up), gyroscope bias b, gyroscope error matrix G (scale and cross-axis),
/// horizontal velocity v, accelerometer bias a; ω = (I − G)(w − b) with w the raw rate.
/// Error state (20): θ in the scene, **on the left**, R_true = exp([θ]×) R; δb; δv (x, z); δa; δG by rows.
///
/// Per sample there is only strapdown integration and sums; the covariance is propagated once per window with
///   S = Σ R Δt,  F = Σ R (f − a) Δt,  C_i(jk) = Σ R_ij ω_k Δt:
///   θ ← θ − S δb − C δG,  δv ← δv − [F]× θ − S δa   (Solà 2017, §6.2, integrated over the window).
/// Vertical velocity is left out: it depends on gravity's strength and the accelerometer's scale, which carry no information on
/// tilt.
public struct AttitudeFilter: Aided {
  enum Index {
    static let theta = 0, bias = 3, velocity = 6, accelerometer = 8, matrix = 11, count = 20
  }

  public enum Event: Sendable {
    /// A window has closed and the covariance is that of its end.
    case window
  }

  public static let sources: [AidingSource<AttitudeFilter>] = [.stillness, .restBias, .gravity, .relaxedRestBias]
  public var aids = AttitudeFilter.freshAids()
  public var pending = StateVector()
  /// Time of the current sample; set by the owner. It is used only as the time of the aids.
  public var now = BootInstant(nanoseconds: .min)

  let parameters: AttitudeParameters
  public internal(set) var orientation: Rotation<Body, Scene>
  public internal(set) var bias = AngularVelocity<Body>.zero
  public internal(set) var errorMatrix = Matrix3.zero
  public internal(set) var velocity = SIMD2<Double>.zero
  public internal(set) var accelerometerBias = Acceleration<Body>.zero
  public var covariance: SymmetricMatrix

  /// Turn about up by the corrections. It is applied to the heading by the heading's owner, not to the pose.
  public internal(set) var headingCorrection = Angle.zero
  var sums = WindowSums()
  public internal(set) var stillness: Stillness
  var relaxed: RelaxedRest
  /// Whether the wearer walks; set by the owner, which detects steps. Rest is then never found, however evenly the device is
  /// carried, and gravity does not correct the bias about the vertical.
  public var isWalking = false
  /// Whether up has been lost by a rate at the end of its range, and is not found yet.
  public internal(set) var isUpLost = false
  /// State of the check of a remembered bias: the sum of (mean rate − bias) × time at rest, and that time.
  var memory = BiasMemory.none
  var memoryOff = SIMD3<Double>.zero
  /// Whether the rest at hand has just refuted the remembered bias.
  var restRefutesMemory = false
  var memoryTime = 0.0
  /// Turn of `leading` in the last step, from the gyroscope alone.
  public internal(set) var turn = Rotation<Body, Body>.aligned
  /// The body's orientation now: ahead of the integration by the sensor's latency, where that is known.
  public private(set) var leading: Rotation<Body, Scene>
  private var lead = Rotation<Body, Body>.aligned
  /// 1 σ of the tilt while up is lost, else zero.
  public private(set) var lostTilt = Angle.zero
  /// The window that the last step has closed; nil if it closed none.
  public private(set) var closedWindow: ClosedWindow?
  /// Whether there is one: by itself, because a window is large.
  public private(set) var hasClosedWindow = false

  /// Results at the end of a window.
  public struct ClosedWindow: Sendable {
    public var time: TimeSpan
    /// Growth of the heading's variance from the last update to the end of the window, in rad².
    public var headingGrowth: Double
    /// Variance of the turn about up that a rate at the end of its range has not shown, in rad².
    public var missingHeading: Double
    /// The same of an unseen turn.
    public var unseenHeading: Double
    public var bias: AngularVelocity<Body>
    public var driftVariance: Double
    public var tiltSigma: Angle
    public var isUpLost: Bool
    public var isResting: Bool
    public var memory: BiasMemory
  }

  /// The corrected rate of the last sample.
  public private(set) var rate = AngularVelocity<Body>.zero
  private var headingVarianceAfterUpdate = 0.0

  /// Longest window in which motion is missing, or up is lost, in s.
  private static let shortWindow = 0.05

  /// 1 σ of each level component of the velocity at the start: walking speed.
  private static let initialVelocity = Speed(1)

  /// Starts with an orientation whose tilt has the given 1 σ (`AttitudeStart` finds both), and a bias, if one is remembered.
  public init(
    _ parameters: AttitudeParameters, orientation: Rotation<Body, Scene>, tilt sigma: Angle,
    remembered: BiasBelief? = nil
  ) {
    self.parameters = parameters
    stillness = Stillness(parameters)
    relaxed = RelaxedRest(parameters)
    (self.orientation, leading) = (orientation, orientation)
    covariance = SymmetricMatrix(size: Index.count)
    func set(_ index: Int, _ count: Int, _ sigma: Double) {
      for i in index..<index + count { covariance[i, i] = sigma * sigma }
    }
    set(Index.theta, 3, sigma.radians)
    covariance[Index.theta + 1, Index.theta + 1] = 0  // heading is arbitrary here: its variance is zero by definition
    set(Index.bias, 3, parameters.initialBias.radians)
    set(Index.velocity, 2, Self.initialVelocity.value)
    set(Index.accelerometer, 3, parameters.initialAccelerometerBias.value)
    set(Index.matrix, 9, parameters.initialCross)
    for i in 0..<3 {
      covariance[Index.matrix + 4 * i, Index.matrix + 4 * i] = parameters.initialScale * parameters.initialScale
    }
    if let remembered { restore(remembered) }
  }

  /// Returns the orientation that turns a force straight up; heading follows from the body's axes.
  static func level(_ force: Acceleration<Body>) -> Rotation<Body, Scene> {
    let up = force.direction?.components ?? SIMD3(0, 1, 0)
    // The scene's axes in the body: up is given; back is the body's back, made level (from the body's up axis if it looks up or
    // down).
    var back = SIMD3(0.0, 0, 1) - up * up.z
    if dot(back, back) < 1e-4 { back = SIMD3(0, up.z > 0 ? 1 : -1, 0) - up * (up.z > 0 ? up.y : -up.y) }
    back /= dot(back, back).squareRoot()
    let right = cross(up, back)
    let m = Matrix3(rows: right, up, back)
    return Rotation(m) ?? .aligned
  }

  /// Ingests one gyroscope sample that covers the interval just past, and the accelerometer's reading over the same interval.
  public mutating func advance(
    rate raw: AngularVelocity<Body>, over time: TimeSpan, force: Acceleration<Body>?,
    missing: MissingMotion = .init()
  ) {
    let interval = time.value
    let unbiased = raw.components - bias.components
    let omega = unbiased - errorMatrix * unbiased
    rate = AngularVelocity(omega)
    // Half the turn, the force in the orientation halfway, the other half: a sample is the mean over its interval.
    let half = Rotation<Body, Body>.exp(RotationVector(omega * (0.5 * interval)))
    let middle = orientation * half
    orientation = middle * half
    turn = half * half
    let ahead = parameters.lead(interval)
    if let ahead {
      let before = lead
      lead = .exp(RotationVector(omega * ahead))
      turn = before.inverse * turn * lead
    }

    let matrix = middle.matrix
    sums.add(matrix, omega, interval)
    if let force {
      let felt = middle(force - accelerometerBias).components * interval
      sums.add(force: felt, interval)
      velocity += SIMD2(felt.x, felt.z)
    }
    if !missing.isNone { putBack(missing, matrix) }
    stillness.add(rate: raw, force: force, walking: isWalking, over: time)
    if parameters.relaxedRate.value > 0 { relaxed.add(rate: raw, over: time) }
    if hasClosedWindow { (closedWindow, hasClosedWindow) = (nil, false) }
    // Where motion is missing the tilt may become no small angle within a window.
    if sums.time >= min(parameters.window.value, sums.isMissing || isUpLost ? Self.shortWindow : .infinity) {
      closedWindow = closeWindow()
      hasClosedWindow = true
    }
    leading = ahead == nil ? orientation : orientation * lead
  }

  private mutating func closeWindow() -> ClosedWindow {
    judgeUp()
    if isUpLost { unwindForce() }
    propagate()
    let index = Index.theta + 1
    let headingGrowth = max(0, covariance[index, index] - headingVarianceAfterUpdate)
    ingest(.window, at: now)
    headingVarianceAfterUpdate = covariance[index, index]
    orientation = orientation.renormalized
    lostTilt = isUpLost ? tiltSigma : .zero
    defer { sums = WindowSums() }
    return ClosedWindow(
      time: TimeSpan(sums.time), headingGrowth: headingGrowth,
      missingHeading: sums.missingTurn[1, 1] - sums.unseenHeading,
      unseenHeading: sums.unseenHeading, bias: bias,
      driftVariance: driftVariance, tiltSigma: tiltSigma, isUpLost: isUpLost, isResting: isResting, memory: memory)
  }

  /// P ← F P Fᵀ + Q over the window.
  private mutating func propagate() {
    // Velocity first: it uses the angles from before.
    covariance.shear(row: Index.velocity, by: velocityRow(0))
    covariance.shear(row: Index.velocity + 1, by: velocityRow(1))
    covariance.shear(three: Index.theta, by: thetaRows)

    let time = sums.time
    let noise = parameters.gyroscopeNoise.radians, perRate = parameters.gyroscopeNoisePerRate.radians
    let angle = (noise * noise + perRate * perRate * sums.squaredRate / time) * time
    let walk = parameters.biasWalk.radians * parameters.biasWalk.radians * time
    let push = parameters.accelerometerNoise.value * parameters.accelerometerNoise.value * time
    for i in 0..<3 {
      covariance.add(angle, to: Index.theta + i)
      covariance.add(walk, to: Index.bias + i)
    }
    covariance.add(push, to: Index.velocity)
    covariance.add(push, to: Index.velocity + 1)
    guard sums.isMissing else { return }
    covariance.add(sums.missingTurn, at: Index.theta)
    covariance.add(sums.missingVelocity[0, 0], to: Index.velocity)
    covariance.add(sums.missingVelocity[2, 2], to: Index.velocity + 1)
  }

  /// δv ← δv − [F]× θ − S δa, for x (0) and z (1): θ × F has the components θ_y F_z − θ_z F_y and θ_x F_y − θ_y F_x.
  func velocityRow(_ axis: Int) -> SparseRow {
    var row = SparseRow()
    if axis == 0 {
      row.add(Index.theta + 1, sums.force.z)
      row.add(Index.theta + 2, -sums.force.y)
    } else {
      row.add(Index.theta, sums.force.y)
      row.add(Index.theta + 1, -sums.force.x)
    }
    row.add(Index.accelerometer, -sums.rotation[row: 2 * axis])
    return row
  }

  /// θ ← θ − S δb − C δG.
  var thetaRows: ThreeRows {
    var rows = ThreeRows()
    rows.add(Index.bias, -sums.rotation)
    for j in 0..<3 { rows.add(Index.matrix + 3 * j, -sums.turned(j)) }
    return rows
  }

  /// Excludes the bias about the vertical from corrections while the wearer walks. Gravity does not measure the rate about
  /// itself; during a walk its innovations come from the gait and are not noise, and through correlations they would change that
  /// part of the bias and turn the heading.
  public func considered(in event: Event) -> Considered? {
    isWalking ? .direction(orientation.inverse(Direction<Scene>(0, 1, 0)).components, at: Index.bias) : nil
  }

  public mutating func apply(_ correction: StateVector) {
    let theta = correction.three(at: Index.theta)
    orientation = Rotation<Scene, Scene>.exp(RotationVector(theta)) * orientation
    headingCorrection += Self.turn(in: correction)
    bias.components += correction.three(at: Index.bias)
    velocity += correction.two(at: Index.velocity)
    accelerometerBias.components += correction.three(at: Index.accelerometer)
    for j in 0..<3 {
      let row = correction.three(at: Index.matrix + 3 * j)
      for k in 0..<3 { errorMatrix[j, k] += row[k] }
    }
  }

  /// Azimuths run clockwise, the error angle about up anticlockwise.
  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  /// 1 σ of tilt, for the axis with the larger one.
  public var tiltSigma: Angle {
    .radians(max(covariance[Index.theta, Index.theta], covariance[Index.theta + 2, Index.theta + 2]).squareRoot())
  }
}

/// Sums over the samples of a window.
struct WindowSums: Sendable {
  var time = 0.0
  var forceTime = 0.0
  /// S = Σ R Δt
  var rotation = Matrix3.zero
  /// F = Σ R (f − a) Δt
  var force = SIMD3<Double>.zero
  /// C = Σ R ω_k Δt, one matrix for each k
  private var c0 = Matrix3.zero, c1 = Matrix3.zero, c2 = Matrix3.zero
  /// Σ ω² Δt
  var squaredRate = 0.0
  /// Whether sensors at the end of their range have left something out, and the covariances of it: of a turn and of a velocity.
  private(set) var isMissing = false, missingTurn = Matrix3.zero, missingVelocity = Matrix3.zero
  /// The unseen part of it about up.
  private(set) var unseenHeading = 0.0

  mutating func add(missingTurn missing: MissingMotion.Missing, _ matrix: Matrix3) {
    isMissing = true
    missingTurn += missing.covariance(in: matrix)
  }

  /// Adds an unseen turn. About the level axes a body turns no farther than its posture allows: people turn, and stay upright.
  mutating func add(unseen variance: SIMD3<Double>, tilt: Angle, _ matrix: Matrix3) {
    isMissing = true
    let turn = matrix * Matrix3(diagonal: variance) * matrix.transposed, most = tilt.radians * tilt.radians
    missingTurn += Matrix3(diagonal: SIMD3(min(turn[0, 0], most), turn[1, 1], min(turn[2, 2], most)))
    unseenHeading += turn[1, 1]
  }

  mutating func add(missingVelocity missing: MissingMotion.Missing, _ matrix: Matrix3) {
    isMissing = true
    missingVelocity += missing.covariance(in: matrix)
  }

  @inline(__always) mutating func add(_ matrix: Matrix3, _ omega: SIMD3<Double>, _ interval: Double) {
    time += interval
    let scaled = matrix * interval
    rotation += scaled
    c0 += scaled * omega.x
    c1 += scaled * omega.y
    c2 += scaled * omega.z
    squaredRate += dot(omega, omega) * interval
  }

  @inline(__always) mutating func add(force felt: SIMD3<Double>, _ interval: Double) {
    force += felt
    forceTime += interval
  }

  /// Σ r ωᵀ Δt for a column r of R.
  func turned(_ j: Int) -> Matrix3 {
    switch j {
    case 0: Matrix3(columns: c0.c0, c1.c0, c2.c0)
    case 1: Matrix3(columns: c0.c1, c1.c1, c2.c1)
    default: Matrix3(columns: c0.c2, c1.c2, c2.c2)
    }
  }
}
