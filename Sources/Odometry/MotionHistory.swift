import Fusion
import Geometry
import Samples

/// The motion of a vehicle in the last seconds, revised by later corrections: a late fix is compared with the motion at its own
/// time, and its correction is applied to the past as well.
struct MotionHistory: Sendable {
  struct Moment: Momentary {
    var time: BootInstant
    var position: SIMD3<Double>
    var velocity: SIMD3<Double>
    /// Velocity and path from acceleration alone, with an arbitrary start and never corrected.
    var free: SIMD3<Double>
    var freePath: SIMD3<Double>
  }

  private var ring: MomentRing<Moment>

  init(_ span: TimeSpan, every interval: TimeSpan) {
    ring = MomentRing(capacity: max(8, Int(span.value / interval.value) + 1))
  }

  mutating func append(_ moment: Moment) { ring.append(moment) }
  mutating func clear() { ring.removeAll() }
  /// Applies a change to every moment.
  mutating func revise(_ change: (inout Moment) -> Void) { ring.revise(change) }

  /// Returns the state at a time: up to the newest by interpolation (position by the cubic through both ends' velocities), after
  /// it by constant velocity; nil before the oldest moment.
  func moment(at time: BootInstant) -> Moment? {
    guard let age = ring.age(at: time) else { return nil }
    let a = ring[age]
    guard age + 1 < ring.count else {
      var result = a
      let ahead = (time - a.time).value
      result.time = time
      result.position += a.velocity * ahead
      result.freePath += a.free * ahead
      return result
    }
    let b = ring[age + 1]
    let span = (b.time - a.time).value, u = (time - a.time).value / span
    func line(_ x: SIMD3<Double>, _ y: SIMD3<Double>) -> SIMD3<Double> { x + (y - x) * u }
    func cubic(_ p: SIMD3<Double>, _ v: SIMD3<Double>, _ q: SIMD3<Double>, _ w: SIMD3<Double>) -> SIMD3<Double> {
      let d = q - p, c = (v * (1 - u) - w * u) * span - d * (1 - 2 * u)
      return p + d * u + c * (u * (1 - u))
    }
    return Moment(
      time: time, position: cubic(a.position, a.velocity, b.position, b.velocity),
      velocity: line(a.velocity, b.velocity), free: line(a.free, b.free),
      freePath: cubic(a.freePath, a.free, b.freePath, b.free))
  }
}
