import Alignment
public import Fusion
public import Geometry
import Samples

/// The pair algorithm (docs/engine.md): for two estimates, the angle between the path as seen by the fixes and that seen by the
/// scene, turned by the present yaw; the mean of many such angles is the correction of the yaw.
///
/// angle = bearing(1, 2) − bearing(1, 2calc), with 2calc estimate 1 moved by the scene displacement turned by the target yaw; the
/// mean is that of weighted unit vectors, and its spread their circular standard deviation √(−2 ln R̄) (Mardia and Jupp,
/// *Directional Statistics*, §2.3.1). When it is repeated, each mean is smaller than the last until it varies around zero.
public struct PairHeading: Sendable {
  public enum Choice: String, CaseIterable, Sendable {
    /// A share of all pairs, drawn at random.
    case random
    /// Each estimate in one pair only, drawn at random.
    case disjoint
    /// The share with the highest weight, weight = distance / (r₁ + r₂).
    case weighted
    case all
  }

  public struct Mean: Equatable, Sendable {
    /// Angle to add to the yaw.
    public var angle: Angle
    /// 1 σ: `spread` of one pair, `sigma` of the mean.
    public var spread: Angle
    public var sigma: Angle
    public var pairs: Int
    public var estimates: Int
    /// The mean distance between the fixes of a pair.
    public var baseline: Length
  }

  public enum Refusal: String, CountedReason, Error {
    case tooFew = "too few estimates to pair"
    case tooClose = "all pairs closer together than their radii"
  }

  /// Largest radius (68 %) of a fix that is paired, and least distance of a pair, in meters; share of all pairs that is used.
  private static let largestRadius = 25.0, leastDistance = 5.0, share = 0.3

  public let choice: Choice
  private var generator: Generator
  /// The pairs behind the last mean.
  public private(set) var pairs: [PairAngle] = []

  public init(_ choice: Choice, seed: UInt64 = 1) {
    self.choice = choice
    generator = Generator(seed: seed, stream: "pairs")
  }

  public mutating func mean(of buffer: EstimateBuffer, yaw: Angle) -> Result<Mean, Refusal> {
    pairs.removeAll(keepingCapacity: true)
    let points = buffer.points.filter { $0.radius <= Self.largestRadius }
    guard points.count >= 2 else { return .failure(.tooFew) }
    choose(points, yaw)
    guard !pairs.isEmpty else { return .failure(.tooClose) }

    var east = 0.0, north = 0.0, weight = 0.0, squares = 0.0, distance = 0.0
    for pair in pairs {
      east += pair.weight * pair.angle.sine
      north += pair.weight * pair.angle.cosine
      weight += pair.weight
      squares += pair.weight * pair.weight
      distance += pair.weight * pair.baseline.value
    }
    let length = min(1, hypot(east, north) / weight)
    let spread = (-2 * log(max(length, 1e-9))).squareRoot()
    // The pairs share their fixes, and the fixes their slow error: the number of independent pairs is at most one plus half the
    // number of correlation times in the buffer.
    let span = (points[points.count - 1].time - points[0].time) / buffer.parameters.biasTime
    let independent = min(weight * weight / squares, Double(points.count) / 2, 1 + span / 2)
    // Across the line between two fixes of the mean radius r their difference has an error of σ√2, with σ = r/1.515.
    let radius = points.reduce(0) { $0 + $1.radius } / Double(points.count)
    let across = 2.0.squareRoot() * radius / RadiusPerSigma.of68
    let least = atan2(across, distance / weight) / max(1, independent).squareRoot()
    return .success(
      Mean(
        angle: .arcTangent(east, north), spread: .radians(spread),
        sigma: .radians(max(spread / independent.squareRoot(), least)), pairs: pairs.count, estimates: points.count,
        baseline: Length(distance / weight)))
  }

  private mutating func choose(_ points: [EstimateBuffer.Point], _ yaw: Angle) {
    let s = yaw.sine, c = yaw.cosine
    func pair(_ i: Int, _ j: Int) -> PairAngle? {
      let a = points[i], b = points[j]
      let fixes = b.earth - a.earth, q = b.scene - a.scene
      let scene = SIMD2(c * q.x + s * q.y, c * q.y - s * q.x)
      let distance = hypot(fixes.x, fixes.y), radii = a.radius + b.radius
      guard distance >= max(Self.leastDistance, radii / 2), hypot(q.x, q.y) > 0.1 else { return nil }
      let angle = Angle.arcTangent(fixes.x, fixes.y) - .arcTangent(scene.x, scene.y)
      let weight = choice == .weighted || choice == .all ? distance / radii : 1
      return PairAngle(
        first: a.time, second: b.time, angle: angle.wrapped, weight: weight, baseline: Length(distance))
    }
    switch choice {
    case .disjoint:
      var order = Array(points.indices)
      order.shuffle(using: &generator)
      for k in stride(from: 0, to: order.count - 1, by: 2) {
        if let found = pair(min(order[k], order[k + 1]), max(order[k], order[k + 1])) { pairs.append(found) }
      }
    case .random, .weighted, .all:
      for i in points.indices {
        for j in (i + 1)..<max(i + 1, points.count) {
          if choice == .random, generator.uniform() >= Self.share { continue }
          if let found = pair(i, j) { pairs.append(found) }
        }
      }
      if choice == .weighted {
        pairs.sort { $0.weight > $1.weight }
        pairs.removeLast(pairs.count - max(min(1, pairs.count), Int(Double(pairs.count) * Self.share)))
      }
    }
  }
}
