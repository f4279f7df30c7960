import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// Poses from a visual tracker: the scene moves with them, without a jump, and reports their end.
@Suite struct OutsideOdometryTests {
  /// Returns a walk's samples with a tracker's poses among them, 30 a second, in a frame turned by 70° with another origin.
  func session(silentFrom silence: Double = .infinity, quality: Double = 0.9) throws -> (samples: [Sample], Simulation)
  {
    var parameters = SimulationParameters()
    parameters.gait = 0.5
    let simulation = Simulation(Plan.outAndBack.itinerary(parameters), parameters: parameters, seed: 2)
    let turn = Rotation<Level, OutsideFrame>(x: 0, y: sin(0.61), z: 0, w: cos(0.61)) ?? .aligned
    var samples: [Sample] = [], next = 0.0
    struct Done: Error {}
    do {
      try simulation.run { line in
        guard case .sample(let sample) = line else { return }
        let seconds = Double(sample.time.nanoseconds) * 1e-9
        if seconds > 110 { throw Done() }
        if seconds >= next && next < silence {
          let truth = simulation.trajectory.instant(at: TimeSpan(next))
          let position = turn(Displacement<Level>(truth.position)) + Displacement(40, -3, 7)
          samples.append(
            .outsidePose(
              .init(
                time: BootInstant(seconds: next), position: position,
                orientation: StatedRotation(turn * truth.levelOrientation), quality: quality)))
          next += 1 / 30.0
        }
        samples.append(sample)
      }
    } catch is Done {}
    return (samples, simulation)
  }

  @Test func theSceneFollowsTheOutsideTracker() throws {
    let (samples, simulation) = try session()
    let (poses, _) = track(samples, as: .free)
    let last = try #require(poses.last)
    #expect(poses.allSatisfy(isSound) && last.tracking == .normal)
    // the farthest point of the walk, and back
    let farthest = poses.map { $0.pose.position.norm.value }.max() ?? 0
    let seconds = Double(last.time.nanoseconds) * 1e-9
    let begin = simulation.trajectory.instant(at: TimeSpan(0)),
      end = simulation.trajectory.instant(at: TimeSpan(seconds))
    let truth = Displacement<Level>(end.position - begin.position)
    expect(farthest, isAbove: 100)
    expect(abs(last.pose.position.norm.value - truth.norm.value), isBelow: 3)
    // The place is that of a fix plus the path since.
    let place = try #require(last.place)
    let apart = Displacement<Level>(simulation.trajectory.plane.enu(place)) - Displacement<Level>(end.position)
    expect(hypot(apart.x, apart.z), isBelow: 15)
    for (a, b) in zip(poses, poses.dropFirst()) {
      let step = b.pose.position - a.pose.position - (a.velocity + b.velocity) * 0.5 * (b.time - a.time)
      expect(step.norm.value, isBelow: 1e-7)
    }
  }

  /// Without a compass the tracker's way against the fixes gives the heading.
  @Test func theWayGivesAHeadingWithoutACompass() throws {
    let (samples, simulation) = try session()
    let blind = samples.filter { if case .magnetometer = $0 { false } else { true } }
    let (poses, _) = track(blind, as: .free)
    let last = try #require(poses.last), sigma = try #require(last.yawSigma)
    let truth = simulation.trajectory.instant(at: TimeSpan(last.time.seconds)).levelOrientation
    let off = (last.earthOrientation * truth.inverse).logarithm.y
    #expect(Angle.radians(off).magnitude < .degrees(12) && sigma < .degrees(20), "\(off) rad, \(sigma)")
    #expect(poses.allSatisfy(isSound))
  }

  @Test func silenceIsReported() throws {
    let (poses, _) = track(try session(silentFrom: 40).samples, as: .free)
    func state(_ time: Double) -> String? { poses.first { $0.time >= BootInstant(seconds: time) }?.tracking.text }
    #expect(state(39) == "normal" && state(41) == "limited(odometry-lost)")
    let late = poses.filter { $0.time > BootInstant(seconds: 41) }
    #expect(late.allSatisfy { $0.velocity == .zero })
    #expect(late.allSatisfy { $0.place != nil })
  }

  @Test func posesOfQualityZeroAreNotUsed() throws {
    let (poses, _) = track(try session(quality: 0).samples, as: .free)
    #expect(poses.allSatisfy { $0.pose.position == .zero })
  }

  /// The tracker replaces a walker's steps while it sends poses, and the steps are used again when it is silent.
  @Test func stepsTakeOverInSilence() throws {
    let told = try session(), (poses, _) = track(told.samples, as: .head)
    func length(_ poses: [TrackedPose], from start: Double, to end: Double) -> Double {
      zip(poses, poses.dropFirst()).reduce(0) { sum, pair in
        let inside = pair.0.time >= BootInstant(seconds: start) && pair.1.time <= BootInstant(seconds: end)
        return inside
          ? sum
            + hypot(
              pair.1.pose.position.x - pair.0.pose.position.x, pair.1.pose.position.z - pair.0.pose.position.z) : sum
      }
    }
    #expect(poses.allSatisfy(isSound))
    // 1.35 m/s, and the head's own sway
    expect(abs(length(poses, from: 20, to: 80) / 60 - 1.35), isBelow: 0.15)
    let (alone, _) = track(try session(silentFrom: 50).samples, as: .head)
    expect(abs(length(alone, from: 20, to: 45) / 25 - 1.35), isBelow: 0.15)
    expect(abs(length(alone, from: 60, to: 90) / 30 - 1.35), isBelow: 0.15)
    for poses in [poses, alone] {
      for (a, b) in zip(poses, poses.dropFirst()) {
        let step = b.pose.position - a.pose.position - (a.velocity + b.velocity) * 0.5 * (b.time - a.time)
        #expect(step.norm.value < 0.001 && b.velocity.norm.value <= 3)
      }
    }
  }
}
