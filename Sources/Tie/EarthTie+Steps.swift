import Fusion
import Geometry
import Samples

// Steps lead somewhere, or nowhere: people who look at a thing shuffle, nod and lean. Each member splits into both at a step; an
// even gait is likely in walking and unlikely on the spot. Of a worn device only: real telephones' peaks are even too seldom.
extension EarthTie {
  /// ln of the odds that the first steps after a pause lead somewhere; probability of a change at a step.
  private static let prior = -2.0, change = 0.03
  /// Probability that a peak is even, in walking and on the spot.
  private static let evenWalking = 0.93, evenOnTheSpot = 0.25

  /// Ingests a peak of the gait: even if it came about as long after the one before as that did.
  public mutating func ingest(peak isEven: Bool) {
    guard parameters.judgesSteps, hasStarted else { return }
    predict()
    let begins = lastStep.map { now.time - $0 > Self.walkPause } ?? true
    lastStep = now.time
    let walks = 1 / (1 + exp(-Self.prior))
    let count = bank.count
    for i in 0..<count {
      let label = bank.members[i].label, isHere = label.contains(.onTheSpot)
      let other = label.symmetricDifference(.onTheSpot)
      let share = begins ? (isHere ? walks : 1 - walks) : Self.change
      let isThere = other.contains(.onTheSpot)
      if let j = bank.split(i, share: share, label: other) { weigh(j, isThere, isEven) }
      weigh(i, isHere, isEven)
    }
    reduce()
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
