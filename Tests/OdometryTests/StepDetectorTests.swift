import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing

/// Steps of simulated walkers, and motion without steps.
@Suite struct StepDetectorTests {
  /// Returns the number of steps in a session, with an attitude filter beside the detector as in the pipeline.
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
    expect((Double(count) - expected).magnitude, isBelow: 0.03 * expected)
  }

  @Test(arguments: [Plan.lookAround, .benchTurns, .benchRest]) func motionsOnTheSpotGiveNoSteps(plan: Plan) throws {
    let count = try steps(plan, until: 120) { $0.imuRate = 100 }
    expect(count, equals: 0)
  }

  /// Returns the number of steps in a minute of peaks of one strength (m/s²) at given intervals in seconds, while the device
  /// turns.
  private func count(strength: Double, rate: Double = 0.2, apart: (Int) -> Double) -> Int {
    var detector = StepDetector(GaitParameters()), phase = 0.0, peak = 0, count = 0
    for _ in 0..<6000 {
      phase += 0.01 / apart(peak)
      if phase >= 1 {
        phase -= 1
        peak += 1
      }
      let up = Quantity<MetrePerSecondSquared>(strength * sin(2 * .pi * phase))
      count += detector.advance(up: up, rate: AngularVelocity(0, rate, 0), over: TimeSpan(0.01))?.count ?? 0
    }
    return count
  }

  /// Gentle peaks count as steps, all of them, in an even run, and as fidgeting elsewhere.
  @Test func gentleStepsCountInAnEvenRun() {
    var g = Generator(seed: 2)
    let uneven = (0..<400).map { _ in g.uniform(in: 0.35...1.2) }
    let even = count(strength: 0.5) { _ in 0.55 }, fidgeting = count(strength: 0.5) { uneven[$0 % 400] }
    expect((even - 109).magnitude, isBelow: 6, "\(even)")
    expect(fidgeting, isBelow: 25, "\(fidgeting)")
    expect(count(strength: 0.2) { _ in 0.55 }, equals: 0)
    let firm = count(strength: 3) { uneven[$0 % 400] }
    expect(firm, isAbove: 55, "\(firm)")
  }

  /// A vigorous step turns the device too; waving turns it as much with little vertical force.
  @Test func vigorousStepsAreNotTakenForWaving() {
    let vigorous = count(strength: 9, rate: 1.6) { _ in 0.5 }, waved = count(strength: 2, rate: 1.6) { _ in 0.5 }
    #expect(vigorous > 100 && waved < 5, "\(vigorous), \(waved)")
  }

  /// A thigh swings as fast as a waved arm, and lands hard on its own foot, gently on the other's, not half-way between.
  @Test func aThighWalks() {
    var detector = StepDetector(GaitParameters()), count = 0, swung = 0, time = 0.0, way = 0.0
    while time < 60 {
      time += 0.01
      // Landings of 0.1 s at 0 and 0.42 s of a stride of 1.1 s.
      let phase = time.truncatingRemainder(dividingBy: 1.1)
      let own = exp(-0.5 * pow((phase - 0.3) / 0.06, 2)), other = exp(-0.5 * pow((phase - 0.72) / 0.06, 2))
      let up = Quantity<MetrePerSecondSquared>(12 * own + 6 * other - 2.4)
      guard let event = detector.advance(up: up, rate: AngularVelocity(0, 1.6, 0), over: TimeSpan(0.01)) else {
        continue
      }
      count += event.count
      swung += event.isSwung ? event.count : 0
      way += Double(event.count) * GaitParameters().length(of: event).value
    }
    #expect((100...112).contains(count) && swung > count - 8, "\(count), \(swung)")
    // 109 steps of 0.39 m s × 1.82 Hz.
    expect((way - 109 * 0.71).magnitude, isBelow: 8, "\(way)")
  }

  @Test func lengthFollowsPace() {
    var parameters = GaitParameters()
    parameters.strideLength = .zero
    parameters.walkRatio = Quantity(0.39)
    expect((parameters.length(of: TimeSpan(0.5), strength: AccelerationSize(2)).value - 0.78).magnitude, isBelow: 1e-12)
  }
}
