import Expectations
import Geometry
import Odometry
import Samples
import Testing

@testable import Tracking

/// What the guard of the gyroscope states of turns that it has not seen.
@Suite struct UnseenTurnTests {
  /// Feeds rates at 100 Hz from `start` on; returns the sum of amounts and variances, and of what was integrated.
  private func feed(
    _ inertial: inout InertialGuard, _ rates: [SIMD3<Double>], from start: Double
  ) -> (turn: SIMD3<Double>, variance: SIMD3<Double>) {
    var turn = SIMD3<Double>.zero, variance = SIMD3<Double>.zero
    for (i, rate) in rates.enumerated() {
      let sample = GyroscopeSample(time: BootInstant(seconds: start + 0.01 * Double(i)), rate: AngularVelocity(rate))
      guard case .step(let used, let interval) = inertial.ingest(sample) else { continue }
      turn += used.components * interval.value + inertial.missing.amount
      variance += inertial.unseen
    }
    return (turn, variance)
  }

  /// A rate that never repeats a digit.
  private func lively(_ count: Int, _ rate: Double) -> [SIMD3<Double>] {
    (0..<count).map { SIMD3(0.01 * sin(Double($0)), rate + 0.001 * sin(3.1 * Double($0)), 0.02 * cos(Double($0))) }
  }

  @Test func aGapStatesTheTurnOfABody() {
    var inertial = InertialGuard(GuardParameters(), .body)
    expect(feed(&inertial, lively(100, 1), from: 0).variance, equals: .zero)
    let after = feed(&inertial, lively(100, 1), from: 2)
    expect(abs(after.variance.y / BodyTurns.body.variance(over: 1.01) - 1), isBelow: 0.01)
    // A second of the rate, and what lasts of both ends in the gap.
    expect(abs(after.turn.y - 0.99 - 2 * 0.3), isBelow: 0.05)
    expect(inertial.counters[.bridgedGap], equals: 1)
  }

  @Test func aStuckAxisStatesItsTurnAndTurnsNoMore() {
    var inertial = InertialGuard(GuardParameters(), .body)
    _ = feed(&inertial, lively(1200, 1), from: 0)
    var rates = lively(400, 1)
    for i in rates.indices { rates[i].y = 1 }
    let stuck = feed(&inertial, rates, from: 12)
    #expect(stuck.variance.x == 0 && stuck.variance.z == 0)
    expect(abs(stuck.variance.y / BodyTurns.body.variance(over: 4) - 1), isBelow: 0.02)
    expect(abs(stuck.turn.y), isBelow: 0.5)
    expect(inertial.counters[.stuck], equals: 1)
    #expect(inertial.state.contains(.noGyroscope))
    let after = feed(&inertial, lively(100, 1.01), from: 16)
    #expect(after.variance == .zero && !inertial.state.contains(.noGyroscope))
  }

  /// A sensor that gives its last sample again and again is silent, whatever that sample says.
  @Test(arguments: [1.5, 0.02]) func aFrozenSensorIsAGap(_ rate: Double) {
    var inertial = InertialGuard(GuardParameters(), .body)
    _ = feed(&inertial, lively(1200, rate), from: 0)
    let frozen = SIMD3(0.01, rate, 0.02)
    for i in 0..<150 {
      let force = SIMD3(0, 9.8 + 3 * sin(0.1 * Double(i)), 0)
      let sample = GyroscopeSample(
        time: BootInstant(seconds: 12 + 0.01 * Double(i)), rate: AngularVelocity(frozen))
      let outcome = inertial.ingest(sample, force: force)
      guard case .refused = outcome else { continue }
      #expect(inertial.state.contains(.noGyroscope))
    }
    expect(inertial.counters[.stuck], isAbove: 100)
    let after = feed(&inertial, lively(100, rate), from: 13.5)
    expect(after.variance.y, isAtLeast: BodyTurns.body.variance(over: 1.1))
    expect(abs(after.turn.y - rate * 0.99), isBelow: 2.1 * 0.3 * rate)
    #expect(!inertial.state.contains(.noGyroscope) && inertial.state.contains(.odometryLost))
  }

