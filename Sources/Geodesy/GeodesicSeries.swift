import Geometry

/// The integrals along a geodesic as trigonometric series, to sixth order in the flattening.
///
/// C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013) 43–55 (arXiv 1109.4448), §2. Each integral is
/// A(σ + Σ C_l sin 2lσ), with A and C_l polynomials in ε = (√(1 + k²) − 1)/(√(1 + k²) + 1), eq. 16. The rational
/// coefficients were derived independently from the integrands by computer algebra and are tested against quadrature.
enum GeodesicSeries {
  /// Returns ε from k² = e′² cos²α₀, without cancellation.
  static func expansionParameter(squaredK k2: Double) -> Double {
    k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }

  /// Returns A₁, eq. 17: I₁(σ) = ∫ √(1 + k² sin²σ) dσ, so that the distance is s = b I₁(σ).
  static func distanceScale(_ ε: Double) -> Double {
    let ε2 = ε * ε
    return (1 + ε2 * (1.0 / 4 + ε2 * (1.0 / 64 + ε2 * (1.0 / 256)))) / (1 - ε)
  }

  /// Returns C₁, eq. 18.
  static func distance(_ ε: Double) -> SineSeries {
    let ε2 = ε * ε
    let ε3 = ε2 * ε, ε4 = ε2 * ε2
    return SineSeries(
      c1: ε * (-1.0 / 2 + ε2 * (3.0 / 16 - ε2 * (1.0 / 32))),
      c2: ε2 * (-1.0 / 16 + ε2 * (1.0 / 32 - ε2 * (9.0 / 2048))),
      c3: ε3 * (-1.0 / 48 + ε2 * (3.0 / 256)),
      c4: ε4 * (-5.0 / 512 + ε2 * (3.0 / 512)),
      c5: ε4 * ε * (-7.0 / 1280),
      c6: ε4 * ε2 * (-7.0 / 2048))
  }

  /// Returns C₁′, eq. 21: σ = τ + Σ C₁′ sin 2lτ is the inverse of τ = s/(b A₁).
  static func distanceReverted(_ ε: Double) -> SineSeries {
    let ε2 = ε * ε
    let ε3 = ε2 * ε, ε4 = ε2 * ε2
    return SineSeries(
      c1: ε * (1.0 / 2 + ε2 * (-9.0 / 32 + ε2 * (205.0 / 1536))),
      c2: ε2 * (5.0 / 16 + ε2 * (-37.0 / 96 + ε2 * (1335.0 / 4096))),
      c3: ε3 * (29.0 / 96 - ε2 * (75.0 / 128)),
      c4: ε4 * (539.0 / 1536 - ε2 * (2391.0 / 2560)),
      c5: ε4 * ε * (3467.0 / 7680),
      c6: ε4 * ε2 * (38081.0 / 61440))
  }

  /// Returns A₂, eq. 42: I₂(σ) = ∫ 1/√(1 + k² sin²σ) dσ, for the reduced length.
  static func reducedLengthScale(_ ε: Double) -> Double {
    let ε2 = ε * ε
    return (1 - ε) * (1 + ε2 * (1.0 / 4 + ε2 * (9.0 / 64 + ε2 * (25.0 / 256))))
  }

  /// Returns C₂, eq. 43.
  static func reducedLength(_ ε: Double) -> SineSeries {
    let ε2 = ε * ε
    let ε3 = ε2 * ε, ε4 = ε2 * ε2
    return SineSeries(
      c1: ε * (1.0 / 2 + ε2 * (1.0 / 16 + ε2 * (1.0 / 32))),
      c2: ε2 * (3.0 / 16 + ε2 * (1.0 / 32 + ε2 * (35.0 / 2048))),
      c3: ε3 * (5.0 / 48 + ε2 * (5.0 / 256)),
      c4: ε4 * (35.0 / 512 + ε2 * (7.0 / 512)),
      c5: ε4 * ε * (63.0 / 1280),
      c6: ε4 * ε2 * (77.0 / 2048))
  }

  /// Returns A₃, eq. 24: I₃(σ) = ∫ (2 − f)/(1 + (1 − f)√(1 + k² sin²σ)) dσ, by which the longitude is behind that of the
  /// auxiliary sphere. The third flattening n is a constant here, so the compiler computes each inner polynomial.
  static func longitudeScale(_ ε: Double) -> Double {
    let n = Ellipsoid.thirdFlattening
    let a1 = -1.0 / 2 + n * (1.0 / 2)
    let a2 = -1.0 / 4 + n * (-1.0 / 8 + n * (3.0 / 8))
    let a3 = -1.0 / 16 + n * (-3.0 / 16 - n * (1.0 / 16))
    let a4 = -3.0 / 64 - n * (1.0 / 32)
    let a5 = -3.0 / 128
    return 1 + ε * (a1 + ε * (a2 + ε * (a3 + ε * (a4 + ε * a5))))
  }

  /// Returns C₃, eq. 25. Its sixth term is beyond the sixth order, because I₃ has the factor f.
  static func longitude(_ ε: Double) -> SineSeries {
    let n = Ellipsoid.thirdFlattening
    let c11 = 1.0 / 4 - n * (1.0 / 4)
    let c12 = 1.0 / 8 - n * n * (1.0 / 8)
    let c13 = 3.0 / 64 + n * (3.0 / 64 - n * (1.0 / 64))
    let c14 = 5.0 / 128 + n * (1.0 / 64)
    let c15 = 3.0 / 128
    let c22 = 1.0 / 16 + n * (-3.0 / 32 + n * (1.0 / 32))
    let c23 = 3.0 / 64 + n * (-1.0 / 32 - n * (3.0 / 64))
    let c24 = 3.0 / 128 + n * (1.0 / 128)
    let c25 = 5.0 / 256
    let c33 = 5.0 / 192 + n * (-3.0 / 64 + n * (5.0 / 192))
    let c34 = 3.0 / 128 - n * (5.0 / 192)
    let c35 = 7.0 / 512
    let c44 = 7.0 / 512 - n * (7.0 / 256)
    let c45 = 7.0 / 512
    let c55 = 21.0 / 2560
    let ε2 = ε * ε
    let ε3 = ε2 * ε, ε4 = ε2 * ε2
    return SineSeries(
      c1: ε * (c11 + ε * (c12 + ε * (c13 + ε * (c14 + ε * c15)))),
      c2: ε2 * (c22 + ε * (c23 + ε * (c24 + ε * c25))),
      c3: ε3 * (c33 + ε * (c34 + ε * c35)),
      c4: ε4 * (c44 + ε * c45),
      c5: ε4 * ε * c55,
      c6: 0)
  }
}

/// Σ c_l sin 2lσ, l = 1 … 6.
@usableFromInline struct SineSeries: Sendable {
  var c1, c2, c3, c4, c5, c6: Double

  /// Returns the sum by Clenshaw's method: y_l = c_l + 2 cos 2σ · y_(l+1) − y_(l+2); the sum is y₁ sin 2σ.
  func sum(at σ: SineCosine) -> Double {
    let x = 2 * (σ.cosine - σ.sine) * (σ.cosine + σ.sine)
    let y5 = c5 + x * c6
    let y4 = c4 + x * y5 - c6
    let y3 = c3 + x * y4 - y5
    let y2 = c2 + x * y3 - y4
    let y1 = c1 + x * y2 - y3
    return y1 * (2 * σ.sine * σ.cosine)
  }
}
