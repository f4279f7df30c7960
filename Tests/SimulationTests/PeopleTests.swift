import Expectations
import Geometry
import Samples
import Testing

@testable import Simulation

/// Simulated people behave like people: the properties of paths, heads and steps in their plans, seed by seed.
@Suite struct PeopleTests {
  static let people: [Plan] = [.around, .gallery, .errand, .crowd]
  static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]
  static let cases = people.flatMap { plan in seeds.map { (plan: plan, seed: $0) } }

  func simulation(
    _ plan: Plan, _ seed: UInt64, _ adjust: (inout SimulationParameters) -> Void = { _ in }
  ) -> Simulation {
    var parameters = plan.parameters(seed: 1)
    adjust(&parameters)
    return Simulation(plan.itinerary(parameters), parameters: parameters, seed: seed)
  }

  /// Returns the turning rates between moments 10 ms apart, rad/s.
  func rates(_ trajectory: Trajectory) -> [Double] {
    var last = trajectory.instant(at: .zero).orientation
    return stride(from: 0.01, to: trajectory.duration.value, by: 0.01).map { time in
      let next = trajectory.instant(at: .seconds(time)).orientation
      defer { last = next }
      return last.difference(to: next).norm.value / 0.01
    }
  }

  /// Returns the vertical acceleration in the band of 0.7–3 Hz, 50 values a second: less its mean over a Hann window of 2 s, then
  /// smoothed over 0.24 s.
  func band(_ trajectory: Trajectory) -> [Double] {
    let up = stride(from: 0.0, to: trajectory.duration.value, by: 0.02).map { time -> Double in
      let (_, force) = trajectory.dynamics(at: time)
      return force.z - 9.81
    }
    let slow = smoothed(up, width: 100)
    return smoothed(zip(up, slow).map { $0 - $1 }, width: 12)
  }

  func rms(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
  }

  @Test(arguments: cases.indices) func headsTurnInJerks(index: Int) {
    let (plan, seed) = Self.cases[index]
    let rates = rates(simulation(plan, seed).trajectory)
    let degrees = rms(rates) * 180 / .pi
    // A jerk is a peak above 70 °/s with a fall below 30 °/s before the next peak.
    var jerks: [Double] = []
    var peak = 0.0
    for rate in rates.map({ $0 * 180 / .pi }) {
      if rate > 70 { peak = max(peak, rate) }
      if rate < 30 && peak > 0 {
        jerks.append(peak)
        peak = 0
      }
    }
    let perSecond = Double(jerks.count) / (Double(rates.count) * 0.01)
    print(
      "\(plan.rawValue) \(seed): \(degrees) °/s rms, \(perSecond) jerks a second, \(jerks.sorted()[jerks.count / 2])")
    #expect(degrees > 30 && degrees < 75)
    #expect(perSecond > 0.4 && perSecond < 2.5)
    #expect(jerks.sorted()[jerks.count / 2] > 90 && (jerks.max() ?? 0) < 450)
  }

  @Test(arguments: cases.indices) func waysAreThoseOfTheirPlans(index: Int) {
    let (plan, seed) = Self.cases[index]
    let parameters = plan.parameters(seed: 1)
    let person = Person(parameters, seed: seed)
    guard case .person(let behaviour) = plan.itinerary(parameters).source else {
      Issue.record("no person in \(plan.rawValue)")
      return
    }
    let outing = behaviour.outing(person, parameters, seed: seed)
    let way = outing.footfalls.reduce(0.0) { $0 + $1.way.length }
    let far = outing.footfalls.reduce(into: (SIMD2<Double>.zero, 0.0)) { sum, step in
      sum.0 += step.way
      sum.1 = max(sum.1, sum.0.length)
    }.1
    print("\(plan.rawValue) \(seed): \(outing.time) s, \(way) m of way, at most \(far) m from the start")
    switch plan {
    case .around:
      #expect((180...190).contains(outing.time) && (15...90).contains(way) && far < 4.5)
    case .gallery:
      #expect((240...300).contains(outing.time) && (30...160).contains(way) && far < 13)
    case .errand:
      #expect((270...480).contains(outing.time) && (100...260).contains(way))
    default:
      #expect((180...200).contains(outing.time) && (40...180).contains(way))
    }
    for step in outing.footfalls {
      #expect((0.34...1.21).contains(step.duration) && step.peak >= 0.25 && step.peak < 13)
    }
  }

  /// The gaze stays on its object, whatever the direction of walking.
  @Test(arguments: seeds) func waysAndGazeAreApart(seed: UInt64) {
    let trajectory = simulation(.around, seed).trajectory
    var east = 0.0, north = 0.0, weight = 0.0
    for time in stride(from: 0.0, to: trajectory.duration.value, by: 0.1) {
      let before = trajectory.instant(at: .seconds(max(0, time - 0.5))).position
      let way = trajectory.instant(at: .seconds(time)).position - before
      let gaze = Attitude(trajectory.instant(at: .seconds(time)).levelOrientation).heading.radians
      let off = atan2(way.x, way.y) - gaze, length = hypot(way.x, way.y)
      east += length * sin(off)
      north += length * cos(off)
      weight += length
    }
    expect(hypot(east, north) / weight, isBelow: 0.5)
  }

  @Test(arguments: [0.4, 0.7, 2, 6]) func stepsHaveTheirPeaks(asked: Double) {
    let trajectory = simulation(.errand, 3) {
      $0.stepPeak = asked
      $0.personMount = .torso
    }.trajectory
    let up = band(trajectory)
    // the first leg: from 5 to 20 s the person walks
    var peaks: [Double] = []
    for i in 250..<1000 where up[i] > up[i - 1] && up[i] >= up[i + 1] && up[i] > 0.3 * asked { peaks.append(up[i]) }
    let median = peaks.sorted()[peaks.count / 2]
    print("asked for \(asked) m/s²: \(peaks.count) peaks, median \(median)")
    #expect(peaks.count > 15 && peaks.count < 45)
    #expect(median / asked > 0.65 && median / asked < 1.35)
  }

  @Test func personsDiffer() {
    let peaks = (1...60).map { Person(Plan.errand.parameters(seed: 1), seed: UInt64($0)).stepPeak }
    #expect(peaks.allSatisfy { $0 >= 0.3 && $0 <= 10 })
    #expect(peaks.contains { $0 < 0.8 } && peaks.contains { $0 > 4 } && peaks.contains { $0 > 0.8 && $0 < 4 })
  }

  @Test(arguments: people) func aSeedIsAPerson(plan: Plan) {
    let first = simulation(plan, 4).trajectory, again = simulation(plan, 4).trajectory
    let other = simulation(plan, 5).trajectory
    var isOther = false
    for time in stride(from: 0.0, to: 60, by: 0.5) {
      let a = first.instant(at: .seconds(time)), b = again.instant(at: .seconds(time))
      #expect(a.position == b.position && a.orientation == b.orientation)
      let numbers = a.position.components.sum() + a.velocity.components.sum() + a.orientation.quaternion.sum()
      #expect(numbers.isFinite)
      if other.instant(at: .seconds(time)).position != a.position { isOther = true }
    }
    #expect(isOther)
  }

  @Test func aTorsoIsCalmer() {
    let head = simulation(.around, 2).trajectory
    let torso = simulation(.around, 2) { $0.personMount = .torso }.trajectory
    expect(rms(rates(torso)), isBelow: 0.6 * rms(rates(head)))
    for time in stride(from: 0.0, to: head.duration.value, by: 0.5) {
      let a = head.instant(at: .seconds(time)), b = torso.instant(at: .seconds(time))
      expect((a.position - b.position).norm.value, isBelow: 0.4)
    }
  }

  /// A spot has one field, at any time and from any direction.
  @Test func theFieldIsOfThePlace() throws {
    let field = DisturbanceField(rms: 10, length: 3, seed: 4)
    let trajectory = simulation(.gallery, 4).trajectory
    var visits: [(place: Displacement<ENU>, field: SIMD3<Double>)] = []
    for time in stride(from: 0.0, to: trajectory.duration.value, by: 1) {
      let place = trajectory.instant(at: .seconds(time)).position
      visits.append((place, field.field(at: place).components))
    }
    var pairs = 0
    for i in visits.indices {
      for j in 0..<i where i - j > 60 && (visits[i].place - visits[j].place).norm.value < 0.15 {
        pairs += 1
        let change = visits[i].field - visits[j].field
        expect((change * change).sum().squareRoot(), isBelow: 3)
      }
    }
    expect(pairs, isAbove: 3)
  }
}
