import Expectations
import Geometry
import Odometry
import Testing

@Suite struct BodyTurnsTests {
  /// Against a walk of the rate in small steps, of which only those count that end near a wanted rate.
  @Test func aTurnBetweenTwoRates() {
    let sigma = Angle.degrees(200).radians, memory = 0.3, step = 0.01
    var random = Generator(seed: 5)
    for time in [0.2, 1] {
      var slopes = (xx: 0.0, xy: 0.0), rests = [Double](), pairs = [(Double, Double)]()
      for _ in 0..<20_000 {
        var rate = sigma * random.gaussian(), turned = 0.0
        let first = rate, keep = exp(-step / memory)
        for _ in 0..<Int(time / step) {
          let next = rate * keep + sigma * (1 - keep * keep).squareRoot() * random.gaussian()
          turned += 0.5 * (rate + next) * step
          rate = next
        }
        pairs.append((first + rate, turned))
        slopes.xx += (first + rate) * (first + rate)
        slopes.xy += (first + rate) * turned
      }
      let slope = slopes.xy / slopes.xx
      let told = BodyTurns.body.turn(from: SIMD3(1, 0, 0), to: .zero, over: time).x
      expect(abs(slope / told - 1), isBelow: 0.05)
      rests = pairs.map { $0.1 - told * $0.0 }
      let variance = rests.reduce(0) { $0 + $1 * $1 } / Double(rests.count)
      expect(abs(variance / BodyTurns.body.variance(over: time) - 1), isBelow: 0.05)
    }
  }

  @Test func aShortGapIsBridgedByTheMeanRate() {
    let turn = BodyTurns.body.turn(from: SIMD3(1, 0, 2), to: SIMD3(3, 0, 2), over: 0.02)
    expect(abs(turn.x - 0.04) + abs(turn.y) + abs(turn.z - 0.04), isBelow: 1e-4)
    expect(BodyTurns.body.variance(over: 0.1).squareRoot(), isBelow: Angle.degrees(7).radians)
    expect(BodyTurns.body.variance(over: 1).squareRoot(), isAbove: Angle.degrees(50).radians)
    expect(BodyTurns.vehicle.variance(over: 1).squareRoot(), isBelow: Angle.degrees(10).radians)
    expect(BodyTurns.body.variance(over: 0), equals: 0)
  }
}
