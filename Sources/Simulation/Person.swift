import Geometry

/// One person's parameters of movement, drawn once per seed, so that every seed is another person.
///
/// The ranges are those of people who stand about, look and walk in rooms: heads turn in jerks of 100–300 °/s once or twice a
/// second; steps are gentle ones (peaks of 0.3–0.8 m/s² in the band of 0.7–3 Hz of the vertical acceleration) to vigorous ones
/// (4–10 m/s²).
struct Person: Sendable {
  /// The peak of the vertical acceleration in a step at walking speed, m/s².
  var stepPeak: Double
  /// Steps per second at walking speed.
  var cadence: Double
  /// m/s, if nothing is in the way.
  var speed: Double
  /// 1 σ of a step's duration while walking, as a ratio: in the open and in a crowd.
  var unevenness: Double
  var crowdUnevenness: Double
  /// Difference of rise and fall within a step: the second harmonic of the bounce.
  var skew: Double
  /// The rms rate of the head's turning, rad/s, and the peak rate of one turn.
  var headRate: Double
  var headPeak: Double
  /// Mean time between two turns of the head, s.
  var headInterval: Double
  /// Largest lean of the head, m.
  var lean: Double
  /// Distance from which a thing is viewed, m.
  var reach: Double
  /// From the joint of the neck to the device on the head: ahead and up, m.
  var lever: SIMD2<Double>

  init(_ parameters: SimulationParameters, seed: UInt64) {
    var generator = Generator(seed: seed, stream: "person")
    let vigour = generator.uniform()
    // log-uniform from 0.3 to 10 m/s²
    let drawnPeak = 0.3 * pow(10 / 0.3, vigour)
    stepPeak = parameters.stepPeak > 0 ? parameters.stepPeak : drawnPeak
    let strength = max(0, min(1, log(stepPeak / 0.3) / log(10 / 0.3)))
    stepPeak *= parameters.gait
    cadence = 1.45 + 0.75 * strength + 0.06 * generator.gaussian()
    speed = parameters.walkingSpeed.value * (0.75 + 0.35 * strength) * generator.uniform(in: 0.93...1.07)
    unevenness = generator.uniform(in: 0.03...0.08)
    crowdUnevenness = generator.uniform(in: 0.15...0.3)
    skew = generator.uniform(in: -0.2...0.2)
    let drawnRate = generator.uniform(in: 36...63) * .pi / 180
    headRate = parameters.headRate.value > 0 ? parameters.headRate.value : drawnRate
    headPeak = generator.uniform(in: 150...230) * .pi / 180
    // A calm head turns more rarely; its turns are at least 10° on average (HeadTurns.swift has the formula).
    let seldom = 0.76 * headPeak * (10 * .pi / 180) / (headRate * headRate)
    headInterval = min(1, max(seldom, generator.uniform(in: 0.55...0.95)))
    lean = generator.uniform(in: 0.05...0.1)
    reach = generator.uniform(in: 1.1...1.9)
    lever = SIMD2(generator.uniform(in: 0.07...0.11), generator.uniform(in: 0.08...0.14))
  }

  /// Returns the peak of a step's vertical acceleration at a speed: slow steps are softer.
  func stepPeak(at speed: Double) -> Double {
    let share = 0.4 + 0.6 * min(1, speed / max(0.3, self.speed))
    return min(stepPeak, max(0.3 * min(1, stepPeak / 0.3), stepPeak * share))
  }
}
