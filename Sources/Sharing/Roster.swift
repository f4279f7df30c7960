public import Geodesy
public import Geometry
public import Samples

/// The other members of the team, by their messages: bounded in number and in work, and each refused message counted.
public struct Roster: Sendable {
  /// The limits: members that are kept, members that are passed on, messages a second of one member and in all.
  public static let mostMembers = 1024, mostPassed = 60
  public static let mostPerSecond = 20.0, mostInAllPerSecond = 4096.0
  /// The ages from which a pose is stale, and from which its member is gone.
  public static let staleAfter = TimeSpan(10), goneAfter = TimeSpan(60)
  /// A member that is passed on stays so until another is this much nearer.
  private static let hysteresis = 0.9

  public let ownID: String
  public let ownName: String
  public private(set) var members: [String: Member] = [:]
  public private(set) var refusals = RefusalCounts()
  /// Poses that were used, and own poses that the broker has sent back.
  public private(set) var accepted = 0, echoes = 0
  /// The members that the daemon has.
  private var passed: Set<String> = []
  private var budget = Roster.mostInAllPerSecond
  private var lastMessage = BootInstant(nanoseconds: 0)

  public init(ownID: String, ownName: String) {
    self.ownID = ownID
    self.ownName = ownName
  }

  public mutating func count(_ refusal: MessageRefusal) { refusals.count(refusal) }

  /// Whether one more message of any kind may be read now; otherwise it is counted as refused.
  public mutating func admits(at now: BootInstant) -> Bool {
    budget = min(Self.mostInAllPerSecond, budget + max(0, (now - lastMessage).value) * Self.mostInAllPerSecond)
    lastMessage = now
    guard budget >= 1 else {
      refusals.count(.flood)
      return false
    }
    budget -= 1
    return true
  }

  /// Reads a message with a pose; `realTime` is the receiver's clock in milliseconds since 1970, `own` the wearer's place.
  public mutating func ingest(
    _ bytes: [UInt8], of id: String, isRetained: Bool, at now: BootInstant, realTime: Int64, own: Geodetic?
  ) {
    if id == ownID {
      echoes += 1
      return
    }
    do throws(MessageRefusal) {
      if isRetained { throw .retained }
      if let known = members[id], !known.isWithinBudget(at: now) { throw .tooOften }
      let pose = try SharedPose(reading: bytes)
      if var member = members[id] {
        try member.ingest(pose, arrived: now, realTime: realTime)
        member.measure(from: own)
        members[id] = member
      } else {
        var member = Member(id, pose, arrived: now, realTime: realTime)
        member.measure(from: own)
        if members.count >= Self.mostMembers { try makeRoom(for: member) }
        members[id] = member
      }
      accepted += 1
    } catch {
      refusals.count(error)
    }
  }

  /// Removes the farthest member for a nearer one.
  private mutating func makeRoom(for member: Member) throws(MessageRefusal) {
    guard let distance = member.distance,
      let farthest = members.values.max(by: { ($0.distance ?? .zero) < ($1.distance ?? .zero) }),
      let limit = farthest.distance, distance < limit
    else { throw .tooMany }
    members[farthest.id] = nil
  }

  /// Removes a member that has said that it leaves, or that the broker has lost.
  public mutating func remove(_ id: String) { members[id] = nil }

  public mutating func removeAll() { members = [:] }

  /// The changes for the daemon: members with a new pose, and ids of members that are no longer passed on.
  public struct Changes: Sendable {
    public var moved: [Member] = []
    public var removed: [String] = []
    public var isEmpty: Bool { moved.isEmpty && removed.isEmpty }
  }

  /// Removes members whose last pose is too old, chooses the nearest, and returns what has changed among them.
  public mutating func changes(at now: BootInstant, own: Geodetic?) -> Changes {
    for (id, member) in members where member.age(at: now) >= Self.goneAfter { members[id] = nil }
    for id in members.keys { members[id]?.measure(from: own) }
    let chosen = Set(nearest.prefix(Self.mostPassed).map(\.id))
    var changes = Changes()
    changes.removed = passed.subtracting(chosen).sorted()
    for id in chosen.sorted() {
      guard let member = members[id], member.isNew || !passed.contains(id), member.age(at: now) < Self.staleAfter else {
        continue
      }
      changes.moved.append(member)
      members[id]?.isNew = false
      passed.insert(id)
    }
    passed.subtract(changes.removed)
    return changes
  }

  /// Forgets what the daemon has: it was restarted, or did not answer.
  public mutating func resetPassed() { passed = [] }

  public var passedCount: Int { passed.count }

  /// The members, the nearest first; without the wearer's place in the order of their ids.
  public var nearest: [Member] {
    func rank(_ member: Member) -> Double {
      (member.distance?.value ?? .infinity) * (passed.contains(member.id) ? Self.hysteresis : 1)
    }
    return members.values.sorted { (rank($0), $0.id) < (rank($1), $1.id) }
  }

  /// The name to show. If the wearer or another member has the same one, the beginning of the id is added.
  public func shownName(of member: Member) -> String {
    let name = member.pose.name
    let isTaken = name == ownName || members.values.contains { $0.id != member.id && $0.pose.name == name }
    return isTaken ? "\(name) (\(member.id.prefix(6)))" : name
  }
}
