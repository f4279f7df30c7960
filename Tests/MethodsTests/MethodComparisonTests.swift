import Alignment
import CAllocations
import Expectations
import Geometry
import Methods
import Odometry
import Samples
import Simulation
import Testing
import Tracking
import Trials

/// The heading by one method, beside the tracker.
@Suite struct MethodComparisonTests {
  static let cases: [(Profile, ComparedMethod)] =
    ComparedMethod.allCases.map { (.head, $0) }
    + [Profile.hand, .foot, .vehicle, .free].flatMap { [($0, .fit), ($0, .velocity), ($0, .compass)] }

  static func simulation(_ plan: Plan) -> Simulation {
    var parameters = SimulationParameters()
    parameters.imuRate = 100
    parameters.magnetometerRate = 25
    parameters.truthRate = 0
    return Simulation(plan.itinerary(parameters), parameters: parameters, faults: [], seed: 2)
  }

  static func samples(_ simulation: Simulation, seconds: Double) -> [Sample] {
    var samples: [Sample] = [], session = SimulatedSession(simulation)
    while let line = try? session.next() {
      guard case .sample(let sample) = line else { continue }
      if sample.time > BootInstant(seconds: seconds) { break }
      samples.append(sample)
    }
    return samples
  }

  static let walk = simulation(.cityBlocks), walkSamples = samples(walk, seconds: 120)
  static let ride = simulation(.ride), rideSamples = samples(ride, seconds: 90)

  static func session(_ profile: Profile) -> (simulation: Simulation, samples: [Sample]) {
    profile == .vehicle ? (ride, rideSamples) : (walk, walkSamples)
  }

  /// A method changes heading, yaw and its standard deviation, and nothing else of a pose; the tracker beside it is the same.
  @Test(arguments: cases)
  func onlyItsOwnChanges(profile: Profile, method: ComparedMethod) {
    let parameters = TrackerParameters(profile: profile)
    var alone = Tracker(profile: profile, parameters: parameters)
    var beside = alone, comparison = MethodComparison(method, parameters), turned = 0, poses = 0
    for sample in Self.session(profile).samples {
      let plain = alone.ingest(sample)
      var pose = beside.ingest(sample)
      comparison.ingest(sample, &pose)
      expect(alone.corrections, equals: beside.corrections)
      guard let plain, var pose else { continue }
      let turn = pose.yaw - plain.yaw
      if let heading = pose.heading, let before = plain.heading {
        expect((heading - before - turn).wrapped.magnitude.degrees, isBelow: 1e-9)
      }
      if turn != .zero { turned += 1 }
      (pose.heading, pose.yaw, pose.yawSigma) = (plain.heading, plain.yaw, plain.yawSigma)
      if method == .estimate {
        if pose.place != plain.place { turned += 1 }
        (pose.place, pose.horizontalAccuracy) = (plain.place, plain.horizontalAccuracy)
      }
      #expect(pose.pose == plain.pose && pose.velocity == plain.velocity && pose.place == plain.place)
      #expect(pose.appliedYaw == plain.appliedYaw && pose.localization == plain.localization)
      poses += 1
      // The text has every stored property, and needs long.
      if poses % 100 == 0 { expect("\(pose)", equals: "\(plain)") }
    }
    #expect(alone.states == beside.states && alone.learned == beside.learned)
    // A free device has no path without an outside tracker.
    #expect(profile == .free && method != .compass ? turned == 0 : turned > 0, "\(profile), \(method)")
  }

  /// A round of the pair method that is due by its time ends in a gap of the fixes, too.
  @Test func aRoundEndsByItsTimeInAGap() throws {
    let parameters = TrackerParameters(profile: .head)
    var own = MethodParameters()
    try MethodParameters.table.set("pairs.time", to: "7", in: &own)
    try MethodParameters.table.set("pairs.fixes", to: "50", in: &own)
    var tracker = Tracker(profile: .head, parameters: parameters)
    var comparison = MethodComparison(.pairsAll, parameters, own: own), rounds: [Double] = []
    for sample in Self.walkSamples {
      if case .fix(let fix) = sample, 60...85 ~= (fix.arrival - Self.began).value { continue }
      var pose = tracker.ingest(sample)
      comparison.ingest(sample, &pose)
      if let correction = comparison.correction { rounds.append((correction.time - Self.began).value) }
    }
    let inGap = rounds.filter { 60...85 ~= $0 }
    #expect(inGap.count == 1 && inGap.allSatisfy { $0 < 67.5 }, "\(rounds)")
  }

  private static var began: BootInstant { walkSamples[0].time }

