import Geometry
import Odometry
import Samples
import Simulation
import Testing

/// The filters' stated errors are true: on simulated walks with known truth.
@Suite struct ConsistencyTests {
  /// Tilt error divided by its stated sigma, every two seconds, over several seeds of a plan.
  func tiltRatios(_ plan: Plan, seeds: ClosedRange<UInt64>, until: Double = 90) throws -> [Double] {
    var ratios: [Double] = []
    for seed in seeds {
      var parameters = SimulationParameters()
      parameters.accelerometer.bias = 0.03  // calibrated: tilt is only as good as the accelerometer
      parameters.accelerometer.scale = 0.001
      parameters.accelerometer.misalignment = 0.001
      let simulation = Simulation(plan.itinerary(parameters), parameters: parameters, seed: seed)
      var start = AttitudeStart(.init()), filter: AttitudeFilter?
      var force = Acceleration<Body>.zero, last: BootInstant?, nextCheck = 10.0
      struct Done: Error {}
      do {
        try simulation.run { line in
          guard case .sample(let sample) = line else { return }
          if case .accelerometer(let sample) = sample { force = sample.force }
          guard case .gyroscope(let sample) = sample else { return }
          let step = last.map { sample.time - $0 } ?? .zero
          last = sample.time
          if filter == nil {
            filter = start.add(rate: sample.rate, force: force, over: step)
          } else {
            filter?.advance(rate: sample.rate, over: step, force: force)
          }
          let seconds = Double(sample.time.nanoseconds) * 1e-9
          guard seconds > nextCheck, let filter else { return }
          nextCheck += 2
          let truth = simulation.trajectory.instant(at: TimeSpan(seconds)).levelOrientation
          let down = truth(filter.orientation.inverse(Direction<Scene>(0, -1, 0)))
          ratios.append(down.angle(to: Direction<Level>(0, -1, 0)).radians / filter.tiltSigma.radians)
          if seconds > until { throw Done() }
        }
      } catch is Done {}
    }
    return ratios
  }

  /// Of a two-dimensional normal error 39 % are within 1 σ and 86 % within 2 σ. The filter assumes a hand's motion, more than
  /// that of a head or a bench, so its stated error may be too large, but not too small.
  @Test(arguments: [Plan.lookAround, .straight, .benchTurns]) func theStatedTiltMatchesTheErrors(plan: Plan) throws {
    let ratios = try tiltRatios(plan, seeds: 1...12)
    let within1 = Double(ratios.filter { $0 < 1 }.count) / Double(ratios.count)
    let within2 = Double(ratios.filter { $0 < 2 }.count) / Double(ratios.count)
    let mean = (ratios.map { $0 * $0 }.reduce(0, +) / Double(ratios.count))
    print(
      "\(plan.rawValue): \(ratios.count) tilts, within 1 σ \(within1), within 2 σ \(within2), mean NEES \(mean) (2)")
    #expect(within1 > 0.35 && within2 > 0.84 && mean < 2.6)
  }
}
