import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

@Suite struct ClippedSensorTests {
  /// What a sensor reports as missing over a series along x, one value each `interval`.
  private func watched(_ values: [Double], every interval: Double, range: Double = .infinity) -> (
    amount: Double, variance: Double, clipped: Int
  ) {
    var sensor = ClippedSensor.gyroscope, amount = 0.0, variance = 0.0, clipped = 0
    for value in values {
      sensor.ingest(SIMD3(value, 0.1 * value, 0), over: interval, range: range)
      amount += sensor.missing.amount.x
      variance += sensor.missing.variance.x
      if sensor.isClipped { clipped += 1 }
    }
    return (amount, variance, clipped)
  }

  private func swing(_ size: Double, _ frequency: Double, _ rate: Double, seconds: Double) -> [Double] {
    (0..<Int(seconds * rate)).map { size * sin(2 * .pi * frequency * Double($0) / rate) }
  }

  /// Also where a sensor's digits make several samples at the top of a swing the same.
  @Test(arguments: [50.0, 100, 286, 1000], [(0.5, 0), (1.3, 0), (3, 0), (0.3, 0.001), (1, 0.001), (1, 0.01)])
  func aSwingWithinTheRangeIsWhole(rate: Double, kind: (frequency: Double, digit: Double)) {
    let values = swing(6, kind.frequency, rate, seconds: 20).enumerated().map { index, value in
      // Each swing goes a little farther than the one before.
      let grown = value * (1 + 0.001 * Double(index) / rate)
      return kind.digit > 0 ? (grown / kind.digit).rounded() * kind.digit : grown
    }
    let told = watched(values, every: 1 / rate)
    #expect(told.clipped == 0 && told.amount == 0 && told.variance == 0)
  }

  /// A swing cut at 90 % of its size: what is put back is what is missing, within a half.
  @Test(arguments: [100.0, 286, 1000], [1.0, -1]) func aCutSwingGetsItsAreaBack(rate: Double, sign: Double) {
    let whole = swing(sign * 6, 1.3, rate, seconds: 0.5), limit = 5.4
    let cut = whole.map { max(-limit, min(limit, $0)) }
    let missing = zip(whole, cut).reduce(0) { $0 + $1.0 - $1.1 } / rate
    let told = watched(cut, every: 1 / rate)
    expect(told.clipped, isAbove: 0)
    expect((told.amount - missing).magnitude, isBelow: missing.magnitude / 2, "\(told.amount), \(missing)")
    let sigma = told.variance.squareRoot()
    #expect(sigma > 0.3 * missing.magnitude && sigma < 3 * missing.magnitude, "\(sigma), \(missing)")
  }

  /// The axes of a calibrated sensor mix: a cut one is not constant. The second stretch shows it.
  @Test func aMixedAxisIsFoundTheSecondTime() {
    let rate = 200.0, whole = swing(9, 1.3, rate, seconds: 4)
    let mixed = whole.enumerated().map { max(-5, min(5, $1)) + 0.02 * sin(0.1 * Double($0)) }
    expect(watched(mixed, every: 1 / rate).clipped, isAbove: 100)
  }

  @Test func aKnownRangeNeedsNoSearch() {
    let cut = swing(9, 1.3, 200, seconds: 0.3).map { max(-5, min(5, $0)) }
    expect(watched(cut, every: 0.005, range: 5).clipped, equals: cut.count { $0 >= 5 })
  }

  /// A stretch without an end is any direction at most.
  @Test func aLongStretchIsBounded() {
    let values = swing(9, 1.3, 200, seconds: 0.05) + Array(repeating: 3.6, count: 2000)
    let told = watched(values, every: 0.005)
    #expect(told.variance <= .pi * .pi / 3 + 1e-9 && told.variance > 1, "\(told.variance)")
    expect(told.amount, equals: 0)
  }

  /// A higher value shows that an earlier limit was none.
  @Test func aHigherValueEndsALimit() {
    let cut = swing(9, 1.3, 200, seconds: 0.3).map { max(-5, min(5, $0)) }
    let higher = (0..<40).map { 5 + 0.2 * Double($0) }
    expect(watched(cut + higher, every: 0.005).clipped, isAtMost: watched(cut, every: 0.005).clipped + 1)
  }

