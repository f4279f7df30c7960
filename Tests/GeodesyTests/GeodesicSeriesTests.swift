import Expectations
import Geometry
import Testing

@testable import Geodesy

/// The coefficients against the integrals that they approximate, by Gauss–Legendre quadrature.
@Suite struct GeodesicSeriesTests {
  /// ∫₀^σ by 8 panels of 5 points: exact to rounding for these integrands.
  private func integral(to σ: Double, _ f: (Double) -> Double) -> Double {
    let nodes = [
      (0.0, 128.0 / 225), (0.538_469_310_105_683, 0.478_628_670_499_366_5),
      (-0.538_469_310_105_683, 0.478_628_670_499_366_5), (0.906_179_845_938_664, 0.236_926_885_056_189_1),
      (-0.906_179_845_938_664, 0.236_926_885_056_189_1),
    ]
    let panels = 24
    let half = σ / Double(2 * panels)
    var sum = 0.0
    for panel in 0..<panels {
      let middle = half * Double(2 * panel + 1)
      for (x, w) in nodes { sum += w * f(middle + half * x) }
    }
    return sum * half
  }

  private func turn(_ σ: Double) -> SineCosine { SineCosine(.radians(σ)) }

  /// On the Earth k² ≤ e′², ε ≤ 0.00168: all of the difference is rounding. At ε = 0.01 the sixth order still shows (ε⁷ = 1e-14),
  /// at 0.1 each coefficient matters, and the remaining difference is of seventh order.
  @Test(arguments: [(0.0, 1e-14), (0.000_5, 1e-14), (0.001_68, 1e-14), (0.01, 2e-14), (0.1, 2e-7)])
  func distanceAndReducedLength(_ ε: Double, _ bar: Double) {
    let k2 = 4 * ε / ((1 - ε) * (1 - ε))
    expect((GeodesicSeries.expansionParameter(squaredK: k2) - ε).magnitude, isBelow: 1e-16)
    for σ in stride(from: -3.0, through: 6.0, by: 0.37) {
      let i1 = integral(to: σ) { (1 + k2 * sin($0) * sin($0)).squareRoot() }
      let s1 = GeodesicSeries.distanceScale(ε) * (σ + GeodesicSeries.distance(ε).sum(at: turn(σ)))
      expect((i1 - s1).magnitude, isBelow: bar)
      let i2 = integral(to: σ) { 1 / (1 + k2 * sin($0) * sin($0)).squareRoot() }
      let s2 = GeodesicSeries.reducedLengthScale(ε) * (σ + GeodesicSeries.reducedLength(ε).sum(at: turn(σ)))
      expect((i2 - s2).magnitude, isBelow: bar * 5)
      let τ = i1 / GeodesicSeries.distanceScale(ε)
      expect((τ + GeodesicSeries.distanceReverted(ε).sum(at: turn(τ)) - σ).magnitude, isBelow: bar * 10)
    }
  }

  /// n is the Earth's; f is a factor of the integral, so an error of 1e-11 would be 0.2 µm, and it is much smaller.
  @Test(arguments: [(0.0, 1e-14), (0.000_5, 2e-14), (0.001_68, 2e-14), (0.01, 1e-12), (0.1, 2e-6)])
  func longitude(_ ε: Double, _ bar: Double) {
    let f = Ellipsoid.flattening
    let k2 = 4 * ε / ((1 - ε) * (1 - ε))
    for σ in stride(from: -3.0, through: 6.0, by: 0.37) {
      let i3 = integral(to: σ) { (2 - f) / (1 + (1 - f) * (1 + k2 * sin($0) * sin($0)).squareRoot()) }
      let s3 = GeodesicSeries.longitudeScale(ε) * (σ + GeodesicSeries.longitude(ε).sum(at: turn(σ)))
      expect((i3 - s3).magnitude, isBelow: bar)
    }
  }

  @Test func astroidRootSolvesItsEquation() {
    var g = Generator(seed: 11, stream: "astroid")
    var worst = Worst()
    for _ in 0..<100_000 {
      let p = exp(g.uniform(in: -60...12)), q = exp(g.uniform(in: -60...12))
      let κ = astroidRoot(p, q)
      expect(κ, isAbove: 0)
      worst.see(p / ((1 + κ) * (1 + κ)) + q / (κ * κ) - 1, (p, q))
    }
    print("astroid root: residual \(worst.value) at \(worst.at)")
    expect(worst.value, isBelow: 1e-11)
    expect(astroidRoot(0.5, 0), equals: 0)
    expect((astroidRoot(4, 0) - 1).magnitude, isBelow: 1e-15)
    expect((astroidRoot(0, 9) - 3).magnitude, isBelow: 1e-15)
  }
}
