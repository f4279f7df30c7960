import Geodesy
public import Geometry
public import Samples

/// One member of the team: the last pose, when it was true, and what orders its messages.
public struct Member: Sendable {
  public let id: String
  public private(set) var pose: SharedPose
  /// The arrival of the last pose on the receiver's clock.
  public private(set) var arrived: BootInstant
  /// The moment at which the last pose was true, on the receiver's clock: its arrival less its lateness.
  public private(set) var poseTime: BootInstant
  public private(set) var clock = ClockDifference()
  public private(set) var received = 1
  /// From the wearer; nil while the wearer's place is unknown.
  public internal(set) var distance: Length?
  /// Whether the last pose is still to be passed on.
  var isNew = true
  /// The sessions that have ended, the latest last.
  private var ended: [String] = []
  /// Messages that may come at once (a token bucket).
  private var budget: Double

  static let mostEndedSessions = 4

  init(_ id: String, _ pose: SharedPose, arrived: BootInstant, realTime: Int64) {
    self.id = id
    self.pose = pose
    self.arrived = arrived
    poseTime = arrived
    budget = Roster.mostPerSecond - 1
    _ = clock.lateness(sent: pose.time, arrived: realTime)
  }

  public func age(at now: BootInstant) -> TimeSpan { max(.zero, now - poseTime) }

  /// Whether a message may be used now.
  func isWithinBudget(at now: BootInstant) -> Bool {
    budget + max(0, (now - arrived).value) * Roster.mostPerSecond >= 1
  }

  /// Replaces the pose by a newer one.
  mutating func ingest(_ newer: SharedPose, arrived: BootInstant, realTime: Int64) throws(MessageRefusal) {
    if newer.session == pose.session {
      guard newer.sequence > pose.sequence else { throw .earlier }
    } else {
      guard !ended.contains(newer.session) else { throw .earlierSession }
      ended.append(pose.session)
      if ended.count > Self.mostEndedSessions { ended.removeFirst() }
    }
    budget = min(Roster.mostPerSecond, budget + max(0, (arrived - self.arrived).value) * Roster.mostPerSecond) - 1
    let lateness = clock.lateness(sent: newer.time, arrived: realTime)
    pose = newer
    self.arrived = arrived
    // An earlier lateness may have been overestimated; the member's time does not run backward.
    poseTime = max(poseTime, arrived - lateness)
    isNew = true
    received += 1
  }

  /// Updates the distance from the wearer.
  mutating func measure(from own: Geodetic?) {
    distance = own.map { Length(hypot($0.smallOffset(to: pose.place).x, $0.smallOffset(to: pose.place).z)) }
  }
}
