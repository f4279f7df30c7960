public import Geometry
import Samples

// Application of a correction to the nominal state, and to the motion history.
extension Strapdown {
  public func considered(in event: Event) -> Considered? { nil }

  public mutating func apply(_ correction: StateVector) {
    correct(
      position: correction.three(at: Index.position), velocity: correction.three(at: Index.velocity),
      turn: correction.three(at: Index.theta))
    bias.components += correction.three(at: Index.bias)
    accelerometerBias.components += correction.three(at: Index.accelerometer)
    placeDelay += correction[Index.placeDelay]
    velocityDelay += correction[Index.velocityDelay]
  }

  /// Azimuths run clockwise, the error angle about up anticlockwise.
  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  /// Corrects the present and the motion history. A change of the present changes the state a time `a` ago, as in
  /// `VehicleFilter`:
  ///   δv_then = δv + [F]× θ,   δp_then = δp − a δv − ½a [F]× θ  with F = v − v_then − γ a.
  private mutating func correct(position δp: SIMD3<Double>, velocity δv: SIMD3<Double>, turn θ: SIMD3<Double>) {
    let now = time, before = velocity, down = SIMD3(0, -gravity, 0)
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

  /// Returns the Jacobian's rows for position and velocity at a past moment.
  func pastRows(_ past: MotionHistory.Moment, _ axis: Int) -> (position: SparseRow, velocity: SparseRow) {
    let age = (time - past.time).value
    let force = Matrix3(cross: velocity - past.velocity + SIMD3(0, gravity, 0) * age)[row: axis]
    var position = SparseRow(Index.position + axis, 1), velocity = SparseRow(Index.velocity + axis, 1)
    position.add(Index.velocity + axis, -age)
    position.add(Index.theta, force * (-0.5 * age))
    velocity.add(Index.theta, force)
    return (position, velocity)
  }

  /// Moves the filter to a place that fixes consistently state; the heading stays as it is.
  mutating func relocate(to place: StrapdownFix.Place) {
    let step = SIMD3(place.position.x - position.x, 0, place.position.z - position.z)
    shift(by: step)
    for axis in [0, 2] {
      covariance.reset(Index.position + axis, variance: place.sigma * place.sigma + Self.lostPlace * Self.lostPlace)
      covariance.reset(Index.velocity + axis, variance: Self.lostVelocity * Self.lostVelocity)
    }
  }

  /// 1 σ that remains unknown of place and velocity after a relocation, in meters and meters per second.
  private static let lostPlace = 0.3, lostVelocity = 0.5

  /// Shifts all positions after the origin has moved by −step.
  mutating func shift(by step: SIMD3<Double>) {
    position += step
    history.revise { $0.position += step }
  }
}
