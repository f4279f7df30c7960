import Fusion
import Geometry
import Samples

// A receiver's velocity measures v, and through v the heading: z = Rot(δ) v₋ + w. It may be wrong for as long as it comes, turned
// by ψ and scaled by e^κ: a twin of each member has both as states.
extension EarthTie {
  /// Least error of a velocity of a body that walks, in m/s; its delay after the place's; 1 σ of the turn and of the scale of a
  /// wrong one.
  private static let sway = 0.1, lag = TimeSpan(0.1), wrongTurn = Angle.degrees(45), wrongScale = 0.5
  /// Delay of a velocity that is wrong, in s.
  private static let lateVelocity = 1.0

  mutating func ingest(_ velocity: FixReading.Velocity, held: BootInstant) {
    guard velocity.level.x.isFinite, velocity.level.y.isFinite else { return }
    let sigma = max(velocity.sigma, Self.sway)
    splitWrongVelocity(bank.count)
    let heaviest = bank.heaviest, doubt = LevelDoubt(share: parameters.wrong, variance: 1)
    for i in 0..<bank.count {
      let expected = expectedVelocity(i, held: held, delay: bank.members[i].state.mean[Index.velocityDelay])
      let noise = sigma * sigma + expected.aged, innovation = velocity.level - expected.velocity
      if i == heaviest {
        velocityFused = Fused(
          velocity.level, innovation, noise: noise,
          spread: bank.members[i].state.spread(expected.east, expected.north) + noise)
      }
      let shown = shownDirection(i, expected.velocity)
      let likelihood = bank.members[i].state.fuse(
        Self.direction(of: expected.east, times: shown), Self.direction(of: expected.north, times: shown),
        innovation: innovation, variance: SIMD2(repeating: noise), unless: doubt)
      bank.weigh(i, by: likelihood + .leastNormalMagnitude)
      bank.wrap(i)
    }
    reduce()
  }

  /// Velocity on Earth that a member gives for a reading, with the rows of its derivatives.
  func expectedVelocity(_ i: Int, held: BootInstant, delay: Double) -> (
    velocity: SIMD2<Double>, east: SparseRow, north: SparseRow, aged: Double
  ) {
    let mean = bank.members[i].state.mean
    let then = BootInstant(nanoseconds: held.nanoseconds) - Self.lag - TimeSpan(delay)
    let moment = history.moment(at: then), t = (now.time - then).value, half = TimeSpan(0.05)
    let past = bank.members[i].state.past(moment, before: now, t)
    let force = (history.moment(at: then + half).velocity - history.moment(at: then - half).velocity) * 10
    let change = turned(force - mean.two(at: Index.force), by: mean[Index.yaw])
    var (east, north, velocity) = (past.velocity.east, past.velocity.north, past.speed)
    east.add(Index.velocityDelay, -change.x)
    north.add(Index.velocityDelay, -change.y)
    if bank.members[i].label.contains(.velocityWrong) {
      let turn = mean[Index.turnedVelocity], scale = exp(mean[Index.scaledVelocity])
      velocity = turned(velocity, by: turn) * scale
      let c = scale * cos(turn), s = scale * sin(turn)
      (east, north) = (Self.combine(east, c, north, s), Self.combine(north, c, east, -s))
      east.add(Index.turnedVelocity, velocity.y)
      east.add(Index.scaledVelocity, velocity.x)
      north.add(Index.turnedVelocity, -velocity.x)
      north.add(Index.scaledVelocity, velocity.y)
    }
    return (velocity, east, north, aged(since: moment, t, place: false))
  }

  /// How much of a member's velocity v̂ shows a direction. With derivatives at v̂, readings of a body at rest would tell a heading
  /// by the noise of v̂, whose square is the trace of its covariance in the mean: so much is taken off |v̂|² (W. James, C. Stein,
  /// "Estimation with Quadratic Loss", 1961, shrink a mean by the same share), and as much again, since what remains is never
  /// negative.
  private func shownDirection(_ i: Int, _ velocity: SIMD2<Double>) -> Double {
    let unknown = bank.members[i].state.variance(Index.velocity) + bank.members[i].state.variance(Index.velocity + 1)
    return max(0, 1 - 2 * unknown / max((velocity * velocity).sum(), 1e-12)).squareRoot()
  }

  /// Returns a row with its derivatives by turns and scale multiplied.
  private static func direction(of row: SparseRow, times share: Double) -> SparseRow {
    var result = SparseRow()
    for k in 0..<row.count {
      let state = row.index(k)
      let isDirection = state == Index.yaw || state == Index.turnedVelocity || state == Index.scaledVelocity
      result.add(state, isDirection ? row.value(k) * share : row.value(k))
    }
    return result
  }

  /// Returns a x + b y.
  private static func combine(_ x: SparseRow, _ a: Double, _ y: SparseRow, _ b: Double) -> SparseRow {
    var row = SparseRow()
    for k in 0..<x.count { row.add(x.index(k), a * x.value(k)) }
    for k in 0..<y.count { row.add(y.index(k), b * y.value(k)) }
    return row
  }

  private mutating func splitWrongVelocity(_ count: Int) {
    let share = receiver.hasVelocity ? parameters.velocityTurnsWrong * interval : parameters.velocityWrong
    receiver.hasVelocity = true
    guard share > 0 else { return }
    for i in 0..<count {
      let label = bank.members[i].label.symmetricDifference(.velocityWrong)
      guard let j = bank.split(i, share: share, label: label, lightest: Self.lightest * interval) else { continue }
      let wrong = label.contains(.velocityWrong)
      bank.members[j].state.reset(Index.turnedVelocity, variance: wrong ? square(Self.wrongTurn) : 0)
      // Or it is old.
      let late = wrong ? Self.lateVelocity : Self.delay
      bank.members[j].state.reset(Index.velocityDelay, variance: late * late)
      bank.members[j].state.reset(
        Index.scaledVelocity, variance: wrong ? Self.wrongScale * Self.wrongScale : 0)
    }
  }
}
