import Geodesy
import Geometry
import Samples

// The tangent plane follows the vehicle: in its frame the Earth is flat, gravity tilts by p/R, and north is exact only at its
// origin. Far enough away a new plane is laid through the vehicle; states, covariance and history are turned into it without
// loss.
extension VehicleOdometry {
  /// Returns the plane; lays it through the first fix if there was none.
  mutating func anchor(at fix: FixReading) -> TangentPlane {
    if let plane { return plane }
    let first = TangentPlane(origin: fix.place)
    lay(first)
    return first
  }

  private mutating func lay(_ plane: TangentPlane) {
    self.plane = plane
    near = nil
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
    strapdown.orientation = turn * orientation
    history.revise { moment in
      moment.position = turned(moment.position) + shift
      moment.velocity = turned(moment.velocity)
    }
    for block in [Index.position, Index.velocity, Index.theta, Index.fixBias] {
      covariance.turn(block, by: turn.matrix)
    }
    mountFit.interrupt()
    lay(new)
    incidents.record(.anchor)
  }
}
