/// Heading, elevation and roll of a viewing axis: an orientation in readable form.
///
/// The identity orientation is level, upright and facing true north. Azimuths run clockwise from true north, elevation
/// is positive upward, and roll = atan2(u·x, u·y) with u the world's up and x, y the display's right and up axes: it is
/// positive when the right side is higher.
public struct Attitude: Equatable, Sendable {
  public var heading: Angle
  public var elevation: Angle
  public var roll: Angle

  public init(heading: Angle, elevation: Angle, roll: Angle) {
    self.heading = heading
    self.elevation = elevation
    self.roll = roll
  }

  /// The attitude of an orientation. At zenith and nadir heading and roll are one degree of freedom; roll is 0 there by
  /// convention.
  public init(_ orientation: Rotation<Body, Level>) {
    let back = orientation(Direction<Body>(0, 0, 1))
    let up = orientation.inverse(Direction<Level>(0, 1, 0))
    elevation = .arcSine(-back.y)
    if hypot(back.x, back.z) > 1e-12 {
      heading = Angle.arcTangent(-back.x, back.z).azimuth
      roll = .arcTangent(up.x, up.y)
    } else {
      // Straight up or down, forward is the direction of the body's top after leveling.
      let top = orientation(Direction<Body>(0, 1, 0))
      let sign: Double = back.y < 0 ? -1 : 1
      heading = Angle.arcTangent(sign * top.x, -sign * top.z).azimuth
      roll = .zero
    }
  }
}

extension Rotation where From == Body, To == Level {
  /// The orientation with this heading, then elevation, then roll: R = azimuth(heading) · about x(elevation) · about z(roll).
  public init(_ attitude: Attitude) {
    let elevated = Rotation<Body, Body>(about: Direction(1, 0, 0), by: attitude.elevation)
    let rolled = Rotation<Body, Body>(about: Direction(0, 0, 1), by: attitude.roll)
    self = Rotation<Level, Level>.azimuth(attitude.heading) * Rotation<Body, Level>.aligned * elevated * rolled
  }

  /// Returns the azimuth of a body axis's horizontal projection; nil for an axis within 1e-12 of vertical, which has no azimuth.
  public func azimuth(of axis: Direction<Body>) -> Angle? {
    let arrow = self(axis)
    guard hypot(arrow.x, arrow.z) > 1e-12 else { return nil }
    return Angle.arcTangent(arrow.x, -arrow.z).azimuth
  }
}
