public import Geometry
public import Odometry

// Widening of what was learned before. The result is less certain, and nearer to the cold start, the longer ago it was learned; in
// the limit it is the cold start.

/// Constants of widening ("docs/engine.md", state stored between sessions).
enum Widening {
  /// Age assumed where it is unknown, except for a heading.
  static let unknownAge = TimeSpan(30 * day)
  static let day = 86_400.0

  /// Gyroscope: the change at each turn-on, the walk while stored, and the change with temperature.
  static let biasFloor = Angle.degrees(0.05)  // /s
  static let biasWalk = Angle.degrees(0.0005)  // /s/√s
  static let biasPerKelvin = Angle.degrees(0.015)  // /s/K
  static let unknownWarming = 10.0  // K

  /// Stride: other shoes immediately, another wearer in the long run.
  static let strideTime = TimeSpan(90 * day)
  static let strideFloor = 0.03, strideCold = 0.1

  /// The device's own field: an immediate change by a cable or a clip, and magnetization.
  static let fieldTime = TimeSpan(30 * day)
  static let fieldFloor = FluxDensity(0.5)

  /// Compass: a chip that is soldered stays; the device is dropped, and bent. No chip is known better than `compassFloor`.
  static let compassTime = TimeSpan(365 * day)
  static let compassFloor = Angle.degrees(3)

  /// Heading: the device was turned a little when it was put down, and goes on being turned.
  static let headingFloor = Angle.degrees(10)
  static let headingRate = Angle.degrees(0.5)  // /s
  static let headingLimit = Angle.degrees(60)

  /// Returns a Gauss-Markov quantity after a time: mean · k, σ² = (k σ₀)² + (1 − k²) σ_cold² + floor², k = e^(−age/τ).
  static func faded(
    _ mean: Double, sigma: Double, age: TimeSpan, time: TimeSpan, cold: Double, floor: Double
  ) -> (mean: Double, sigma: Double) {
    let keep = exp(-max(0, age.value) / time.value)
    let variance = keep * keep * sigma * sigma + (1 - keep * keep) * cold * cold + floor * floor
    return (mean * keep, variance.squareRoot())
  }
}

extension LearnedBias {
  /// σ² = σ₀² + (0.05 °/s)² + (0.0005 °/s/√s · √age)² + (0.015 °/s/K · ΔT)², with ΔT = 10 K where a temperature is unknown; then
  /// combined with the cold start, 0 ± `cold`: 1/σ′² = 1/σ² + 1/cold², mean · σ′²/σ².
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
  /// Widens toward a new wearer's, 0 ± 0.1, within 90 days; `sigma` is never below the 0.03 of other shoes.
  public func widened(age: TimeSpan?) -> LearnedStride {
    var result = self
    (result.logarithm, result.sigma) = Widening.faded(
      logarithm, sigma: sigma, age: age ?? Widening.unknownAge, time: Widening.strideTime, cold: Widening.strideCold,
      floor: Widening.strideFloor)
    return result
  }
}

extension LearnedField {
  /// Widens toward a cold start's, 0 ± `cold`, within 30 days.
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

extension LearnedCompass {
  /// Widens toward a cold start's, 0 ± `cold`, within a year; `sigma` is never below 3°. The way on which it rests fades alike.
  public func widened(age: TimeSpan?, cold: Angle) -> LearnedCompass {
    let age = age ?? Widening.unknownAge
    let (angle, sigma) = Widening.faded(
      angle.radians, sigma: sigma.radians, age: age, time: Widening.compassTime, cold: cold.radians, floor: 0)
    return LearnedCompass(
      .radians(angle), sigma: max(.radians(sigma), Widening.compassFloor),
      walked: walked * exp(-max(0, age.value) / Widening.compassTime.value))
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
