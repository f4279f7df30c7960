public import Fusion
public import Geometry
import Samples

/// The turn that lays the whole way walked in the scene upon the fixes: a planar rigid fit, closed form, one pass over the
/// buffer, whose variance knows that the errors of fixes are correlated.
///
/// With f a fix, q the scene position, Rot(θ) clockwise and t a shift, f = Rot(θ) q + t + b + w: b a Gauss-Markov error, w
/// white. The errors are whitened by a Kalman filter that predicts b: run over any column z of the data it yields the
/// innovations z̃ with variances S, and least squares upon these is generalised least squares upon z (Duncan and Horn,
/// "Linear dynamic recursive estimation from the viewpoint of regression analysis", JASA 67, 1972; with the columns side by
/// side, de Jong, "The diffuse Kalman filter", Annals of Statistics 19, 1991). The columns are f, q and the shift's own, 1:
/// its innovations ũ. Then, sums over all weighted with 1/S,
///
///     f̄ = Σ ũ f̃ / Σ ũ²,  q̄ likewise,  f′ = f̃ − ũ f̄,  q′ = q̃ − ũ q̄,
///     θ = atan2(Σ f′_e q′_n − f′_n q′_e, Σ f′·q′),   σ_θ² = 1 / Σ q′·q′
///
/// as in a fit with white errors (features.md §4), and with it for τ → 0.
public struct RigidFit: Equatable, Sendable {
  /// True azimuth = scene azimuth + yaw, as of the newest estimate.
  public var yaw: Angle
  public var sigma: Angle
  public var estimates: Int
  /// Root mean square distance of the scene positions from their centre.
  public var baseline: Length

  /// Why there is none.
  public enum Refusal: String, CountedReason, Error {
    case tooFew = "too few estimates"
    case standing = "no way between the estimates"
    case radii = "radii larger than the way"
  }
}

extension EstimateBuffer {
  /// The fit of all that is here. Estimates farther off than `huber` of their σ count less, by a second pass.
  public func rigidFit() -> Result<RigidFit, RigidFit.Refusal> {
    guard Double(points.count) >= parameters.leastCount else { return .failure(.tooFew) }
    let first = fitOnce(nil)
    guard first.spread > 0, first.information > 1e-12 else { return .failure(.standing) }
    let sums = first.information > 1 ? fitOnce(first) : first
    let span = (points[points.count - 1].time - points[0].time).value
    let walk = parameters.yawWalk.radians * parameters.yawWalk.radians
    // A heading that wanders by a random walk is, in the mean over the span, off by a third of its variance at the end.
    // A drift that nobody knows turns the mean away from the end by what it makes in half the time.
    var drifted = 0.0
    for (a, b) in zip(points, points.dropFirst()) { drifted += 0.5 * b.driftSigma * (b.time - a.time).value }
    let variance = 1 / sums.information + walk * span / 3 + drifted * drifted
    guard variance < 1 else { return .failure(.radii) }
    return .success(
      RigidFit(
        yaw: .arcTangent(sums.sine, sums.cosine), sigma: .radians(variance.squareRoot()), estimates: points.count,
        baseline: Length((sums.spread / Double(points.count)).squareRoot())))
  }

  private struct Sums {
    var sine = 0.0, cosine = 0.0, information = 0.0, spread = 0.0
    /// Of the shift, so that a second pass can tell each estimate's residual.
    var fixCentre = SIMD2(0.0, 0.0), sceneCentre = SIMD2(0.0, 0.0)
  }

  private func fitOnce(_ before: Sums?) -> Sums {
    var level = FixBiasLevel(), variance = 0.0, last: BootInstant?
    // What the filter predicts of b in each column.
    var fixBias = SIMD2(0.0, 0.0), sceneBias = SIMD2(0.0, 0.0), unitBias = 0.0
    var weight = 0.0, fixSum = SIMD2(0.0, 0.0), sceneSum = SIMD2(0.0, 0.0)
    var sine = 0.0, cosine = 0.0, square = 0.0
    var mean = SIMD2(0.0, 0.0), meanSquare = 0.0
    let size = before.map { hypot($0.sine, $0.cosine) } ?? 1
    let s = (before?.sine ?? 0) / size, c = (before?.cosine ?? 1) / size
    let fixOrigin = points[0].earth, sceneOrigin = points[0].scene
    let noise = parameters.noise.value * parameters.noise.value
    let sceneNoise = parameters.sceneNoise.value * parameters.sceneNoise.value

    for point in points {
      let f = point.earth - fixOrigin, q = point.scene - sceneOrigin
      mean += q
      meanSquare += q.x * q.x + q.y * q.y
      let claim = point.radius / RadiusPerSigma.of68
      let span = last.map { point.time - $0 } ?? .zero
      let (shrink, rest) = level.take(claim, after: span, rise: parameters.biasRise)
      let stationary = level.value ?? claim
      let keep = last == nil ? 0 : exp(-span.value / parameters.biasTime.value)
      last = point.time
      let factor = keep * shrink
      fixBias *= factor
      sceneBias *= factor
      unitBias *= factor
      variance = variance * factor * factor + stationary * stationary * (1 - keep * keep)
      var white = min(noise, 0.25 * claim * claim) + sceneNoise + rest
      let fixPart = f - fixBias, scenePart = q - sceneBias, unitPart = 1 - unitBias
      if let before {
        let f = fixPart - unitPart * before.fixCentre, q = scenePart - unitPart * before.sceneCentre
        let residual = f - SIMD2(c * q.x + s * q.y, c * q.y - s * q.x)
        let surprise = (residual * residual).sum() / (2 * (variance + white))
        let limit = parameters.huber * parameters.huber
        if surprise > limit { white += (variance + white) * ((surprise / limit).squareRoot() - 1) }
      }
      let innovation = variance + white, gain = variance / innovation
      fixBias += fixPart * gain
      sceneBias += scenePart * gain
      unitBias += unitPart * gain
      variance *= 1 - gain

      let w = 1 / innovation
      weight += w * unitPart * unitPart
      fixSum += fixPart * (w * unitPart)
      sceneSum += scenePart * (w * unitPart)
      sine += w * (fixPart.x * scenePart.y - fixPart.y * scenePart.x)
      cosine += w * (fixPart * scenePart).sum()
      square += w * (scenePart * scenePart).sum()
    }
    var sums = Sums()
    sums.fixCentre = fixSum / weight
    sums.sceneCentre = sceneSum / weight
    sums.sine = sine - (fixSum.x * sceneSum.y - fixSum.y * sceneSum.x) / weight
    sums.cosine = cosine - (fixSum * sceneSum).sum() / weight
    sums.information = square - (sceneSum * sceneSum).sum() / weight
    mean /= Double(points.count)
    sums.spread = meanSquare - (mean * mean).sum() * Double(points.count)
    return sums
  }
}
