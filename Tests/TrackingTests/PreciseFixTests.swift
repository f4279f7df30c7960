import CAllocations
import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

/// Walks with a survey-grade receiver, and with one that is precise in velocity only.
@Suite struct PreciseFixTests {
  static let profiles = [Profile.hand, .torso, .head]

  private static func walk(precise: Bool, gaze: SimulationParameters.Gaze, until end: Double) -> AlignedSession {
    AlignedSession(.cityBlocks, seed: 4, until: end) {
      $0.gaze = gaze
      $0.receiver.rate = 4
      $0.receiver.latency = TimeSpan(0.15)
      $0.receiver.velocityNoise = Speed(0.03)
      if precise {
        $0.receiver.bias = Length(0.01)
        $0.receiver.noise = Length(0.01)
      }
    }
  }
  private static let survey = walk(precise: true, gaze: .wandering, until: 150)
  /// A walk with a device that points in the direction of walking, so that steps can continue from it.
  private static let ahead = walk(precise: true, gaze: .ahead, until: 150)
  private static let doppler = walk(precise: false, gaze: .wandering, until: 120)

  private func rms(_ values: [Double]) -> Double {
    (values.map { $0 * $0 }.reduce(0, +) / Double(max(1, values.count))).squareRoot()
  }

  /// Place and heading follow the fixes and the motion, however the device is carried, and their accuracies hold.
  @Test(arguments: profiles) func surveyGrade(profile: Profile) {
    let told = account(Self.survey, as: profile)
    let late = told.moments.filter { $0.time > 40 }
    expect(rms(late.compactMap(\.placeError)), isBelow: 0.15, "\(rms(late.compactMap(\.placeError))) m")
    expect(rms(late.map(\.yawError.degrees)), isBelow: 5, "\(rms(late.map(\.yawError.degrees)))°")
    let ratios = late.map { $0.yawError / ($0.yawSigma ?? .degrees(180)) }
    #expect(ratios.allSatisfy { $0 < 3 } && ratios.count { $0 < 1 } * 2 > ratios.count)
    let inside = late.count { ($0.placeError ?? 9) < ($0.accuracy ?? 0) }
    expect(inside * 2, isAbove: late.count)
    #expect(told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.12)
  }

  @Test(arguments: profiles) func velocityAlone(profile: Profile) {
    let told = account(Self.doppler, as: profile)
    let late = told.moments.filter { $0.time > 40 }
    expect(rms(late.map(\.yawError.degrees)), isBelow: 5, "\(rms(late.map(\.yawError.degrees)))°")
    #expect(late.allSatisfy { $0.yawError < ($0.yawSigma ?? .zero) * 3.5 })
    expect(told.largestStep, isAtMost: 0.01)
  }

  /// Steps continue from the result of precise fixes, and the fixes later from the steps: the scene moves smoothly, and the
  /// heading stays.
  @Test(arguments: profiles) func fixesStopAndComeBack(profile: Profile) throws {
    let session = profile == .head ? Self.survey : Self.ahead
    let told = account(session.fixes(from: 70, to: 100) { _, _ in [] }, as: profile)
    #expect(told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.12, "\(told.largestStep) m")
    let before = try #require(told.moment(69)), last = try #require(told.moment(99))
    try expect(#require(before.placeError), isBelow: 0.3)
    let error = try #require(last.placeError), accuracy = try #require(last.accuracy)
    // The hand profile assumes one length of steps for all wearers: a path of 40 m may be too long by a fifth.
    expect(error, isBelow: (profile == .hand ? 10 : 6), "\(error) m, stated \(accuracy) m")
    expect(accuracy, isAbove: 0.5)
    expect(last.yawError.degrees, isBelow: 12, "\(last.yawError.degrees)°")
    let again = told.moments.filter { $0.time > 110 }
    expect(rms(again.compactMap(\.placeError)), isBelow: 0.2)
    expect(rms(again.map(\.yawError.degrees)), isBelow: 4)
  }

  /// Fixes that state centimeters and are meters off for a moment count less, or nothing.
  @Test func fixesOffForAMomentCountLess() throws {
    let told = account(Self.survey.teleported(by: 4, from: 80, to: 82), as: .head)
    expect(told.refusals("fix: surprising, trusted less"), isAtLeast: 1)
    for moment in told.moments where moment.time > 40 { try expect(#require(moment.placeError), isBelow: 1.5) }
    expect(told.largestStep, isAtMost: 0.01)
  }

  /// Fixes that remain 5 m aside for 20 s do not turn the heading; at the end the place is right, or its radius holds the error.
  @Test func fixesAsideForAWhileDoNotTurnTheHeading() throws {
    let told = account(Self.survey.teleported(by: 5, from: 80, to: 100), as: .torso)
    for moment in told.moments where moment.time > 40 {
      expect(moment.yawError.degrees, isBelow: 12, "\(moment.time) s: \(moment.yawError.degrees)°")
      let error = try #require(moment.placeError), accuracy = try #require(moment.accuracy)
      expect(error, isBelow: max(1, 6 * accuracy), "\(moment.time) s: \(error) of \(accuracy) m")
    }
  }

  /// A velocity without a stated error, or with a large one, is not used.
  @Test(arguments: [nil, 0.0, 2.0]) func poorVelocities(error: Double?) {
    let session = Self.doppler.fixes { fix, _ in
      var fix = fix
      fix.speedError = error.map { Speed($0) }
      return [fix]
    }
    let told = account(session, as: .hand)
    expect(told.tracker.aids.first { $0.description.name == "receiver-velocity" }?.fused, equals: 0)
  }

  private static func receiver(rate: Double, lag: Double, seed: UInt64) -> AlignedSession {
    AlignedSession(.cityBlocks, seed: seed, until: 300) {
      $0.receiver.rate = rate
      $0.receiver.velocityNoise = Speed(0.03)
      $0.receiver.velocityLatency = TimeSpan(lag)
    }
  }

  /// With one velocity per second on straight streets the heading hardly follows from it; with a late velocity the heading would
  /// be wrong. Neither may make the heading worse than without the velocity, nor its stated error too small.
  @Test(arguments: profiles, [(1.0, 0.0), (4.0, 0.5)]) func aLateVelocityDoesNotDegradeTheHeading(
    profile: Profile, receiver: (rate: Double, lag: Double)
  ) {
    func late(_ account: Account) -> [Double] { account.moments.filter { $0.time > 40 }.map(\.yawError.degrees) }
    var with: [Double] = [], without: [Double] = []
    for seed: UInt64 in 103...105 {
      let session = Self.receiver(rate: receiver.rate, lag: receiver.lag, seed: seed)
      let silent = session.fixes { fix, _ in
        var fix = fix
        fix.speedError = nil
        return [fix]
      }
      with += late(account(session, as: profile))
      without += late(account(silent, as: profile))
    }
    let error = rms(with), usual = rms(without)
    expect(error, isBelow: 1.25 * usual + 1, "\(error)° with the velocity, \(usual)° without")
  }

  /// With precise fixes a sample needs no allocation.
  @Test(arguments: profiles) func noAllocationPerSample(profile: Profile) {
    var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
    var made: UInt = 0, count = 0
    for sample in Self.survey.samples {
      let before = allocations_of_this_thread()
      let pose = tracker.ingest(sample)
      if let pose, pose.time > BootInstant(seconds: 60) {
        made += allocations_of_this_thread() - before
        count += 1
      }
    }
    #expect(count > 5000 && made == 0)
  }
}
