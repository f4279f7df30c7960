public import Geometry

/// The alternative to a reading of one component that is right: with probability `share` it has this density whatever the state is.
public struct Doubt: Sendable {
  public var share: Double
  public var density: Double

  public init(share: Double, density: Double) { (self.share, self.density) = (share, density) }
}

/// The alternative to a reading of two components along the ground: with probability `share` it has so much more variance on each
/// axis, or is far away (`far`).
public struct LevelDoubt: Sendable {
  public var share: Double
  public var variance: Double

  public init(share: Double, variance: Double) { (self.share, self.variance) = (share, variance) }

  /// Density of a place that may be anywhere, by its distance in m: a Gaussian of 1 km, and beyond it one of no scale, which falls
  /// with the square of the distance up to the size of the Earth.
  public static func far(_ off: SIMD2<Double>) -> Double {
    let square = (off * off).sum(), kilometer = 1e6
    return exp(-0.5 * square / kilometer) / (2 * .pi * kilometer) + 1 / (75 * max(square, 13 * kilometer))
  }
}

/// A Gaussian over the states of a filter, and its update by readings that may be wrong.
///
/// A reading is right with probability β = l₁/(l₁ + l₂), of its likelihoods if right and if wrong. If wrong it leaves the state
/// alone. Both outcomes are merged by their moments (probabilistic data association, Bar-Shalom and Tse, "Tracking in a Cluttered
/// Environment with Probabilistic Data Association", 1975): with gain k, innovation ν and its covariance S, x ← x + β k ν and P ← P
/// − β k S kᵀ + β (1 − β) k ν νᵀ kᵀ.
public struct Gaussian: Sendable {
  public var mean = StateVector()
  public var covariance: SymmetricMatrix

  public init(size: Int) { covariance = SymmetricMatrix(size: size) }

  /// Copies another Gaussian, without new storage.
  public mutating func copy(_ other: borrowing Gaussian) {
    mean = other.mean
    covariance.copy(other.covariance)
  }

  /// Sets the number of leading states in use (`SymmetricMatrix.use`); the others are 0.
  public mutating func use(_ count: Int) {
    for i in min(count, covariance.used)..<covariance.size { mean[i] = 0 }
    covariance.use(count)
  }

  @inlinable @inline(__always) public func variance(_ i: Int) -> Double { covariance[i, i] }

  /// Sets a state to a value without correlations to the others.
  public mutating func reset(_ i: Int, to value: Double = 0, variance: Double) {
    mean[i] = value
    covariance.reset(i, variance: variance)
  }

  /// Sets two states that follow each other, of a level vector.
  public mutating func reset(two i: Int, to v: SIMD2<Double> = .zero, variance: Double) {
    reset(i, to: v.x, variance: variance)
    reset(i + 1, to: v.y, variance: variance)
  }

  /// Propagates two states as `decay` does, the first of them even.
  public mutating func decay(pair i: Int, keep: SIMD2<Double>, stationary: SIMD2<Double>) {
    mean[i] *= keep.x
    mean[i + 1] *= keep.y
    covariance.scale(pair: i, by: keep)
    covariance.add(stationary.x * (1 - keep.x * keep.x), to: i)
    covariance.add(stationary.y * (1 - keep.y * keep.y), to: i + 1)
  }

  public mutating func decay(pair i: Int, keep: Double, stationary: Double) {
    decay(pair: i, keep: SIMD2(repeating: keep), stationary: SIMD2(repeating: stationary))
  }

  /// Propagates a state that decays towards 0 by the factor `keep`; `stationary` is the variance that it keeps in the long run.
  public mutating func decay(_ i: Int, keep: Double, stationary: Double) {
    mean[i] *= keep
    covariance.scale(i, by: keep)
    covariance.add(stationary * (1 - keep * keep), to: i)
  }

