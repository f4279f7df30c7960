import Expectations
import Geometry
import Learned
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

/// How old fixes are: learned from what the body did, remembered, and compared with stamps.
@Suite struct FixAgeTests {
  private static func session(
    _ plan: Plan, latency: Double, until end: Double, _ report: SimulationParameters.VelocityReport = .stated
  ) -> AlignedSession {
    AlignedSession(plan, seed: 4, until: end) {
      $0.imuRate = 100
      $0.receiver.latency = TimeSpan(latency)
      $0.receiver.velocityReport = report
    }
  }

  private func tracker(
    after session: AlignedSession, as profile: Profile, until end: Double = .infinity, state: LearnedState? = nil
  ) -> Tracker {
    var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile), state: state, age: .zero)
    for sample in session.samples where sample.time.seconds < end { _ = tracker.ingest(sample) }
    return tracker
  }

  /// On foot and on wheels, worn and free; and without a velocity less exactly, which it says.
  @Test(arguments: [
    (Profile.head, 0.5, SimulationParameters.VelocityReport.stated), (.hand, 2.5, .stated), (.free, 1.5, .stated),
    (.head, 2.5, .none),
  ]) func theAgeIsLearned(profile: Profile, latency: Double, report: SimulationParameters.VelocityReport) throws {
    let session = Self.session(profile == .free ? .ride : .cityBlocks, latency: latency, until: 300, report)
    let (age, sigma) = try #require(tracker(after: session, as: profile).ageOfFixes)
    let off = (age.value - latency).magnitude
    expect(off, isBelow: 2 * sigma.value + 0.05)
    if report == .stated { expect(off, isBelow: 0.4) }
  }

  @Test func theAgeIsRemembered() throws {
    let session = Self.session(.cityBlocks, latency: 2.5, until: 240)
    let known = try #require(tracker(after: session, as: .hand).learned.fixAge)
    expect((known.age.value - 2.5).magnitude, isBelow: 0.4)
    var state = LearnedState(profile: .head)
    state.fixAge = known
    let again = tracker(after: session, as: .head, until: 10, state: state)
    expect(try #require(again.ageOfFixes).age.value, isAbove: 1.8)
    // Little is known yet, so what was remembered is kept.
    expect(again.learned.fixAge, equals: known)
    expect(try #require(tracker(after: session, as: .head, until: 10).ageOfFixes).age.value, isBelow: 1.5)
  }

  /// A receiver that is not the one before.
  @Test func aWrongMemoryIsOvercome() throws {
    var state = LearnedState(profile: .hand)
    state.fixAge = LearnedFixAge(TimeSpan(2.5), sigma: TimeSpan(0.1))
    let session = Self.session(.cityBlocks, latency: 0.1, until: 240)
    expect(try #require(tracker(after: session, as: .hand, state: state).ageOfFixes).age.value, isBelow: 0.5)
  }

  /// An app that stamps each fix with its arrival, or nearly so.
  @Test(arguments: [true, false]) func aStampThatLiesIsNoticed(_ lies: Bool) {
    let session = Self.session(.cityBlocks, latency: 2, until: 240).fixes { fix, _ in
      var fix = fix
      fix.time = fix.arrival - TimeSpan(lies ? 0.1 : 2)
      return [fix]
    }
    let tracker = tracker(after: session, as: .hand)
    let count = tracker.refusals.first { $0.reason == "fixes that are older than their stamps" }?.count ?? 0
    #expect((count > 20) == lies && (lies || count == 0) && tracker.ageOfFixes == nil, "\(count)")
  }
}
