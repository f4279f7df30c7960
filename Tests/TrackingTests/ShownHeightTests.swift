import Expectations
import Geometry
import Odometry
import Samples
import Testing
import Tracking

/// The published height moves toward the height of the fixes: it never jumps, and its accuracy includes the remaining difference.
@Suite struct ShownHeightTests {
  private func session(_ profile: Profile) -> AlignedSession {
    let base = profile == .vehicle ? AlignedSession(.ride, until: 90) : AlignedSession(.cityBlocks, seed: 2, until: 90)
    // The first heights are 60 m too high, and one later is 200 m too low.
    return base.fixes { fix, count in
      var fix = fix
      guard let height = fix.height else { return [fix] }
      if count < 3 { fix.height = height + Length(60) }
      if count == 50 { fix.height = height - Length(200) }
      return [fix]
    }
  }

  @Test(arguments: [Profile.head, .hand, .free, .vehicle]) func itNeverJumps(profile: Profile) throws {
    let session = session(profile)
    var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
    var last: TrackedPose?, fastest = 0.0, end: (error: Double, sigma: Double)?
    for sample in session.samples {
      guard let pose = tracker.ingest(sample) else { continue }
      defer { last = pose }
      guard let height = pose.place?.height, let sigma = pose.verticalAccuracy else { continue }
      end = (height.value - session.truth(at: pose.time).place.height.value, sigma.value)
      guard let last, let before = last.place?.height, last.verticalAccuracy != nil else { continue }
      let climbed = pose.pose.position.y - last.pose.position.y
      fastest = max(
        fastest,
        (height.value - before.value - climbed).magnitude
          - 1.001 * max(1, 0.15 * pose.velocity.norm.value) * (pose.time - last.time).value)
    }
    expect(fastest, isBelow: 0.01, "\(fastest) m")
    let (error, sigma) = try #require(end)
    expect(error.magnitude, isBelow: max(15, 3 * sigma), "\(error) m ± \(sigma) m")
  }
}
