import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

/// Two antennas on a device that is worn, through the whole pipeline.
@Suite struct AntennaSessionTests {
  private func session(
    _ plan: Plan = .cityBlocks, seed: UInt64 = 2, faults: [Fault] = [], direction: Angle = .zero, compass: Bool = true
  ) -> AlignedSession {
    AlignedSession(plan, seed: seed, until: 150, faults: faults) {
      $0.antennas.rate = 5
      $0.antennas.direction = direction
      if !compass { $0.magnetometerRate = 0 }
    }
  }

  private func errors(_ session: AlignedSession, as profile: Profile = .head) -> [Double] {
    account(session, as: profile).moments.filter { $0.time > 20 }.map(\.yawError.degrees)
  }

  /// The heading is that of the antennas, wherever they point on the device, with and without a compass.
  @Test(arguments: [0, 90, -135] as [Double], [true, false]) func theHeadingIsThatOfTheAntennas(
    _ direction: Double, _ compass: Bool
  ) {
    let errors = errors(session(direction: .degrees(direction), compass: compass))
    let mean = (errors.map { $0 * $0 }.reduce(0, +) / Double(errors.count)).squareRoot()
    #expect(mean < 2 && (errors.max() ?? 180) < 6, "\(mean) \(errors.max() ?? 180)")
  }

  @Test func antennasOnAFreeDevice() {
    let errors = errors(session(.lookAround), as: .free)
    expect((errors.max() ?? 180), isBelow: 8, "\(errors.max() ?? 180)")
  }

  /// A wrong azimuth of a minute does not turn the heading.
  @Test func aWrongAzimuthIsDoubted() throws {
    let faults = try [Fault("turn@60+60=50")]
    let right = errors(session()), wrong = errors(session(faults: faults))
    expect((wrong.max() ?? 180), isBelow: (right.max() ?? 0) + 12, "\(wrong.max() ?? 180)")
  }

  /// A free device, whose compass is a filter of its own, does not follow a jump either.
  @Test func aFreeDeviceDoubtsAJump() throws {
    let errors = errors(session(.lookAround, faults: try [Fault("turn@60+60=40")]), as: .free)
    expect((errors.max() ?? 180), isBelow: 25, "\(errors.max() ?? 180)")
  }

  /// The source appears once there are antennas; a vehicle's heading is that of its motion.
  @Test func theSourceIsReported() {
    func names(_ session: AlignedSession, _ profile: Profile) -> [String] {
      var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
      for sample in session.samples { _ = tracker.ingest(sample) }
      return tracker.aids.filter { $0.fused > 0 }.map(\.description.name)
    }
    #expect(names(session(), .head).contains("antennas"))
    #expect(!names(.walk, .head).contains("antennas"))
    #expect(!names(session(), .vehicle).contains("antennas"))
  }

  /// An azimuth of a line that points up has no meaning.
  @Test func aSteepLineIsRefused() {
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head))
    for index in 0..<400 {
      let time = BootInstant(seconds: 0.01 * Double(index))
      _ = tracker.ingest(.accelerometer(AccelerometerSample(time: time, force: Acceleration(0, 0, 9.81))))
      _ = tracker.ingest(.gyroscope(GyroscopeSample(time: time, rate: .zero)))
    }
    _ = tracker.ingest(
      .antennas(
        AntennaAzimuth(time: BootInstant(seconds: 4), azimuth: Degrees(10), direction: Degrees(0), sigma: Degrees(1))))
    let aid = tracker.aids.first { $0.description.name == "antennas" }
    #expect(aid?.fused == 0 && aid?.refusals.map(\.count) == [1])
  }
}
