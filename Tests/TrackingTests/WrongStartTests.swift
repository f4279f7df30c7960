import Alignment
import Expectations
import Geometry
import Odometry
import Recordings
import Samples
import TestData
import Testing
import Tracking

/// A wrong heading given at the start, with a large stated error, does not change the final heading on Earth: on real walks.
@Suite struct WrongStartTests {
  static let walks = SharedData.recordings.filter { $0.contains("/walks/garden") }

  @Test(.enabled(if: !walks.isEmpty, "needs shared/data"), arguments: walks, [120.0, -75])
  func theEarthHeadingIsTheSame(path: String, degrees: Double) throws {
    let reader = try RecordingReader(path: path)
    var samples: [Sample] = []
    while let line = try reader.next() { if case .sample(let sample) = line { samples.append(sample) } }
    func end(_ given: Angle?) -> TrackedPose? {
      var parameters = TrackerParameters(profile: .hand)
      if let given {
        parameters.alignment.start = .given
        parameters.alignment.given = given
        parameters.alignment.givenSigma = .degrees(60)
      }
      var tracker = Tracker(profile: .hand, parameters: parameters)
      var last: TrackedPose?
      for sample in samples { last = tracker.ingest(sample) ?? last }
      return last
    }
    let straight = try #require(end(nil)), turned = try #require(end(.degrees(degrees)))
    func looking(_ pose: TrackedPose) -> Angle {
      Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation).heading
    }
    let sigma = (straight.yawSigma ?? .zero) + (turned.yawSigma ?? .zero)
    // A walk without compass and with poor fixes leaves the heading uncertain, and states that.
    #expect(sigma.degrees > 0 && (sigma.degrees < 60 || path.contains("garden-single")))
    expect((looking(straight) - looking(turned)).wrapped.magnitude, isBelow: sigma * (sigma.degrees < 60 ? 1 : 1.5))
  }
}
