import CAllocations
import Geodesy
import Geometry
import Testing
import Text

@testable import Wire

/// Messages with all their members, and with as few as allowed.
enum Examples {
  static let place = Geodetic(latitude: Degrees(48.2083), longitude: Degrees(16.3725), height: .metres(220.5))
  static func pose(_ isFull: Bool) -> PoseMessage {
    var pose = PoseMessage(
      time: 9_007_199_254_740_993, scene: 2, pose: Pose(rotation: .aligned, position: Displacement(1.5, 0, -2.25)),
      velocity: Velocity(0.5, 0, -1), tracking: TrackingReport(.limited, [.stale, .noGyroscope]),
      localization: LocalizationReport(.lost, .init(name: "poor-fix"), isPinned: true))
    if isFull {
      pose.utc = 1_780_000_000_000_000_001
      pose.heading = .degrees(123.5)
      pose.headingSigma = .degrees(4.25)
      pose.headingBound = .degrees(8.33)
      pose.place = Geodetic(latitude: Degrees(48.2083), longitude: Degrees(16.3725))
      pose.horizontalAccuracy = .metres(4.5)
      pose.covariance = CovarianceMessage(
        position: Matrix3(diagonal: SIMD3(4, 9, 16)), orientation: Matrix3(diagonal: SIMD3(0.25, 0.5, 0.75)))
      pose.sceneHeading = "compass"
    }
    return pose
  }
  static func alignment(_ isFull: Bool) -> AlignmentMessage {
    var alignment = AlignmentMessage(
      time: 5, scene: 1, revision: 7, yaw: .degrees(-30.5), position: Displacement(1, 2, 3))
    if isFull {
      alignment.yawSigma = .degrees(3)
      alignment.sceneHeading = "given"
      alignment.sceneHeadingSigma = .degrees(15)
      alignment.place = place
      alignment.horizontalAccuracy = .metres(4.5)
      alignment.verticalAccuracy = .metres(6)
    }
    return alignment
  }
  static func correction(_ isFull: Bool) -> CorrectionMessage {
    var correction = CorrectionMessage(
      time: 5, scene: 1, source: "fix", oldYaw: .degrees(1), newYaw: .degrees(2), sigma: .degrees(3),
      shift: Displacement(0.5, 0, 0.25))
    if isFull {
      (correction.measured, correction.measuredSigma) = (.degrees(4), .degrees(5))
      var grounds = GroundsMessage(source: "compass-field", readings: 25, first: 3, last: 5)
      (grounds.unit, grounds.axes, grounds.count) = ("µT", ["east", "north"], 2)
      (grounds.innovation, grounds.sigma) = (SIMD3(1.5, -2.25, 0), SIMD3(3, 4, 0))
      correction.grounds = grounds
    }
    return correction
  }
  static let state = StateMessage(
    time: 1, scene: 0, tracking: TrackingReport(.normal), localization: LocalizationReport(.localized))
  static let guidance = GuidanceMessage(code: "walk", parameters: ["distance": 12], english: "walk 12 m more, straight")
  static var sensors: SensorsMessage {
    var sensor = SensorsMessage.Sensor(name: "barometer", unit: "Pa", valueCount: 1)
    (sensor.count, sensor.rate, sensor.values.x) = (3, 10, 99_215.875)
    return SensorsMessage(time: 4, sensors: [sensor])
  }
  static var status: StatusMessage {
    var status = StatusMessage(time: 3)
    status.calibrations = [
      .init(kind: "mag", sensor: "lis3mdl", grade: "good", made: "2026-11-20T09:15:00Z", health: "good", detail: "")
    ]
    status.pose = pose(true)
    status.place = place
    status.guidance = [guidance]
    status.sources = [
      .init(name: "demo", state: "running", detail: ""),
      .init(
        name: "gyroscope (bmi160, iio:device0)", state: "running", detail: "200 Hz", role: "gyroscope",
        device: "iio:device0", place: "spi0.0"),
    ]
    status.receivers = [
      .init(
        device: "/dev/ttyACM0", isUsed: true, reason: "why", mode: 3, statedError: Length(1.5), rate: 5, fix: 7,
        usedCount: 8,
        unusedCount: 9),
      .init(device: "", isUsed: false, mode: 0),
    ]
    status.refused = [.init(reason: "r", count: 2)]
    status.outlets = [
      .init(
        key: "Outlets.NMEAPort", address: "127.0.0.1:10110", fault: "in use", subscribers: 1, sent: 2, dropped: 3,
        closed: 4)
    ]
    status.unneeded = [.init(reason: "n", count: 7)]
    status.recording = "x.gnomon"
    return status
  }
}

