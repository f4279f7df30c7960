public import Geometry
public import Text

/// The broker of Home Assistant or of other programs, and how much is sent there: the content of `home.json`, which
/// `gnomon share home join` writes. Without this file nothing is sent there.
public struct HomeSettings: Equatable, Sendable {
  /// The id in the topics and in the entities of Home Assistant.
  public var id: String
  /// The name of the device in Home Assistant.
  public var name: String
  public var access: BrokerAccess
  public var rate = usualRate
  public var blur: Length?

  public static let usualRate = Frequency(0.2), usualName = "gnomon"
  public static let longest = 1 << 16

  public init(id: String, name: String, access: BrokerAccess) {
    self.id = id
    self.name = name
    self.access = access
  }

  public static let expectedID = "1 to \(TeamName.longest) of the letters a to z, A to Z, digits, '-' and '_'"

  /// Whether an id may be in a topic of Home Assistant's discovery, which permits no dot.
  public static func isAllowedID(_ id: some StringProtocol) -> Bool {
    TeamName.isAllowed(id) && !id.utf8.contains(UInt8(ascii: "."))
  }

  /// The rate of messages.
  public var sentRate: Frequency { Blur.sentRate(rate, blur) }

  /// The grid of the blurred places. Its name is that of no team, since it has a slash.
  public var grid: Blur? { blur.map { Blur(size: $0, team: "home/\(id)") } }
}

extension HomeSettings {
  public var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("version", 1), JSONMember("id", .string(id)), JSONMember("name", .string(name)),
    ]
    members += access.members
    members.append(JSONMember("rate_hz", .number(rate.value)))
    if let blur { members.append(JSONMember("blur_m", .number(blur.value))) }
    return .object(members)
  }

  public init(reading bytes: [UInt8]) throws(ShareSettingsFault) {
    let members = try SettingsMembers(reading: bytes, atMost: Self.longest, command: "gnomon share home join")
    guard let id = try members.text("id"), Self.isAllowedID(id) else {
      throw ShareSettingsFault(member: "id", expected: Self.expectedID)
    }
    self.id = id
    name = try members.shownName("name")
    access = try BrokerAccess(reading: members)
    rate = try members.number("rate_hz", in: ShareSettings.rates).map { Frequency($0) } ?? Self.usualRate
    blur = try members.number("blur_m", in: Blur.sizes).map { Length($0) }
  }
}
