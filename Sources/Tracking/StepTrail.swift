import Geometry
import Samples

/// The path walked in the scene, step by step, for some seconds back: it gives the walker's position at the time of a late fix.
/// Between steps the walker moves evenly; after the last one with its velocity, for at most the time of a step.
struct StepTrail: Sendable {
  private struct Knot {
    var time: BootInstant
    /// Position along the scene's east and north.
    var position: SIMD2<Double>
  }

  /// A ring for three steps per second over twenty seconds.
  private var knots: [Knot] = Array(repeating: Knot(time: BootInstant(nanoseconds: .min), position: .zero), count: 64)
  private var count = 0
  private(set) var position = SIMD2(0.0, 0.0)
  /// Velocity in the last step, in the scene.
  private(set) var velocity = SIMD2(0.0, 0.0)
  private var interval = TimeSpan.zero

  private subscript(back: Int) -> Knot { knots[(count - 1 - back) & 63] }
  private mutating func append(_ knot: Knot) {
    knots[count & 63] = knot
    count += 1
  }

  mutating func add(_ displacement: SIMD2<Double>, over interval: TimeSpan, until time: BootInstant) {
    let start = time - interval
    if count == 0 || self[0].time < start { append(Knot(time: start, position: position)) }
    position += displacement
    append(Knot(time: time, position: position))
    velocity = displacement / max(interval.value, 0.1)
    self.interval = interval
  }

  /// Returns the walker's possible displacement since the last step.
  func ahead(at time: BootInstant) -> SIMD2<Double> {
    guard count > 0 else { return .zero }
    let since = (time - self[0].time).value
    return since <= 0 ? .zero : velocity * min(since, interval.value)
  }

  func position(at time: BootInstant) -> SIMD2<Double> {
    guard count > 0 else { return position }
    if time >= self[0].time { return position + ahead(at: time) }
    var back = 0
    let reach = min(count, 64)
    while back + 1 < reach {
      let early = self[back + 1], late = self[back]
      if early.time <= time {
        let span = (late.time - early.time).value
        let part = span > 0 ? (time - early.time).value / span : 1
        return early.position + (late.position - early.position) * part
      }
      back += 1
    }
    return self[reach - 1].position
  }
}
