public import Geometry

/// A gyroscope's bias and how far off it may be: what a filter knows of it, and what another may begin with.
public struct BiasBelief: Equatable, Sendable {
  public var bias: AngularVelocity<Body>
  /// 1 σ of each axis.
  public var sigma: AngularVelocity<Body>

  public init(bias: AngularVelocity<Body>, sigma: AngularVelocity<Body>) {
    self.bias = bias
    self.sigma = sigma
  }
}
