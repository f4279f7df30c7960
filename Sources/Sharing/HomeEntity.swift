public import Text

/// An entity of Home Assistant, as its MQTT discovery describes it (home-assistant.io/integrations/mqtt).
public enum HomeEntity: String, CaseIterable, Sendable {
  case tracker, state, accuracy, heading, headingAccuracy = "heading-accuracy"

  /// Whether the entity has values: a blurred place has no heading.
  public func isAnnounced(_ settings: HomeSettings) -> Bool {
    switch self {
    case .tracker, .state, .accuracy: true
    case .heading, .headingAccuracy: settings.blur == nil
    }
  }

  var component: String { self == .tracker ? "device_tracker" : "sensor" }

  func uniqueID(of id: String) -> String {
    switch self {
    case .tracker: "gnomon_\(id)"
    case .state: "gnomon_\(id)_state"
    case .accuracy: "gnomon_\(id)_accuracy"
    case .heading: "gnomon_\(id)_heading"
    case .headingAccuracy: "gnomon_\(id)_heading_accuracy"
    }
  }

  /// The description. `version` is that of the program.
  public func config(_ settings: HomeSettings, version: String) -> JSONValue {
    let device: JSONValue = [
      "identifiers": [.string("gnomon_\(settings.id)")], "name": .string(settings.name), "manufacturer": "gnomon",
      "model": "location engine", "sw_version": .string(version),
    ]
    let common: [JSONMember] = [
      JSONMember("unique_id", .string(uniqueID(of: settings.id))),
      JSONMember("availability_topic", .string(HomeTopic.availability.text(of: settings.id))),
      JSONMember("payload_available", .string(HomeAvailability.online)),
      JSONMember("payload_not_available", .string(HomeAvailability.offline)), JSONMember("device", device),
      JSONMember("origin", ["name": "gnomon-share", "sw_version": .string(version)]),
    ]
    return .object(own(settings.id) + common)
  }

  /// The members that only this entity has. Without a state class, Home Assistant makes no mean of headings, which would be
  /// 180° for 1° and 359°.
  private func own(_ id: String) -> [JSONMember] {
    switch self {
    case .tracker:
      // Without a name of its own it has that of the device. Home Assistant finds the zone by the attributes.
      [
        JSONMember("name", .null), JSONMember("source_type", "gps"),
        JSONMember("json_attributes_topic", .string(HomeTopic.place.text(of: id))),
      ]
    case .state:
      sensor("Localization", "state", id) + [
        JSONMember("device_class", "enum"),
        JSONMember("options", .array(HomeState.Phase.allCases.map { .string($0.rawValue) })),
        JSONMember("icon", "mdi:map-marker-check"),
      ]
    case .accuracy:
      sensor("Accuracy", "accuracy", id) + [
        JSONMember("device_class", "distance"), JSONMember("state_class", "measurement"),
        JSONMember("unit_of_measurement", "m"), JSONMember("suggested_display_precision", 1),
        JSONMember("entity_category", "diagnostic"), JSONMember("icon", "mdi:map-marker-radius"),
      ]
    case .heading:
      sensor("Heading", "heading", id) + [
        JSONMember("unit_of_measurement", "°"), JSONMember("suggested_display_precision", 0),
        JSONMember("icon", "mdi:compass"),
      ]
    case .headingAccuracy:
      sensor("Heading accuracy", "heading_accuracy", id) + [
        JSONMember("state_class", "measurement"), JSONMember("unit_of_measurement", "°"),
        JSONMember("suggested_display_precision", 0), JSONMember("entity_category", "diagnostic"),
        JSONMember("icon", "mdi:angle-acute"),
      ]
    }
  }

  private func sensor(_ name: String, _ member: String, _ id: String) -> [JSONMember] {
    [
      JSONMember("name", .string(name)), JSONMember("state_topic", .string(HomeTopic.state.text(of: id))),
      JSONMember("value_template", .string("{{ value_json.\(member) }}")),
    ]
  }
}
