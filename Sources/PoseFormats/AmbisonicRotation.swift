public import Geometry

/// The orientation and directions in the axes of ambisonics, as the IEM plug-ins use them: x to the front, y to the left, z up.
/// Azimuth is positive to the left, elevation upward; pitch is positive with the front down, because all three angles are
/// right-handed about these axes.
public struct AmbisonicRotation {
  public let w: Double, x: Double, y: Double, z: Double

  /// Body axes (x right, y up, z back) and scene axes are permuted in the same way: (x, y, z) → (−z, −x, y).
  public init(_ rotation: Rotation<Body, Scene>) {
    let q = rotation.quaternion
    (w, x, y, z) = (q.w, -q.z, -q.x, q.y)
  }

  /// Yaw about z, then pitch about y, then roll about x.
  public var yaw: Angle { .arcTangent(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) }
  public var pitch: Angle { .arcSine(2 * (w * y - z * x)) }
  public var roll: Angle { .arcTangent(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) }

  /// Returns azimuth and elevation of a direction from the body; zero for a point at its origin.
  public static func direction(of offset: Displacement<Body>) -> (azimuth: Angle, elevation: Angle) {
    let level = hypot(offset.x, offset.z)
    return (.arcTangent(-offset.x, -offset.z), .arcTangent(offset.y, level))
  }
}