  /// Fuses one component with its innovation; returns the likelihood of the reading.
  public mutating func fuse(
    _ row: SparseRow, innovation: Double, variance: Double, unless doubt: Doubt? = nil
  ) -> Double {
    let ph = covariance.product(row)
    let s = variance + ph.along(row)
    guard s > 0, s.isFinite, innovation.isFinite else { return 0 }
    let square = innovation * innovation / s
    let density = exp(-0.5 * square) / (2 * .pi * s).squareRoot()
    guard let doubt else {
      var correction = StateVector()
      _ = covariance.update(along: row, innovation: innovation, variance: variance, correcting: &correction)
      mean.add(correction)
      return density
    }
    let right = (1 - doubt.share) * density, wrong = doubt.share * doubt.density
    let belief = right + wrong > 0 ? right / (right + wrong) : 0
    mean.add(ph, times: belief * innovation / s)
    covariance.add((-belief + belief * (1 - belief) * square) / s, outer: ph)
    return right + wrong
  }

  /// Fuses two components together; returns the likelihood of the reading. `variance` is that of the noise of each.
  public mutating func fuse(
    _ first: SparseRow, _ second: SparseRow, innovation: SIMD2<Double>, variance: SIMD2<Double>,
    unless doubt: LevelDoubt? = nil
  ) -> Double {
    let a = covariance.product(first), b = covariance.product(second)
    let s = (aa: a.along(first) + variance.x, ab: a.along(second), bb: b.along(second) + variance.y)
    let determinant = s.aa * s.bb - s.ab * s.ab
    guard determinant > 0, determinant.isFinite, innovation.x.isFinite, innovation.y.isFinite else { return 0 }
    var right = Self.density(innovation, s), wrong = 0.0
    if let doubt {
      let more = doubt.variance
      right *= 1 - doubt.share
      wrong = doubt.share * (Self.density(innovation, (s.aa + more, s.ab, s.bb + more)) + LevelDoubt.far(innovation))
    }
    let belief = wrong == 0 ? 1 : right / (right + wrong)
    let inverse = (aa: s.bb / determinant, ab: -s.ab / determinant, bb: s.aa / determinant)
    let y = SIMD2(
      inverse.aa * innovation.x + inverse.ab * innovation.y, inverse.ab * innovation.x + inverse.bb * innovation.y)
    let spread = belief * (1 - belief)
    covariance.add(
      (
        aa: -belief * inverse.aa + spread * y.x * y.x, ab: -belief * inverse.ab + spread * y.x * y.y,
        bb: -belief * inverse.bb + spread * y.y * y.y
      ), outer: a, b)
    mean.add(a, times: belief * y.x)
    mean.add(b, times: belief * y.y)
    return right + wrong
  }

  /// Likelihood of the same reading.
  public func likelihood(
    _ first: SparseRow, _ second: SparseRow, innovation: SIMD2<Double>, variance: SIMD2<Double>,
    unless doubt: LevelDoubt
  ) -> Double {
    let s = (
      aa: covariance.covariance(first, first) + variance.x, ab: covariance.covariance(first, second),
      bb: covariance.covariance(second, second) + variance.y
    )
    guard s.aa * s.bb - s.ab * s.ab > 0, innovation.x.isFinite, innovation.y.isFinite else { return 0 }
    let more = doubt.variance,
      far = Self.density(innovation, (s.aa + more, s.ab, s.bb + more)) + LevelDoubt.far(innovation)
    return (1 - doubt.share) * Self.density(innovation, s) + doubt.share * far
  }

  private static func density(_ v: SIMD2<Double>, _ s: (aa: Double, ab: Double, bb: Double)) -> Double {
    let determinant = s.aa * s.bb - s.ab * s.ab
    let square = (s.bb * v.x * v.x - 2 * s.ab * v.x * v.y + s.aa * v.y * v.y) / determinant
    return exp(-0.5 * square) / (2 * .pi * determinant.squareRoot())
  }

  /// Merges another Gaussian into this one by moments; the other has the share `u` of their weight. `apart` is the difference of
  /// the means, other less this, with angles the short way.
  public mutating func merge(_ other: borrowing Gaussian, share u: Double, apart: StateVector) {
    covariance.mix(other.covariance, share: u, apart: apart)
    mean.add(apart, times: u)
  }
}
