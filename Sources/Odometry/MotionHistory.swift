import Geometry
import Samples

/// The motion of a vehicle in the last seconds, revised by later corrections: a late fix is compared with the motion at its own
/// time, and its correction is applied to the past as well.
struct MotionHistory: Sendable {
  struct Moment: Sendable {
    var time: BootInstant
    var position: SIMD3<Double>
    var velocity: SIMD3<Double>
    /// Velocity and path from acceleration alone, with an arbitrary start and never corrected.
    var free: SIMD3<Double>
    var freePath: SIMD3<Double>
  }

  private var ring: [Moment] = []
  private var newest = 0
  private let capacity: Int

  init(_ span: TimeSpan, every interval: TimeSpan) {
    capacity = max(8, Int(span.value / interval.value) + 1)
    ring.reserveCapacity(capacity)
  }

  /// Index in the ring, by age: 0 is the oldest.
  private func index(_ position: Int) -> Int { ring.count < capacity ? position : (newest + 1 + position) % capacity }

  mutating func append(_ moment: Moment) {
    if let last = ring.isEmpty ? nil : ring[newest], last.time >= moment.time {
      ring[newest] = moment
    } else if ring.count < capacity {
      ring.append(moment)
      newest = ring.count - 1
    } else {
      newest = (newest + 1) % capacity
      ring[newest] = moment
    }
  }

  /// Returns the state at a time: up to the newest by interpolation (position by the cubic through both ends' velocities), after
  /// it by constant velocity; nil before the oldest moment.
  func moment(at time: BootInstant) -> Moment? {
    guard !ring.isEmpty else { return nil }
    let last = ring[newest]
    if time >= last.time {
      var result = last
      let ahead = (time - last.time).value
      result.time = time
      result.position += last.velocity * ahead
      result.freePath += last.free * ahead
      return result
    }
    var low = 0, high = ring.count - 1
    guard ring[index(0)].time <= time else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if ring[index(middle)].time <= time { low = middle } else { high = middle }
    }
    let a = ring[index(low)], b = ring[index(high)]
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

  mutating func clear() {
    ring.removeAll(keepingCapacity: true)
    newest = 0
  }

  /// Applies a change to every moment.
  mutating func revise(_ change: (inout Moment) -> Void) {
    for i in ring.indices { change(&ring[i]) }
  }
}
