import Geometry

/// The inverse problem in its canonical position: φ₁ ≤ 0, |φ₂| ≤ −φ₁, 0 ≤ λ₁₂ ≤ 180° (Karney 2013, §4 and §5).
struct CanonicalGeodesic {
  var distance: Double
  var α1: SineCosine
  var α2: SineCosine

  static func solve(_ φ1: Degrees, _ φ2: Degrees, _ longitude: Degrees) -> Self {
    var β1 = reducedLatitude(SineCosine(φ1))
    let β2 = reducedLatitude(SineCosine(φ2))
    let λ = SineCosine(longitude)
    let λ12 = longitude.value * (.pi / 180)

    // Along a meridian, or from the pole: α₁ = λ₁₂, α₂ = 0. On an oblate ellipsoid this is always the shortest, since |φ₂| ≤ |φ₁|
    // makes the line over the nearer pole no longer than half a turn.
    if λ.sine == 0 || β1.cosine == 0 {
      let σ1 = SineCosine(toward: β1.sine, λ.cosine * β1.cosine)
      let arc = arc(from: σ1, to: β2)
      let ε = GeodesicSeries.expansionParameter(squaredK: Ellipsoid.secondSquaredEccentricity)
      return Self(
        distance: length(ε, from: σ1, to: β2, arc: arc), α1: λ, α2: SineCosine(sine: 0, cosine: 1))
    }
    if β1.sine == 0 {
      // Along the equator, which is the shortest line up to 180° (1 − f).
      if λ12 <= (1 - Ellipsoid.flattening) * .pi {
        let east = SineCosine(sine: 1, cosine: 0)
        return Self(distance: Ellipsoid.a * λ12, α1: east, α2: east)
      }
      // Farther, off the equator: the limit of latitude 0 from the south, for the quadrants of `σ1` and `ω1`.
      β1.sine = -1e-100
    }

    let guess = StartingPoint(β1, β2, λ12)
    if let short = guess.short { return short }
    return newton(LongitudeEquation(β1: β1, β2: β2, λ: λ), from: guess.α1)
  }

  /// Finds α₁ with λ₁₂(α₁) = λ₁₂ by Newton's method (§4). α₁ stays inside a bracket that each evaluation narrows, because
  /// λ₁₂(α₁) − λ₁₂ is negative left of its only root in (0, π) and positive right of it. A step that would leave the
  /// bracket, and each step after the 20th, is replaced by bisection. After 120 steps the bracket is as narrow as
  /// doubles allow, so the loop always ends.
  private static func newton(_ equation: LongitudeEquation, from start: SineCosine) -> Self {
    var α1 = start
    var low = SineCosine(sine: 1e-100, cosine: 1), high = SineCosine(sine: 1e-100, cosine: -1)
    var polished = false
    var state = equation.evaluate(α1)
    for step in 1...120 {
      let residual = state.residual
      // 2⁻⁵² is 1.4 nm at the equator. Below 1e-13 one more step squares the residual.
      if residual.magnitude <= 0x1p-52 || polished { break }
      polished = residual.magnitude < 1e-13
      if residual > 0 { high = α1 } else { low = α1 }

      let slope = state.slope(equation)
      let change = -residual / slope
      var next = SineCosine(toward: low.sine + high.sine, low.cosine + high.cosine)
      if polished || (step <= 20 && slope > 0 && change.magnitude < .pi) {
        let newton = α1.advanced(by: change)
        let inside =
          newton.sine > 0
          && newton.cosine * low.sine < low.cosine * newton.sine
          && newton.cosine * high.sine > high.cosine * newton.sine
        if inside { next = newton } else if polished { break }
      }
      α1 = next
      state = equation.evaluate(α1)
    }
    return Self(
      distance: length(state.ε, from: state.σ1, to: state.σ2, arc: state.σ12), α1: α1, α2: state.α2)
  }

  /// Returns `σ2 − σ1` in [0, π], without the discontinuity of atan2.
  static func arc(from σ1: SineCosine, to σ2: SineCosine) -> Double {
    let difference = σ2.minus(σ1)
    return atan2(difference.sine > 0 ? difference.sine : 0, difference.cosine)  // never −0, for which atan2 gives −π
  }

  /// Returns s = b (I₁(σ₂) − I₁(σ₁)), eq. 19.
  private static func length(_ ε: Double, from σ1: SineCosine, to σ2: SineCosine, arc: Double) -> Double {
    let series = GeodesicSeries.distance(ε)
    return Ellipsoid.b * GeodesicSeries.distanceScale(ε) * (arc + (series.sum(at: σ2) - series.sum(at: σ1)))
  }
}
