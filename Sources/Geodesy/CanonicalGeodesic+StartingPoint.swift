import Geometry

/// The first azimuth for Newton's method in the canonical position, or the complete solution for a short line.
struct StartingPoint {
  var α1: SineCosine
  /// Set if the line is so short that the solution on the sphere is exact in double precision.
  var short: CanonicalGeodesic?

  init(_ β1: SineCosine, _ β2: SineCosine, _ λ12: Double) {
    // Karney 2013 eq. 48 to 51: the great circle on a sphere whose longitudes are divided by `w`.
    let mean = (β1.cosine + β2.cosine) / 2
    let w = (1 - Ellipsoid.squaredEccentricity * mean * mean).squareRoot()
    let ω12 = min(λ12 / w, .pi)
    let sine = sin(ω12), half = sin(ω12 / 2)
    let bulge = 2 * half * half  // `1 − cos ω12`, keeping the digits of short lines
    let cosine = 1 - bulge
    let climb = β2.minus(β1).sine
    let z1 = (north: climb + β1.sine * β2.cosine * bulge, east: β2.cosine * sine)
    let z2 = (north: climb - β1.cosine * β2.sine * bulge, east: β1.cosine * sine)
    let sine12 = (z1.north * z1.north + z1.east * z1.east).squareRoot()
    let σ12 = atan2(sine12, β1.sine * β2.sine + β1.cosine * β2.cosine * cosine)
    α1 = SineCosine(toward: z1.east, z1.north)

    // The error is of relative order `f σ12²`, here below 1e-14.
    if σ12 < 1e-6 {
      short = CanonicalGeodesic(
        distance: Ellipsoid.a * w * σ12, α1: α1, α2: SineCosine(toward: z2.east, z2.north))
    } else if .pi - σ12 < 3 * .pi * Ellipsoid.flattening * β1.cosine * β1.cosine {
      α1 = Self.nearlyAntipodal(β1, β2, λ12)
    }
  }

  /// §5: near the antipode of the first point the geodesics envelop an astroid, and the geodesic through the second point is
  /// tangent to it. In units of the astroid's half-width Δ = f π A₃ cos²β₁ (that of the geodesic that leaves due east) the
  /// second point is at x = (λ₁₂ − π) cos β₁/Δ, y = sin(β₂ + β₁)/Δ (eq. 53 and 54, with A₃ for its first term 1).
  private static func nearlyAntipodal(_ β1: SineCosine, _ β2: SineCosine, _ λ12: Double) -> SineCosine {
    let ε = GeodesicSeries.expansionParameter(
      squaredK: Ellipsoid.secondSquaredEccentricity * β1.sine * β1.sine)
    let width = Ellipsoid.flattening * .pi * GeodesicSeries.longitudeScale(ε) * β1.cosine
    let x = (λ12 - .pi) / width
    let y = (β2.sine * β1.cosine + β2.cosine * β1.sine) / (width * β1.cosine)
    // eq. 57: on the axis the root may be zero.
    if y > -1e-13 {
      let sine = max(0, min(1, -x))
      return SineCosine(toward: max(sine, 1e-100), -(1 - sine * sine).squareRoot())
    }
    // eq. 55 and 56
    let μ = astroidRoot(x * x, y * y)
    return SineCosine(toward: max(-x / (1 + μ), 1e-100), y / μ)
  }
}
