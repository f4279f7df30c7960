/// The rules for names of teams and ids of members, places and routes. They are levels of MQTT topics, so `/`, `+` and `#` are not
/// allowed (MQTT 3.1.1, § 4.7), and nothing else that could surprise a shell, a file system or a terminal.
public enum TeamName {
  public static let longest = 64
  public static let expected = "1 to \(longest) of the letters a to z, A to Z, digits, '-', '_' and '.'"

  public static func isAllowed(_ name: some StringProtocol) -> Bool {
    (1...longest).contains(name.utf8.count) && name.utf8.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// One of the topics of a team.
public enum TeamTopic: Equatable, Sendable {
  /// A member's poses, one after the other; never retained.
  case pose(String)
  /// Whether a member is there; retained, and changed by the broker if the member's connection is lost.
  case here(String)
  /// A place of the whole team; retained.
  case place(String)
  /// A route of the whole team; retained.
  case route(String)

  /// The topics to subscribe to.
  public static func filter(of team: String) -> String { "gnomon/\(team)/#" }

  public func text(in team: String) -> String {
    switch self {
    case .pose(let id): "gnomon/\(team)/wearer/\(id)/pose"
    case .here(let id): "gnomon/\(team)/wearer/\(id)/here"
    case .place(let id): "gnomon/\(team)/place/\(id)"
    case .route(let id): "gnomon/\(team)/route/\(id)"
    }
  }

  /// Reads the text of a topic; nil if it is not one of this team's.
  public init?(_ text: String, of team: String) {
    let levels = text.utf8.count <= 256 ? text.split(separator: "/", omittingEmptySubsequences: false) : []
    guard levels.count >= 4, levels[0] == "gnomon", levels[1] == team, TeamName.isAllowed(levels[3]) else { return nil }
    let id = String(levels[3])
    switch (levels[2], levels.count) {
    case ("wearer", 5) where levels[4] == "pose": self = .pose(id)
    case ("wearer", 5) where levels[4] == "here": self = .here(id)
    case ("place", 4): self = .place(id)
    case ("route", 4): self = .route(id)
    default: return nil
    }
  }
}

/// The messages that tell whether a member is there; the broker keeps the last one.
public enum HereMessage {
  /// The last will, which the broker sends when it has lost the member.
  public static let gone = #"{"version":1,"here":false}"#
  public static let here = #"{"version":1,"here":true}"#

  /// Whether the message says that its member is there; an empty one removes the member.
  public static func isHere(reading bytes: [UInt8]) throws(MessageRefusal) -> Bool {
    if bytes.isEmpty { return false }
    let json = try ForeignMembers(reading: bytes, atMost: SharedPose.longest)
    try json.checkVersion(1)
    guard let here = json["here"]?.bool else { throw .missing }
    return here
  }
}
