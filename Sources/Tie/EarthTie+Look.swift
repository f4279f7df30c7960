import Fusion
import Geometry
import Samples

// While the force is the way, the steps since the last look are a measurement of it: e^σ Rot(μ) Δl = D + w. The error along and
// across is that of a way by steps; while the device turns the detector does not see steps, so blind seconds times the walking
// speed are added. μ is unknown at first, so it is linearized where the way itself points.
extension EarthTie {
  static let lookInterval = TimeSpan(1)
  /// Walking speed, in m/s; and how far a standing body moves, in m/√s.
  static let walkingSpeed = 1.3, standingWalk = 0.3

  mutating func lookIfDue() {
    let t = (now.time - motion.looked.time).value
    guard t >= Self.lookInterval.value else { return }
    let way = now.way - motion.looked.way, blind = Self.walkingSpeed * (now.blind - motion.looked.blind)
    let length = (way * way).sum().squareRoot()
    motion.looked = now
    let heaviest = bank.heaviest
    for i in 0..<bank.count {
      let leads = !bank.members[i].label.contains(.rests)
      let mean = bank.members[i].state.mean
      let scaled = leads ? length * exp(mean[Index.stride]) : 0
      let idle = leads ? 0 : parameters.idle * parameters.idle * length * Self.step
      let still = Self.standingWalk * Self.standingWalk * t + blind * blind + idle
      let moved = mean.two(at: Index.looked)
      let along = parameters.along * parameters.along * scaled + still
      let spread = square(parameters.across) + (parameters.addsSpread ? now.spread : 0)
      let across = spread * Self.step * scaled + still
      var course = mean[Index.course]
      if scaled > 0.2, (moved * moved).sum() > 0.04 {
        let turn = Angle.radians(atan2(moved.x, moved.y) - atan2(way.x, way.y) - course).wrapped.radians
        let state = bank.members[i].state
        let noise =
          (0.5 * (state.variance(Index.looked) + state.variance(Index.looked + 1)) + across) / (scaled * scaled)
        course += turn * state.variance(Index.course) / (state.variance(Index.course) + noise)
      }
      let look = compareWithSteps(i, way, length: length, course: course)
      if i == heaviest {
        lookFused = Fused(
          way, -look.apart, noise: along, spread: bank.members[i].state.spread(look.along, look.across) + along)
      }
      let likelihood = bank.members[i].state.fuse(
        look.along, look.across, innovation: -look.apart, variance: SIMD2(along, across),
        unless: LevelDoubt(share: parameters.wrong, variance: 9 * t * t))
      bank.weigh(i, by: likelihood + .leastNormalMagnitude)
      bank.wrap(i)
      bank.members[i].state.reset(two: Index.looked, variance: 0)
    }
    reduce()
  }

  /// Difference of a member's way and of the steps, along and across the steps, and the rows of its derivatives.
  struct Look {
    var apart: SIMD2<Double>
    var along: SparseRow
    var across: SparseRow
    var axes: (along: SIMD2<Double>, across: SIMD2<Double>)
  }

  /// `course` is the direction of the steps at which it is linearized.
  func compareWithSteps(_ i: Int, _ way: SIMD2<Double>, length: Double, course: Double) -> Look {
    let mean = bank.members[i].state.mean
    let leads = !bank.members[i].label.contains(.rests)
    let scaled = leads ? length * exp(mean[Index.stride]) : 0
    let expected = turned(way, by: course) * (length > 0 ? scaled / length : 0)
    let unit = scaled > 0.05 ? expected / scaled : SIMD2(1, 0), side = SIMD2(-unit.y, unit.x)
    let off = mean.two(at: Index.looked) - expected
    var along = SparseRow(Index.looked, unit.x), across = SparseRow(Index.looked, side.x)
    along.add(Index.looked + 1, unit.y)
    along.add(Index.stride, -scaled)
    across.add(Index.looked + 1, side.y)
    across.add(Index.course, scaled)
    let turnLeft = Angle.radians(mean[Index.course] - course).wrapped.radians
    return Look(
      apart: SIMD2((off * unit).sum(), (off * side).sum() + scaled * turnLeft), along: along, across: across,
      axes: (unit, side))
  }
}
