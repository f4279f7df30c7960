import Alignment
import EngineSettings
import Expectations
import Geometry
import Odometry
import Samples
import Testing
import Tracking

/// The time at which a fix was valid, and the assumed accuracy of one without a stated error: both apply to every motion,
/// vehicles too.
@Suite struct FixTimingTests {
  /// Receivers without error, with late fixes.
  static func ride(latency: TimeSpan) -> AlignedSession {
    AlignedSession(.ride, seed: 1, until: 200) {
      $0.makeIdeal()
      $0.imuRate = 100
      $0.receiver.bias = Length(0.1)
      $0.receiver.velocityNoise = Speed(0.05)
      $0.receiver.latency = latency
    }
  }

  /// Median error of the place while the vehicle moves fast.
  private func error(_ session: AlignedSession, _ set: [String] = []) throws -> Double {
    var parameters = TrackerParameters(profile: .vehicle)
    for assignment in set { try TrackerParameters.table.set(assignment, in: &parameters) }
    var tracker = Tracker(profile: .vehicle, parameters: parameters)
    var errors: [Double] = [], next = 60.0
    for sample in session.samples {
      guard let pose = tracker.ingest(sample), let place = pose.place, pose.time.seconds >= next else { continue }
      next += 1
      let truth = session.truth(at: pose.time)
      guard truth.velocity.norm.value > 6 else { continue }
      errors.append(truth.place.smallOffset(to: place).norm.value)
    }
    errors.sort()
    try #require(errors.count > 40)
    return errors[errors.count / 2]
  }

  @Test func theConfiguredLatencyReachesAVehicle() throws {
    let late = Self.ride(latency: TimeSpan(0.8))
    let unlearned = ["vehicle.latency_sigma=0"]
    let ignored = try error(late, ["fix.latency=0.1", "fix.precise_latency=0.1"] + unlearned)
    let known = try error(late, ["fix.latency=0.8", "fix.precise_latency=0.8"])
    #expect(ignored > 4 && known < 1.5, "\(ignored) m, \(known) m")
  }

  /// Fixes with a longer delay from then on, which the receiver's UTC shows.
  @Test func theDelayLearnedFromUTCReachesAVehicle() throws {
    let punctual = Self.ride(latency: TimeSpan(0.1))
    let usual = try error(punctual)
    let delayed = try error(punctual.delayed(by: TimeSpan(0.4), from: 30))
    #expect(usual < 1 && delayed < 1, "\(usual) m, \(delayed) m")
  }

  @Test(arguments: [Profile.vehicle, .head, .hand, .free])
  func theAssumedErrorReachesEveryMotion(profile: Profile) throws {
    let silent = AlignedSession.of(profile).fixes { fix, _ in
      var fix = fix
      fix.horizontalError = nil
      fix.verticalError = nil
      return [fix]
    }
    func radius(_ assumed: String) throws -> Double {
      var parameters = TrackerParameters(profile: profile)
      try TrackerParameters.table.set("fix.assumed_3d=\(assumed)", in: &parameters)
      var tracker = Tracker(profile: profile, parameters: parameters)
      var last: TrackedPose?
      for sample in silent.samples.prefix(12_000) { last = tracker.ingest(sample) ?? last }
      return try #require(last?.horizontalAccuracy).value
    }
    let narrow = try radius("5"), wide = try radius("50")
    expect(wide, isAbove: 2.5 * narrow, "\(narrow) m, \(wide) m")
  }
}