  /// A sensor without noise repeats itself wherever the rate is even.
  @Test func anEvenRateOfASensorWithoutNoiseIsNotFrozen() {
    var inertial = InertialGuard(GuardParameters(), .body)
    let even = feed(&inertial, [SIMD3<Double>](repeating: SIMD3(0.1, 1.5, 0.2), count: 1500), from: 0)
    expect(even.variance, equals: .zero)
    expect(abs(even.turn.y - 1.5 * 14.99), isBelow: 1e-6)
  }

  /// A sensor that freezes in the first rest of a session: the field turns, and the gyroscope does not.
  @Test(arguments: [true, false]) func aFieldThatTurnsShowsAFrozenSensor(_ turns: Bool) {
    var inertial = InertialGuard(GuardParameters(), .body)
    _ = feed(&inertial, lively(1200, 1), from: 0)
    for i in 0..<150 {
      let angle = turns ? 0.01 * Double(i) : 0
      let sample = GyroscopeSample(
        time: BootInstant(seconds: 12 + 0.01 * Double(i)), rate: AngularVelocity(SIMD3(0.001, 0.01, 0.002)))
      _ = inertial.ingest(sample)
      inertial.ingest(MagneticField<Body>(SIMD3(20 * cos(angle), -40, 20 * sin(angle))))
    }
    #expect((inertial.counters[.stuck] > 50) == turns && inertial.state.contains(.noGyroscope) == turns)
  }

  /// Of a wearer who stands still and then turns, a frozen sensor shows nothing but digits that no longer change.
  @Test func aNoisySensorThatRepeatsItselfAtRestIsFrozen() {
    var inertial = InertialGuard(GuardParameters(), .body)
    let noise = (0..<1200).map { 0.01 * SIMD3(sin(2.5 * Double($0)), cos(2.7 * Double($0)), sin(2.9 * Double($0))) }
    _ = feed(&inertial, noise, from: 0)
    let frozen = feed(&inertial, [SIMD3<Double>](repeating: SIMD3(0.001, 0.01, 0.002), count: 150), from: 12)
    expect(frozen.variance, equals: .zero)
    expect(inertial.counters[.stuck], isAbove: 100)
    let after = feed(&inertial, lively(100, 0.01), from: 13.5)
    expect(after.variance.y, isAtLeast: BodyTurns.body.variance(over: 1.1))
  }

  /// A gap ends no knowledge of the sensor: that it does not repeat itself by habit.
  @Test func aSensorThatFreezesSoonAfterAGapIsFrozen() {
    var inertial = InertialGuard(GuardParameters(), .body)
    _ = feed(&inertial, lively(1200, 1.5), from: 0)
    _ = feed(&inertial, lively(100, 1.5), from: 13)
    expect(inertial.counters[.bridgedGap], equals: 1)
    _ = feed(&inertial, [SIMD3<Double>](repeating: SIMD3(0.01, 1.5, 0.02), count: 150), from: 14)
    expect(inertial.counters[.stuck], isAbove: 100)
  }

  /// A sensor with few digits repeats itself at rest.
  @Test func restIsNotFrozen() {
    var inertial = InertialGuard(GuardParameters(), .body)
    var rest = feed(&inertial, [SIMD3<Double>](repeating: SIMD3(0.001, 0, 0.002), count: 500), from: 0)
    expect(rest.variance, equals: .zero)
    // Nor after a walk.
    _ = feed(&inertial, lively(3000, 1), from: 5)
    rest = feed(&inertial, [SIMD3<Double>](repeating: SIMD3(0.001, 0, 0.002), count: 500), from: 35)
    expect(rest.variance, equals: .zero)
    #expect(!inertial.state.contains(.noGyroscope))
  }
}
