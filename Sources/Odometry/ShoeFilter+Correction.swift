public import Fusion
public import Geometry
import Samples

// Application of a correction to the nominal state, and the state vector for display.
extension ShoeFilter {
  public func considered(in event: Event) -> Considered? { nil }

  public mutating func apply(_ correction: StateVector) {
    let δp = correction.three(at: Index.position), δv = correction.three(at: Index.velocity)
    position += δp
    velocity += δv
    corrected.position += δp
    corrected.velocity += δv
    let θ = correction.three(at: Index.theta)
    orientation = Rotation<Scene, Scene>.exp(RotationVector(θ)) * orientation
    bias.components += correction.three(at: Index.bias)
    accelerometerBias.components += correction.three(at: Index.accelerometer)
  }

  /// Azimuths run clockwise, the error angle about up anticlockwise.
  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  public var states: [FilterState] {
    func states(_ name: String, _ unit: String, _ values: SIMD3<Double>, _ index: Int, _ axes: [String])
      -> [FilterState]
    {
      (0..<3).map {
        FilterState("\(name) \(axes[$0])", unit: unit, values[$0], variance: covariance[index + $0, index + $0])
      }
    }
    let scene = ["x", "up", "z"], body = ["x", "y", "z"]
    var all = states("shoe position", "m", position, Index.position, scene)
    all += states("shoe velocity", "m/s", velocity, Index.velocity, scene)
    all += states("shoe attitude error", "rad", .zero, Index.theta, scene)
    all += states("shoe gyroscope bias", "rad/s", bias.components, Index.bias, body)
    all += states("shoe accelerometer bias", "m/s²", accelerometerBias.components, Index.accelerometer, body)
    return all
  }
}
