import Geometry
import Samples

/// A compass that turns between two samples, while the field keeps strength and dip and the gyroscope shows no turn: the device
/// lies otherwise in its holder. A magnet that comes near changes all three.
struct FieldJump: Sendable {
  private var last: (level: SIMD2<Double>, up: Double, time: BootInstant)?

  /// Longest time between the two; the cosine of the least angle; and by how much of the field strength and dip may differ, half as
  /// much as it has turned.
  private static let longest = TimeSpan(0.15), least = cos(0.25 * Double.pi), same = 0.15
  /// Variance of a direction that may be any, in rad².
  static let anyTurn = Double.pi * .pi / 3

  /// Ingests a reading in an orientation; true if the device has turned unseen.
  mutating func ingest(_ field: MagneticField<Body>, _ orientation: Rotation<Body, Scene>, at time: BootInstant) -> Bool
  {
    let here = orientation(field).components, level = SIMD2(here.x, -here.z)
    defer { last = (level, here.y, time) }
    guard let last, time - last.time < Self.longest else { return false }
    let was = (last.level * last.level).sum(), now = (level * level).sum(),
      strength = (was + last.up * last.up).squareRoot()
    guard was > 0, now > 0, (last.level * level).sum() < Self.least * (was * now).squareRoot() else { return false }
    let allowed = Self.same * strength, moved = level - last.level
    return (moved * moved).sum() > 4 * allowed * allowed && (was.squareRoot() - now.squareRoot()).magnitude < allowed
      && (here.y - last.up).magnitude < allowed
  }
}
