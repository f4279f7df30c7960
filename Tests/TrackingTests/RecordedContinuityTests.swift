import Expectations
import Foundation
import Geometry
import Odometry
import Recordings
import Samples
import TestData
import Testing
import Tracking

/// Continuity and causality on real recordings (`../shared/data`), each in its own profile.
@Suite struct RecordedContinuityTests {
  /// The profiles of the folders whose recordings do not state one.
  static let profiles = ["orientation": Profile.free, "walks": .hand, "rides": .vehicle]

  /// Returns the samples of a recording, and its profile: the one that it states, else that of its folder, else nil.
  func content(_ path: String) throws -> (samples: [Sample], profile: Profile?) {
    let reader = try RecordingReader(path: path)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().lastPathComponent
    var samples: [Sample] = [], profile = Self.profiles[folder]
    while let line = try reader.next() {
      switch line {
      case .sample(let sample): samples.append(sample)
      case .metadata("profile", let stated):
        let known: Profile = try #require(Profile(rawValue: stated), "\(path): \(stated)")
        profile = known
      default: break
      }
    }
    return (samples, profile)
  }

  @Test(.enabled(if: !SharedData.recordings.isEmpty, "needs shared/data"), arguments: SharedData.recordings)
  func theSceneMovesByMotionOnly(path: String) throws {
    let (samples, recorded) = try content(path)
    guard let profile = recorded else {
      print("skipped: \(path) states no profile: add its folder to RecordedContinuityTests.profiles")
      return
    }
    let (poses, _) = track(samples, as: profile)
    var rates: [BootInstant: AngularVelocity<Body>] = [:]
    for sample in samples { if case .gyroscope(let gyroscope) = sample { rates[gyroscope.time] = gyroscope.rate } }

    #expect(poses.count > 1000 && poses.allSatisfy(isSound))
    var largestStep = 0.0, largestTurn = 0.0, speed = 0.0
    for (a, b) in zip(poses, poses.dropFirst()) where a.scene == b.scene && !b.tracking.isLimited {
      let interval = b.time - a.time
      let mean = (a.velocity + b.velocity) * 0.5
      largestStep = max(largestStep, (b.pose.position - a.pose.position - mean * interval).norm.value)
      speed = max(speed, b.velocity.norm.value)
      // Against the raw reading of the interval: besides a tenth of a degree, the effect of a bias of 0.02 rad/s and a learned
      // error of scale and axes (priors of 1 and 0.7 %, at three sigma).
      let turn = (rates[b.time] ?? .zero) * interval
      let apart = (a.pose.rotation * Rotation<Body, Body>.exp(turn)).difference(to: b.pose.rotation).norm.value
      largestTurn = max(largestTurn, apart - 0.02 * interval.value - 0.035 * turn.norm.value)
    }
    // A runner's foot swings at up to four times the runner's speed.
    #expect(largestStep <= 0.01 && speed <= (profile == .vehicle ? 60 : profile == .foot ? 20 : 3))
    expect(largestTurn * 180 / .pi, isAtMost: 0.1)

    // A row does not depend on a later line.
    let prefix = track(Array(samples.prefix(samples.count / 3)), as: profile).poses
    #expect(
      zip(poses, prefix).allSatisfy {
        $0.time == $1.time && $0.pose == $1.pose && $0.yaw == $1.yaw && $0.place == $1.place
          && $0.yawSigma == $1.yawSigma
      })
  }
}
