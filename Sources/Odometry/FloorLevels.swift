import Geometry

/// The levels of the floors on which the shoe has stood: spots with their places and heights. A floor keeps its height, so a
/// shoe that stands again where it stood before is as high as it was then, and the drift of the height since then is measured.
/// This holds on a ramp as on a level floor: nothing is assumed to be level, and ground that was not walked on before is not
/// changed.
///
/// The height's drift is mostly one slope for a whole walk. Its 1 σ grows by a share s of the way (`foot.height_drift`), and at
/// faster gaits with the square of the speed, as the forces of the swing do; D is its sum (`drifted`). Against a spot j that
/// was laid at the sum D_j, the height has the variance V = (D − D_j)². If it agreed with another spot a since then, at the sum
/// D_n, it may also have V = v_a + (D − D_n + |D_j − D_a|)², with v_a what was left; the smaller one counts. With Δ the
/// distance of j's place, s its σ, and g the slope of the ground here, the measured height of j has the variance
///   R = n² + g² (Δ + s)² + (the difference of the heights nearby)², n `foot.floor_noise`.
///
/// Floors are at least `floorDistance` apart. A height between two floors is compared with a spot only if it is decisively
/// nearer to it: with σ² = V + R, H the distance and Δh the difference of heights, exp(−Δh²/2σ²) has to be larger than
/// exp(−(H − Δh)²/2σ²) by the factor exp(c/2), so |Δh| ≤ (H − c σ²/H)/2.
public struct FloorLevels: Sendable {
  /// A spot on which the shoe stood.
  private struct Spot: Sendable {
    /// Along the scene's x and z, and the height; meters.
    var place = SIMD2(0.0, 0.0)
    var height = 0.0
    /// Sums of the errors of height and place when it was laid.
    var drifted = 0.0, strayed = 0.0
  }

  /// A remembered spot at which the shoe stands again.
  public struct Match: Sendable {
    fileprivate var spot: Int
    /// Remembered height less that of the path, the remembered height, V, and R: meters and their squares.
    var innovation: Double, height: Double, drift: Double, variance: Double
    /// Largest difference of heights in meters with which the spot is on this floor; not positive if it may be on another one
    /// whatever its height.
    var limit: Double
    /// Whether a difference that may be a step of the floor has appeared at the stance before too.
    var isConfirmed = true
  }

  private let drift: Double, noise: Double, reach: Double
  private var spots = [Spot](repeating: Spot(), count: FloorLevels.capacity)
  /// Number of all spots that were laid: the next one replaces the oldest.
  private(set) var laid = 0
  private var drifted = 0.0, strayed = 0.0
  /// The last agreement: the spot's `drifted`, that at the time, and the variance that was left.
  private var agreed = (spot: 0.0, now: 0.0, variance: 0.0)
  /// Whether the way of the last stride is unknown.
  private var isInterrupted = false
  private var last: (place: SIMD3<Double>, seconds: Double)?
  /// Slopes of the last two strides.
  private var slope = 0.0, slopeBefore = 0.0
  /// The difference of heights at the last stance, if it stood on a remembered spot.
  private var lastDifference: Double?

  /// Some 700 m of ground.
  static let capacity = 512
  /// Shortest stride in meters that counts as one.
  private static let shortest = 0.1
  /// Speed of a walk in m/s: the drift at it is `foot.height_drift`.
  private static let walk = 1.4
  /// Error of the place as a share of the way, and the largest one with which places are compared; meters.
  private static let straying = 0.01, farthest = 4.0
  /// Share of a climb that its error has.
  private static let climbShare = 0.02
  /// Least slope of ground that seems level.
  private static let leastSlope = 0.02
  /// Least distance of two floors in meters, and c of the formula above: a factor of 20.
  private static let floorDistance = 2.2, decisive = 6.0
  private static let gate = 3.0
  /// A larger difference of heights may be a step of the floor; it has to appear at two stances in succession. In meters.
  private static let step = 0.1

  init(_ parameters: ShoeParameters) {
    drift = parameters.heightDrift
    noise = parameters.floorNoise.value
    reach = parameters.floorReach.value
  }

  /// Number of remembered spots, and of those that were forgotten.
  var remembered: Int { min(laid, Self.capacity) }
  var forgotten: Int { laid - remembered }

