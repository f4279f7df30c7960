import Expectations
import Geometry
import Odometry
import Samples
import Testing

@testable import Tracking

/// What a new scene knows of the one before: by how much its axes are turned.
@Suite struct SceneCrossingTests {
  enum Beginning: CaseIterable { case reset, silence, anotherPipeline }

  /// True azimuth of a scene's axes.
  private static func axes(_ pose: TrackedPose, _ session: AlignedSession) -> Angle {
    let truth = session.truth(at: pose.time).levelOrientation
    return Attitude(truth).heading - Attitude(Rotation<Scene, Level>.yaw(.zero) * pose.pose.rotation).heading
  }

  /// The scene begins anew at the fastest turn: by a reset, by three seconds without samples, or with another pipeline.
  @Test(arguments: Beginning.allCases) func theTurnBetweenTheScenesIsThatOfTheBody(_ beginning: Beginning) throws {
    let session = AlignedSession(.cityBlocks, seed: 5, until: 60)
    var begin = BootInstant(seconds: 0), fastest = AngularRate(0)
    for case .gyroscope(let sample) in session.samples where sample.time.seconds > 30 && sample.time.seconds < 50 {
      if sample.rate.norm > fastest { (begin, fastest) = (sample.time, sample.rate.norm) }
    }
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head)), last: TrackedPose?
    var hasBegun = false
    for sample in session.samples {
      if !hasBegun, sample.time > begin {
        hasBegun = true
        if beginning == .reset { _ = tracker.ingest(.input(InputEvent(time: begin, kind: "reset", json: "{}"))) }
        if beginning == .anotherPipeline {
          var next = Tracker(profile: .head, parameters: TrackerParameters(profile: .head), firstScene: 1)
          next.goOn(from: tracker)
          tracker = next
        }
      }
      if beginning == .silence, sample.time > begin, sample.time < begin + TimeSpan(3) { continue }
      guard let pose = tracker.ingest(sample) else { continue }
      defer { last = pose }
      guard pose.scene == 1, let before = last else { continue }
      let crossing = try #require(tracker.crossing), turn = try #require(crossing.turn)
      let wrong = (turn - (Self.axes(pose, session) - Self.axes(before, session))).wrapped.magnitude.degrees
      let sigma = crossing.sigma(at: pose.time).degrees
      expect(wrong, isBelow: 2 * max(sigma, 1))
      if beginning == .silence { expect(sigma, isAbove: 90) } else { expect(sigma, isBelow: 5) }
      return
    }
    Issue.record("no second scene")
  }
}
