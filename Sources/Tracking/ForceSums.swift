import Geometry
import Samples
import Tie

/// Sums of the specific force in the level axes of the steady scene, by the trapezoidal rule; and the variance that its noise,
/// which grows with the shaking, has added to the velocity.
struct ForceSums: Sendable {
  private(set) var velocity = SIMD2(0.0, 0.0)
  private(set) var place = SIMD2(0.0, 0.0)
  private(set) var variance = 0.0
  private var last: SIMD2<Double>?
  /// Mean force, and mean square of the force about it, over a second.
  private var mean = SIMD2(0.0, 0.0)
  private var shaking = 0.0
  private let push: Double, share: Double
  private static let time = TimeSpan(1)
  /// Longest interval over which a force is summed.
  private static let longest = TimeSpan(0.2)

  init(push: Double, shaking: Double) { (self.push, share) = (push, shaking) }

  mutating func add(_ force: SIMD2<Double>?, over step: TimeSpan) {
    let t = step.value
    guard t > 0 else { return }
    // Nothing is known of the force in a gap: the motion goes on.
    guard let force else { return place += velocity * t }
    let usual = step > Self.longest ? .zero : ((last ?? force) + force) * 0.5
    last = force
    place += velocity * t + usual * (0.5 * t * t)
    velocity += usual * t
    let keep = 1 - fading(t / Self.time.value)
    mean += (force - mean) * (1 - keep)
    let off = force - mean
    shaking += ((off * off).sum() - shaking) * (1 - keep)
    variance += (push * push + share * share * shaking) * t
  }
}
