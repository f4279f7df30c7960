import Alignment
import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// Commands that change the alignment: nudge, release, reset, leg.
@Suite struct HeldHeadingTests {
  static let walkers = [Profile.head, .hand]

  /// On foot a heading set by hand is a measurement: it turns the heading at once; if it was wrong, way, fixes and compass turn it
  /// back.
  @Test(arguments: walkers) func aNudgeIsAMeasurement(profile: Profile) throws {
    let told = account(AlignedSession.of(profile).told((60, "nudge", "{\"degrees\":30}")), as: profile)
    let nudge = try #require(told.corrections.first { $0.source == .nudge })
    let turned = (nudge.newYaw - nudge.oldYaw).wrapped.degrees
    #expect(turned > 15 && turned < 31 && nudge.sigma < .degrees(25), "\(turned)° ± \(nudge.sigma.degrees)°")
    #expect(told.moments.allSatisfy { !$0.pose.localization.isPinned })
    let end = try #require(told.moments.last)
    expect(end.yawError, isBelow: max(.degrees(10), 3 * (end.yawSigma ?? .zero)), "\(end.yawError.degrees)°")
    #expect(told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.1)
  }

  /// On foot a release takes the hand's measurement back: the heading may be off by what was nudged, and is found again.
  @Test(arguments: walkers) func aReleaseTakesTheNudgeBack(profile: Profile) throws {
    let told = account(
      AlignedSession.of(profile).told((60, "nudge", "{\"degrees\":100}"), (62, "release", "{}"), (63, "release", "{}")),
      as: profile)
    let nudges = told.corrections.filter { $0.source == .nudge }
    // The second release has nothing to take back.
    #expect(nudges.count == 2 && nudges[1].sigma > .degrees(90))
    let end = try #require(told.moments.last)
    expect(end.yawError, isBelow: max(.degrees(10), 3 * (end.yawSigma ?? .zero)), "\(end.yawError.degrees)°")
  }

  @Test(arguments: [Profile.vehicle]) func aNudgedHeadingStaysUntilItIsReleased(profile: Profile) throws {
    let session = AlignedSession.of(profile).told(
      (60, "nudge", "{\"degrees\":10}"), (62, "nudge", "{\"degrees\":-2}"), (120, "release", "{}"))
    let told = account(session, as: profile), free = account(.of(profile), as: profile)
    let nudges = told.corrections.filter { $0.source == .nudge }
    expect(nudges.count, equals: 3)
    expect(abs((nudges[0].newYaw - nudges[0].oldYaw).wrapped.degrees - 10), isBelow: 1e-9)
    expect(abs((nudges[1].newYaw - nudges[1].oldYaw).wrapped.degrees + 2), isBelow: 1e-9)
    expect(nudges[0].sigma, equals: .degrees(3))
    // Measurements continue and are recorded, but do not change the yaw: only the known drift of the scene does.
    let pinned = told.moments.filter { $0.time > 63 && $0.time < 120 }
    let first = try #require(pinned.first)
    for moment in pinned {
      let held = (moment.pose.yaw - moment.pose.drift) - (first.pose.yaw - first.pose.drift)
      #expect(held.wrapped.magnitude.degrees < 0.01 && moment.pose.localization.isPinned)
    }
    let meanwhile = told.corrections.filter { $0.time.seconds > 63 && $0.time.seconds < 120 }
    expect(meanwhile.count, isAbove: 40)
    #expect(meanwhile.allSatisfy { $0.oldYaw == $0.newYaw && ($0.measured != nil || $0.source == .nudge) })
    // After the release, the target is the yaw learned meanwhile.
    let after = try #require(told.moment(121)), other = try #require(free.moment(121))
    #expect((after.pose.yaw - other.pose.yaw).wrapped.magnitude.degrees < 0.01 && !after.pose.localization.isPinned)
    #expect(told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.1)
    // The drawn yaw turns to the target, and says how far it is off.
    let off = (after.pose.appliedYaw - after.pose.yaw).wrapped.magnitude
    #expect(off.degrees > 1 && (after.pose.appliedYawSigma ?? .zero) >= off)
    let later = try #require(told.moment(150))
    expect((later.pose.appliedYaw - later.pose.yaw).wrapped.magnitude.degrees, isBelow: 2)
  }

  @Test(arguments: [Profile.head, .hand, .free, .vehicle]) func aResetBeginsANewScene(profile: Profile) throws {
    let told = account(AlignedSession.of(profile).told((60, "reset", "{}")), as: profile)
    let restarts = told.corrections.filter { $0.source == .restart }
    #expect(restarts.count == 1 && restarts[0].scene == 1 && restarts[0].time == BootInstant(seconds: 60))
    let before = try #require(told.moment(59)), at = try #require(told.moment(61)),
      after = try #require(told.moment(65))
    #expect(before.pose.scene == 0 && before.pose.tracking == .normal)
    #expect(at.pose.scene == 1 && at.pose.tracking.text == "limited(odometry-lost)")
    #expect(after.pose.scene == 1 && after.pose.tracking == .normal)
    let end = try #require(told.moments.last)
    expect((end.placeError ?? 1e9), isBelow: 2.5 * (end.accuracy ?? 0))
    expect(end.yawError, isBelow: (end.yawSigma ?? .zero) * 3.5)
    #expect(told.unsound.isEmpty)
  }

