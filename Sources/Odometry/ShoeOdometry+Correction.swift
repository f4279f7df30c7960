public import Fusion
public import Geometry
import Samples

// Application of a correction to the nominal state, and the state vector for display.
extension ShoeOdometry {
  public func considered(in event: Event) -> Considered? { nil }

  public mutating func apply(_ correction: StateVector) {
    let δp = correction.three(at: Index.position), δv = correction.three(at: Index.velocity)
    strapdown.apply(correction)
    corrected.position += δp
    corrected.velocity += δv
  }

  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  public var states: [FilterState] {
    let scene = ["x", "up", "z"], body = ["x", "y", "z"]
    var all = vector("shoe position", "m", position, Index.position, scene)
    all += vector("shoe velocity", "m/s", velocity, Index.velocity, scene)
    all += vector("shoe attitude error", "rad", .zero, Index.theta, scene)
    all += vector("shoe gyroscope bias", "rad/s", bias.components, Index.bias, body)
    all += vector("shoe accelerometer bias", "m/s²", strapdown.accelerometerBias.components, Index.accelerometer, body)
    return all
  }
}
