public import Geometry
public import Text

/// The team, the broker, and how much is shared: the content of `share.json`, which `gnomon share join` writes. Without this file
/// nothing is sent.
public struct ShareSettings: Equatable, Sendable {
  public var team: String
  /// The wearer's id in the topics; drawn at random by `join` unless it is given.
  public var id: String
  public var name: String
  public var access: BrokerAccess
  public var rate = Frequency(1)
  public var blur: Length?
  /// Places and routes that this wearer adds to the team's, and the ids of those that are to be removed.
  public var places: [TeamPlace] = []
  public var routes: [TeamRoute] = []
  public var removedPlaces: [String] = []
  public var removedRoutes: [String] = []

  public static let rates = 0.01...10.0

  public init(team: String, id: String, name: String, access: BrokerAccess) {
    self.team = team
    self.id = id
    self.name = name
    self.access = access
  }

  /// The rate of poses that are sent.
  public var sentRate: Frequency { Blur.sentRate(rate, blur) }
}

extension ShareSettings {
  public static let longest = 4 << 20

  public var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("version", 1), JSONMember("team", .string(team)), JSONMember("id", .string(id)),
      JSONMember("name", .string(name)),
    ]
    members += access.members
    members.append(JSONMember("rate_hz", .number(rate.value)))
    if let blur { members.append(JSONMember("blur_m", .number(blur.value))) }
    func named(_ id: String, _ json: JSONValue) -> JSONValue {
      .object([JSONMember("id", .string(id))] + (json.object ?? []))
    }
    members.append(JSONMember("places", .array(places.map { named($0.id, $0.json) })))
    members.append(JSONMember("routes", .array(routes.map { named($0.id, $0.json) })))
    members.append(JSONMember("removed_places", .array(removedPlaces.map { .string($0) })))
    members.append(JSONMember("removed_routes", .array(removedRoutes.map { .string($0) })))
    return .object(members)
  }

  public init(reading bytes: [UInt8]) throws(ShareSettingsFault) {
    let members = try SettingsMembers(reading: bytes, atMost: Self.longest, command: "gnomon share join")
    team = try members.id("team")
    id = try members.id("id")
    name = try members.shownName("name")
    access = try BrokerAccess(reading: members)
    rate = Frequency(try members.number("rate_hz", in: Self.rates) ?? 1)
    blur = try members.number("blur_m", in: Blur.sizes).map { Length($0) }
    let json = members.json
    places = try Self.items(json, "places") { (id, bytes) throws(MessageRefusal) in
      try TeamPlace(id: id, reading: bytes)
    }
    routes = try Self.items(json, "routes") { (id, bytes) throws(MessageRefusal) in
      try TeamRoute(id: id, reading: bytes)
    }
    removedPlaces = try Self.ids(json, "removed_places")
    removedRoutes = try Self.ids(json, "removed_routes")
  }

  private static func items<Item>(
    _ json: JSONValue, _ member: String, _ read: (String, [UInt8]) throws(MessageRefusal) -> Item
  ) throws(ShareSettingsFault) -> [Item] {
    var items: [Item] = []
    for (index, value) in (json[member]?.array ?? []).enumerated() {
      let place = "\(member)[\(index)]"
      guard let id = value["id"]?.string, TeamName.isAllowed(id) else {
        throw ShareSettingsFault(member: "\(place).id", expected: TeamName.expected)
      }
      do throws(MessageRefusal) { items.append(try read(id, Array(value.text.utf8))) } catch {
        throw ShareSettingsFault(member: place, expected: "a place or route (\(error.english))")
      }
    }
    return items
  }

  private static func ids(_ json: JSONValue, _ member: String) throws(ShareSettingsFault) -> [String] {
    var ids: [String] = []
    for value in json[member]?.array ?? [] {
      guard let id = value.string, TeamName.isAllowed(id) else {
        throw ShareSettingsFault(member: member, expected: "ids: \(TeamName.expected)")
      }
      ids.append(id)
    }
    return ids
  }
}
