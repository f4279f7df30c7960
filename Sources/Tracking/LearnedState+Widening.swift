public import Geometry
public import Odometry

// How far what was learned is believed later. Each answer is wider, and nearer to the cold start, the longer ago and the farther
// away it was learned; far enough on it is the cold start.

/// The numbers of widening ("docs/alignment.md", What is kept between sessions).
enum Widening {
  /// An age that nobody knows is taken for this, but for a heading's.
  static let unknownAge = TimeSpan(30 * day)
  static let day = 86_400.0

  /// Gyroscope: a turn-on's part, the walk in a drawer, and the change with temperature.
  static let biasFloor = Angle.degrees(0.05)  // /s
  static let biasWalk = Angle.degrees(0.0005)  // /s/√s
  static let biasPerKelvin = Angle.degrees(0.015)  // /s/K
  static let unknownWarming = 10.0  // K

  /// Stride: other shoes at once, another wearer in the long run.
  static let strideTime = TimeSpan(90 * day)
  static let strideFloor = 0.03, strideCold = 0.1

  /// The device's own field: what a cable or a clip changes at once, and magnetisation.
  static let fieldTime = TimeSpan(30 * day)
  static let fieldFloor = FluxDensity(0.5)

  /// Receiver: firmware, sky and weather.
  static let scaleTime = TimeSpan(30 * day)
  static let scaleDistance = Length(1_000_000)

  /// Heading: whoever put it down has turned it a little, and goes on doing so.
  static let headingFloor = Angle.degrees(10)
  static let headingRate = Angle.degrees(0.5)  // /s
  static let headingLimit = Angle.degrees(60)

  /// A Gauss-Markov quantity after a time: mean · k, σ² = (k σ₀)² + (1 − k²) σ_cold² + floor², k = e^(−age/τ).
  static func faded(
    _ mean: Double, sigma: Double, age: TimeSpan, time: TimeSpan, cold: Double, floor: Double
  ) -> (mean: Double, sigma: Double) {
    let keep = exp(-max(0, age.value) / time.value)
    let variance = keep * keep * sigma * sigma + (1 - keep * keep) * cold * cold + floor * floor
    return (mean * keep, variance.squareRoot())
  }
}

extension LearnedBias {
  /// σ² = σ₀² + (0.05 °/s)² + (0.0005 °/s/√s · √age)² + (0.015 °/s/K · ΔT)², with ΔT = 10 K where a temperature is unknown; and
  /// that together with the cold start's own belief, 0 within `cold`: 1/σ′² = 1/σ² + 1/cold², mean · σ′²/σ².
  public func widened(age: TimeSpan?, temperature now: Temperature?, cold: AngularRate) -> BiasBelief {
    let age = max(0, (age ?? Widening.unknownAge).value)
    let warming = temperature.flatMap { then in now.map { $0.value - then.value } } ?? Widening.unknownWarming
    let walk = Widening.biasWalk.radians, slope = Widening.biasPerKelvin.radians * warming
    let floor = Widening.biasFloor.radians, start = cold.radians * cold.radians
    var result = belief
    for axis in 0..<3 {
      let sigma = belief.sigma.components[axis]
      let variance = sigma * sigma + floor * floor + walk * walk * age + slope * slope
      let share = start / (start + variance)
      result.bias.components[axis] *= share
      result.sigma.components[axis] = (share * variance).squareRoot()
    }
    return result
  }
}

extension LearnedStride {
  /// Toward a new wearer's, 0 ± 0.1, within 90 days; never better than the 0.03 that other shoes make.
  public func widened(age: TimeSpan?) -> LearnedStride {
    var result = self
    (result.logarithm, result.sigma) = Widening.faded(
      logarithm, sigma: sigma, age: age ?? Widening.unknownAge, time: Widening.strideTime, cold: Widening.strideCold,
      floor: Widening.strideFloor)
    return result
  }
}

extension LearnedField {
  /// Toward a cold start's, 0 ± `cold`, within 30 days.
  public func widened(age: TimeSpan?, cold: FluxDensity) -> LearnedField {
    var result = self
    for axis in 0..<3 {
      (result.field.components[axis], result.sigma.components[axis]) = Widening.faded(
        field.components[axis], sigma: sigma.components[axis], age: age ?? Widening.unknownAge,
        time: Widening.fieldTime, cold: cold.value, floor: Widening.fieldFloor.value)
    }
    return result
  }
}

extension LearnedAccuracy {
  /// Toward 1: ln scale and the time it stands on, both · e^(−age/30 d) · e^(−distance/1000 km). Another sky a hundred kilometres
  /// on is much the same. nil for another receiver.
  public func widened(age: TimeSpan?, distance: Length = .zero, receiver now: String? = nil) -> LearnedAccuracy? {
    if let receiver, let now, receiver != now { return nil }
    let age = max(0, (age ?? Widening.unknownAge) / Widening.scaleTime)
    let keep = exp(-age - max(0, distance / Widening.scaleDistance))
    var result = self
    result.scale = exp(keep * log(scale))
    result.span = span * keep
    return result
  }
}

extension LearnedHeading {
  /// σ² = σ₀² + (10° + 0.5°/s · age)²; nil beyond 60°, about a hundred seconds, and where the age is unknown.
  public func widened(age: TimeSpan?) -> LearnedHeading? {
    guard let age, age >= .zero else { return nil }
    let turned = Widening.headingFloor + Widening.headingRate * age.value
    let widened = Angle.radians(hypot(sigma.radians, turned.radians))
    return widened <= Widening.headingLimit ? LearnedHeading(heading, sigma: widened) : nil
  }
}
