import Expectations
import Geometry
import Odometry
import Testing

@Suite struct RelaxedRestTests {
  /// A hand that trembles about one heading: its mean rate is the bias, with or without strict rest.
  @Test func aTremblingHandGivesTheBias() {
    var parameters = AttitudeParameters(profile: .hand)
    parameters.restTime = TimeSpan(60)  // never strict rest
    var filter = AttitudeFilter(parameters, orientation: .aligned, tilt: .degrees(20))
    var generator = Generator(seed: 5)
    let bias = SIMD3(0.004, -0.009, 0.002)
    let before = filter.driftVariance
    for i in 0..<3000 {
      let t = Double(i) * 0.01
      let tremble = 0.04 * SIMD3(sin(9 * t), cos(7 * t), sin(8 * t)) + 0.005 * generator.gaussian3()
      filter.advance(rate: Vector(bias + tremble), over: TimeSpan(0.01), force: Acceleration(0, 9.81, 0))
    }
    #expect(filter.isResting)
    expect((filter.bias.y - bias.y).magnitude, isBelow: 0.001)
    expect(filter.driftVariance, isBelow: 0.1 * before)
  }

  @Test func walkingIsNotRest() {
    var filter = AttitudeFilter(AttitudeParameters(profile: .hand), orientation: .aligned, tilt: .degrees(20))
    for i in 0..<1000 {
      let t = Double(i) * 0.01
      filter.advance(
        rate: Vector(0.35 * sin(11 * t), 0.3 * sin(5.5 * t), 0), over: TimeSpan(0.01), force: Acceleration(0, 9.81, 0))
    }
    #expect(!filter.isResting)
  }
}
