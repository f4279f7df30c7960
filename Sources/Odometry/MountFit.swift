import Geometry
import Samples

/// Error of the heading as seen by accelerations: the changes of velocity Δu from the accelerometer, turned by the estimated
/// heading, against those from fixes, Δv: θ = atan2(Σ Δu × Δv, Σ Δu · Δv), whatever the mount. It needs no start and no small
/// angles, so it finds a device that faces backward.
///
/// The two fixes of a pair are at least 0.7 s apart (`times`), and not much more. Fixes with velocity give Δv directly;
/// without velocity, three fixes give it as a difference of mean velocities, and Δu is then formed in the same way from the path.
struct MountFit: Sendable {
  private struct Point: Sendable {
    var time: BootInstant
    var place: SIMD3<Double>
    var velocity: SIMD2<Double>?
    var free: SIMD3<Double>
    var freePath: SIMD3<Double>
  }
  private var before: Point?
  private var earlier: Point?
  private var count = 0.0, sumU = SIMD2<Double>.zero, sumV = SIMD2<Double>.zero
  private var cross = 0.0, dot = 0.0, felt = 0.0, seen = 0.0

  /// Times between the two fixes of a pair, in s: over shorter ones the noise of fixes is too large, over longer ones the drift of
  /// the accelerometer.
  private static let times = 0.7..<5
  /// Time constant with which pairs are forgotten.
  private static let memory = TimeSpan(30)
  /// Needed for a verdict: a number of pairs, a sum of squared changes of velocity, and their agreement.
  private static let leastPairs = 8.0, leastCoherence = 0.65
  private static let leastEvidence = Quantity<SquareMetrePerSquareSecond>(1)

  /// Discards the last points: a stretch without motion data cannot be used.
  mutating func interrupt() {
    before = nil
    earlier = nil
  }

  mutating func ingest(_ past: MotionHistory.Moment, place: SIMD3<Double>, velocity: SIMD2<Double>?, yaw: Double) {
    let point = Point(time: past.time, place: place, velocity: velocity, free: past.free, freePath: past.freePath)
    guard let last = before else {
      before = point
      return
    }
    let span = (point.time - last.time).value
    guard span >= Self.times.lowerBound else { return }
    guard span < Self.times.upperBound else {
      interrupt()
      before = point
      return
    }
    if let velocity, let old = last.velocity {
      let change = point.free - last.free
      add(SIMD2(change.x, change.z), velocity - old, span, yaw)
    } else if let first = earlier {
      let old = (last.time - first.time).value
      let u = (point.freePath - last.freePath) / span - (last.freePath - first.freePath) / old
      let v = (point.place - last.place) / span - (last.place - first.place) / old
      add(SIMD2(u.x, u.z), SIMD2(v.x, v.z), span, yaw)
    }
    earlier = last
    before = point
  }

  private mutating func add(_ felt: SIMD2<Double>, _ v: SIMD2<Double>, _ span: Double, _ yaw: Double) {
    let c = cos(yaw), s = sin(yaw)
    let u = SIMD2(c * felt.x - s * felt.y, s * felt.x + c * felt.y)
    let kept = exp(-span / Self.memory.value)
    count = count * kept + 1
    sumU = sumU * kept + u
    sumV = sumV * kept + v
    // clockwise seen from above, with z south: from u to v
    cross = cross * kept + (u.x * v.y - u.y * v.x)
    dot = dot * kept + (u.x * v.x + u.y * v.y)
    self.felt = self.felt * kept + (u.x * u.x + u.y * u.y)
    seen = seen * kept + (v.x * v.x + v.y * v.y)
  }

  /// Returns the turn, clockwise, to add to the estimated heading, and its 1 σ from the coherence of the pairs; nil without
  /// enough evidence or while the pairs contradict each other. Means are subtracted first: a wrong tilt adds the same to every
  /// change of velocity from the accelerometer.
  func verdict() -> (turn: Double, sigma: Double)? {
    guard count > Self.leastPairs else { return nil }
    let u = sumU / count, v = sumV / count
    let cross = cross - count * (u.x * v.y - u.y * v.x), dot = dot - count * (u.x * v.x + u.y * v.y)
    let felt = felt - count * (u.x * u.x + u.y * u.y), seen = seen - count * (v.x * v.x + v.y * v.y)
    // Both changes of one motion have a similar size; half or twice as much comes from something else.
    guard seen > Self.leastEvidence.value, felt > 0.5 * seen, felt < 2 * seen else { return nil }
    let coherence = (cross * cross + dot * dot) / (felt * seen)
    guard coherence > Self.leastCoherence else { return nil }
    return (atan2(cross, dot), ((1 - coherence) / (coherence * (count - 2))).squareRoot())
  }
}
