import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// Returns the samples of a simulated session, without the truth.
func session(
  _ plan: Plan, seed: UInt64 = 1, faults: [Fault] = [], until: Double = 60,
  _ adjust: (inout SimulationParameters) -> Void = { _ in }
) throws -> [Sample] {
  var parameters = SimulationParameters()
  adjust(&parameters)
  var samples: [Sample] = []
  try Simulation(plan.itinerary(parameters), parameters: parameters, faults: faults, seed: seed).run { line in
    if case .sample(let sample) = line, sample.time <= BootInstant(seconds: until) { samples.append(sample) }
  }
  return samples
}

func track(_ samples: [Sample], as profile: Profile) -> (poses: [TrackedPose], tracker: Tracker) {
  var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
  var poses: [TrackedPose] = []
  for sample in samples { if let pose = tracker.ingest(sample) { poses.append(pose) } }
  return (poses, tracker)
}

/// Whether every number of a pose is finite, and the quaternion is a unit one.
func isSound(_ pose: TrackedPose) -> Bool {
  let q = pose.pose.rotation.quaternion
  let norm = (q * q).sum()
  return abs(norm - 1) < 1e-6 && pose.pose.position.isFinite && pose.velocity.isFinite && pose.yaw.isFinite
    && (pose.yawSigma?.isFinite ?? true) && (pose.heading?.isFinite ?? true) && (pose.place?.isFinite ?? true)
    && (pose.horizontalAccuracy?.isFinite ?? true) && (pose.verticalAccuracy?.isFinite ?? true)
}

/// The pipeline with unusual samples: states and reasons, never a NaN, never a wrong pose without a statement.
@Suite struct TrackerInputTests {
  @Test(arguments: Profile.allCases) func anyRateIsTracked(profile: Profile) throws {
    let plan: Plan = profile == .vehicle ? .ride : .straight
    for rate in [10.0, 25, 50, 400, 2000] {
      let (poses, _) = track(try session(plan, until: rate > 1000 ? 12 : 40) { $0.imuRate = rate }, as: profile)
      expect(poses.count, isAbove: Int(rate * 8), "\(rate) Hz")
      #expect(poses.allSatisfy(isSound), "\(rate) Hz")
    }
  }

  @Test(arguments: Profile.allCases) func missingSensorsAreHandled(profile: Profile) throws {
    let all = try session(profile == .vehicle ? .ride : .straight)
    func without(_ drop: (Sample) -> Bool) -> [TrackedPose] { track(all.filter { !drop($0) }, as: profile).poses }
    func isMagnetometer(_ sample: Sample) -> Bool { if case .magnetometer = sample { true } else { false } }
    func isFix(_ sample: Sample) -> Bool { if case .fix = sample { true } else { false } }
    func isAccelerometer(_ sample: Sample) -> Bool { if case .accelerometer = sample { true } else { false } }
    func isGyroscope(_ sample: Sample) -> Bool { if case .gyroscope = sample { true } else { false } }
    for poses in [without(isMagnetometer), without(isFix), without { isFix($0) || isMagnetometer($0) }] {
      #expect(poses.count > 11_000 && poses.allSatisfy(isSound))
    }
    // Without gravity, or without turning rates, there is no pose.
    #expect(without(isAccelerometer).isEmpty && without(isGyroscope).isEmpty)
    // Without a compass and fixes the yaw is stated as unknown.
    if profile == .free {
      #expect(without { isFix($0) || isMagnetometer($0) }.allSatisfy { ($0.yawSigma?.degrees ?? 180) > 90 })
    }
  }

  @Test(arguments: Profile.allCases) func gapsAreBridgedOrBeginANewScene(profile: Profile) throws {
    let faults = [try Fault("gap:gyroscope@10+0.08"), try Fault("gap:gyroscope@20+1"), try Fault("suspend@30+8")]
    let (poses, tracker) = track(
      try session(profile == .vehicle ? .ride : .straight, faults: faults), as: profile)
    #expect(poses.allSatisfy(isSound))
    #expect(tracker.counters[.bridgedGap] == 1 && tracker.counters[.restart] == 1)
    #expect(poses.contains { $0.tracking.text == "limited(odometry-lost)" })
    #expect(poses.first?.scene == 0 && poses.last?.scene == 1)
    expect(poses.last?.tracking, equals: .normal)
    func state(_ time: Double) -> String? { poses.first { $0.time >= BootInstant(seconds: time) }?.tracking.text }
    #expect(state(15) == "normal" && state(21.3) == "limited(odometry-lost)" && state(25) == "normal")
  }

