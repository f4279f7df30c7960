import Geometry
import Samples

/// A filter that integrates inertial samples: position, velocity, attitude and biases, with the indices of `InertialIndex`, and the
/// motion of the last seconds.
protocol InertialMotion {
  var time: BootInstant { get }
  var position: SIMD3<Double> { get set }
  var velocity: SIMD3<Double> { get set }
  var orientation: Rotation<Body, Level> { get set }
  var bias: AngularVelocity<Body> { get set }
  var accelerometerBias: Acceleration<Body> { get set }
  var history: MotionHistory { get set }
  /// Normal gravity here, in m/s².
  var gravityVector: SIMD3<Double> { get }
}

extension InertialMotion {
  /// Corrects the first fifteen states, and the motion history. A change of the present changes the state a time a ago: with
  /// F = ∫ R(f − a) = v − v_then − γ a,
  ///   δv_then = δv + [F]× θ,   δp_then = δp − a δv − ½a [F]× θ.
  mutating func applyInertial(_ correction: StateVector) {
    let δp = correction.three(at: InertialIndex.position), δv = correction.three(at: InertialIndex.velocity)
    let θ = correction.three(at: InertialIndex.theta)
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
    bias.components += correction.three(at: InertialIndex.bias)
    accelerometerBias.components += correction.three(at: InertialIndex.accelerometer)
  }

  /// Returns the Jacobian's rows for position and velocity at a past moment; see `applyInertial`.
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
