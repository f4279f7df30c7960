import Fusion
public import Geometry
import Samples

/// Position, velocity, attitude and biases of a body by strapdown integration: the states and the covariance that a shoe and a
/// vehicle share. Each adds its own measurements, and states behind these fifteen.
///
/// Nominal state: position p and velocity v in the world, orientation R (body → world), gyroscope bias b, accelerometer bias a.
/// Error state: δp, δv; θ **on the left**, R_true = exp([θ]×) R; δb; δa, with the indices of `InertialIndex`. Vectors are true −
/// nominal.
///
///   Ṙ = R [ω − b]×,  v̇ = R (f − a) + γ,  ṗ = v
///
/// The covariance moves by `InertialSums`, at the end of each window and before every measurement.
struct StrapdownFilter<World: Frame>: Sendable {
  let parameters: StrapdownParameters
  var orientation: Rotation<Body, World>
  var bias = AngularVelocity<Body>.zero
  var accelerometerBias = Acceleration<Body>.zero
  var position = SIMD3<Double>.zero
  var velocity = SIMD3<Double>.zero
  var covariance: SymmetricMatrix

  private(set) var sums = InertialSums()
  /// Variance of the attitude by the gyroscope since the last propagation, per axis.
  private var turnVariance = 0.0
  /// The motion that sensors at the end of their range have not shown since the last propagation.
  private var isMissing = false, missingTurn = Matrix3.zero, missingVelocity = Matrix3.zero

  init(_ parameters: StrapdownParameters, orientation: Rotation<Body, World>, states: Int) {
    self.parameters = parameters
    self.orientation = orientation
    covariance = SymmetricMatrix(size: states)
  }

  var isWindowFull: Bool { sums.time >= parameters.window.value }

  /// Sets the covariance of these states to that of a start with the given 1 σ of the speed and the tilt. Position and heading are
  /// arbitrary here: their variance is zero by definition.
  mutating func resetCovariance(speed: Double, tilt: Angle, _ sensors: AttitudeParameters) {
    for i in 0..<15 { covariance.reset(i, variance: 0) }
    func set(_ index: Int, _ sigma: Double) {
      for i in index..<index + 3 { covariance.reset(i, variance: sigma * sigma) }
    }
    set(InertialIndex.velocity, speed)
    set(InertialIndex.theta, tilt.radians)
    covariance.reset(InertialIndex.theta + 1, variance: 0)
    set(InertialIndex.bias, sensors.initialBias.radians)
    set(InertialIndex.accelerometer, parameters.accelerometerBias.value)
  }

  /// Turns the orientation by a corrected rate. Returns the orientation in the middle of the interval, and half of the turn.
  @inline(__always) mutating func turn(
    _ rate: SIMD3<Double>, over interval: Double
  ) -> (middle: Rotation<Body, World>, half: Rotation<Body, Body>) {
    let half = Rotation<Body, Body>.exp(RotationVector(rate * (0.5 * interval)))
    let middle = orientation * half
    orientation = middle * half
    return (middle, half)
  }

  /// Moves the body by a force, and adds the sample to the window. `down` is gravity in the world; a force of nil is one that
  /// carries the body evenly.
  @inline(__always) mutating func push(
    _ force: Acceleration<Body>?, in middle: Rotation<Body, World>, down: SIMD3<Double>, rate: SIMD3<Double>,
    over interval: Double
  ) {
    let felt = force.map { middle($0 - accelerometerBias).components } ?? -down
    let acceleration = felt + down
    position += (velocity + acceleration * (0.5 * interval)) * interval
    velocity += acceleration * interval
    sums.add(middle.matrix, felt, interval)
    let noise =
      parameters.gyroscopeNoise.radians * (1 + parameters.gyroscopeNoisePerRate * dot(rate, rate).squareRoot())
    turnVariance += noise * noise * interval
  }

  /// Puts back what sensors at the end of their range have not shown, in the orientation `matrix`.
  mutating func putBack(_ missing: MissingMotion, _ matrix: Matrix3) {
    if !missing.turn.isNone {
      orientation = orientation * Rotation<Body, Body>.exp(RotationVector(missing.turn.amount))
      missingTurn += missing.turn.covariance(in: matrix)
    }
    if missing.unseen != .zero { missingTurn += matrix * Matrix3(diagonal: missing.unseen) * matrix.transposed }
    if !missing.velocity.isNone { missingVelocity += missing.velocity.covariance(in: matrix) }
    isMissing = true
  }

  /// P ← F P Fᵀ + Q over the sums of the window so far; then the window restarts.
  mutating func propagate() {
    let span = sums.time
    guard span > 0 else { return }
    covariance.move(by: sums)
    let push = parameters.accelerometerNoise.value
    let walk = parameters.biasWalk.radians, forceWalk = parameters.accelerometerBiasWalk.value
    for i in 0..<3 {
      covariance.add(push * push * span, to: InertialIndex.velocity + i)
      covariance.add(turnVariance, to: InertialIndex.theta + i)
      covariance.add(walk * walk * span, to: InertialIndex.bias + i)
      covariance.add(forceWalk * forceWalk * span, to: InertialIndex.accelerometer + i)
    }
    if isMissing {
      covariance.add(missingTurn, at: InertialIndex.theta)
      covariance.add(missingVelocity, at: InertialIndex.velocity)
    }
    clearWindow()
  }

  /// Forgets the window so far.
  mutating func clearWindow() {
    sums = InertialSums()
    turnVariance = 0
    if isMissing { (isMissing, missingTurn, missingVelocity) = (false, .zero, .zero) }
  }

  /// Moves the nominal state by a correction.
  mutating func apply(_ correction: StateVector) {
    position += correction.three(at: InertialIndex.position)
    velocity += correction.three(at: InertialIndex.velocity)
    let θ = correction.three(at: InertialIndex.theta)
    orientation = Rotation<World, World>.exp(RotationVector(θ)) * orientation
    bias.components += correction.three(at: InertialIndex.bias)
    accelerometerBias.components += correction.three(at: InertialIndex.accelerometer)
  }
}

/// Assumptions of a strapdown filter on its sensors. Densities are 1 σ.
public struct StrapdownParameters: Sendable {
  /// Covariance work is done once per window.
  public var window = TimeSpan(0.05)
  public var gyroscopeNoise: AngleWalk
  /// Share of that noise that a rate of 1 rad/s adds.
  public var gyroscopeNoisePerRate = 0.0
  public var accelerometerNoise: SpeedWalk
  /// 1 σ at the start.
  public var accelerometerBias: AccelerationSize
  public var biasWalk = AngularRateWalk.degrees(0.001)
  public var accelerometerBiasWalk = AccelerationWalk(0.001)
}

/// A model of motion around a strapdown filter, whose states read like its own.
protocol Strapdown {
  associatedtype World: Frame
  var strapdown: StrapdownFilter<World> { get set }
}

extension Strapdown {
  var position: SIMD3<Double> {
    get { strapdown.position }
    _modify { yield &strapdown.position }
  }
  var velocity: SIMD3<Double> {
    get { strapdown.velocity }
    _modify { yield &strapdown.velocity }
  }

  func vector(
    _ name: String, _ unit: String, _ values: SIMD3<Double>, _ index: Int, _ axes: [String]
  ) -> [FilterState] {
    (0..<3).map {
      FilterState(
        "\(name) \(axes[$0])", unit: unit, values[$0], variance: strapdown.covariance[index + $0, index + $0])
    }
  }
}
