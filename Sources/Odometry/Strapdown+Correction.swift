public import Geometry
import Samples

// Application of a correction to the nominal state.
extension Strapdown {
  public func considered(in event: Event) -> Considered? { nil }

  public mutating func apply(_ correction: StateVector) {
    applyInertial(correction)
    placeDelay += correction[Index.placeDelay]
    velocityDelay += correction[Index.velocityDelay]
  }

  /// Azimuths run clockwise, the error angle about up anticlockwise.
  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  var gravityVector: SIMD3<Double> { SIMD3(0, -gravity, 0) }

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
