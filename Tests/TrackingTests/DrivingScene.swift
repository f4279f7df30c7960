import CAllocations
import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

@Suite struct DrivingScene {
  private func samples(_ faults: [Fault] = [], mount: Double = 0, seed: UInt64 = 1) throws -> [Sample] {
    var parameters = SimulationParameters()
    parameters.imuRate = 100
    parameters.magnetometerRate = 0
    parameters.truthRate = 0
    parameters.mountYaw = .degrees(mount)
    var result: [Sample] = []
    try Simulation(Plan.ride.itinerary(parameters), parameters: parameters, faults: faults, seed: seed).run { line in
      if case .sample(let sample) = line { result.append(sample) }
    }
    return result
  }

  /// The scene moves by motion only, while fixes and a wrong mount change the yaw and the place on Earth.
  @Test(arguments: [0.0, 90])
  func theSceneMovesByMotionOnly(mount: Double) throws {
    let faults = try ["gap:gnss@120+40", "gap:gyroscope@180+1.5", "gap:accelerometer@180+1.5"].map(Fault.init)
    var tracker = Tracker(profile: .vehicle, parameters: TrackerParameters(profile: .vehicle))
    var last: TrackedPose?, rows = 0
    var worstStep = 0.0, worstTurn = 0.0, fastest = 0.0, yawChange = 0.0
    for sample in try samples(faults, mount: mount) {
      guard let pose = tracker.ingest(sample), case .gyroscope(let gyroscope) = sample else { continue }
      defer {
        last = pose
        rows += 1
      }
      fastest = max(fastest, pose.velocity.norm.value)
      if let last {
        let span = pose.time - last.time
        let way = pose.pose.position - last.pose.position - (last.velocity + pose.velocity) * (span * 0.5)
        worstStep = max(worstStep, way.norm.value)
        // A gap is bridged by both its ends.
        guard span < TimeSpan(0.1) else { continue }
        let turned = last.pose.rotation * Rotation<Body, Body>.exp(gyroscope.rate * span)
        // The bias, up to 1 °/s here, is known to the filter only, so it is subtracted.
        worstTurn = max(worstTurn, turned.difference(to: pose.pose.rotation).norm.degrees - 1.5 * span.value)
        yawChange = max(yawChange, (pose.yaw - last.yaw).wrapped.degrees.magnitude)
      }
    }
    expect(rows, isAbove: 30_000)
    expect(worstStep, isBelow: 0.01)
    expect(worstTurn, isBelow: 0.1)
    expect(fastest, isBelow: 60)
    expect(yawChange, isAbove: 1)
    #expect(last?.yawSigma != nil && last?.place != nil)
  }

  @Test func nothingIsAllocatedPerSample() throws {
    let all = try samples()
    var tracker = Tracker(profile: .vehicle, parameters: TrackerParameters(profile: .vehicle))
    var rows = 0
    let warm = all.count / 3
    for sample in all[..<warm] where tracker.ingest(sample) != nil { rows += 1 }
    let before = allocations_of_this_thread()
    for sample in all[warm...] where tracker.ingest(sample) != nil { rows += 1 }
    let made = allocations_of_this_thread() - before
    expect(rows, isAbove: 30_000)
    expect(made, equals: 0)
  }

  @Test func aReplayIsTheSame() throws {
    let all = try samples(seed: 2).prefix(30_000)
    var first = Tracker(profile: .vehicle, parameters: TrackerParameters(profile: .vehicle))
    var second = first
    for sample in all {
      let a = first.ingest(sample), b = second.ingest(sample)
      expect(a?.pose, equals: b?.pose)
      if a?.pose != b?.pose { break }
    }
  }
}
