import Geometry
import Odometry
import Samples
import Simulation
import Testing

/// Steps of simulated walkers, and what is none.
@Suite struct StepDetectorTests {
  /// Steps counted in a session, its attitude filter beside it as in the pipeline.
  func steps(_ plan: Plan, until end: Double, _ adjust: (inout SimulationParameters) -> Void = { _ in }) throws -> Int {
    var parameters = SimulationParameters()
    parameters.magnetometerRate = 0
    parameters.truthRate = 1
    adjust(&parameters)
    let simulation = Simulation(plan.itinerary(parameters), parameters: parameters, seed: 4)
    var detector = StepDetector(GaitParameters())
    var attitude: AttitudeFilter?
    var start = AttitudeStart(AttitudeParameters(profile: .head))
    var force: Acceleration<Body>?, last: BootInstant?, count = 0
    struct Enough: Error {}
    do {
      try simulation.run { line in
        guard case .sample(let sample) = line else { return }
        if sample.time > BootInstant(seconds: end) { throw Enough() }
        if case .accelerometer(let sample) = sample { force = sample.force }
        guard case .gyroscope(let sample) = sample, let force else { return }
        let interval = last.map { sample.time - $0 } ?? .zero
        last = sample.time
        if attitude == nil {
          attitude = start.add(rate: sample.rate, force: force, over: interval)
        } else {
          attitude?.advance(rate: sample.rate, over: interval, force: force)
        }
        guard let orientation = attitude?.orientation else { return }
        let up = Quantity<MetrePerSecondSquared>(orientation(force).y - 9.81)
        count += detector.advance(up: up, rate: sample.rate, over: interval)?.count ?? 0
      }
    } catch is Enough {}
    return count
  }

  /// 1.85 steps a second at 1.35 m/s, from 5 s on; the first of them while speeding up.
  @Test(arguments: [25.0, 50, 200]) func countsAnEvenWalk(rate: Double) throws {
    let count = try steps(.straight, until: 85) {
      $0.imuRate = rate
      $0.gaitVariability = 0
    }
    let expected = 1.85 * 79.3
    #expect((Double(count) - expected).magnitude < 0.03 * expected)
  }

  @Test(arguments: [Plan.lookAround, .benchTurns, .benchRest]) func nobodyWalksOnTheSpot(plan: Plan) throws {
    let count = try steps(plan, until: 120) { $0.imuRate = 100 }
    #expect(count == 0)
  }

  @Test func lengthFollowsPace() {
    var parameters = GaitParameters()
    parameters.strideLength = .zero
    parameters.walkRatio = Quantity(0.39)
    #expect((parameters.length(of: TimeSpan(0.5), strength: AccelerationSize(2)).value - 0.78).magnitude < 1e-12)
  }
}
