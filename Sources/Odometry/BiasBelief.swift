public import Geometry

/// A gyroscope's bias and its uncertainty: the estimate of one filter, and a possible start value of another.
public struct BiasBelief: Equatable, Sendable {
  public var bias: AngularVelocity<Body>
  /// 1 σ of each axis.
  public var sigma: AngularVelocity<Body>

  public init(bias: AngularVelocity<Body>, sigma: AngularVelocity<Body>) {
    self.bias = bias
    self.sigma = sigma
  }

  /// The bias and its uncertainty in a filter's covariance, whose state `index` is the bias on the first axis.
  init(_ bias: AngularVelocity<Body>, _ covariance: borrowing SymmetricMatrix, at index: Int) {
    func sigma(_ axis: Int) -> Double { covariance[index + axis, index + axis].squareRoot() }
    self.init(bias: bias, sigma: AngularVelocity(sigma(0), sigma(1), sigma(2)))
  }

  /// Makes a filter's covariance as uncertain as this, but at most as of a cold start.
  func reset(_ covariance: inout SymmetricMatrix, at index: Int, atMost cold: AngularRate) {
    for axis in 0..<3 {
      let sigma = min(sigma.components[axis], cold.radians)
      covariance.reset(index + axis, variance: sigma * sigma)
    }
  }
}
