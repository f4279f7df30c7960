import Geometry
import Samples

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
