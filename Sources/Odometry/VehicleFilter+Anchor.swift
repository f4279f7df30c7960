public import Geodesy
public import Geometry
import Samples

// The tangent plane moves along: in it the Earth is flat, gravity leans by p/R, and north is north at its origin. Far enough
// away a new one is laid through the vehicle; states, covariance and memory are turned into it, and nothing is lost.
extension VehicleFilter {
  /// The plane, laid through the first fix if there was none.
  mutating func anchor(at fix: Fix) -> TangentPlane {
    if let plane { return plane }
    let first = TangentPlane(
      origin: Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero))
    lay(first)
    return first
  }

  private mutating func lay(_ plane: TangentPlane) {
    self.plane = plane
    gravity = Ellipsoid.normalGravity(at: plane.origin.latitude, height: plane.origin.height).value
    curvature = 1 / Ellipsoid.semiMajorAxis.value
  }

  mutating func reanchor() {
    guard isStarted, let old = plane,
      hypot(position.x, position.z) > parameters.anchorDistance.value
    else { return }
    let new = TangentPlane(origin: old.geodetic(Displacement<Level>(position)))
    let turn = new.earthFromLevel.inverse * old.earthFromLevel
    let shift = new.earthFromLevel.inverse(old.center - new.center).components
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> { turn(Displacement<Level>(v)).components }
    position = turned(position) + shift
    velocity = turned(velocity)
    fixBias = turned(fixBias)
    orientation = turn * orientation
    history.revise { moment in
      moment.position = turned(moment.position) + shift
      moment.velocity = turned(moment.velocity)
    }
    for block in [Index.position, Index.velocity, Index.theta, Index.fixBias] {
      covariance.turn(block, by: turn.matrix)
    }
    mountFit.interrupt()
    lay(new)
    diagnostics.anchors += 1
  }
}

// What the filter says.
extension VehicleFilter {
  /// The fused place; the last fix's until there is a course; nil before the first one.
  public var place: Geodetic? {
    guard let plane else { return nil }
    if isStarted { return plane.geodetic(Displacement<Level>(position)) }
    return fixes.last.map { Geodetic(latitude: $0.latitude, longitude: $0.longitude, height: $0.height ?? .zero) }
  }

  public var levelVelocity: Velocity<Level> { isStarted ? Velocity(velocity) : .zero }

  /// The radius of 68 %, 1.515 σ per axis; never below half the best claim, since nobody averages a bias away in
  /// minutes, and growing while there are no fixes.
  public var horizontalAccuracy: Length? {
    guard let best = fixes.best, let last = fixes.last else { return nil }
    let i = Index.position
    let sigma =
      isStarted
      ? (0.5 * (covariance[i, i] + covariance[i + 2, i + 2])).squareRoot() : FixClaim(last, parameters).horizontal
    return Length(1.515 * max(sigma, 0.5 * best.horizontal) + outage)
  }

  public var verticalAccuracy: Length? {
    guard let best = fixes.best, let last = fixes.last, last.height != nil else { return nil }
    let i = Index.position + 1
    let sigma = isStarted ? covariance[i, i].squareRoot() : FixClaim(last, parameters).vertical
    return Length(max(sigma, 0.5 * best.vertical) + outage)
  }

  private var outage: Double {
    guard let last = fixes.lastTime else { return 0 }
    return parameters.outageGrowth.value * max(0, (time - last).value - 2)
  }

  /// 1 σ of the heading; nil before there is one.
  public var headingSigma: Angle? {
    let i = Index.theta + 1
    return isStarted ? .radians(max(0, covariance[i, i]).squareRoot()) : nil
  }

  /// Clockwise and upward, as the device is turned in the vehicle.
  public var mountAttitude: Attitude {
    Attitude(Rotation<Vehicle, Level>.aligned * mount)
  }
}
