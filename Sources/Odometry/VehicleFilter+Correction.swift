import Fusion
public import Geometry
import Samples

// Application of a correction to the nominal state, and to the motion history.
extension VehicleFilter {
  public mutating func apply(_ correction: StateVector) {
    correct(
      position: correction.three(at: Index.position), velocity: correction.three(at: Index.velocity),
      turn: correction.three(at: Index.theta))
    bias.components += correction.three(at: Index.bias)
    accelerometerBias.components += correction.three(at: Index.accelerometer)
    fixBias += correction.three(at: Index.fixBias)
    latencyError += TimeSpan(correction[Index.latency])
    velocityLagError += TimeSpan(correction[Index.velocityLag])
    turnMount(yaw: correction[Index.mountYaw], pitch: correction[Index.mountPitch])
  }

  /// Azimuths run clockwise, the error angle about up anticlockwise.
  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  mutating func turnMount(yaw: Double, pitch: Double) {
    mount = (Rotation<Vehicle, Vehicle>.exp(RotationVector(pitch, yaw, 0)) * mount).renormalized
  }

  /// Corrects the present and the motion history. A change of the present changes the state a time a ago: with F = ∫ R(f − a) = v
  /// − v_then − γ a,
  ///   δv_then = δv + [F]× θ,   δp_then = δp − a δv − ½a [F]× θ.
  private mutating func correct(position δp: SIMD3<Double>, velocity δv: SIMD3<Double>, turn θ: SIMD3<Double>) {
    let now = time, before = velocity, down = gravityVector
    history.revise { moment in
      let age = (now - moment.time).value
      let turned = cross(before - moment.velocity - down * age, θ)
      moment.velocity += δv + turned
      moment.position += δp - δv * age - turned * (0.5 * age)
    }
    position += δp
    velocity += δv
    orientation = Rotation<Level, Level>.exp(RotationVector(θ)) * orientation
  }

  /// Returns the Jacobian's rows for position and velocity at a past moment; see `correct`.
  func pastRows(_ past: MotionHistory.Moment, _ axis: Int) -> (position: SparseRow, velocity: SparseRow) {
    let age = (time - past.time).value
    let force = Matrix3(cross: velocity - past.velocity - gravityVector * age)[row: axis]
    var position = SparseRow(Index.position + axis, 1), velocity = SparseRow(Index.velocity + axis, 1)
    position.add(Index.velocity + axis, -age)
    position.add(Index.theta, force * (-0.5 * age))
    velocity.add(Index.theta, force)
    return (position, velocity)
  }

  /// Resets the covariance to that of the very start; the nominal state stays.
  mutating func resetUncertainty() {
    for i in 0..<Index.count { covariance.reset(i, variance: 0) }
    func set(_ index: Int, _ count: Int, _ sigma: Double) {
      for i in index..<index + count { covariance.reset(i, variance: sigma * sigma) }
    }
    set(Index.velocity, 3, 1)
    set(Index.theta, 3, parameters.initialTilt.radians)
    covariance.reset(Index.theta + 1, variance: 0)  // Arbitrary until there is a heading.
    set(Index.bias, 3, parameters.initialBias.radians)
    set(Index.accelerometer, 3, parameters.initialAccelerometerBias.value)
    set(Index.mountYaw, 1, parameters.mountYaw.radians)
    set(Index.mountPitch, 1, parameters.mountPitch.radians)
    set(Index.latency, 1, parameters.latencySigma.value)
  }
}

extension SymmetricMatrix {
  /// P ← T P Tᵀ where T turns three consecutive states and keeps the others.
  mutating func turn(_ block: Int, by m: Matrix3) {
    for j in 0..<size where j < block || j >= block + 3 {
      let turned = m * SIMD3(self[block, j], self[block + 1, j], self[block + 2, j])
      for i in 0..<3 { self[block + i, j] = turned[i] }
    }
    var inner = Matrix3.zero
    for i in 0..<3 { for j in 0..<3 { inner[i, j] = self[block + i, block + j] } }
    inner = (m * inner * m.transposed).symmetrized
    for i in 0..<3 { for j in i..<3 { self[block + i, block + j] = inner[i, j] } }
  }
}
