import CAllocations
import Expectations
import Geodesy
import Geometry
import Testing
import Text

@testable import Wire

/// Messages with all their members, and with as few as allowed.
enum Examples {
  static let place = Geodetic(latitude: Degrees(48.2083), longitude: Degrees(16.3725), height: .metres(220.5))
  static let pose = PoseMessage(
    time: 9_007_199_254_740_993, utc: 1_780_000_000_000_000_001, scene: 2, sceneHeading: "compass",
    position: Displacement(1.5, 0, -2.25), orientation: .aligned, velocity: Velocity(0.5, 0, -1),
    heading: .degrees(123.5), headingSigma: .degrees(4.25), headingBound: .degrees(8.33), latitude: Degrees(48.2083),
    longitude: Degrees(16.3725), horizontalAccuracy: .metres(4.5),
    covariance: CovarianceMessage(
      position: Matrix3(diagonal: SIMD3(4, 9, 16)), orientation: Matrix3(diagonal: SIMD3(0.25, 0.5, 0.75))),
    tracking: TrackingReport(state: .limited, reasons: [.stale, .noGyro]),
    localization: LocalizationReport(state: .lost, reasons: .poorFix, isPinned: true))
  static let alignment = AlignmentMessage(
    time: 5, scene: 1, sceneHeading: "given", sceneHeadingSigma: .degrees(15), revision: 7, yaw: .degrees(-30.5),
    yawSigma: .degrees(3), appliedYaw: .degrees(-30), appliedShift: .zero, snaps: 4,
    scenePosition: Displacement(1, 2, 3), place: place, horizontalAccuracy: .metres(4.5), verticalAccuracy: .metres(6),
    isPinned: false, isHeadingConfirmed: true)
  static let state = StateMessage(
    time: 1, scene: 0, tracking: TrackingReport(state: .normal),
    localization: LocalizationReport(state: .localized, isPinned: false))
}

@Suite struct MessageTests {
  /// The members have the values that their names say, in their units.
  @Test func aPoseIsWrittenInTheUnitsOfItsNames() throws {
    let json = try written { Examples.pose.write(to: &$0) }
    #expect(json["time_boot_ns"] == 9_007_199_254_740_993 && json["heading_deg"] == 123.5)
    #expect(json["heading_95_deg"] == 8.33 && json["latitude_deg"] == 48.2083 && json["horizontal_accuracy"] == 4.5)
    #expect(json["position"] == ["x": 1.5, "y": 0, "z": -2.25] && json["covariance"]?["cross"]?.isNull == true)
    expect(json["tracking"], equals: ["state": "limited", "reasons": ["no-gyro", "stale"]])
    try expect(PoseMessage(json: json), equals: Examples.pose)
    try expect(AlignmentMessage(json: written { Examples.alignment.write(to: &$0) }), equals: Examples.alignment)
    expect(Examples.pose.tracking.text, equals: "limited(no-gyro+stale)")
    expect(Examples.pose.localization.text, equals: "lost(poor-fix)+pinned")
  }

  /// A word of a later version stays, and so does the message.
  @Test func wordsOfLaterVersionsAreKept() throws {
    let json: JSONValue = ["state": "floating", "reasons": ["upside-down", "stale"]]
    let report = try TrackingReport(json: json)
    #expect(report.state == .unlisted("floating") && report.reasons == .stale && report.text == "floating(stale)")
    expect(report.json, equals: ["state": "floating", "reasons": ["stale"]])
  }

  @Test func membersOfLaterVersionsAreSkipped() throws {
    var json = try written { Examples.pose.write(to: &$0) }
    guard case .object(var members) = json else { return }
    members.append(JSONMember("weather", ["sun": true]))
    json = .object(members)
    try expect(PoseMessage(json: json), equals: Examples.pose)
  }

  @Test func missingMembersAreNamed() throws {
    let json: JSONValue = [
      "time_boot_ns": 5, "scene_id": 1, "scene_heading": "none", "position": ["x": 0, "y": 0, "z": 0],
      "orientation": ["x": 0, "y": 0, "z": 0],
    ]
    #expect {
      try PoseMessage(json: json)
    } throws: { "\($0)" == "orientation: expected a unit quaternion of x, y, z and w" }
  }

  @Test func numbersThatAreNotFiniteAreSentAsNull() throws {
    var pose = Examples.pose
    pose.heading = .degrees(.nan)
    pose.position.x = .infinity
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
      expect(bytes.popLast(), equals: 0)
      let reply = try Reply(reading: bytes)
      let message = try StreamMessage(json: reply.parameters)
      #expect(reply.continues && message.dropped == dropped && message.state == Examples.state)
    }
  }

  @Test func encodingAllocatesNothing() {
    var encoder = StreamEncoder()
    let pose = Examples.pose, alignment = Examples.alignment
    func round() {
      encoder.encode("pose") { pose.write(to: &$0) }
      encoder.encode("alignment") { alignment.write(to: &$0) }
      encoder.encode("state") { Examples.state.write(to: &$0) }
    }
    for _ in 0..<3 { round() }
    let before = allocations_of_this_thread()
    for _ in 0..<1000 { round() }
    expect(allocations_of_this_thread() - before, equals: 0)
  }
}
