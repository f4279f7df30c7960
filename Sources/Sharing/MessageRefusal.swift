/// The reasons why a message of a team is not used. Each is counted.
public enum MessageRefusal: String, Error, CaseIterable, Sendable {
  case topic, tooLong = "too-long", json, version, missing, range, name, payload, retained
  case earlier, earlierSession = "earlier-session", tooOften = "too-often", tooMany = "too-many", flood

  /// The reason for people, with the remedy where the reader has one.
  public var english: String {
    switch self {
    case .topic: "not a topic of this team"
    case .tooLong:
      "longer than \(SharedPose.longest) bytes (a place: \(TeamPlace.longest), a route: \(TeamRoute.longest))"
    case .json: "not JSON, or not an object"
    case .version: "of another version: update gnomon-share on both devices"
    case .missing: "a member is missing or is not of its type"
    case .range: "a number out of its range"
    case .name: "a name that is empty, too long or without visible characters"
    case .payload: "neither online nor offline: Home Assistant's messages of birth and last will are not the usual ones"
    case .retained: "a pose that the broker had stored: poses are never retained"
    case .earlier: "a pose that is not newer than the last of its member"
    case .earlierSession: "a pose of a session that has ended"
    case .tooOften: "more than \(Int(Roster.mostPerSecond)) poses a second of one member"
    case .tooMany: "more members than are kept (\(Roster.mostMembers)), and not among the nearest"
    case .flood: "more than \(Int(Roster.mostInAllPerSecond)) messages a second in all"
    }
  }
}

/// The number of refused messages by reason.
public struct RefusalCounts: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: MessageRefusal.allCases.count)

  public init() {}

  public mutating func count(_ refusal: MessageRefusal) {
    guard let index = MessageRefusal.allCases.firstIndex(of: refusal) else { return }
    counts[index] += 1
  }

  public subscript(refusal: MessageRefusal) -> Int {
    MessageRefusal.allCases.firstIndex(of: refusal).map { counts[$0] } ?? 0
  }

  /// The reasons that have occurred, with their numbers.
  public var occurred: [(refusal: MessageRefusal, count: Int)] {
    zip(MessageRefusal.allCases, counts).filter { $0.1 > 0 }.map { (refusal: $0.0, count: $0.1) }
  }

  public var total: Int { counts.reduce(0, +) }
}
