public import Geodesy
public import Geometry

/// The truth: position and orientation of the device at every moment, with exact derivatives.
///
/// Position is a spline in the tangent frame of the start, which is ECEF up to a fixed rotation and shift; attitude is a spline
/// of heading, elevation and roll in the level frame of the place reached, which turns with the Earth's curvature. **The Earth
/// does not rotate here**: rates are relative to the Earth, gravity is normal gravity (centrifugal part included), and no
/// Coriolis force acts. At walking and driving speed these effects are too small for the simulated sensors.
public struct Trajectory: Sendable {
  public let carrier: Itinerary.Carrier
  /// Tangent plane of the start; positions, velocities and orientations in `ENU` are in its frame all the way.
  public let plane: TangentPlane
  public let duration: TimeSpan
  let spline: UniformSpline
  /// Rotation of the device on its carrier.
  let mount: Rotation<Body, Body>
  let angles: Angles

  /// Meaning of the channels from the fourth on.
  enum Angles: Sendable {
    /// Heading, elevation and roll in the level frame of the place reached.
    case attitude
    /// x, y, z, w in the level frame of the start; any length except zero.
    case quaternion
  }

  init(
    carrier: Itinerary.Carrier, plane: TangentPlane, duration: TimeSpan, spline: UniformSpline,
    mount: Rotation<Body, Body>, angles: Angles = .attitude
  ) {
    self.carrier = carrier
    self.plane = plane
    self.duration = duration
    self.spline = spline
    self.mount = mount
    self.angles = angles
  }

  /// The truth at a moment.
  public struct Instant: Sendable {
    public var position: Displacement<ENU>
    public var velocity: Velocity<ENU>
    public var orientation: Rotation<Body, ENU>
    public var place: Geodetic
    /// Rotation from the body to east, up, south at the place.
    public var levelOrientation: Rotation<Body, Level>
  }

  /// Heading, elevation and roll of the carrier, before the mount.
  enum Channel { static let east = 0, north = 1, up = 2, heading = 3, elevation = 4, roll = 5 }

  public func instant(at time: TimeSpan) -> Instant {
    let channels = spline.value(at: time.value), rates = spline.rate(at: time.value)
    let position = Displacement<ENU>(channels[0], channels[1], channels[2])
    let here = TangentPlane(origin: plane.geodetic(position))
    let (orientation, levelOrientation) = orientations(channels, here)
    return Instant(
      position: position,
      velocity: Velocity(rates[0], rates[1], rates[2]),
      orientation: orientation,
      place: here.origin,
      levelOrientation: levelOrientation)
  }

  /// Returns the inputs of accelerometers and gyroscopes: orientation and specific force a − g, both in the start's frame.
  func dynamics(at time: Double) -> (orientation: Rotation<Body, ENU>, force: Acceleration<ENU>) {
    let channels = spline.value(at: time), acceleration = spline.acceleration(at: time)
    let here = TangentPlane(origin: plane.geodetic(Displacement<ENU>(channels[0], channels[1], channels[2])))
    let force = Acceleration<ENU>(acceleration[0], acceleration[1], acceleration[2]) - gravity(here)
    return (orientations(channels, here).start, force)
  }

  /// Returns gravity at a point of the start's frame, to integrate the inertial truth there.
  public func gravity(at position: Displacement<ENU>) -> Acceleration<ENU> {
    gravity(TangentPlane(origin: plane.geodetic(position)))
  }

  private func gravity(_ here: TangentPlane) -> Acceleration<ENU> {
    let strength = Ellipsoid.normalGravity(at: here.origin.latitude, height: here.origin.height)
    return plane.earthFromENU.inverse(here.earthFromLevel(Acceleration<Level>(0, -strength.value, 0)))
  }

  /// Returns the orientation in the start's frame, and in the level frame of the place reached.
  private func orientations(
    _ channels: UniformSpline.Channels, _ here: TangentPlane
  ) -> (start: Rotation<Body, ENU>, level: Rotation<Body, Level>) {
    switch angles {
    case .attitude:
      let attitude = Attitude(
        heading: .radians(channels[Channel.heading]), elevation: .radians(channels[Channel.elevation]),
        roll: .radians(channels[Channel.roll]))
      let level = Rotation<Body, Level>(attitude) * mount
      return (plane.earthFromENU.inverse * here.earthFromLevel * level, level)
    case .quaternion:
      let turn =
        Rotation<Body, Level>(x: channels[3], y: channels[4], z: channels[5], w: channels[6]) ?? .aligned
      let onEarth = plane.earthFromLevel * turn * mount
      return (plane.earthFromENU.inverse * onEarth, here.earthFromLevel.inverse * onEarth)
    }
  }
}
