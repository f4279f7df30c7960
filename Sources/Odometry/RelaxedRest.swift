import Geometry

/// Relaxed rest of a hand or a head: never as still as a table, but its rate varies about one mean that is the gyroscope's bias,
/// because a person who holds something quietly does not keep turning.
///
/// The rate and its squared deviation are low-passed (`meanRate`, `squaredDeviation`). The device rests while the deviation is
/// small and the mean rate no larger than a bias can be. Walking has a deviation of 0.25–0.4 rad/s and never passes.
struct RelaxedRest: Sendable {
  /// Largest mean rate at rest. It is larger than that of a strict rest, since a hand or a head may turn slowly meanwhile.
  private static let largestBias = AngularRate.degrees(5)

  private let parameters: AttitudeParameters
  private(set) var meanRate = SIMD3<Double>.zero
  private var squaredDeviation = 0.0
  private var age = 0.0

  init(_ parameters: AttitudeParameters) { self.parameters = parameters }

  var isResting: Bool {
    let limit = parameters.relaxedRate.value, most = Self.largestBias.radians
    return age >= 0.5 * parameters.relaxedAverage.value && squaredDeviation < limit * limit
      && dot(meanRate, meanRate) < most * most
  }

  mutating func add(rate: AngularVelocity<Body>, over step: TimeSpan) {
    guard step.value > 0 else { return }
    // Plain means at first, so that the time before the first sample has no weight.
    age += step.value
    let share = max(fading(step.value / parameters.relaxedAverage.value), step.value / age)
    let off = rate.components - meanRate
    meanRate += off * share
    squaredDeviation += (dot(off, off) - squaredDeviation) * share
  }
}