  private struct Row {
    var time: Double
    var pose: TrackedPose
    var truth: Rotation<Body, Scene>
  }

  /// A head that turns faster than its gyroscope: the scene stays, its heading and tilt say that they do not know, and the compass
  /// and gravity find them again.
  @Test(arguments: [Profile.head, .hand, .free]) func aQuickTurnIsFoundAgain(profile: Profile) throws {
    var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
    let earth = SIMD3(0.0, -43, -21)  // east, down and north of the scene: x, y up, −z north
    var truth = Rotation<Body, Scene>.aligned,
      poses: [Row] = []
    for k in 0..<4000 {
      let time = Double(k) * 0.005
      let size = time > 8 && time < 8.5 ? 14 * sin(.pi * (time - 8) / 0.5) : 0
      let rate = SIMD3(0.5, 0.8, 0.3) * size + SIMD3(0.3, 0.4, 0.2) * sin(1.3 * time)
      truth = truth * .exp(RotationVector(rate * 0.005))
      let now = BootInstant(seconds: time), back = truth.inverse
      let up = back(Acceleration<Scene>(0, 9.81, 0))
      _ = tracker.ingest(.accelerometer(AccelerometerSample(time: now, force: up)))
      if k % 4 == 0 {
        let field = back(Vector<Microtesla, Scene>(earth)).components
        _ = tracker.ingest(.magnetometer(MagnetometerSample(time: now, field: MagneticField(field))))
      }
      let cut = rate.clamped(lowerBound: SIMD3(repeating: -4.36), upperBound: SIMD3(repeating: 4.36))
      let sample = GyroscopeSample(time: now, rate: AngularVelocity(cut))
      if let pose = tracker.ingest(.gyroscope(sample)) { poses.append(Row(time: time, pose: pose, truth: truth)) }
    }
    func tilt(_ row: Row) -> Angle {
      let up = row.pose.pose.rotation.inverse(Direction<Scene>(0, 1, 0)).components
      let real = row.truth.inverse(Direction<Scene>(0, 1, 0)).components
      return .radians(acos(max(-1, min(1, dot(up, real)))))
    }
    let before = try #require(poses.last { $0.time < 8 }), end = try #require(poses.last)
    #expect(poses.allSatisfy { $0.pose.scene == before.pose.scene })
    let lost = poses.filter { $0.time > 8.3 && $0.time < 9 }
    #expect(lost.contains { $0.pose.tracking.contains(.saturated) })
    expect((lost.compactMap { $0.pose.tiltSigma }.max() ?? .zero), isAbove: .degrees(20))
    expect((lost.compactMap { $0.pose.yawSigma }.max() ?? .zero), isAbove: .degrees(20))
    let found = poses.filter { $0.time > 11.5 }
    #expect(found.allSatisfy { tilt($0) < .degrees(3) }, "\(tilt(end).degrees)°")
    // Heading on Earth: that of the pose turned by its yaw, against before.
    func azimuth(_ row: Row) -> Angle {
      let there = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: -row.pose.yaw) * row.pose.pose.rotation
      let turn = there * row.truth.inverse
      return .radians(turn.logarithm.components.y)
    }
    expect(
      (azimuth(end) - azimuth(before)).wrapped.magnitude, isBelow: .degrees(10),
      "\((azimuth(end) - azimuth(before)).wrapped.degrees)")
  }

  /// A gap that begins a new scene ends with nothing missing: it is not put back a second time.
  @Test func aNewSceneBeginsWithoutMissingMotion() throws {
    var limits = GuardParameters()
    limits.range = AngularRate(5)
    var inertial = InertialGuard(limits, .body), last = 0.0
    for (index, rate) in [0.0, 1, 2, 3, 4, 5, 5, 5, 5].enumerated() {
      last = 0.01 * Double(index)
      _ = inertial.ingest(GyroscopeSample(time: BootInstant(seconds: last), rate: AngularVelocity(rate, 0, 0)))
    }
    try #require(!inertial.missing.isNone)
    let next = GyroscopeSample(time: BootInstant(seconds: last + 3), rate: AngularVelocity(0.1, 0, 0))
    guard case .restart = inertial.ingest(next) else {
      Issue.record("no new scene after a gap of 3 s")
      return
    }
    #expect(inertial.missing.isNone)
  }
}