  /// The methods find the heading without the filter: at the end within these limits of the truth.
  @Test(arguments: [
    (Profile.head, ComparedMethod.fit, 15.0), (.head, .pairsRandom, 20), (.head, .pairsDisjoint, 20),
    (.head, .pairsWeighted, 20), (.head, .pairsAll, 20), (.head, .compass, 30), (.vehicle, .velocity, 10),
    (.vehicle, .fit, 15),
  ])
  func theHeadingIsFound(profile: Profile, method: ComparedMethod, limit: Double) throws {
    let (simulation, samples) = Self.session(profile), parameters = TrackerParameters(profile: profile)
    var tracker = Tracker(profile: profile, parameters: parameters)
    var comparison = MethodComparison(method, parameters), last: TrackedPose?, corrections = 0
    for sample in samples {
      var pose = tracker.ingest(sample)
      comparison.ingest(sample, &pose)
      last = pose ?? last
      guard let correction = comparison.correction else { continue }
      corrections += 1
      let grounds = try #require(correction.grounds)
      let turn = (correction.newYaw - correction.oldYaw).wrapped.radians
      #expect(abs(grounds.fused.innovation.x - turn) < 1e-9 && grounds.readings.first <= grounds.readings.last)
      #expect(grounds.source != .pairs || !comparison.pairs.isEmpty)
    }
    expect(corrections, isAbove: 3)
    let pose = try #require(last)
    let truth = simulation.trajectory.instant(at: pose.time - BootInstant(seconds: 0)).levelOrientation
    let off = (Attitude(pose.earthOrientation).heading - Attitude(truth).heading).wrapped.magnitude.degrees
    expect(off, isBelow: limit, "\(method): \(off)° off")
  }

  /// In a new scene the tracker's heading is published until the method has a result.
  @Test func aNewSceneBeginsWithoutAResult() throws {
    let parameters = TrackerParameters(profile: .head)
    var tracker = Tracker(profile: .head, parameters: parameters)
    var comparison = MethodComparison(.fit, parameters), isReset = false, firstOfScene: TrackedPose?
    for sample in Self.walkSamples {
      if !isReset, sample.time > BootInstant(seconds: 80) {
        isReset = true
        _ = tracker.ingest(.input(InputEvent(time: sample.time, kind: "reset", json: "{}")))
      }
      let plain = tracker.ingest(sample)
      var pose = plain
      comparison.ingest(sample, &pose)
      guard let plain, let pose, pose.scene == 1 else { continue }
      if firstOfScene == nil {
        firstOfScene = pose
        #expect(pose.yaw == plain.yaw && pose.yawSigma == plain.yawSigma)
      }
    }
    #expect(firstOfScene != nil && comparison.refusals.contains { $0.count > 0 })
  }

  /// The pair algorithm runs every ten seconds, and sorts; everything else has its memory from the start.
  @Test(arguments: [ComparedMethod.fit, .velocity, .compass])
  func theSteadyStateAllocatesNothing(method: ComparedMethod) {
    let parameters = TrackerParameters(profile: .head), samples = Self.walkSamples
    var tracker = Tracker(profile: .head, parameters: parameters)
    var comparison = MethodComparison(method, parameters), allocations: UInt = 0
    for (index, sample) in samples.enumerated() {
      var pose = tracker.ingest(sample)
      let before = allocations_of_this_thread()
      comparison.ingest(sample, &pose)
      if index > samples.count / 2 { allocations += allocations_of_this_thread() - before }
    }
    expect(allocations, equals: 0)
  }

  /// For every input a method gives a finite number or a reason.
  @Test func resultsAreFinite() {
    var generator = Generator(seed: 8)
    func wild() -> Double { generator.gaussian() * exp(2.3 * generator.uniform(in: -9...7)) }
    for _ in 0..<200 {
      var kept = EstimateBuffer(), time = 0.0
      for _ in 0..<30 {
        time += exp(2.3 * generator.uniform(in: -6...2))
        kept.add(
          Estimate(
            time: BootInstant(seconds: time), place: yard, radius: Length(exp(2.3 * generator.uniform(in: -6...9))),
            scene: scene(wild(), wild()), way: Length(time),
            velocity: VelocityPair(
              earth: Velocity(wild(), 0, wild()), scene: Velocity(wild(), 0, wild()), sigma: Speed(0.05))))
      }
      if let heading = kept.velocityHeading().value { #expect(heading.yaw.isFinite && heading.sigma.isFinite) }
      for choice in PairHeading.Choice.allCases {
        guard let mean = kept.pairsMean(choice, yaw: .degrees(3)) else { continue }
        #expect(mean.angle.isFinite && mean.spread.isFinite && mean.sigma.isFinite)
      }
    }
  }
}
