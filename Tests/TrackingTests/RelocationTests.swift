import Alignment
import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// A place that was wrong by kilometers, or has become so: corrected within a few good fixes, and reported; the heading stays.
@Suite struct RelocationTests {
  static let profiles = [Profile.head, .hand, .free, .vehicle]

  /// Checks that after six good fixes the place is right to its accuracy, the change was reported, and the yaw stayed.
  private func check(_ told: Account, from start: Double, profile: Profile, jumped: Bool = true) throws {
    #expect(told.unsound.isEmpty && told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.1)
    for moment in told.moments where moment.time >= start + 7 {
      let error = try #require(moment.placeError), accuracy = try #require(moment.accuracy)
      // Without an odometer only the receiver says how far it may be off.
      #expect(
        error < 3 * accuracy && accuracy < (profile == .free ? 40 : 20), "\(moment.time) s: \(error) of \(accuracy) m")
      expect(moment.pose.scene, equals: 0)
    }
    guard jumped else { return }
    let far = told.corrections.filter { $0.shift.norm.value > 1000 && $0.time.seconds >= start }
    expect(far.count, equals: 1)
    let correction = try #require(far.first)
    // A vehicle that has not moved yet follows each fix directly.
    let isAnchored = profile != .vehicle || start > 30
    expect(correction.source, equals: (isAnchored ? .relocation : .fix))
    expect(told.corrections.count { $0.source == .relocation }, equals: (isAnchored ? 1 : 0))
    expect((correction.newYaw - correction.oldYaw).wrapped.magnitude, isBelow: correction.sigma)
  }

  @Test(arguments: profiles) func fixesThatWereFarOffAtFirst(profile: Profile) throws {
    let session = AlignedSession.of(profile).teleported(by: 5000, from: 0, to: 8, claiming: Length(5))
    try check(account(session, as: profile), from: 8, profile: profile)
  }

  @Test(arguments: profiles, [3000.0, 100_000]) func aLiftOrAFerry(profile: Profile, distance: Double) throws {
    let session = AlignedSession.of(profile).teleported(by: distance, from: 80)
    let told = account(session, as: profile, shifted: { $0 < 80 ? 0 : distance })
    try check(told, from: 80, profile: profile)
    // A heading that was good stays good.
    let before = try #require(told.moment(79)), after = try #require(told.moment(90))
    if profile != .free {
      expect((after.pose.yaw - before.pose.yaw).wrapped.magnitude, isBelow: (before.yawSigma ?? .zero) * 2)
    }
  }

  /// A receiver that holds its place says to a device without an odometer that it is still there.
  @Test func aHeldPlaceIsKept() throws {
    var first: Fix?
    let session = AlignedSession.of(.free).fixes { fix, _ in
      var held = fix
      first = first ?? fix
      held.latitude = first?.latitude ?? fix.latitude
      held.longitude = first?.longitude ?? fix.longitude
      return [held]
    }
    let told = account(session, as: .free), late = told.moments.filter { $0.time > 60 }
    #expect(late.count > 100 && late.allSatisfy { ($0.accuracy ?? 99) < 10 })
  }

  /// Some wrong fixes, each at another place, do not replace the place.
  @Test(arguments: [Profile.head, .hand, .vehicle]) func wildFixesDoNotMoveThePlace(profile: Profile) throws {
    var generator = Generator(seed: 3)
    let session = AlignedSession.of(profile).fixes(from: 80, to: 88) { fix, _ in
      var fix = fix
      fix.latitude = Degrees(fix.latitude.value + 0.02 * generator.gaussian())
      fix.longitude = Degrees(fix.longitude.value + 0.02 * generator.gaussian())
      return [fix]
    }
    let told = account(session, as: profile)
    #expect(!told.corrections.contains { $0.source == .relocation || $0.shift.norm.value > 1000 })
    try check(told, from: 88, profile: profile, jumped: false)
  }

  @Test(arguments: profiles) func aTunnel(profile: Profile) throws {
    let told = account(AlignedSession.of(profile).fixes(from: 50, to: 170) { _, _ in [] }, as: profile)
    for moment in told.moments where moment.time > 52 && moment.time < 170 {
      expect((moment.placeError ?? 1e9), isBelow: 3 * (moment.accuracy ?? 0))
    }
    #expect(told.localization.contains { $0.contains("waiting-for-fix") } || profile == .head || profile == .hand)
    try check(told, from: 170, profile: profile, jumped: false)
  }

  /// A receiver that is more accurate, less accurate, or later than the one before.
  @Test(arguments: profiles, [1.2, 30]) func anotherReceiver(profile: Profile, error: Double) throws {
    let session = AlignedSession.of(profile).fixes(from: 80) { fix, _ in
      var fix = fix
      fix.horizontalError = Length(max(error, 6))
      fix.speedError = nil
      return [fix]
    }
    .delayed(by: TimeSpan(0.3), from: 80)
    let told = account(session, as: profile)
    try check(told, from: 80, profile: profile, jumped: false)
    let end = try #require(told.moments.last)
    expect(end.yawError, isAtMost: (end.yawSigma ?? .zero) * 3.5)
  }
}