  /// Counts errors of height and place in meters, 1 σ, that are not those of strides: of a lift, or of a gap in the samples.
  mutating func addDoubt(height: Double, place: Double) {
    drifted += height
    strayed += place
    isInterrupted = true
    lastDifference = nil
  }

  /// Ingests a stance. Returns the remembered spot on which it stood; the owner passes the result to `settle`. Without
  /// one the stance becomes a spot of its own.
  mutating func ingest(_ place: SIMD3<Double>, at seconds: Double) -> Match? {
    guard reach > 0 else { return nil }
    guard let before = last else {
      last = (place, seconds)
      lay(place)
      return nil
    }
    let way = SIMD2(place.x - before.place.x, place.z - before.place.z), length = (way * way).sum().squareRoot()
    let climb = isInterrupted ? 0 : (place.y - before.place.y).magnitude
    guard length + climb >= Self.shortest else { return nil }
    last = (place, seconds)
    isInterrupted = false
    let pace = length / max(seconds - before.seconds, 0.1) / Self.walk
    drifted += drift * length * max(1, pace * pace) + Self.climbShare * climb
    strayed += Self.straying * length
    (slopeBefore, slope) = (slope, climb / max(length, Self.shortest))
    guard var match = match(place) else {
      lastDifference = nil
      lay(place)
      return nil
    }
    let difference = match.innovation
    if difference.magnitude > match.limit { lay(place) }
    if difference.magnitude > Self.step {
      match.isConfirmed = lastDifference.map { (difference - $0).magnitude < Self.step } ?? false
    }
    lastDifference = difference
    return match
  }

  /// The most certain of the spots here that are on this floor; if there is none, the one of the most similar height that is not
  /// clearly on the floor above or below.
  private func match(_ place: SIMD3<Double>) -> Match? {
    let here = SIMD2(place.x, place.z), steepest = max(slope, slopeBefore, Self.leastSlope)
    var best: Match?, other: Match?, low = Double.infinity, high = -Double.infinity
    for index in 0..<remembered {
      let spot = spots[index], error = strayed - spot.strayed
      guard error <= Self.farthest else { continue }
      let away = spot.place - here, squared = (away * away).sum(), range = reach + error
      guard squared <= range * range else { continue }
      let drift = driftVariance(against: spot), aside = steepest * (squared.squareRoot() + error)
      let variance = noise * noise + aside * aside, innovation = spot.height - place.y
      guard innovation.magnitude < 0.5 * Self.floorDistance else { continue }
      let limit = min(Self.gate * (drift + variance).squareRoot(), decisiveLimit(drift + variance))
      let match = Match(
        spot: index, innovation: innovation, height: spot.height, drift: drift, variance: variance, limit: limit)
      guard innovation.magnitude <= limit else {
        if other.map({ innovation.magnitude < $0.innovation.magnitude }) ?? true { other = match }
        continue
      }
      low = min(low, spot.height)
      high = max(high, spot.height)
      if best.map({ drift + variance < $0.drift + $0.variance }) ?? true { best = match }
    }
    guard var best else { return other }
    let spread = max(high - best.height, best.height - low)
    best.variance += spread * spread
    return best
  }

  /// Largest difference of heights that is decisively nearer to the same floor than to the next one.
  private func decisiveLimit(_ variance: Double) -> Double {
    0.5 * (Self.floorDistance - Self.decisive * variance / Self.floorDistance)
  }

  /// Variance of the height against that of a spot.
  private func driftVariance(against spot: Spot) -> Double {
    let direct = drifted - spot.drifted, around = drifted - agreed.now + (spot.drifted - agreed.spot).magnitude
    return min(direct * direct, agreed.variance + around * around)
  }

  /// Ingests the correction of the height by a match, in meters, and the share of its variance that is left; nil if the match was
  /// refused.
  mutating func settle(_ match: Match, _ result: (correction: Double, left: Double)?) {
    guard let result else { return }
    last?.place.y += result.correction
    lastDifference = lastDifference.map { $0 - result.correction }
    guard result.left <= 0.5 else { return }
    agreed = (spots[match.spot].drifted, drifted, match.drift * result.left)
  }

  private mutating func lay(_ place: SIMD3<Double>) {
    spots[laid % Self.capacity] = Spot(
      place: SIMD2(place.x, place.z), height: place.y, drifted: drifted, strayed: strayed)
    laid += 1
  }
}
