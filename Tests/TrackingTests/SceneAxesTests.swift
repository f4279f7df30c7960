import Geometry
import Odometry
import Samples
import Testing
import Tracking

/// The axes of the scene stay on Earth although the gyroscope drifts, and nothing in the scene jumps meanwhile.
@Suite struct SceneAxesTests {
  static let walks: [(Profile, AlignedSession)] = [
    (.head, AlignedSession(.cityBlocks, seed: 2, until: 550)),
    (.hand, AlignedSession(.cityBlocks, seed: 2, until: 550) { $0.gaze = .ahead }),
  ]

  /// Returns the true azimuth of the scene's axes.
  static func axes(_ moment: Account.Moment, in session: AlignedSession) -> Angle {
    let truth = session.truth(at: BootInstant(seconds: moment.pose.time.seconds)).levelOrientation
    return Attitude(truth).heading - Attitude(Rotation<Scene, Level>.yaw(.zero) * moment.pose.pose.rotation).heading
  }

  @Test(arguments: [0, 1]) func theAxesStayAfterNineMinutes(walk: Int) throws {
    let (profile, session) = Self.walks[walk]
    let told = account(session, as: profile)
    let first = try #require(told.moments.first), last = try #require(told.moments.last)
    #expect(last.time > 530)
    let turned = (Self.axes(last, in: session) - Self.axes(first, in: session)).wrapped.magnitude
    #expect(turned.degrees < 5, "\(profile): \(turned)")
    #expect(told.unsound.isEmpty && told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.1)
  }
}
