public import Geometry
public import Text

/// The team, the broker, and how much is shared: the content of `share.json`, which `gnomon share join` writes. Without this file
/// nothing is sent.
public struct ShareSettings: Equatable, Sendable {
  public var team: String
  /// The wearer's id in the topics; drawn at random by `join` unless it is given.
  public var id: String
  public var name: String
  public var broker: BrokerAddress
  /// Paths of PEM files: the authorities that may sign the broker's certificate (nil for the system's), and an own certificate
  /// with its key.
  public var authorities: String?
  public var certificate: String?
  public var key: String?
  public var user: String?
  public var passwordFile: String?
  public var rate = Frequency(1)
  public var blur: Length?
  /// Places and routes that this wearer adds to the team's, and the ids of those that are to be removed.
  public var places: [TeamPlace] = []
  public var routes: [TeamRoute] = []
  public var removedPlaces: [String] = []
  public var removedRoutes: [String] = []

  public static let rates = 0.01...10.0

  public init(team: String, id: String, name: String, broker: BrokerAddress) {
    self.team = team
    self.id = id
    self.name = name
    self.broker = broker
  }

  /// Whether the connection is encrypted.
  public var usesTLS: Bool {
    switch broker {
    case .unix: false
    case .host: broker.needsTLS || authorities != nil || certificate != nil
    }
  }

  /// The rate of poses that are sent.
  public var sentRate: Frequency { blur == nil ? rate : min(rate, Blur.mostOften) }
}

/// The reason why `share.json` cannot be used: the member and what it should be.
public struct ShareSettingsFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var member: String
  public var expected: String
  public var description: String { member.isEmpty ? expected : "\(member): expected \(expected)" }
}

extension ShareSettings {
  public static let longest = 4 << 20

  public var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("version", 1), JSONMember("team", .string(team)), JSONMember("id", .string(id)),
      JSONMember("name", .string(name)), JSONMember("broker", .string(broker.text)),
    ]
    func add(_ name: String, _ text: String?) { if let text { members.append(JSONMember(name, .string(text))) } }
    add("tls_ca", authorities)
    add("certificate", certificate)
    add("key", key)
    add("user", user)
    add("password_file", passwordFile)
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
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: bytes, maximumDepth: 8, maximumSize: Self.longest) } catch {
      throw ShareSettingsFault(member: "", expected: "not valid JSON: \(error)")
    }
    func text(_ member: String) throws(ShareSettingsFault) -> String? {
      guard let value = json[member], !value.isNull else { return nil }
      guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
        throw ShareSettingsFault(member: member, expected: "a text")
      }
      return text
    }
    func name(_ member: String) throws(ShareSettingsFault) -> String {
      guard let name = try text(member), TeamName.isAllowed(name) else {
        throw ShareSettingsFault(member: member, expected: TeamName.expected)
      }
      return name
    }
    func number(_ member: String, in range: ClosedRange<Double>) throws(ShareSettingsFault) -> Double? {
      guard let value = json[member], !value.isNull else { return nil }
      guard let number = value.double, range.contains(number) else {
        throw ShareSettingsFault(member: member, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
    guard json["version"]?.integer == 1 else {
      throw ShareSettingsFault(member: "version", expected: "1; 'gnomon share join' writes the file again")
    }
    team = try name("team")
    id = try name("id")
    self.name = ShownName.cleaned(try text("name") ?? "")
    guard (1...SharedPose.longestName).contains(self.name.utf8.count) else {
      throw ShareSettingsFault(member: "name", expected: "a name of 1 to \(SharedPose.longestName) bytes")
    }
    guard let broker = BrokerAddress(try text("broker") ?? "") else {
      throw ShareSettingsFault(member: "broker", expected: BrokerAddress.expected)
    }
    self.broker = broker
    authorities = try text("tls_ca")
    certificate = try text("certificate")
    key = try text("key")
    user = try text("user")
    passwordFile = try text("password_file")
    rate = Frequency(try number("rate_hz", in: Self.rates) ?? 1)
    blur = try number("blur_m", in: Blur.sizes).map { Length($0) }
    if (certificate == nil) != (key == nil) {
      throw ShareSettingsFault(
        member: certificate == nil ? "certificate" : "key", expected: "both certificate and key, or neither")
    }
    if passwordFile != nil, user == nil {
      throw ShareSettingsFault(member: "user", expected: "a user for the password")
    }
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
