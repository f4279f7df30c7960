import Expectations
import Geometry
import Odometry
import Samples
import Testing
import Tracking

/// A pose is written whole where it is read, and reading changes nothing: a session is the same computation whoever reads it.
@Suite struct ReadingTests {
  private static func session(_ profile: Profile) -> AlignedSession {
    profile == .vehicle ? AlignedSession(.ride, until: 60) : AlignedSession(.cityBlocks, seed: 5, until: 60)
  }

  /// Bits of all numbers of a pose that readers get.
  private static func bits(_ pose: TrackedPose) -> [UInt64] {
    let q = pose.pose.rotation.quaternion, p = pose.pose.position, v = pose.velocity, place = pose.place
    let inScene: [Double] = [q.x, q.y, q.z, q.w, p.x, p.y, p.z, v.x, v.y, v.z]
    let aligned: [Double] = [
      pose.yaw.radians, pose.appliedYaw.radians, pose.appliedShift.x, pose.appliedShift.z, pose.drift.radians,
      pose.driftSigma.value,
    ]
    let onEarth: [Double?] = [
      pose.yawSigma?.radians, pose.heading?.radians, place?.latitude.value, place?.longitude.value,
      place?.height.value, pose.horizontalAccuracy?.value, pose.verticalAccuracy?.value, pose.tiltSigma?.radians,
    ]
    let numbers: [Double] = inScene + aligned + onEarth.map { $0 ?? .nan }
    let whole: [UInt64] = [UInt64(pose.scene), pose.isWithinLimits ? 1 : 0, UInt64(pose.appliedSnaps)]
    return numbers.map { $0.bitPattern } + whole
  }

  @Test(arguments: [Profile.head, .hand, .free, .foot, .vehicle])
  func howOftenItIsReadChangesNothing(profile: Profile) {
    let parameters = TrackerParameters(profile: profile)
    var often = Tracker(profile: profile, parameters: parameters), seldom = often
    var count = 0, compared = 0
    for sample in Self.session(profile).samples {
      let pose = often.ingest(sample)
      guard seldom.advance(by: sample), let pose else { continue }
      count += 1
      guard count % 37 == 0 else { continue }
      compared += 1
      expect(Self.bits(pose), equals: Self.bits(seldom.whole()), "\(pose.time)")
    }
    expect(compared, isAbove: 50)
  }

  @Test func afterAResetTheLastPoseStaysUntilTheNextScene() throws {
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head)), last: TrackedPose?
    var isReset = false, waited = 0
    for sample in Self.session(.head).samples {
      if !isReset, let time = last?.time, time > BootInstant(seconds: 40) {
        _ = tracker.ingest(.input(InputEvent(time: time, kind: "reset", json: "{}")))
        isReset = true
      }
      if let pose = tracker.ingest(sample) {
        if isReset {
          #expect(waited > 0 && pose.scene == 1)
          return
        }
        last = pose
      } else if isReset, case .gyroscope = sample {
        waited += 1
        let before = try #require(last), now = tracker.whole()
        #expect(tracker.hasPose && Self.bits(now) == Self.bits(before))
      }
    }
    Issue.record("no scene after the reset")
  }
}
