import Alignment
import Expectations
import Geometry
import Learned
import Odometry
import Samples
import Testing
import Tracking

/// The scene's orientation on Earth from its first pose on.
@Suite struct SceneFrameTests {
  struct Start {
    var pose: TrackedPose
    /// Time since the first sample, in seconds.
    var wait: Double
    /// Azimuth of the scene's −z from true north, clockwise.
    var azimuth: Angle
    var tracker: Tracker
  }

  static func start(
    _ session: AlignedSession, _ profile: Profile, state: LearnedState? = nil,
    _ adjust: (inout TrackerParameters) -> Void = { _ in }
  ) throws -> Start {
    var parameters = TrackerParameters(profile: profile)
    adjust(&parameters)
    var tracker = Tracker(profile: profile, parameters: parameters, state: state, age: TimeSpan(60))
    let first = try #require(session.samples.first)
    for sample in session.samples {
      guard let pose = tracker.ingest(sample) else { continue }
      let truth = Attitude(session.truth(at: pose.time).levelOrientation).heading
      return Start(
        pose: pose, wait: (pose.time - first.time).value,
        azimuth: (truth - Attitude(Rotation<Scene, Level>.yaw(.zero) * pose.pose.rotation).heading).wrapped,
        tracker: tracker)
    }
    throw Nothing()
  }
  struct Nothing: Error {}

  /// A walk that sets out to the southwest, with a fix before the first compass reading or without any.
  static func walk(fixAfter first: Double) -> AlignedSession {
    AlignedSession(.cityBlocks, seed: 3, until: 12) {
      $0.azimuth = .degrees(217)
      $0.receiver.firstFixAfter = TimeSpan(first)
      $0.receiver.latency = .zero
    }
  }

  @Test(arguments: [Profile.head, .torso, .hand, .free, .foot], [0.1, 1000])
  func aCompassBeginsItToTheNorth(profile: Profile, firstFix: Double) throws {
    let start = try Self.start(Self.walk(fixAfter: firstFix), profile)
    // The attitude takes half a second, and the compass no more than the limit.
    expect(start.wait, isAtMost: 2, "\(start.wait) s")
    expect(start.pose.sceneHeading, equals: (firstFix < 1 ? .compass : .magnetic))
    expect(start.pose.yaw.magnitude.degrees, isBelow: 1e-6)
    let sigma = try #require(start.pose.sceneHeadingSigma)
    #expect(sigma == start.pose.yawSigma && sigma <= AlignmentParameters().sceneHeading)
    // Magnetic north is 5° to the east at this place.
    expect(start.azimuth.magnitude, isBelow: sigma * 2.5, "\(start.azimuth.degrees)° ± \(sigma.degrees)°")
  }

  @Test(arguments: [Profile.head, .torso, .hand, .free, .vehicle])
  func withoutAHeadingTheSceneHasNone(profile: Profile) throws {
    var session = profile == .vehicle ? AlignedSession(.ride, until: 5) : Self.walk(fixAfter: 0.1)
    session.samples.removeAll { if case .magnetometer = $0 { true } else { false } }
    let start = try Self.start(session, profile)
    #expect(start.pose.sceneHeading == .none && start.pose.sceneHeadingSigma == nil)
    // There is no wait, and −z is the direction in which the wearer looks.
    expect(start.wait, isBelow: 1)
    expect(
      Attitude(Rotation<Scene, Level>.yaw(.zero) * start.pose.pose.rotation).heading.wrapped.magnitude.degrees,
      isBelow: 5)
  }

  @Test(arguments: [Profile.head, .torso, .hand, .free])
  func aGivenHeadingIsUsed(profile: Profile) throws {
    let start = try Self.start(Self.walk(fixAfter: 0.1), profile) {
      $0.alignment.start = .given
      $0.alignment.given = .degrees(100)
      $0.alignment.givenSigma = .degrees(4)
    }
    expect(start.pose.sceneHeading, equals: .given)
    let sigma = try #require(start.pose.sceneHeadingSigma)
    // It is 117° wrong, and used; a compass that contradicts it makes it less sure.
    #expect(sigma.degrees > 3 && sigma.degrees < 8)
    let looking = Attitude(Rotation<Scene, Level>.yaw(start.pose.yaw) * start.pose.pose.rotation).heading
    expect((looking - .degrees(100)).wrapped.magnitude.degrees, isBelow: 1)
    expect(start.pose.yaw.magnitude.degrees, isBelow: 1e-6)
  }

  @Test func theHeadingOfTheLastSessionIsUsed() throws {
    let session = Self.walk(fixAfter: 0.1)
    var state = LearnedState(profile: .head)
    let truth = Attitude(session.truth(at: BootInstant(seconds: 0.5)).levelOrientation).heading
    state.heading = LearnedHeading(truth, sigma: .degrees(5))
    let start = try Self.start(session, .head, state: state)
    #expect(start.pose.sceneHeading == .remembered && start.azimuth.magnitude.degrees < 15)
    // A heading that the compass contradicts is not used.
    state.heading = LearnedHeading(truth + .degrees(170), sigma: .degrees(5))
    let turned = try Self.start(session, .head, state: state)
    #expect(turned.pose.sceneHeading == .compass && turned.azimuth.magnitude.degrees < 60)
  }

  /// A heading that is learned later changes only the alignment: the scene keeps its axes, and their first statement.
  @Test func itNeverTurnsAfterItsFirstPose() throws {
    let told = account(.walk, as: .head)
    let first = try #require(told.moments.first), last = try #require(told.moments.last)
    #expect(first.pose.sceneHeading != .none && told.largestTurn.degrees <= 0.1)
    #expect(told.moments.allSatisfy { $0.pose.sceneHeading == first.pose.sceneHeading })
    #expect(told.moments.allSatisfy { $0.pose.sceneHeadingSigma == first.pose.sceneHeadingSigma })
    #expect(last.pose.yaw != first.pose.yaw && last.yawError.degrees < 15)
  }

  /// A session's first pose waits no longer than the limit, whatever the compass reads.
  @Test func aWeakCompassIsNotWaitedForLongerThanTheLimit() throws {
    let start = try Self.start(Self.walk(fixAfter: 1000), .head) { $0.alignment.sceneHeading = .degrees(1) }
    #expect(start.pose.sceneHeading == .none && start.wait < 2)
    let short = try Self.start(Self.walk(fixAfter: 1000), .head) { $0.alignment.sceneWait = .zero }
    #expect(short.pose.sceneHeading == .none && short.wait < start.wait - 0.5)
  }
}
