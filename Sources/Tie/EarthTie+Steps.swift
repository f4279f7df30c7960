import Fusion
import Geometry
import Samples

// Steps lead somewhere, or nowhere: people who look at a thing shuffle, nod and lean, and walk around it. Each member splits into
// both at a step; fixes tell them apart. On a worn device an even gait is likely in walking and unlikely on the spot; real
// telephones' peaks are even too seldom.
extension EarthTie {
  /// Probability that a peak is even, in walking and on the spot.
  private static let evenWalking = 0.93, evenOnTheSpot = 0.25

  /// Ingests a peak of the gait: even if it came about as long after the one before as that did. It tells of the way since the
  /// last reading, which is predicted later. Returns how far the weights have moved.
  public mutating func ingest(peak isEven: Bool) -> Double {
    guard parameters.judgesSteps, hasStarted else { return 0 }
    // While the force is the way, it tells of a telephone's steps more than they of it.
    guard parameters.judgesGait || motion.kind != .force else { return 0 }
    let before = walkBelief, time = history.latest.time
    let begins = steps.last.map { time - $0 > Self.walkPause } ?? true
    steps.last = time
    let first = parameters.idleAtFirst
    // A peak can make a whole weight of this share of one.
    let least = Self.lightest * (1 - Self.evenWalking) / (1 - Self.evenOnTheSpot)
    let count = bank.count
    for i in 0..<count {
      let label = bank.members[i].label, isHere = label.contains(.onTheSpot)
      let other = label.symmetricDifference(.onTheSpot)
      let share =
        isHere ? begins ? 1 - first : parameters.idleEnds : begins ? first : parameters.idleBegins
      let twin = bank.split(i, share: share, label: other, lightest: least)
      guard parameters.judgesGait else { continue }
      if let twin { weigh(twin, !isHere, isEven) }
      weigh(i, isHere, isEven)
    }
    reduce()
    return (walkBelief - before).magnitude
  }

  private mutating func weigh(_ i: Int, _ isOnTheSpot: Bool, _ isEven: Bool) {
    let even = isOnTheSpot ? Self.evenOnTheSpot : Self.evenWalking
    bank.weigh(i, by: isEven ? even : 1 - even)
  }

  /// Probability that the steps lead somewhere.
  public var walkBelief: Double {
    var sum = 0.0
    for i in 0..<bank.count where !bank.members[i].label.contains(.onTheSpot) { sum += bank.members[i].weight }
    return sum
  }
}