@Suite struct MessageTests {
  @Test func messagesAreReadBackAsTheyWere() throws {
    for full in [true, false] {
      let pose = Examples.pose(full), alignment = Examples.alignment(full), correction = Examples.correction(full)
      #expect(try PoseMessage(json: written { pose.write(to: &$0) }) == pose)
      #expect(try AlignmentMessage(json: written { alignment.write(to: &$0) }) == alignment)
      #expect(try CorrectionMessage(json: written { correction.write(to: &$0) }) == correction)
    }
    #expect(try StateMessage(json: written { Examples.state.write(to: &$0) }) == Examples.state)
    #expect(try SensorsMessage(json: written { Examples.sensors.write(to: &$0) }) == Examples.sensors)
    #expect(try GuidanceMessage(json: written { Examples.guidance.write(to: &$0) }) == Examples.guidance)
    #expect(try StatusMessage(json: written { Examples.status.write(to: &$0) }) == Examples.status)
    #expect(Examples.pose(true).tracking.text == "limited(no-gyro+stale)")
    #expect(Examples.pose(true).localization.text == "lost(poor-fix)+pinned")
  }

  @Test func membersOfLaterVersionsAreSkipped() throws {
    var json = try written { Examples.pose(true).write(to: &$0) }
    guard case .object(var members) = json else { return }
    members.append(JSONMember("weather", ["sun": true]))
    json = .object(members)
    #expect(try PoseMessage(json: json) == Examples.pose(true))
  }

  @Test func missingMembersAreNamed() throws {
    let json: JSONValue = ["time_boot_ns": 5, "scene_id": 1, "orientation": ["x": 0, "y": 0, "z": 0]]
    #expect {
      try PoseMessage(json: json)
    } throws: { "\($0)".contains("orientation.w") }
  }

  @Test func numbersThatAreNotFiniteAreSentAsNull() throws {
    var pose = Examples.pose(true)
    pose.heading = .degrees(.nan)
    pose.pose.position.x = .infinity
    let json = try written { pose.write(to: &$0) }
    #expect(json["heading_deg"]?.isNull == true && json["position"]?["x"]?.isNull == true)
  }

  @Test func theCountOfMissedMessagesIsInserted() throws {
    var encoder = StreamEncoder(), buffer = TextBuffer()
    encoder.encode("state") { Examples.state.write(to: &$0) }
    for dropped in [0, 17] {
      buffer.removeAll()
      encoder.withBytes { StreamEncoder.append($0, dropped: dropped, to: &buffer) }
      var bytes = buffer.bytes
      #expect(bytes.popLast() == 0)
      let reply = try Reply(reading: bytes)
      let message = try StreamMessage(json: reply.parameters)
      #expect(reply.continues && message.dropped == dropped && message.state == Examples.state)
    }
  }

  @Test func encodingAllocatesNothing() {
    var encoder = StreamEncoder()
    let pose = Examples.pose(true), alignment = Examples.alignment(true)
    func round() {
      encoder.encode("pose") { pose.write(to: &$0) }
      encoder.encode("alignment") { alignment.write(to: &$0) }
      encoder.encode("state") { Examples.state.write(to: &$0) }
    }
    for _ in 0..<3 { round() }
    let before = allocations_of_this_thread()
    for _ in 0..<1000 { round() }
    #expect(allocations_of_this_thread() - before == 0)
  }
}
