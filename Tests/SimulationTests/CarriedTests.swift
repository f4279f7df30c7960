import Expectations
import Geometry
import Samples
import Testing

@testable import Simulation

/// A device in a pocket, and people on wheels, move as the literature says.
@Suite struct CarriedTests {
  func simulation(_ plan: Plan, _ carrier: Itinerary.Carrier? = nil, seed: UInt64) -> Simulation {
    let parameters = plan.parameters(carriedIn: carrier, seed: seed)
    var itinerary = plan.itinerary(parameters)
    if let carrier { itinerary.carrier = carrier }
    return Simulation(itinerary, parameters: parameters, seed: seed)
  }

  /// Returns the turning rates between moments 10 ms apart, in rad/s, of a stretch.
  func rates(_ trajectory: Trajectory, _ stretch: ClosedRange<Double>) -> [Double] {
    var last = trajectory.instant(at: .seconds(stretch.lowerBound)).orientation
    return stride(from: stretch.lowerBound + 0.01, to: stretch.upperBound, by: 0.01).map { time in
      let next = trajectory.instant(at: .seconds(time)).orientation
      defer { last = next }
      return last.difference(to: next).norm.value / 0.01
    }
  }

  @Test(arguments: 1...6) func walkingThighSwings(seed: UInt64) {
    let trajectory = simulation(.straight, .pocket, seed: seed).trajectory
    let walking = rates(trajectory, 20...60), standing = rates(trajectory, 0...4)
    let peaks = stride(from: 0, to: walking.count - 110, by: 110).map { walking[$0..<$0 + 110].max() ?? 0 }
    let mean = peaks.reduce(0, +) / Double(peaks.count)
    print("seed \(seed): a stride's largest rate is \(mean) rad/s in the mean")
    #expect(mean > 2.3 && mean < 3.3)
    expect((standing.max() ?? 0), isBelow: 0.5)
  }

  /// A bag turns the device by an angle of its own, and keeps it but for its swing.
  @Test(arguments: 1...6) func bagPointsElsewhere(seed: UInt64) {
    let trajectory = simulation(.straight, .bag, seed: seed).trajectory
    let truth = simulation(.straight, seed: seed).trajectory
    func direction(_ trajectory: Trajectory, _ time: Double) -> SIMD2<Double> {
      let right = trajectory.instant(at: .seconds(time)).orientation(Direction<Body>(1, 0, 0))
      return SIMD2(right.x, right.y)
    }
    let turns = stride(from: 20.0, to: 80, by: 0.5).map { time -> Double in
      let a = direction(trajectory, time), b = direction(truth, 2)
      return atan2(a.x * b.y - a.y * b.x, (a * b).sum())
    }
    let mean = atan2(turns.map(sin).reduce(0, +), turns.map(cos).reduce(0, +))
    let spread = turns.map { Angle($0 - mean).wrapped.radians * Angle($0 - mean).wrapped.radians }.reduce(0, +)
    let sigma = (spread / Double(turns.count)).squareRoot()
    print("seed \(seed): turned by \(Angle(mean)), give or take \(Angle(sigma))")
    #expect(sigma > 0.01 && sigma < 0.5)
    expect(rates(trajectory, 20...60).max() ?? 0, isBelow: 2.5)
  }

  /// The angles of bags are any.
  @Test func bagsPointAnywhere() {
    let ahead = (1...40).map { Bag(seed: $0).mount(Direction<Body>(1, 0, 0)) }
    let quarters = Set(ahead.map { [$0.x > 0, $0.z > 0] })
    expect(quarters.count, equals: 4)
  }

