import Expectations
import Geometry
import Odometry
import Samples
import Testing
import Tracking

/// The axes of the scene stay on Earth although the gyroscope drifts, and nothing in the scene jumps meanwhile.
@Suite struct SceneAxesTests {
  /// Of one walk the drift that is left is a matter of its fixes: three tell more.
  static let seeds: [UInt64] = [2, 4, 6]

  static func session(_ profile: Profile, seed: UInt64) -> AlignedSession {
    AlignedSession(.cityBlocks, seed: seed, until: 550) { if profile == .hand { $0.gaze = .ahead } }
  }

  /// Returns the true azimuth of the scene's axes.
  static func axes(_ moment: Account.Moment, in session: AlignedSession) -> Angle {
    let truth = session.truth(at: BootInstant(seconds: moment.pose.time.seconds)).levelOrientation
    return Attitude(truth).heading - Attitude(Rotation<Scene, Level>.yaw(.zero) * moment.pose.pose.rotation).heading
  }

  @Test(arguments: [Profile.head, .hand]) func theAxesStayAfterNineMinutes(profile: Profile) throws {
    let turns = try Self.seeds.map { seed in
      let session = Self.session(profile, seed: seed), told = account(session, as: profile)
      let first = try #require(told.moments.first), last = try #require(told.moments.last)
      expect(last.time, isAbove: 530)
      #expect(told.unsound.isEmpty && told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.1)
      return (Self.axes(last, in: session) - Self.axes(first, in: session)).wrapped.magnitude.degrees
    }
    expect(turns.reduce(0, +) / Double(turns.count), isBelow: 5, "\(profile): \(turns)")
  }
}
