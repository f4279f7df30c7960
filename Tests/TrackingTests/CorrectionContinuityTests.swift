import Alignment
import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// The scene is continuous through all changes of the alignment, and the same inputs give the same corrections.
@Suite struct CorrectionContinuityTests {
  static let profiles = [Profile.head, .hand, .free, .vehicle]

  /// All at once: wrong first fixes, teleports, a tunnel, nudges, legs, a new scene.
  static func turmoil(_ profile: Profile) -> AlignedSession {
    AlignedSession.of(profile)
      .teleported(by: 5000, from: 0, to: 8, claiming: Length(5))
      .teleported(by: 3000, from: 60, to: 100)
      .fixes(from: 110, to: 125) { _, _ in [] }
      .told(
        (30, "nudge", "{\"degrees\":170}"), (35, "leg", "{\"bearing_deg\":35,\"length_m\":80}"), (40, "release", "{}"),
        (75, "nudge", "{\"degrees\":-20}"), (130, "reset", "{}"), (150, "nudge", "{\"degrees\":90}"))
  }

  @Test(arguments: profiles) func theSceneFlows(profile: Profile) throws {
    let told = account(Self.turmoil(profile), as: profile, startingOff: .degrees(120))
    #expect(told.unsound.isEmpty && told.poses > 19_000)
    expect(told.largestStep, isAtMost: 0.01, "\(told.largestStep) m")
    expect(told.largestTurn.degrees, isAtMost: 0.1, "\(told.largestTurn.degrees)°")
    expect(told.corrections.count, isAbove: 50)
    for correction in told.corrections {
      #expect(
        correction.oldYaw.isFinite && correction.newYaw.isFinite && correction.sigma.isFinite
          && correction.shift.isFinite && correction.baseline.isFinite && (correction.measured?.isFinite ?? true))
    }
  }

  @Test(arguments: profiles) func theSameInputsMakeTheSameCorrections(profile: Profile) throws {
    let session = Self.turmoil(profile)
    let once = account(session, as: profile), again = account(session, as: profile)
    #expect(!once.corrections.isEmpty && once.corrections == again.corrections)
    expect(once.moments.last?.pose.pose, equals: again.moments.last?.pose.pose)
  }

  /// The yaw is changed only by the recorded corrections and by the known drift of the scene: their sum is the whole change from
  /// the first yaw to the last.
  @Test(arguments: [Profile.head, .hand]) func theYawCanBeAudited(profile: Profile) throws {
    let told = account(.of(profile), as: profile, startingOff: .degrees(40))
    let first = try #require(told.moments.first), last = try #require(told.moments.last)
    var sum = last.pose.drift - first.pose.drift
    for correction in told.corrections where correction.time.seconds > first.time {
      // For a hand, corrections by rest are part of the drift.
      if correction.source == .rest && profile == .hand { continue }
      sum += (correction.newYaw - correction.oldYaw).wrapped
    }
    let moved = last.pose.yaw - first.pose.yaw
    expect((moved - sum).wrapped.magnitude.degrees, isBelow: 0.1, "\(profile): \(moved.degrees)° and \(sum.degrees)°")
  }
}
