import Fusion
import Geometry
import Samples

// A wearer who steps walks or rests: people who look at a thing shuffle, nod and lean, and walk around it. Each member splits into
// both at a step; fixes tell them apart. On a worn device an even gait is likely in walking and unlikely at rest; real telephones'
// peaks are even too seldom. It says nothing of whether something carries the wearer.
extension EarthTie {
  /// Probability that a peak is even, in walking and at rest.
  private static let evenWalking = 0.93, evenAtRest = 0.25

  /// Ingests a peak of the gait: even if it came about as long after the one before as that did. It tells of the way since the
  /// last reading, which is predicted later. Returns how far the weights have moved.
  public mutating func ingest(peak isEven: Bool) -> Double {
    guard hasStarted else { return 0 }
    let time = history.latest.time
    let begins = steps.last.map { time - $0 > Self.walkPause } ?? true
    steps.last = time
    guard parameters.judgesSteps else { return 0 }
    let before = walkBelief
    let first = parameters.idleAtFirst
    // A peak can make a whole weight of this share of one.
    let least = Self.lightest * (1 - Self.evenWalking) / (1 - Self.evenAtRest)
    let count = bank.count
    var onFoot = (before: 0.0, after: 0.0)
    for i in 0..<count where !bank.members[i].label.contains(.carried) {
      let label = bank.members[i].label, rests = label.contains(.rests)
      let share = rests ? begins ? 1 - first : parameters.idleEnds : begins ? first : parameters.idleBegins
      onFoot.before += bank.members[i].weight
      if let twin = bank.split(i, share: share, label: label.symmetricDifference(.rests), lightest: least) {
        weigh(twin, !rests, isEven)
        onFoot.after += bank.members[twin].weight
      }
      weigh(i, rests, isEven)
      onFoot.after += bank.members[i].weight
    }
    if onFoot.before > 0 {
      let share = onFoot.after / onFoot.before
      for i in 0..<count where bank.members[i].label.contains(.carried) { bank.weigh(i, by: share) }
    }
    reduce()
    return (walkBelief - before).magnitude
  }

  private mutating func weigh(_ i: Int, _ rests: Bool, _ isEven: Bool) {
    let even = rests ? Self.evenAtRest : Self.evenWalking
    bank.weigh(i, by: isEven ? even : 1 - even)
  }

  /// Probability that the steps lead somewhere.
  public var walkBelief: Double { weight { !$0.contains(.rests) } }
  /// Probability that something carries the wearer.
  public var carriedBelief: Double { weight { $0.contains(.carried) } }

  private func weight(_ holds: (Assumptions) -> Bool) -> Double {
    var sum = 0.0
    for i in 0..<bank.count where holds(bank.members[i].label) { sum += bank.members[i].weight }
    return sum
  }
}