  @Test func spikesAndStuckAxesAreReported() throws {
    let clean = try session(.straight)
    let spiked = try session(.straight, faults: [Fault("spike:gyroscope.z@20=30"), Fault("spike:gyroscope.x@25=-25")])
    let (a, _) = track(clean, as: .free), (b, tracker) = track(spiked, as: .free)
    expect(tracker.counters[.spike], equals: 2)
    let apart = zip(a, b).map { $0.pose.rotation.difference(to: $1.pose.rotation).norm.value }.max() ?? 9
    expect(apart, isBelow: 0.01)  // 30 rad/s for 5 ms would be 0.15

    let stuck = try session(.straight, faults: [Fault("stuck:gyroscope.y@20+6")])
    let (poses, watcher) = track(stuck, as: .free)
    #expect(watcher.counters[.stuck] >= 1 && poses.contains { $0.tracking.text == "limited(no-gyro)" })
    expect(poses.last?.tracking, equals: .normal)
  }

  @Test func motionThatJumpsIsNotTakenForASpike() {
    // A rate that really changes from one sample to the next is compensated by the next sample.
    var tracker = Tracker(profile: .free, parameters: TrackerParameters(profile: .free))
    var last: TrackedPose?
    var turned = 0.0
    for i in 0..<400 {
      let time = BootInstant(seconds: Double(i) * 0.005)
      let rate = i > 200 && i <= 300 ? 20.0 : 0
      if i > 0 { turned += rate * 0.005 }
      _ = tracker.ingest(.accelerometer(.init(time: time, force: Acceleration(0, 9.81, 0))))
      last = tracker.ingest(.gyroscope(.init(time: time, rate: AngularVelocity(0, rate, 0)))) ?? last
    }
    let expected = Rotation<Body, Scene>.aligned * Rotation<Body, Body>.exp(RotationVector(0, turned, 0))
    expect((last?.pose.rotation.difference(to: expected).norm.value ?? 9), isBelow: 0.02)
  }

  @Test(arguments: Profile.allCases) func extremeMotionsStaySound(profile: Profile) {
    // upside down · 2000 °/s · free fall · a centrifuge of 20 g · only noise
    let motions: [(Double) -> (rate: SIMD3<Double>, force: SIMD3<Double>)] = [
      { _ in (.zero, SIMD3(0, -9.81, 0)) },
      { t in (SIMD3(34.9, 0, 0), SIMD3(0, 9.81 * cos(34.9 * t), -9.81 * sin(34.9 * t))) },
      { t in (SIMD3(1, 2, 3), t < 5 ? SIMD3(0, 9.81, 0) : .zero) },
      { t in (SIMD3(0, 14, 0), t < 5 ? SIMD3(0, 9.81, 0) : SIMD3(196, 9.81, 0)) },
      { t in (SIMD3(sin(1e4 * t), cos(9e3 * t), sin(7e3 * t)) * 30, SIMD3(cos(8e3 * t), sin(6e3 * t), 1) * 70) },
    ]
    for (number, motion) in motions.enumerated() {
      var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
      var poses = 0
      for i in 0..<6000 {
        let t = Double(i) * 0.005, time = BootInstant(seconds: t), now = motion(t)
        _ = tracker.ingest(.accelerometer(.init(time: time, force: Acceleration(now.force))))
        guard let pose = tracker.ingest(.gyroscope(.init(time: time, rate: AngularVelocity(now.rate)))) else {
          continue
        }
        poses += 1
        if !isSound(pose) {
          Issue.record("motion \(number) at \(t) s: \(pose)")
          break
        }
      }
      expect(poses, isAbove: 5000)
    }
  }

  @Test func fullRangeIsReportedAsSaturated() {
    var tracker = Tracker(profile: .free, parameters: TrackerParameters(profile: .free))
    var states: Set<String> = []
    for i in 0..<1000 {
      let time = BootInstant(seconds: Double(i) * 0.005)
      _ = tracker.ingest(.accelerometer(.init(time: time, force: Acceleration(0, 9.81, 0))))
      let rate = i > 400 && i < 500 ? min(34.9, Double(i - 400) * 5) : 0
      if let pose = tracker.ingest(.gyroscope(.init(time: time, rate: AngularVelocity(0, rate, 0)))) {
        states.insert(pose.tracking.text)
      }
    }
    #expect(states == ["normal", "limited(saturated)"] && tracker.counters[.saturated] > 50)
  }

