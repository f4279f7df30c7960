import Expectations
import Geodesy
import Geometry
import Sharing
import Testing
import Text

/// The messages to Home Assistant. The members of the descriptions are those of its documentation.
@Suite struct HomeTests {
  private func settings() throws -> HomeSettings {
    var access = BrokerAccess(try #require(BrokerAddress("home.example:8883")))
    access.user = "ann"
    access.passwordFile = "/etc/gnomon/password"
    var settings = HomeSettings(id: "a_1-b", name: "Ann", access: access)
    settings.rate = Frequency(2)
    settings.blur = Length(200)
    return settings
  }

  @Test func settingsAreReadAsTheyAreWritten() throws {
    let written = try settings()
    try expect(HomeSettings(reading: bytes(written.json.text)), equals: written)
    #expect(written.access.usesTLS && written.sentRate == Frequency(0.2))
    let text = #"{"version":1,"id":"a","name":"A","broker":"localhost"}"#
    let short = try HomeSettings(reading: bytes(text))
    #expect(short.rate == HomeSettings.usualRate && short.blur == nil && short.grid == nil)
  }

  @Test(arguments: [
    ("\"a_1-b\"", "\"a.b\"", "id"), ("\"a_1-b\"", "\"a/b\"", "id"), ("\"Ann\"", "\"\\u0007\"", "name"),
    ("\"home.example:8883\"", "\"a b\"", "broker"), ("\"rate_hz\":2", "\"rate_hz\":11", "rate_hz"),
    ("\"blur_m\":200", "\"blur_m\":1", "blur_m"), ("\"user\":", "\"other\":", "user"),
    ("\"version\":1", "\"version\":2", "version"), ("\"user\"", "\"key\":\"k\",\"user\"", "certificate"),
  ])
  func aFaultNamesTheMember(_ part: String, _ replacement: String, _ member: String) throws {
    let text = try settings().json.text
    #expect(text.contains(part))
    let changed = bytes(text.replacing(part, with: replacement))
    var named: String?
    do throws(ShareSettingsFault) { _ = try HomeSettings(reading: changed) } catch { named = error.member }
    expect(named, equals: member)
  }

  @Test func theBrokerKeepsDescriptionsAndAvailabilityOnly() {
    let topics = HomeTopic.all.map { ($0.text(of: "a1"), $0.isRetained) }
    expect(
      topics.map(\.0),
      equals: [
        "homeassistant/device_tracker/gnomon_a1/config", "homeassistant/sensor/gnomon_a1_state/config",
        "homeassistant/sensor/gnomon_a1_accuracy/config", "homeassistant/sensor/gnomon_a1_heading/config",
        "homeassistant/sensor/gnomon_a1_heading_accuracy/config", "gnomon-home/a1/availability",
        "gnomon-home/a1/place", "gnomon-home/a1/state",
      ])
    expect(topics.map(\.1), equals: [true, true, true, true, true, true, false, false])
    expect(Set(HomeTopic.all.map(\.kind)).count, equals: HomeTopic.all.count)
  }

  @Test func aDescriptionHasTheMembersOfTheDocumentation() throws {
    var settings = try settings()
    settings.blur = nil
    let common = [
      "unique_id", "availability_topic", "payload_available", "payload_not_available", "device", "origin", "name",
    ]
    let sensor = common + ["state_topic", "value_template", "icon"]
    let numeric = sensor + ["unit_of_measurement", "suggested_display_precision"]
    let members: [HomeEntity: [String]] = [
      .tracker: common + ["source_type", "json_attributes_topic"], .state: sensor + ["device_class", "options"],
      .accuracy: numeric + ["device_class", "state_class", "entity_category"], .heading: numeric,
      .headingAccuracy: numeric + ["state_class", "entity_category"],
    ]
    var ids: Set<String> = []
    for entity in HomeEntity.allCases {
      let config = entity.config(settings, version: "1.2")
      let stated = try #require(config.object).map(\.name), expected = try #require(members[entity])
      expect(Set(stated), equals: Set(expected), "\(entity)")
      #expect(config["device"]?["identifiers"]?[0]?.string == "gnomon_a_1-b" && config["device"]?["name"] == "Ann")
      #expect(config["origin"]?["name"] == "gnomon-share" && config["origin"]?["sw_version"] == "1.2")
      expect(config["availability_topic"], equals: "gnomon-home/a_1-b/availability")
      try expect(JSONValue(reading: config.text), equals: config)
      ids.insert(try #require(config["unique_id"]?.string))
      #expect(HomeTopic.config(entity).text(of: settings.id).contains("/\(config["unique_id"]?.string ?? "")/"))
    }
    expect(ids.count, equals: HomeEntity.allCases.count)
    let state = HomeEntity.state.config(settings, version: "1")
    expect(state["options"], equals: ["none", "localizing", "localized", "lost"])
    expect(state["value_template"], equals: "{{ value_json.state }}")
  }

  @Test func theMembersOfAStateAreThoseOfTheTemplates() throws {
    let state = try JSONValue(reading: HomeState(.localized, pose()).stateText)
    for entity in HomeEntity.allCases where entity != .tracker {
      let template = try #require(entity.config(try settings(), version: "1")["value_template"]?.string)
      let member = try #require(template.wholeMatch(of: /\{\{ value_json\.([a-z_]+) \}\}/)).output.1
      expect(state[String(member)]?.isNull, equals: false, "\(member)")
    }
  }

  @Test func aKnownPlaceIsSentInItsUnits() throws {
    let state = HomeState(.localized, pose())
    expect(state.placeText, equals: #"{"latitude":48.2086,"longitude":16.3742,"gps_accuracy":4.2}"#)
    let heading = (Geometry.Angle.radians(.pi / 2 - 2 * Geometry.atan2(0.6, 0.8)).degrees + 360)
      .truncatingRemainder(dividingBy: 360)
    let json = try JSONValue(reading: state.stateText)
    #expect(json["state"] == "localized" && json["accuracy"]?.double == 4.2 && json["heading_accuracy"]?.double == 6)
    expect(abs(try #require(json["heading"]?.double) - heading), isBelow: 0.051)
    expect(json["time"]?.integer, equals: 1_795_000_000_000)
  }

  @Test func anUnknownPlaceIsNull() {
    for phase in HomeState.Phase.allCases {
      let state = HomeState(phase)
      expect(state.placeText, equals: #"{"latitude":null,"longitude":null}"#)
      expect(
        state.stateText,
        equals: #"{"state":"\#(phase.rawValue)","accuracy":null,"heading":null,"heading_accuracy":null,"time":null}"#)
    }
  }

  @Test func aHeadingIsBelow360() throws {
    var pose = pose()
    // 0.02° to the left of north.
    let half = Angle.degrees(45.01).radians
    pose.rotation = Rotation<ForwardLeftUp, ENU>(x: 0, y: 0, z: Geometry.sin(half), w: Geometry.cos(half))
    try expect(JSONValue(reading: HomeState(.localized, pose).stateText)["heading"]?.double, equals: 0)
  }

  @Test func aBlurredPlaceHasNoHeading() throws {
    let settings = try settings()
    expect(HomeEntity.allCases.filter { $0.isAnnounced(settings) }, equals: [.tracker, .state, .accuracy])
    let blurred = try #require(settings.grid).pose(pose())
    let json = try JSONValue(reading: HomeState(.localized, blurred).stateText)
    #expect(json["heading"]?.isNull == true && json["heading_accuracy"]?.isNull == true)
    try expect(#require(json["accuracy"]?.double), isAtLeast: 200)
  }

  @Test func onlyTheUsualMessagesOfBirthAreRead() throws {
    #expect(try HomeBirth.isOnline(reading: bytes("online")))
    #expect(try !HomeBirth.isOnline(reading: bytes("offline")))
    for text in ["", "Online", "online\0", "{}"] {
      #expect(throws: MessageRefusal.payload) { try HomeBirth.isOnline(reading: bytes(text)) }
    }
  }
}
