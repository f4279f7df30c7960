public import Fusion
public import Geometry
import Samples

/// The turn that best lays the whole path walked in the scene upon the fixes: a planar rigid fit in closed form, with one pass
/// over the buffer; its variance accounts for the correlated errors of fixes.
///
/// With the sums of `WayComparison`
///
///     θ = atan2(Σ f′_e q′_n − f′_n q′_e, Σ f′·q′),   σ_θ² = 1 / Σ q′·q′
///
/// as in a fit with white errors, to which it is equal for τ → 0.
public struct RigidFit: Equatable, Sendable {
  /// True azimuth = scene azimuth + yaw, as of the newest estimate.
  public var yaw: Angle
  public var sigma: Angle
  public var estimates: Int
  /// Agreement R of the turned path and the fixes: the ln of the likelihood falls by R (1 − cos a) when the path is turned by
  /// another angle a.
  public var agreement: Double
  /// Root mean square distance of the scene positions from their center.
  public var baseline: Length

  /// Reason for which there is no fit.
  public enum Refusal: String, CountedReason, Error {
    case tooFew = "too few estimates"
    case standing = "no way between the estimates"
    case radii = "radii larger than the way"
    case unseen = "a way that the fixes do not show"

    /// Written out because it is read at each fix: the list of all cases would cost an allocation.
    public var slot: Int {
      switch self {
      case .tooFew: 0
      case .standing: 1
      case .radii: 2
      case .unseen: 3
      }
    }
  }
}

extension EstimateBuffer {
  /// Least number of estimates for a fit.
  private static let leastCount = 3
  /// Time until a much worse stated radius is accepted.
  private static let biasRise = TimeSpan(5)

  /// Returns the fit of all estimates. Those farther off than `huber` standard deviations count less, by a second pass.
  public func rigidFit() -> Result<RigidFit, RigidFit.Refusal> {
    guard points.count >= Self.leastCount else { return .failure(.tooFew) }
    let first = fitOnce(nil)
    guard first.spread > 0, first.information > 1e-12 else { return .failure(.standing) }
    let sums = first.information > 1 ? fitOnce(first) : first
    let span = (points[points.count - 1].time - points[0].time).value
    let walk = parameters.yawWalk.radians * parameters.yawWalk.radians
    // A heading that changes by a random walk has, in the mean over the span, a third of its variance at the end. An unknown
    // drift turns the mean away from the end by its amount in half the time.
    var drifted = 0.0
    for (a, b) in zip(points, points.dropFirst()) { drifted += 0.5 * b.driftSigma * (b.time - a.time).value }
    let variance = 1 / sums.information + walk * span / 3 + drifted * drifted
    guard variance < 1 else { return .failure(.radii) }
    // Steps that led nowhere have a path too: it is evidence for the turn only if the fixes moved with it.
    guard sums.comparison.evidence >= 0 else { return .failure(.unseen) }
    return .success(
      RigidFit(
        yaw: .arcTangent(sums.sine, sums.cosine), sigma: .radians(variance.squareRoot()), estimates: points.count,
        agreement: hypot(sums.sine, sums.cosine),
        baseline: Length((sums.spread / Double(points.count)).squareRoot())))
  }

  private struct Sums {
    var comparison = WayComparison()
    var spread = 0.0
    var information: Double { comparison.information }
    var sine: Double { comparison.sine }
    var cosine: Double { comparison.cosine }
  }

  private func fitOnce(_ before: Sums?) -> Sums {
    var sums = Sums(), last: BootInstant?
    var mean = SIMD2(0.0, 0.0), meanSquare = 0.0
    let size = before.map { hypot($0.sine, $0.cosine) } ?? 1
    let s = (before?.sine ?? 0) / size, c = (before?.cosine ?? 1) / size
    let fixCentre = before?.comparison.fixCentre ?? .zero, sceneCentre = before?.comparison.sceneCentre ?? .zero
    let fixOrigin = points[0].earth, sceneOrigin = points[0].scene
    let noise = parameters.noise.value * parameters.noise.value
    let sceneNoise = parameters.sceneNoise.value * parameters.sceneNoise.value

    for point in points {
      let q = point.scene - sceneOrigin
      mean += q
      meanSquare += q.x * q.x + q.y * q.y
      let claim = point.radius / RadiusPerSigma.of68
      var innovation = sums.comparison.innovation(
        fix: point.earth - fixOrigin, scene: q, claim: claim, white: min(noise, 0.25 * claim * claim) + sceneNoise,
        after: last.map { point.time - $0 } ?? .zero, biasTime: parameters.biasTime, rise: Self.biasRise)
      last = point.time
      if before != nil {
        let f = innovation.fix - innovation.unit * fixCentre, q = innovation.scene - innovation.unit * sceneCentre
        let residual = f - SIMD2(c * q.x + s * q.y, c * q.y - s * q.x)
        let surprise = (residual * residual).sum() / (2 * innovation.variance)
        let limit = parameters.huber * parameters.huber
        if surprise > limit { innovation.variance *= (surprise / limit).squareRoot() }
      }
      sums.comparison.add(innovation)
    }
    mean /= Double(points.count)
    sums.spread = meanSquare - (mean * mean).sum() * Double(points.count)
    return sums
  }
}