  /// The way goes round a ring of the radius that is set, both ways.
  @Test(arguments: [6.0, 20]) func loopsAreRings(radius: Double) {
    var parameters = Plan.loop.parameters(seed: 1)
    parameters.loopRadius = Length(radius)
    parameters.gait = 0
    let trajectory = Simulation(Plan.loop.itinerary(parameters), parameters: parameters, seed: 1).trajectory
    let ring = 2 * .pi * radius / parameters.walkingSpeed.value
    for begin in [7, trajectory.duration.value - 5 - ring] {
      let places = (0..<8).map { trajectory.instant(at: .seconds(begin + ring * Double($0) / 8)).position }
      let center = places.reduce(SIMD2(0.0, 0.0)) { $0 + SIMD2($1.x, $1.y) } / 8
      for place in places {
        expect(abs(hypot(place.x - center.x, place.y - center.y) - radius), isBelow: 0.05 * radius)
      }
    }
  }

  /// Crossings of a level tell the strokes: 60 to 90 a minute while the rider pedals.
  @Test(arguments: 1...6) func pedallingThighTurns(seed: UInt64) {
    let trajectory = simulation(.bicycle, .pocket, seed: seed).trajectory
    let up = stride(from: 35.0, to: 50, by: 0.02).map { time in
      trajectory.instant(at: .seconds(time)).position.z
    }
    let mean = up.reduce(0, +) / Double(up.count)
    let strokes = zip(up, up.dropFirst()).filter { $0 < mean && $1 >= mean }.count
    print("seed \(seed): \(strokes) strokes in 15 s")
    #expect((13...25).contains(strokes))
    let most = rates(trajectory, 35...50).max() ?? 0
    #expect(most > 1.8 && most < 4.5)
  }

  @Test(arguments: [Plan.bicycle, .bus, .train, .wheelchair], 1...4) func speedsAreThoseOfThePlans(
    plan: Plan, seed: UInt64
  ) {
    let trajectory = simulation(plan, seed: seed).trajectory
    let speeds = stride(from: 0.0, to: trajectory.duration.value - 2, by: 1).map { time -> Double in
      let way = trajectory.instant(at: .seconds(time + 1)).position - trajectory.instant(at: .seconds(time)).position
      return hypot(way.x, way.y)
    }
    let most = speeds.max() ?? 0, stands = speeds.filter { $0 < 0.2 }.count
    print("\(plan.rawValue) \(seed): \(Int(trajectory.duration.value)) s, at most \(most) m/s, stands for \(stands) s")
    switch plan {
    case .bicycle: #expect((3.5...8).contains(most))
    case .bus: #expect((8...13.5).contains(most))
    case .train: #expect((13...20.5).contains(most))
    default: #expect((0.8...1.5).contains(most))
    }
    expect(stands, isAbove: 25)
  }

  @Test func eachSeedIsAnotherDevice() {
    let all = (1...60).map { Plan.straight.parameters(carriedIn: .pocket, seed: UInt64($0)) }
    #expect((20...40).contains(all.filter { $0.magnetometerRate == 0 }.count))
    #expect((6...24).contains(all.filter { $0.imuRate == 25 }.count))
    for report in SimulationParameters.VelocityReport.allCases {
      #expect((10...30).contains(all.filter { $0.receiver.velocityReport == report }.count))
    }
    #expect(all.allSatisfy { (1...2.5).contains($0.receiver.latency.value) })
    let head = Plan.straight.parameters(seed: 7)
    #expect(head.magnetometerRate == 50 && head.receiver.velocityReport == .stated)
  }

  @Test(arguments: SimulationParameters.VelocityReport.allCases) func receiversReportTheVelocityAsSet(
    report: SimulationParameters.VelocityReport
  ) throws {
    var parameters = Plan.straight.parameters(seed: 1)
    parameters.receiver.velocityReport = report
    parameters.imuRate = 25
    var fixes: [Fix] = []
    try Simulation(Plan.circle.itinerary(parameters), parameters: parameters).run { line in
      if case .sample(.fix(let fix)) = line { fixes.append(fix) }
    }
    expect(fixes.count, isAbove: 20)
    #expect(fixes.allSatisfy { ($0.velocityEast != nil) == (report != .none) })
    #expect(fixes.allSatisfy { ($0.speedError != nil) == (report == .stated) })
  }
}
