import Fusion
public import Geometry
import Samples

// Application of a correction to the nominal state.
extension VehicleOdometry {
  public mutating func apply(_ correction: StateVector) {
    reviseHistory(correction)
    strapdown.apply(correction)
    fixBias += correction.three(at: Index.fixBias)
    latencyError += TimeSpan(correction[Index.latency])
    velocityLagError += TimeSpan(correction[Index.velocityLag])
    turnMount(yaw: correction[Index.mountYaw], pitch: correction[Index.mountPitch])
  }

  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  mutating func turnMount(yaw: Double, pitch: Double) {
    mount = (Rotation<Vehicle, Vehicle>.exp(RotationVector(pitch, yaw, 0)) * mount).renormalized
  }

  /// Resets the covariance to that of the very start; the nominal state stays.
  mutating func resetUncertainty() {
    strapdown.resetCovariance(speed: 1, tilt: parameters.initialTilt, sensors)
    for i in Index.fixBias..<Index.count { covariance.reset(i, variance: 0) }
    covariance.reset(Index.mountYaw, variance: pow(parameters.mountYaw.radians, 2))
    covariance.reset(Index.mountPitch, variance: pow(parameters.mountPitch.radians, 2))
    covariance.reset(Index.latency, variance: pow(parameters.latencySigma.value, 2))
  }
}

// The motion of the last seconds, and how it depends on the present state: a late fix is compared with the motion at its own time.
// A change of the present changes the state a time a ago: with F = ∫ R(f − a) = v − v_then − γ a,
//   δv_then = δv + [F]× θ,   δp_then = δp − a δv − ½a [F]× θ.
extension VehicleOdometry {
  /// Corrects the history by a correction that the present has not received yet.
  mutating func reviseHistory(_ correction: StateVector) {
    let δp = correction.three(at: InertialIndex.position), δv = correction.three(at: InertialIndex.velocity)
    let θ = correction.three(at: InertialIndex.theta)
    let now = time, before = velocity, down = gravityVector
    history.revise { moment in
      let age = (now - moment.time).value
      let turned = cross(before - moment.velocity - down * age, θ)
      moment.velocity += δv + turned
      moment.position += δp - δv * age - turned * (0.5 * age)
    }
  }

  /// Returns the Jacobian's rows for position and velocity at a past moment.
  func pastRows(_ past: MotionHistory.Moment, _ axis: Int) -> (position: SparseRow, velocity: SparseRow) {
    let age = (time - past.time).value
    let force = Matrix3(cross: velocity - past.velocity - gravityVector * age)[row: axis]
    var position = SparseRow(InertialIndex.position + axis, 1), velocity = SparseRow(InertialIndex.velocity + axis, 1)
    position.add(InertialIndex.velocity + axis, -age)
    position.add(InertialIndex.theta, force * (-0.5 * age))
    velocity.add(InertialIndex.theta, force)
    return (position, velocity)
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