  /// Without compass and fixes a given leg is the only source of the heading.
  @Test func aLegGivesTheHeading() throws {
    var session = AlignedSession(.straight, seed: 4, until: 120) { $0.magnetometerRate = 0 }
    session = session.fixes { _, _ in [] }
    let blind = account(session, as: .head)
    expect((blind.moments.last?.yawSigma?.degrees ?? 0), isAbove: 60)
    let told = account(
      session.told((20, "leg", "{\"bearing_deg\":35,\"length_m\":280}")), as: .head)
    let legs = told.corrections.filter { $0.source == .leg }
    #expect(!legs.isEmpty)
    let end = try #require(told.moments.last), sigma = try #require(end.yawSigma)
    #expect(sigma.degrees < 30 && end.yawError <= sigma * 2, "\(end.yawError.degrees)° of \(sigma.degrees)°")
    // A leg that was canceled has no more effect.
    let ended = account(
      session.told(
        (20, "leg", "{\"bearing_deg\":35,\"length_m\":280}"), (50, "leg", "{}")), as: .head)
    #expect(!ended.corrections.contains { $0.source == .leg && $0.time.seconds > 50 })
  }

  /// After a gap the walk along the leg begins anew: what was walked before lies in axes that have turned.
  @Test func aLegMeasuresNoWalkAcrossAGap() throws {
    let leg = (20.0, "leg", "{\"bearing_deg\":35,\"length_m\":280}")
    var session = AlignedSession(.straight, seed: 4, until: 120) { $0.magnetometerRate = 0 }
    session = session.fixes { _, _ in [] }
    func legs(_ session: AlignedSession) -> [Correction] {
      account(session.told(leg), as: .head).corrections.filter { $0.source == .leg }
    }
    let whole = try #require(legs(session).first { $0.time.seconds > 40 }), begin = whole.time - TimeSpan(4)
    // So it would reach across the gap.
    expect(try #require(whole.baseline).value, isAbove: 1.7 * 4)
    session.samples.removeAll {
      guard case .gyroscope(let sample) = $0 else { return false }
      return sample.time > begin && sample.time < begin + TimeSpan(1)
    }
    let after = try #require(legs(session).first { $0.time > begin + TimeSpan(1) })
    expect(try #require(after.baseline).value, isBelow: 1.7 * (after.time - begin).value)
  }

  @Test func invalidCommandsAreCounted() throws {
    let told = account(
      AlignedSession.walk.told(
        (20, "release", "{}"), (21, "nudge", "{}"), (22, "nudge", "{\"degrees\":\"much\"}"), (23, "nudge", "nonsense"),
        (24, "leg", "{\"bearing_deg\":10}"), (25, "leg", "{\"bearing_deg\":10,\"length_m\":-3}"),
        (26, "place", "{\"id\":1}")),
      as: .head)
    expect(told.refusals("commands without their numbers"), equals: 5)
    expect(told.refusals("releases of a heading that no hand has turned"), equals: 1)
    expect(told.corrections, equals: account(.walk, as: .head).corrections)
  }
}

/// A person who stands and looks at a known thing, with a compass that is turned on the device: the look says so of the compass.
@Suite struct LookTests {
  private static let turnedBy = Angle.degrees(40)

  /// Returns a session of a person who stands; the chip of the compass is turned about the device's upright.
  private static func standing(_ profile: Profile, seed: UInt64) -> AlignedSession {
    var session = AlignedSession(.lookAround, seed: seed, until: 90)
    let chip = Rotation<Body, Body>(about: Direction(0, 1, 0), by: turnedBy)
    session.samples = session.samples.map { sample in
      guard case .magnetometer(let one) = sample else { return sample }
      return .magnetometer(MagnetometerSample(time: one.time, field: chip(one.field)))
    }
    return session
  }

  @Test(arguments: [Profile.head, .torso, .hand], [1, 2, 3] as [UInt64]) func aSureLookHolds(
    profile: Profile, seed: UInt64
  )
    throws
  {
    let session = Self.standing(profile, seed: seed)
    let truth = session.truth(at: BootInstant(seconds: 40))
    let heading = Attitude(truth.levelOrientation).heading.azimuth.degrees
    let told = account(
      session.told((40, "look", "{\"azimuth_deg\":\(heading),\"sigma_deg\":3,\"sure\":true}")), as: profile)
    let before = try #require(told.moment(39))
    expect(before.yawError, isAbove: .degrees(12), "\(before.yawError.degrees)°")
    // Nothing but the compass has told the heading so far.
    expect(before.pose.localization.phase, equals: .localizing)
    for time in [41.0, 45] {
      let moment = try #require(told.moment(time))
      expect(moment.yawError, isBelow: .degrees(15), "\(moment.yawError.degrees)° at \(time) s")
    }
  }

  /// A look that agrees changes little, and is enough to be localized.
  @Test(arguments: [Profile.head, .hand]) func aLookThatAgreesConfirms(profile: Profile) throws {
    let session = AlignedSession(.lookAround, seed: 2, until: 60)
    let heading = Attitude(session.truth(at: BootInstant(seconds: 40)).levelOrientation).heading.azimuth.degrees
    let told = account(session.told((40, "look", "{\"azimuth_deg\":\(heading),\"sigma_deg\":3}")), as: profile)
    let before = try #require(told.moment(39)), after = try #require(told.moment(45))
    #expect(before.pose.localization.phase == .localizing && after.pose.localization.phase == .localized)
    expect(after.yawError, isBelow: .degrees(8), "\(after.yawError.degrees)°")
  }
}
