public import Geometry

extension Geodetic {
  /// The same place as a vector from the Earth's center: ((ν + h) cos φ cos λ, (ν + h) cos φ sin λ, (ν(1 − e²) + h) sin φ)
  /// with ν = a/√(1 − e² sin²φ) (NIMA TR8350.2, eq. 4-14 and 4-15).
  @inlinable public var earthCentred: Displacement<ECEF> {
    let φ = SineCosine(latitude), λ = SineCosine(longitude)
    let e2 = Ellipsoid.squaredEccentricity
    let ν = Ellipsoid.a / (1 - e2 * φ.sine * φ.sine).squareRoot()
    let across = (ν + height.value) * φ.cosine
    return .init(across * λ.cosine, across * λ.sine, (ν * (1 - e2) + height.value) * φ.sine)
  }

  /// The place of a vector from the Earth's center.
  ///
  /// The closed form of H. Vermeille (J. Geodesy 85 (2011) 105–117), valid everywhere. With p = ρ²/a², q = (1 − e²)z²/a²
  /// and k the largest root of p/(k + e²)² + q/k² = 1: D = kρ/(k + e²), φ = 2 atan(z/(D + √(D² + z²))),
  /// h = (k + e² − 1)/k · √(D² + z²). On the axis the longitude is 0 (or 180° for −0). On the disc about the center where
  /// north and south are equally near, north is chosen. The center itself is at latitude 90°, height −b.
  public init(_ position: Displacement<ECEF>) {
    let e2 = Ellipsoid.squaredEccentricity
    let e4 = e2 * e2
    let ρ = (position.x * position.x + position.y * position.y).squareRoot()
    let z = position.z
    let p = ρ * ρ / (Ellipsoid.a * Ellipsoid.a)
    var q = (1 - e2) * z * z / (Ellipsoid.a * Ellipsoid.a)
    if q < 1e-290 { q = 0 }  // z < 1e-138 m: near the smallest doubles its square has no digits left
    let longitude = SineCosine(sine: position.y, cosine: position.x).degrees
    let k = e2 * astroidRoot(p / e4, q / e4)
    guard k > 0 else {
      if k.isNaN {
        self.init(latitude: Degrees(.nan), longitude: longitude, height: .metres(.nan))
        return
      }
      // z = 0 and ρ ≤ e²a. There h = −ν(1 − e²) and ρ = νe² cos φ, hence cos²φ = p(1 − e²)/(e²(e² − p)).
      let φ = SineCosine(sine: (e4 - p).squareRoot(), cosine: (p * (1 - e2)).squareRoot())
      let height = -Ellipsoid.b * ((e2 - p) / e2).squareRoot()
      self.init(latitude: φ.degrees, longitude: longitude, height: .metres(height))
      return
    }
    let d = k * ρ / (k + e2)
    let toAxis = (d * d + z * z).squareRoot()
    self.init(
      latitude: SineCosine(sine: z, cosine: d).degrees,
      longitude: longitude,
      height: .metres((k + (e2 - 1)) / k * toAxis))
  }
}
