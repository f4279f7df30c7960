package import Geometry

/// Flicker noise, the "bias instability" of an inertial sensor, on three axes: a sum of first-order Gauss-Markov processes
/// whose time constants stand a factor of four apart and whose variances are equal, which makes a 1/f spectrum between
/// them (M. S. Keshner, "1/f noise", Proc. IEEE 70(3), 1982, §III).
///
/// With instability B the one-sided spectrum is B²/(π f) and the Allan deviation levels at √(2 ln 2/π) B = 0.664 B
/// (IEEE Std 952-1997, annex C.1.4). A process of variance σ² and time constant τ adds 4σ²τ/(1 + (2πfτ)²); at a density of
/// 1/ln 4 processes per unit of ln τ these sum to σ²/(f ln 4), hence σ² = B² ln 4/π each.
struct FlickerNoise: Sendable {
  private var processes: [GaussMarkov]

  /// Covers time constants from four sample intervals to about two hours.
  init(instability: Double, interval: Double, generator: inout Generator) {
    let sigma = instability * (log(4) / .pi).squareRoot()
    var constants: [Double] = []
    var constant = 4 * interval
    while constant < 8000 {
      constants.append(constant)
      constant *= 4
    }
    processes =
      instability > 0
      ? constants.map { GaussMarkov(sigma: sigma, timeConstant: $0, interval: interval, generator: &generator) } : []
  }

  mutating func next(_ generator: inout Generator) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for i in processes.indices { sum += processes[i].next(&generator) }
    return sum
  }
}

/// A first-order Gauss-Markov process on three axes, started in its steady state:
/// x ← e^(−Δt/τ) x + σ √(1 − e^(−2Δt/τ)) w.
package struct GaussMarkov: Sendable {
  private(set) var value: SIMD3<Double>
  private let keep: Double
  private let drive: Double

  package init(sigma: Double, timeConstant: Double, interval: Double, generator: inout Generator) {
    keep = exp(-interval / timeConstant)
    drive = sigma * (1 - keep * keep).squareRoot()
    value = generator.gaussian3() * sigma
  }

  package mutating func next(_ generator: inout Generator) -> SIMD3<Double> {
    value = value * keep + generator.gaussian3() * drive
    return value
  }
}

/// A random walk on three axes: white noise of density q summed up.
struct RandomWalk: Sendable {
  private(set) var value = SIMD3<Double>.zero
  private let step: Double

  init(density: Double, interval: Double) { step = density * interval.squareRoot() }

  mutating func next(_ generator: inout Generator) -> SIMD3<Double> {
    if step > 0 { value += generator.gaussian3() * step }
    return value
  }
}

/// Rounds to the nearest step of a converter; 0 means no rounding.
func quantized(_ v: SIMD3<Double>, step: Double) -> SIMD3<Double> {
  step > 0 ? (v / step).rounded(.toNearestOrEven) * step : v
}

/// Clips each axis at a converter's range.
func saturated(_ v: SIMD3<Double>, range: Double) -> SIMD3<Double> {
  v.clamped(lowerBound: SIMD3(repeating: -range), upperBound: SIMD3(repeating: range))
}
