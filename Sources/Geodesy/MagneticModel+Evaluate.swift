import Geometry

// Equation numbers are those of the WMM2020 technical report, §1.2.
extension MagneticModel {
  /// Returns the field by spherical harmonics. Allocates nothing.
  ///
  /// With P the Schmidt semi-normalized functions of the geocentric latitude φ′, the factor (a/r)ⁿ⁺² before each term
  /// (eq. 10–12), and g and h at the date (eq. 9):
  /// X′ = −ΣΣ (g cos mλ + h sin mλ) dP/dφ′, Y′ = ΣΣ m (g sin mλ − h cos mλ) P / cos φ′,
  /// Z′ = −ΣΣ (n + 1)(g cos mλ + h sin mλ) P, rotated to the ellipsoid's normal by eq. 17.
  ///
  /// The poles: for m ≥ 1 the recursion computes Q = P/cos φ′, which is a polynomial with the same recursion in n, so
  /// Y′ needs no division; and dP/dφ′ = −n sin φ′ Q + √(n² − m²) Q₍ₙ₋₁₎ (eq. 16 combined with one step of the recursion).
  /// At a pole the result is the limit along the stated longitude.
  func evaluate(at place: Geodetic, yearsSinceEpoch t: Double) -> MagneticField<ENU> {
    let φ = SineCosine(place.latitude), λ = SineCosine(place.longitude)
    // eq. 7 and 8: geocentric latitude and radius
    let e2 = Ellipsoid.squaredEccentricity
    let ν = Ellipsoid.a / (1 - e2 * φ.sine * φ.sine).squareRoot()
    let across = (ν + place.height.value) * φ.cosine
    let along = (ν * (1 - e2) + place.height.value) * φ.sine
    let radius = (across * across + along * along).squareRoot()
    let s = along / radius, c = across / radius
    let ratio = Self.referenceRadius / radius

    var north = 0.0, east = 0.0, down = 0.0
    terms.withUnsafeBufferPointer { terms in
      var index = 0
      var meridian = SineCosine(sine: 0, cosine: 1)  // m times the longitude
      var sectoral = 1.0  // Q of degree m and order m, but P for m = 0
      var sectoralPower = ratio * ratio  // (a/r)ᵐ⁺²
      for order in 0...Self.degree {
        let m = Double(order)
        if order > 0 {
          meridian = SineCosine(
            sine: meridian.sine * λ.cosine + meridian.cosine * λ.sine,
            cosine: meridian.cosine * λ.cosine - meridian.sine * λ.sine)
          if order > 1 { sectoral *= c * ((2 * m - 1) / (2 * m)).squareRoot() }
          sectoralPower *= ratio
        }
        var value = sectoral, below = 0.0, slope = 0.0  // slope: dP/d sin φ′, for m = 0 only
        var power = sectoralPower
        for degree in max(order, 1)...Self.degree {
          let term = terms[index]
          index += 1
          let n = term.degree
          if degree > order {
            // √(n² − m²) P_n = (2n − 1) sin φ′ P₍ₙ₋₁₎ − √((n − 1)² − m²) P₍ₙ₋₂₎
            let next = ((2 * n - 1) * s * value - term.rootBelow * below) / term.root
            if order == 0 { slope = s * slope + n * value }
            below = value
            value = next
            power *= ratio
          }
          let g = term.g + t * term.gRate, h = term.h + t * term.hRate
          let even = power * (g * meridian.cosine + h * meridian.sine)
          if order == 0 {
            north -= even * c * slope
            down -= (n + 1) * even * value
          } else {
            north -= even * (term.root * below - n * s * value)
            east += m * power * (g * meridian.sine - h * meridian.cosine) * value
            down -= (n + 1) * even * value * c
          }
        }
      }
    }
    // eq. 17, by the angle between the geodetic and the geocentric vertical
    let tilt = SineCosine(sine: s, cosine: c).minus(φ)
    let x = north * tilt.cosine - down * tilt.sine
    let z = north * tilt.sine + down * tilt.cosine
    return .init(east * 1e-3, x * 1e-3, -z * 1e-3)  // nT to µT
  }
}
