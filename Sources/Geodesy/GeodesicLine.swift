public import Geometry

/// A geodesic by its start and the azimuth there. The constants for computing any point on it are computed once.
///
/// Karney 2013 (see `GeodesicSeries`), §3, the direct problem. On the auxiliary sphere the line is a great circle that crosses
/// the equator northward with azimuth `α0`; σ = arc from there, ω = longitude.
public struct GeodesicLine: Sendable {
  public let start: Geodetic
  /// Azimuth at the start, in [0, 2π).
  public let azimuth: Angle

  let α0: SineCosine
  let σ1: SineCosine
  let ω1: SineCosine
  /// b A₁: meters per radian of `τ1`.
  let scale: Double
  /// Σ C₁ sin 2lσ₁
  let startSum: Double
  /// τ₁ = σ₁ + Σ C₁ sin 2lσ₁, as sine and cosine.
  let τ1: SineCosine
  let reverted: SineSeries
  /// `f sin α0 A₃`
  let lag: Double
  let longitude: SineSeries
  /// Σ C₃ sin 2lσ₁
  let startLag: Double

  public init(from start: Geodetic, azimuth: Angle) {
    self.start = start
    self.azimuth = azimuth.azimuth
    let α1 = SineCosine(azimuth)
    // At a pole the direction is the limit along the stated meridian, so the cosine must not be zero.
    var β1 = reducedLatitude(SineCosine(start.latitude))
    if β1.cosine < 1e-150 { β1.cosine = 1e-150 }
    // eq. 10 to 12
    let sine0 = α1.sine * β1.cosine
    let crossed = α1.sine * β1.sine
    α0 = SineCosine(sine: sine0, cosine: (α1.cosine * α1.cosine + crossed * crossed).squareRoot())
    σ1 = SineCosine(toward: β1.sine, α1.cosine * β1.cosine)
    ω1 = SineCosine(toward: sine0 * β1.sine, α1.cosine * β1.cosine)
    let ε = GeodesicSeries.expansionParameter(
      squaredK: Ellipsoid.secondSquaredEccentricity * α0.cosine * α0.cosine)
    scale = Ellipsoid.b * GeodesicSeries.distanceScale(ε)
    startSum = GeodesicSeries.distance(ε).sum(at: σ1)
    τ1 = σ1.advanced(by: startSum)
    reverted = GeodesicSeries.distanceReverted(ε)
    lag = Ellipsoid.flattening * sine0 * GeodesicSeries.longitudeScale(ε)
    longitude = GeodesicSeries.longitude(ε)
    startLag = longitude.sum(at: σ1)
  }

  /// A point on the line and the line's azimuth there.
  @frozen public struct Station: Hashable, Sendable {
    public var place: Geodetic
    /// Azimuth forward along the line, in [0, 2π).
    public var azimuth: Angle
  }

  /// Returns the point at a distance along the line; a negative distance goes backward. The point has the start's height, but the
  /// distance is measured on the ellipsoid.
  public func station(at distance: Length) -> Station {
    // τ₂ = τ₁ + s/(b A₁) and eq. 20, as a difference so that short lines keep their digits
    let τ12 = distance.value / scale
    let τ2 = τ1.advanced(by: τ12)
    let σ12 = τ12 + reverted.sum(at: τ2) + startSum
    let s12 = sin(σ12), c12 = cos(σ12)
    let σ2 = SineCosine(sine: σ1.sine * c12 + σ1.cosine * s12, cosine: σ1.cosine * c12 - σ1.sine * s12)
    // eq. 12 to 14
    let β2 = SineCosine(
      sine: α0.cosine * σ2.sine,
      cosine: (α0.sine * α0.sine + α0.cosine * α0.cosine * σ2.cosine * σ2.cosine).squareRoot())
    let α2 = Angle.arcTangent(α0.sine, α0.cosine * σ2.cosine)
    let ω2 = SineCosine(sine: α0.sine * σ2.sine, cosine: σ2.cosine)
    // eq. 23: λ₁₂ = ω₁₂ − f sin α₀ (I₃(σ₂) − I₃(σ₁))
    let λ12 = ω2.minus(ω1).radians - lag * (σ12 + longitude.sum(at: σ2) - startLag)
    let latitude = SineCosine(sine: β2.sine, cosine: (1 - Ellipsoid.flattening) * β2.cosine).degrees
    let place = Geodetic(
      latitude: latitude,
      longitude: normalizedLongitude(Degrees(start.longitude.value + λ12 * (180 / .pi))),
      height: start.height)
    return Station(place: place, azimuth: α2.azimuth)
  }

  public func point(at distance: Length) -> Geodetic { station(at: distance).place }
}

/// Returns the latitude on the auxiliary sphere: tan β = (1 − f) tan φ (Karney 2013, eq. 6).
func reducedLatitude(_ φ: SineCosine) -> SineCosine {
  SineCosine(toward: (1 - Ellipsoid.flattening) * φ.sine, φ.cosine)
}
