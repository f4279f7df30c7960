import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// The scene is moved by motion only, whatever the corrections; and no row depends on the future.
@Suite struct ContinuityTests {
  static let cases: [(profile: Profile, plan: Plan)] = [
    (.free, .lookAround), (.head, .cityBlocks), (.hand, .straight), (.torso, .outAndBack), (.vehicle, .ride),
  ]

  @Test(arguments: cases.indices) func theScenePoseIsContinuous(index: Int) throws {
    let (profile, plan) = Self.cases[index]
    // fixes that start kilometers off and jump, and a magnet: corrections of every size
    let samples = try session(
      plan, faults: [Fault("magnet@40+20=60"), Fault("gap:gnss@70+20")], until: 150
    ) {
      $0.receiver.firstFixError = .metres(1500)
      $0.receiver.outliers = 0.05
    }
    let (poses, _) = track(samples, as: profile)
    var rates: [BootInstant: AngularVelocity<Body>] = [:]
    for sample in samples { if case .gyroscope(let gyroscope) = sample { rates[gyroscope.time] = gyroscope.rate } }
    let fastest = profile == .vehicle ? 60.0 : 3.0
    var largestStep = 0.0, largestTurn = 0.0, speed = 0.0
    for (a, b) in zip(poses, poses.dropFirst()) where a.scene == b.scene {
      let interval = b.time - a.time
      let mean = (a.velocity + b.velocity) * 0.5
      largestStep = max(largestStep, (b.pose.position - a.pose.position - mean * interval).norm.value)
      speed = max(speed, b.velocity.norm.value)
      let turn = Rotation<Body, Body>.exp((rates[b.time] ?? .zero) * interval)
      largestTurn = max(largestTurn, (a.pose.rotation * turn).difference(to: b.pose.rotation).norm.value)
    }
    #expect(largestStep <= 0.01 && speed <= fastest)
    // A tenth of a degree, and the turn by a bias of some hundredths of a rad/s in 5 ms.
    expect(largestTurn * 180 / .pi, isBelow: 0.12)
  }

  @Test(arguments: cases.indices) func rowsAreCausalAndReproducible(index: Int) throws {
    let (profile, plan) = Self.cases[index]
    let samples = try session(plan, until: 80)
    let whole = track(samples, as: profile).poses
    let again = track(samples, as: profile).poses
    let prefix = track(Array(samples.prefix(samples.count * 3 / 5)), as: profile).poses
    func same(_ a: TrackedPose, _ b: TrackedPose) -> Bool {
      a.time == b.time && a.pose == b.pose && a.velocity == b.velocity && a.place == b.place && a.yaw == b.yaw
        && a.yawSigma == b.yawSigma && a.heading == b.heading && a.horizontalAccuracy == b.horizontalAccuracy
    }
    #expect(whole.count == again.count && zip(whole, again).allSatisfy(same))
    #expect(prefix.count > 1000 && zip(whole, prefix).allSatisfy(same))
  }

  @Test func trackersAreValues() throws {
    let samples = try session(.straight, until: 20)
    var first = Tracker(profile: .free, parameters: TrackerParameters(profile: .free))
    for sample in samples.prefix(samples.count / 2) { _ = first.ingest(sample) }
    var second = first
    for sample in samples.dropFirst(samples.count / 2) {
      let a = first.ingest(sample), b = second.ingest(sample)
      #expect(a?.pose == b?.pose && a?.yaw == b?.yaw)
    }
  }
}
