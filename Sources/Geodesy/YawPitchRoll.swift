public import Geometry

/// An orientation as three successive rotations about the rotated axes: yaw about z (up), pitch about
/// y (left), roll about x (forward); OGC 21-056r11, requirement /req/basic-ypr/angles.
///
/// All are right-handed. So yaw is counterclockwise seen from above and 0 facing east, positive pitch is nose down,
/// and positive roll is right side down.
public struct YawPitchRoll: Equatable, Sendable {
  /// Yaw in [−180°, 180°].
  public var yaw: Angle
  /// Pitch in [−90°, 90°].
  public var pitch: Angle
  /// Roll in [−180°, 180°].
  public var roll: Angle

  public init(yaw: Angle, pitch: Angle, roll: Angle) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// The angles of a rotation q = q_z(ψ) q_y(θ) q_x(φ), with ψ `yaw`, θ `pitch`, φ `roll`. Multiplied out with half angles,
  ///
  ///     w + y = a cos((φ − ψ)/2)    x − z = a sin((φ − ψ)/2)    a = √2 sin(θ/2 + 45°)
  ///     w − y = b cos((φ + ψ)/2)    x + z = b sin((φ + ψ)/2)    b = √2 cos(θ/2 + 45°)
  ///
  /// and a, b ≥ 0 for pitches within ±90°. Straight down b is zero, straight up a: there yaw and roll are one degree of freedom,
  /// and roll is 0 by convention. Nearby, the only meaningful combination comes from the larger of the
  /// pairs, so the three angles always give the same rotation again (to 3·10⁻¹⁴).
  public init(_ rotation: Rotation<ForwardLeftUp, ENU>) {
    let q = rotation.quaternion
    let a = hypot(q.w + q.y, q.x - q.z), b = hypot(q.w - q.y, q.x + q.z)
    var difference = atan2(q.x - q.z, q.w + q.y), sum = atan2(q.x + q.z, q.w - q.y)
    if b < 1e-14 { sum = -difference }
    if a < 1e-14 { difference = -sum }
    yaw = Angle(sum - difference).wrapped
    pitch = .radians(2 * atan2(a, b) - .pi / 2)
    roll = Angle(sum + difference).wrapped
  }
}

extension Rotation where From == ForwardLeftUp, To == ENU {
  public init(_ angles: YawPitchRoll) {
    let yaw = Self(about: Direction(0, 0, 1), by: angles.yaw)
    let pitch = Rotation<From, From>(about: Direction(0, 1, 0), by: angles.pitch)
    let roll = Rotation<From, From>(about: Direction(1, 0, 0), by: angles.roll)
    self = yaw * pitch * roll
  }
}

extension GeoPose {
  public var angles: YawPitchRoll { YawPitchRoll(rotation) }
}
