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
}