  @Test(arguments: Profile.allCases) func invalidSamplesAreRefusedAndCounted(profile: Profile) throws {
    var samples = try session(.straight, until: 20)
    let time = BootInstant(seconds: 10)
    let nan = SIMD3(Double.nan, 0, 0), huge = SIMD3(1e300, -1e300, 1e300)
    let at = samples.firstIndex { $0.time > time } ?? 0
    samples.insert(
      contentsOf: [
        .gyroscope(.init(time: time + TimeSpan(0.001), rate: Vector(nan))),
        .gyroscope(.init(time: time - TimeSpan(1), rate: .zero)),
        .accelerometer(.init(time: time, force: Vector(nan))),
        .magnetometer(.init(time: time, field: Vector(nan))),
        .magnetometer(.init(time: time, field: Vector(huge))),
        .barometer(.init(time: time, pressure: .init(.nan))),
        .barometer(.init(time: time, pressure: .init(0))),
      ], at: at)
    let (poses, tracker) = track(samples, as: profile)
    #expect(poses.allSatisfy(isSound))
    #expect(tracker.counters[.notFinite] == 1 && tracker.counters[.timeBackwards] == 1)
    expect(tracker.refusals.first { $0.reason == "unfit samples" }?.count, equals: 5)
    expect((poses.last?.time ?? time), isAbove: BootInstant(seconds: 19.9))
  }

  @Test(arguments: Profile.allCases) func anAccelerometerThatStopsIsReported(profile: Profile) throws {
    let samples = try session(profile == .vehicle ? .ride : .straight).filter { sample in
      if case .accelerometer = sample { sample.time < BootInstant(seconds: 30) } else { true }
    }
    let (poses, _) = track(samples, as: profile)
    #expect(poses.allSatisfy(isSound))
    func state(_ time: Double) -> String? { poses.first { $0.time >= BootInstant(seconds: time) }?.tracking.text }
    #expect(state(29) == "normal" && state(31) == "limited(stale)")
  }

  @Test func sensorsOutOfStepAreTracked() throws {
    // The accelerometer at a third of the gyroscope's rate, at three times its rate, or half a sample late.
    let simulation = Simulation(Plan.lookAround.itinerary(.init()), seed: 4)
    let all = try session(.lookAround, seed: 4)
    func tilt(_ samples: [Sample]) throws -> Double {
      let last = try #require(track(samples, as: .free).poses.last)
      let truth = simulation.trajectory.instant(at: TimeSpan(Double(last.time.nanoseconds) * 1e-9)).levelOrientation
      let up = Direction<Body>(truth.inverse(Direction<Level>(0, 1, 0)).components)
      return last.pose.rotation(up).angle(to: Direction<Scene>(0, 1, 0)).degrees
    }
    func thinned(_ keeps: (Int, Sample) -> Bool) -> [Sample] {
      var count = 0
      return all.filter { sample in
        count += 1
        return keeps(count, sample)
      }
    }
    var accelerometers = 0, gyroscopes = 0
    let slowForce = thinned { _, sample in
      guard case .accelerometer = sample else { return true }
      accelerometers += 1
      return accelerometers % 3 == 0
    }
    let slowRate = thinned { _, sample in
      guard case .gyroscope = sample else { return true }
      gyroscopes += 1
      return gyroscopes % 3 == 0
    }
    let late = all.map { sample -> Sample in
      guard case .accelerometer(var force) = sample else { return sample }
      force.time = force.time + TimeSpan(0.0025)
      return .accelerometer(force)
    }
    let whole = try tilt(all)
    for samples in [slowForce, slowRate, late] {
      let degrees = try tilt(samples)
      #expect(degrees < whole + 1 && degrees < 3)
    }
  }
}

@Suite struct CompassAfterNonsenseTests {
  /// One reading that is not finite must not stop the compass.
  @Test func theCompassGoesOn() throws {
    let clean = try session(.lookAround, until: 60)
    var ill = clean
    let at = ill.firstIndex { $0.time > BootInstant(seconds: 10) } ?? 0
    ill.insert(
      .magnetometer(.init(time: BootInstant(seconds: 10), field: MagneticField(.nan, 1e300, .infinity))), at: at)
    let a = try #require(track(clean, as: .free).poses.last), b = try #require(track(ill, as: .free).poses.last)
    #expect(a.yaw == b.yaw && a.yawSigma == b.yawSigma)
  }
}
