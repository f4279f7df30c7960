import Geometry

/// The longitude difference `λ12` as a function of the azimuth `α1`: the hybrid problem of Karney 2013, §4, and its derivative.
struct LongitudeEquation {
  let β1: SineCosine
  let β2: SineCosine
  /// The required longitude difference.
  let λ: SineCosine

  /// The line with azimuth `α1` at its start, at the point where it crosses the reduced latitude `β2` northward.
  struct State {
    /// Longitude difference of this line minus the given one, `λ12`.
    var residual: Double
    var σ12: Double
    var ε: Double
    var σ1: SineCosine
    var σ2: SineCosine
    var α2: SineCosine
  }

  func evaluate(_ α1: SineCosine) -> State {
    // eq. 10
    let sine0 = α1.sine * β1.cosine
    let crossed = α1.sine * β1.sine
    let squaredCosine0 = α1.cosine * α1.cosine + crossed * crossed
    // eq. 45, cos α₂ ≥ 0; of the two forms of the difference of squares, the one that keeps more digits
    let level = β2.cosine == β1.cosine
    let α1OnParallel = α1.cosine * β1.cosine
    let difference =
      β1.cosine < -β1.sine
      ? (β2.cosine - β1.cosine) * (β2.cosine + β1.cosine)
      : (β1.sine - β2.sine) * (β1.sine + β2.sine)
    let α2 = SineCosine(
      sine: level ? α1.sine : sine0 / β2.cosine,
      cosine: level && β2.sine.magnitude == -β1.sine
        ? α1.cosine.magnitude : max(0, α1OnParallel * α1OnParallel + difference).squareRoot() / β2.cosine)
    // eq. 11 and 12
    let σ1 = SineCosine(toward: β1.sine, α1OnParallel)
    let σ2 = SineCosine(toward: β2.sine, α2.cosine * β2.cosine)
    let ω1 = SineCosine(toward: sine0 * β1.sine, α1OnParallel)
    let ω2 = SineCosine(toward: sine0 * β2.sine, α2.cosine * β2.cosine)
    let σ12 = CanonicalGeodesic.arc(from: σ1, to: σ2)
    var ω12 = ω2.minus(ω1)
    ω12.sine = max(0, ω12.sine)
    // eq. 23, with `ω12 − λ12` as one angle so that no digits cancel near 180°
    let ε = GeodesicSeries.expansionParameter(squaredK: Ellipsoid.secondSquaredEccentricity * squaredCosine0)
    let series = GeodesicSeries.longitude(ε)
    let lag =
      Ellipsoid.flattening * sine0 * GeodesicSeries.longitudeScale(ε)
      * (σ12 + (series.sum(at: σ2) - series.sum(at: σ1)))
    return State(residual: ω12.minus(λ).radians - lag, σ12: σ12, ε: ε, σ1: σ1, σ2: σ2, α2: α2)
  }
}

extension LongitudeEquation.State {
  /// Returns dλ₁₂/dα₁ = m₁₂/(a cos α₂ cos β₂), eq. 46, or its limit where cos α₂ is zero (eq. 47).
  func slope(_ equation: LongitudeEquation) -> Double {
    let β1 = equation.β1
    guard α2.cosine > 0 else {
      return -2 * (1 - Ellipsoid.squaredEccentricity * β1.cosine * β1.cosine).squareRoot() / β1.sine
    }
    return reducedLength * (1 - Ellipsoid.flattening) / (α2.cosine * equation.β2.cosine)
  }

  /// m₁₂/b, eq. 38 to 40: the distance of two lines per radian between their azimuths at the start.
  var reducedLength: Double {
    let k2 = 4 * ε / ((1 - ε) * (1 - ε))  // eq. 16 solved for k²
    let a1 = GeodesicSeries.distanceScale(ε), a2 = GeodesicSeries.reducedLengthScale(ε)
    let c1 = GeodesicSeries.distance(ε), c2 = GeodesicSeries.reducedLength(ε)
    let j =
      (a1 - a2) * σ12 + a1 * (c1.sum(at: σ2) - c1.sum(at: σ1)) - a2 * (c2.sum(at: σ2) - c2.sum(at: σ1))
    return (1 + k2 * σ2.sine * σ2.sine).squareRoot() * σ1.cosine * σ2.sine
      - (1 + k2 * σ1.sine * σ1.sine).squareRoot() * σ1.sine * σ2.cosine
      - σ1.cosine * σ2.cosine * j
  }
}
