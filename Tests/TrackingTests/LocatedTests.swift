import EngineSettings
import Expectations
import Geometry
import Odometry
import Samples
import Testing
import Tracking

/// `localized.lost_radius` and `localized.lost_heading` decide over a session whether its GeoPoses are valid.
@Suite struct LocatedTests {
  /// Validity and accuracies of the GeoPoses of a session, and the number that should be valid by their accuracies.
  private struct Told {
    var valid = 0, expected = 0
    var radii: [Double] = [], sigmas: [Double] = []
    var count: Int { radii.count }
  }

  private func geoPoses(_ profile: Profile, _ settings: String...) throws -> Told {
    var parameters = TrackerParameters(profile: profile)
    for setting in settings { try TrackerParameters.table.set(setting, in: &parameters) }
    let limits = parameters.alignment.localization
    var tracker = Tracker(profile: profile, parameters: parameters), clock = CivilClock(), told = Told()
    for sample in AlignedSession.of(profile).samples {
      if case .fix(let fix) = sample { clock.ingest(fix) }
      guard let pose = tracker.ingest(sample), let answer = pose.geoPose(clock) else { continue }
      if answer.isValid { told.valid += 1 }
      guard let radius = answer.horizontalAccuracy, let sigma = answer.headingAccuracy else { continue }
      told.radii.append(radius.value)
      told.sigmas.append(sigma.degrees)
      if radius <= limits.lostRadius, sigma <= limits.lostHeading, pose.tracking == .normal { told.expected += 1 }
    }
    told.radii.sort()
    told.sigmas.sort()
    return told
  }

  @Test(arguments: [Profile.head, .hand, .free, .vehicle]) func validityFollowsTheParameters(_ profile: Profile) throws
  {
    let usual = try geoPoses(profile)
    #expect(usual.valid == usual.expected && usual.valid > 0)
    // Limits in the middle of the stated accuracies divide the poses into valid and invalid ones.
    let radius = usual.radii[usual.count / 2], sigma = usual.sigmas[usual.count / 2]
    for setting in ["localized.lost_radius=\(radius)", "localized.lost_heading=\(sigma)"] {
      let told = try geoPoses(profile, setting)
      #expect(told.valid == told.expected && told.valid > 0 && told.valid < usual.valid, "\(setting)")
    }
    try expect(geoPoses(profile, "localized.lost_radius=0.1").valid, equals: 0)
    try expect(geoPoses(profile, "localized.lost_heading=0.1").valid, equals: 0)
  }
}
