import CAllocations
import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

/// Simulated walks through the whole pipeline.
@Suite struct WalkingTests {
  func tracker(_ profile: Profile) -> Tracker {
    Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
  }

  @Test(arguments: [Profile.head, .hand]) func theSceneFlows(profile: Profile) throws {
    var tracker = tracker(profile)
    var last: TrackedPose?, walked = 0.0
    for case .sample(let sample) in try simulatedLines(.cityBlocks, seed: 2, until: 120) {
      guard let pose = tracker.ingest(sample) else { continue }
      #expect(pose.pose.position.isFinite && pose.velocity.norm.value <= 3)
      if let last {
        let interval = pose.time - last.time
        let drawn = pose.pose.position - last.pose.position
        let meant = (last.velocity + pose.velocity) * 0.5 * interval
        expect((drawn - meant).norm.value, isBelow: 0.01)
        walked += drawn.norm.value
      }
      last = pose
    }
    #expect(walked > 100 && walked < 160)
  }

  /// Later samples change no earlier output.
  @Test func laterSamplesChangeNoEarlierPose() throws {
    let all = try simulatedLines(.straight, seed: 3, until: 30)
    var whole = tracker(.head), part = tracker(.head)
    var first: [TrackedPose] = [], second: [TrackedPose] = []
    for case .sample(let sample) in all { if let pose = whole.ingest(sample) { first.append(pose) } }
    for case .sample(let sample) in all.prefix(all.count / 2) {
      if let pose = part.ingest(sample) { second.append(pose) }
    }
    expect(second.count, isAbove: 500)
    for (a, b) in zip(first, second) {
      #expect(a.pose == b.pose && a.yaw == b.yaw && a.place == b.place)
    }
  }

  /// On walks with fixes the stated accuracies are true, neither too small nor too large, and the errors are those of a receiver
  /// with a slow error of 3 m.
  @Test func statedAccuraciesHoldWithFixes() throws {
    var places: [Stated] = [], headings: [Stated] = []
    for seed in UInt64(1)...40 {
      var tracker = tracker(.head)
      var pose: TrackedPose?
      for line in try simulatedLines(.straight, seed: seed, until: 90) {
        switch line {
        case .sample(let sample): if let new = tracker.ingest(sample) { pose = new }
        case .reference(let truth):
          guard let pose, let place = pose.place, let truePlace = truth.place, let turn = truth.orientation,
            truth.time > BootInstant(seconds: 30), let radius = pose.horizontalAccuracy, let sigma = pose.yawSigma
          else { continue }
          let there = Geodetic(latitude: truePlace.latitude, longitude: truePlace.longitude, height: place.height)
          places.append(Stated(error: place.smallOffset(to: there).norm.value, sigma: radius.value))
          let stated = Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation).heading
          let error = (stated - Attitude(turn.rotation).heading).wrapped
          headings.append(Stated(error: error.magnitude.degrees, sigma: sigma.degrees))
        default: break
        }
      }
    }
    func median(_ errors: [Stated]) -> Double { errors.map(\.error).sorted()[errors.count / 2] }
    func share(_ errors: [Stated], within factor: Double) -> Double {
      Double(errors.count { $0.error <= factor * $0.sigma }) / Double(errors.count)
    }
    for (name, errors) in [("place", places), ("heading", headings)] {
      let shares = [1.0, 2].map { share(errors, within: $0) }
      print("\(name): median \(median(errors)), within the stated and twice the stated \(shares)")
    }
    #expect(places.count > 2000 && headings.count == places.count)
    #expect(median(places) < 4 && median(headings) < 4.5)
    #expect(0.6...0.9 ~= share(places, within: 1) && share(places, within: 2) > 0.95)
    #expect(0.6...0.9 ~= share(headings, within: 1) && share(headings, within: 2) > 0.95)
  }

  /// An error, and its stated standard deviation or 68 % radius.
  private struct Stated {
    var error: Double
    var sigma: Double
  }

  @Test(arguments: [Profile.head, .hand]) func noAllocationPerSample(profile: Profile) throws {
    let all = try simulatedLines(.straight, seed: 5, until: 30)
    var tracker = tracker(profile)
    var warm = 0, made: UInt = 0, count = 0
    for case .sample(let sample) in all {
      warm += 1
      let before = allocations_of_this_thread()
      let pose = tracker.ingest(sample)
      if warm > all.count / 3 {
        made += allocations_of_this_thread() - before
        count += pose == nil ? 0 : 1
      }
    }
    expect(count, isAbove: 1500)
    expect(made, equals: 0)
  }
}
