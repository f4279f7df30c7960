import CAllocations
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
        #expect((drawn - meant).norm.value < 0.01)
        walked += drawn.norm.value
      }
      last = pose
    }
    #expect(walked > 100 && walked < 160)
  }

  /// Later samples change no earlier output.
  @Test func causal() throws {
    let all = try simulatedLines(.straight, seed: 3, until: 30)
    var whole = tracker(.head), part = tracker(.head)
    var first: [TrackedPose] = [], second: [TrackedPose] = []
    for case .sample(let sample) in all { if let pose = whole.ingest(sample) { first.append(pose) } }
    for case .sample(let sample) in all.prefix(all.count / 2) {
      if let pose = part.ingest(sample) { second.append(pose) }
    }
    #expect(second.count > 500)
    for (a, b) in zip(first, second) {
      #expect(a.pose == b.pose && a.yaw == b.yaw && a.place == b.place)
    }
  }

  /// About 68 % of the errors are within their 68 % accuracies, and place and heading are as accurate as a walk with fixes
  /// allows.
  @Test func honestWithFixes() throws {
    var placeRatios: [Double] = [], yawRatios: [Double] = []
    for seed in UInt64(1)...6 {
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
          placeRatios.append(place.smallOffset(to: there).norm.value / radius.value)
          let stated = Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation).heading
          let error = (stated - Attitude(turn.rotation).heading).wrapped
          yawRatios.append(error.magnitude / sigma)
        default: break
        }
      }
    }
    func share(_ ratios: [Double]) -> Double { Double(ratios.count { $0 <= 1 }) / Double(ratios.count) }
    #expect(placeRatios.count > 300)
    #expect(share(placeRatios) > 0.5)
    #expect(share(yawRatios) > 0.45)
    #expect((placeRatios.max() ?? 9) < 3 && (yawRatios.max() ?? 9) < 5)
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
    #expect(count > 1500)
    #expect(made == 0)
  }
}
