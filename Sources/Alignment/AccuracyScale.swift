import Geodesy
public import Geometry
import Samples

/// The factor that would make a receiver's stated radii right, for its owner to see: from the deviation of its fixes from the walked path, over minutes.
///
/// Consecutive fixes carry no information on it, since their errors are nearly the same and a receiver that smooths looks too
/// good. So only fixes a correlation time τ apart are compared: with Δf between two of them and Δq the path between them in the
/// scene, turned by the alignment, the misfit d = Δf − Rot(ψ) Δq has on each axis the variance
///
///     V(k) = k² (σ₁² + σ₂² − 2 ρ σ₁ σ₂) + 2 w² + ½ (¼ σ_ψ² + a²) |Δq|² + b · way,   ρ = e^(−Δt/τ)
///
/// of Gauss-Markov errors of the stated size times k, white noise w, and the path's own error; σ_ψ² counts by a quarter, because
/// the yaw was estimated from the same fixes. In the code: `white` for w, `yawShare` for ¼, `wayScale` for a, `wayNoise` for b.
/// Over a grid of k within 0.5 … 1.5 the log-likelihoods of d are summed, after Student with ν = 20 (`tail`), so that an outlier
/// does not decide:
///
///     −½ (2 ln V + (ν + 2) ln(1 + |d|²/(ν V)))
///
/// each with weight 0.8, because successive misfits share a fix and so are correlated by −(1 − ρ)/2 = −0.32. The prior of ln k is
/// 0 with standard deviation 0.25; the result is e to the posterior mean of ln k, and is not given before three minutes.
public struct AccuracyScale: Equatable, Sendable {
  private struct Node: Equatable, Sendable {
    var time: BootInstant
    var place: Geodetic
    var scene: Displacement<Scene>
    var sigma: Double
    var way: Double
  }

  /// Factor by which stated radii would be right.
  public private(set) var value = 1.0
  /// Time span of the data behind it.
  public private(set) var span = TimeSpan.zero
  /// Counts of pairs of fixes that were compared, and that could not be compared: no heading, or too far apart in time.
  public private(set) var used = 0
  public private(set) var skipped = 0
  private let correlationTime: TimeSpan
  private var last: Node?
  private var centre = 0.0, sigma = AccuracyScale.priorSigma
  private var likelihood: [Double]

  public static let range = 0.5...1.5
  /// Shortest time span before a value is given.
  public static let patience = TimeSpan(180)
  static let priorSigma = 0.25, longest = TimeSpan(3600)
  private static let steps = 33
  /// Information per remembered minute when a scale is restored: 1/σ² = 1/0.25² + 1.5 per minute.
  private static let worth = 1.5
  private static let white = 0.7, wayScale = 0.03, wayNoise = 0.01, yawShare = 0.25, tail = 20.0
  private static let headingEnough = Angle.degrees(12)

  public init(correlationTime: TimeSpan = TimeSpan(35)) {
    self.correlationTime = correlationTime
    likelihood = Array(repeating: 0, count: Self.steps)
  }

  /// Restores a scale that was learned before, with the time span behind it.
  public mutating func restore(_ scale: Double, span: TimeSpan) {
    guard scale.isFinite, Self.range.contains(scale), span.isFinite, span > .zero else { return }
    centre = log(scale)
    sigma = (1 / (1 / (Self.priorSigma * Self.priorSigma) + Self.worth * span.value / 60)).squareRoot()
    value = scale
    self.span = min(span, Self.longest)
  }

  /// Discards the last fix for a new scene, where positions of the old one are invalid.
  public mutating func restart() { last = nil }

  /// Adds an estimate, with the yaw from the drift-free scene to the Earth.
  public mutating func add(_ estimate: Estimate, yaw: Angle, sigma: Angle?) {
    let radius = estimate.radius
    guard radius.isFinite, radius > .zero, estimate.place.isFinite, estimate.scene.isFinite else { return }
    let node = Node(
      time: estimate.time, place: estimate.place, scene: estimate.scene,
      sigma: radius.value / RadiusPerSigma.of68, way: estimate.way.value)
    guard let before = last else { return last = node }
    let time = node.time - before.time
    guard time >= correlationTime else { return }
    last = node
    guard let sigma, sigma < Self.headingEnough, time < correlationTime * 3 else { return skipped += 1 }
    used += 1
    compare(before, node, time, yaw, sigma.radians)
  }

  private mutating func compare(_ a: Node, _ b: Node, _ time: TimeSpan, _ yaw: Angle, _ yawSigma: Double) {
    let moved = Rotation<Scene, Level>.yaw(yaw)(b.scene - a.scene)
    let fixes = a.place.smallOffset(to: b.place)
    let east = fixes.x - moved.x, south = fixes.z - moved.z
    let square = east * east + south * south, distance = moved.x * moved.x + moved.z * moved.z
    let keep = exp(-time / correlationTime)
    let receiver = a.sigma * a.sigma + b.sigma * b.sigma - 2 * keep * a.sigma * b.sigma
    let rest =
      2 * Self.white * Self.white + 0.5 * (Self.yawShare * yawSigma * yawSigma + Self.wayScale * Self.wayScale)
      * distance
      + Self.wayNoise * max(0, b.way - a.way)
    guard square.isFinite, receiver > 0, rest.isFinite else { return }
    // The memory is one hour.
    let fade = exp(-time / Self.longest)
    for i in 0..<Self.steps {
      let k = Self.scale(i), variance = k * k * receiver + rest
      likelihood[i] =
        likelihood[i] * fade - 0.4 * (2 * log(variance) + (Self.tail + 2) * log1p(square / (Self.tail * variance)))
    }
    span = min(span + time, Self.longest)
    if span >= Self.patience { value = mean }
  }

  private static func scale(_ i: Int) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(i) / Double(steps - 1)
  }

  /// e to the posterior mean of ln k.
  private var mean: Double {
    func belief(_ i: Int) -> Double {
      let off = (log(Self.scale(i)) - centre) / sigma
      return likelihood[i] - 0.5 * off * off
    }
    var most = -Double.infinity
    for i in 0..<Self.steps { most = max(most, belief(i)) }
    var weights = 0.0, sum = 0.0
    for i in 0..<Self.steps {
      // Even steps of k are uneven in ln k: weight dk/k.
      let weight = exp(belief(i) - most) / Self.scale(i)
      weights += weight
      sum += weight * log(Self.scale(i))
    }
    return min(Self.range.upperBound, max(Self.range.lowerBound, exp(sum / weights)))
  }
}
