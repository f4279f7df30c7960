import Expectations
import Geodesy
import Geometry
import Sharing
import Testing
import Text

@Suite struct MessageTests {
  @Test func aPoseIsReadAsItWasWritten() throws {
    let sent = pose()
    let read = try SharedPose(reading: bytes(sent.text))
    #expect(read.name == "Ann" && read.session == "s1" && read.sequence == 1 && read.time == 1_795_000_000_000)
    expect((read.place.latitude - sent.place.latitude).magnitude, isBelow: Degrees(1e-8))
    expect((read.place.longitude - sent.place.longitude).magnitude, isBelow: Degrees(1e-8))
    #expect(read.accuracy == Length(4.25) && read.verticalAccuracy == Length(3.5))
    expect(read.velocity, equals: Velocity<ENU>(1.25, -0.5, 0))
    // Written again, it is the same text.
    expect(read.text, equals: sent.text)
    expect(sent.text.utf8.count, isBelow: 500)
  }

  @Test func theMembersOfAGeoPoseAreTheStandards() throws {
    let json = try JSONValue(reading: pose().text)
    expect(json["position"]?.object?.map(\.name), equals: ["lat", "lon", "h"])
    expect(json["quaternion"]?.object?.map(\.name), equals: ["x", "y", "z", "w"])
  }

  @Test func theHeadingIsTheAzimuthOfTheForwardAxis() throws {
    // Yaw = 90° − heading; the quaternion turns by 2 atan(0.6/0.8) about up.
    let yaw = 2 * Geometry.atan2(0.6, 0.8) * 180 / .pi
    let heading = try #require(pose().heading).degrees
    expect(abs(heading - (450 - yaw).truncatingRemainder(dividingBy: 360)), isBelow: 1e-9)
  }

  @Test(arguments: [
    ("", MessageRefusal.json), ("[1]", .json), ("{", .json), ("{\"version\":1}", .missing),
    ("{\"version\":2}", .version),
    ("{\"version\":\"1\"}", .missing), ("{\"version\":1,\"version\":1}", .json),
    (String(repeating: " ", count: 3000), .tooLong),
  ])
  func foreignBytesAreRefusedWithAReason(_ text: String, _ reason: MessageRefusal) {
    #expect(throws: reason) { try SharedPose(reading: bytes(text)) }
  }

  private static let faults: [(member: String, replacement: String, reason: MessageRefusal)] = [
    ("\"lat\":", "\"lat\":1e400,\"old\":", .json), ("\"lat\":", "\"lat\":NaN,\"old\":", .json),
    ("\"lat\":", "\"lat\":90.5,\"old\":", .range), ("\"lon\":", "\"lon\":-181,\"old\":", .range),
    ("\"lat\":", "\"lat\":\"48\",\"old\":", .missing), ("\"lat\":", "\"latitude\":", .missing),
    ("\"accuracy\":", "\"accuracy\":-1,\"old\":", .range), ("\"accuracy\":", "\"accuracy\":null,\"old\":", .missing),
    ("\"sequence\":", "\"sequence\":-1,\"old\":", .range), ("\"sequence\":", "\"sequence\":1.5,\"old\":", .range),
    ("\"time\":", "\"time\":1e18,\"old\":", .range), ("\"w\":", "\"w\":0,\"old\":", .range),
    ("\"east\":", "\"east\":501,\"old\":", .range), ("\"name\":", "\"name\":\"\\u001b\\u0007\",\"old\":", .name),
    ("\"name\":", "\"name\":\"\(String(repeating: "n", count: 65))\",\"old\":", .name),
    ("\"session\":", "\"session\":\"a/b\",\"old\":", .name), ("\"session\":", "\"session\":\"\",\"old\":", .name),
    ("\"quaternion\":", "\"quaternion\":[],\"old\":", .missing),
  ]

  @Test(arguments: faults)
  func aMemberOutOfItsRangeIsRefused(_ member: String, _ replacement: String, _ reason: MessageRefusal) {
    let text = pose().text.replacing(member, with: replacement)
    #expect(throws: reason) { try SharedPose(reading: bytes(text)) }
  }

  @Test func aNameCannotControlATerminal() throws {
    let text = pose().text.replacing("\"Ann\"", with: "\" \\u001b[31mA\\u202en\\u0000n\\n \"")
    try expect(SharedPose(reading: bytes(text)).name, equals: "[31mAnn")
  }

  @Test func topicsAreReadAsTheyAreWritten() {
    for topic in [TeamTopic.pose("a-1"), .here("a_2"), .place("b.c"), .route("r")] {
      expect(TeamTopic(topic.text(in: "red"), of: "red"), equals: topic)
    }
    for text in [
      "gnomon/blue/wearer/a/pose", "gnomon/red/wearer/a", "gnomon/red/wearer//pose", "gnomon/red/wearer/a/pose/x",
      "gnomon/red/place/a b", "other/red/place/a", "", "gnomon/red/wearer/a\u{1b}/pose",
      "gnomon/red/place/\(String(repeating: "x", count: 65))",
    ] {
      #expect(TeamTopic(text, of: "red") == nil, "\(text)")
    }
  }

  @Test func placesAndRoutesAreReadAsTheyAreWritten() throws {
    let place = TeamPlace(id: "camp", name: "Camp", category: "camp", place: here, hasHeight: true)
    try expect(TeamPlace(id: "camp", reading: bytes(place.text)), equals: place)
    let route = TeamRoute(
      id: "back", name: "Back",
      points: [here, here.moved(by: Displacement<Level>(50, 0, 0))].map {
        Geodetic(latitude: $0.latitude, longitude: $0.longitude)
      })
    try expect(TeamRoute(id: "back", reading: bytes(route.json.text)), equals: route)
    #expect(throws: MessageRefusal.range) {
      try TeamRoute(id: "r", reading: bytes("{\"version\":1,\"name\":\"r\",\"points\":[[1,2]]}"))
    }
    #expect(throws: MessageRefusal.range) {
      try TeamRoute(id: "r", reading: bytes("{\"version\":1,\"name\":\"r\",\"points\":[[1,2],[1,91]]}"))
    }
  }

  @Test func theBoardIsBounded() throws {
    var board = TeamBoard()
    for index in 0..<TeamBoard.mostPlaces {
      try board.ingest(.place("p\(index)"), bytes(TeamPlace(id: "", name: "n", place: here).text))
    }
    #expect(throws: MessageRefusal.tooMany) {
      try board.ingest(.place("more"), bytes(TeamPlace(id: "", name: "n", place: here).text))
    }
    expect(board.changes().added.count, equals: TeamBoard.mostPlaces)
    try board.ingest(.place("p7"), [])
    try board.ingest(.place("unknown"), [])
    expect(board.changes().removed, equals: ["p7"])
    #expect(board.changes().added.isEmpty)
  }
}
