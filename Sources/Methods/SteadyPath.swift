import Geometry
import Samples

/// The path through the scene, each stretch turned by the scene's known drift until then: a scene that turns by a degree a second
/// cannot be compared with a minute of fixes, but the path without its drift can.
///
/// Ten knots per second reach back some seconds; between them the scene's own displacement is turned by the drift there.
struct SteadyPath: Sendable {
  private struct Knot: Sendable {
    var time = BootInstant(nanoseconds: .min)
    var scene = Displacement<Scene>.zero, path = Displacement<Scene>.zero
    var drift = Angle.zero
  }
  private var knots = [Knot](repeating: Knot(), count: 64)
  private var count = 0

  private static let interval = TimeSpan(0.1)

  mutating func removeAll() { count = 0 }

  mutating func advance(to scene: Displacement<Scene>, drift: Angle, at time: BootInstant) {
    guard count > 0 else { return append(Knot(time: time, scene: scene, drift: drift)) }
    let last = knots[(count - 1) & 63]
    guard time - last.time >= Self.interval else { return }
    append(Knot(time: time, scene: scene, path: position(scene, from: last), drift: drift))
  }

  /// Returns the position on the path for a scene position at a moment; nil before the oldest knot.
  func position(_ scene: Displacement<Scene>, at time: BootInstant) -> Displacement<Scene>? {
    var back = 1
    while back <= min(count, 64) {
      let knot = knots[(count - back) & 63]
      if knot.time <= time { return position(scene, from: knot) }
      back += 1
    }
    return nil
  }

  private func position(_ scene: Displacement<Scene>, from knot: Knot) -> Displacement<Scene> {
    // Clockwise seen from above by the drift: about up by its opposite.
    knot.path + Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: -knot.drift)(scene - knot.scene)
  }

  private mutating func append(_ knot: Knot) {
    knots[count & 63] = knot
    count += 1
  }
}
