import Expectations
import Fusion
import Geodesy
import Geometry
import Samples
import Testing

@testable import Tie

/// Every row of the tie against central differences, at random states and motions.
@Suite struct JacobianTests {
  typealias Index = TieState

  /// A tie with one member at a random state, after a random motion.
  private func random(_ g: inout Generator, force: Bool) -> EarthTie {
    var tie = EarthTie(TieParameters())
    var moment = OdometryMoment(time: BootInstant(seconds: 10))
    tie.ingest(moment)
    while tie.bank.count > 1 { tie.bank.remove(1) }
    tie.bank.members[0].weight = 1
    for i in 0..<TieState.count {
      tie.bank.members[0].state.reset(i, to: 0.3 * g.gaussian(), variance: 1e-4)
    }
    tie.bank.members[0].state.mean[Index.yaw] = g.uniform(in: -3...3)
    tie.motion.kind = force ? .force : .steps
    for i in 1...200 {
      moment.time = BootInstant(seconds: 10 + 0.02 * Double(i))
      moment.way += SIMD2(g.gaussian(), g.gaussian()) * 0.02
      moment.velocity += SIMD2(g.gaussian(), g.gaussian()) * 0.02
      moment.place += moment.velocity * 0.02
      tie.ingest(moment)
    }
    tie.now = moment
    tie.motion.looked = moment
    return tie
  }

  /// Compares a row with the derivative of `f` by each state.
  private func check(_ tie: EarthTie, _ row: SparseRow, tolerance: Double = 1e-6, _ f: (EarthTie) -> Double) {
    for i in 0..<TieState.count {
      var above = tie, below = tie
      above.bank.members[0].state.mean[i] += 1e-5
      below.bank.members[0].state.mean[i] -= 1e-5
      let slope = (f(above) - f(below)) / 2e-5
      var element = 0.0
      for k in 0..<row.count where row.index(k) == i { element += row.value(k) }
      expect((slope - element).magnitude, isBelow: tolerance * (1 + slope.magnitude), "state \(i)")
    }
  }

  @Test(arguments: [false, true]) func placeOfAFix(force: Bool) {
    var g = Generator(seed: 1)
    for precise in [false, true] {
      for _ in 0..<10 {
        let tie = random(&g, force: force)
        var fix = FixReading(
          place: Geodetic(latitude: Degrees(48), longitude: Degrees(9)), radius: Length(1),
          held: tie.now.time - TimeSpan(g.uniform(in: 0.1...1.5)))
        fix.isPrecise = precise
        let then = tie.history.moment(at: fix.held)
        let rows = tie.expected(0, fix, then)
        // The delay is looked up between kept moments, so its derivative is that of a polygon.
        let delay = precise ? tie.bank.members[0].state.mean[Index.placeDelay] : 0
        check(tie, rows.east.without(Index.placeDelay)) { $0.expected(0, fix, then, delay: delay).place.x }
        check(tie, rows.north.without(Index.placeDelay)) { $0.expected(0, fix, then, delay: delay).place.y }
      }
    }
  }

  /// Of a wearer who is carried the place then is that of the velocity on Earth, beside the steps or without them.
  @Test func placeOfAFixOfACarriedWearer() {
    var g = Generator(seed: 7)
    for _ in 0..<10 {
      var tie = random(&g, force: false)
      tie.bank.members[0].label = .carried
      let fix = FixReading(
        place: Geodetic(latitude: Degrees(48), longitude: Degrees(9)), radius: Length(1),
        held: tie.now.time - TimeSpan(g.uniform(in: 0.1...1.5)))
      let then = tie.history.moment(at: fix.held), rows = tie.expected(0, fix, then)
      check(tie, rows.east) { $0.expected(0, fix, then).place.x }
      check(tie, rows.north) { $0.expected(0, fix, then).place.y }
    }
  }

  @Test func velocityOfAReceiver() {
    var g = Generator(seed: 2)
    for wrong in [false, true] {
      for _ in 0..<10 {
        var tie = random(&g, force: true)
        if wrong { tie.bank.members[0].label = .velocityWrong }
        let held = tie.now.time - TimeSpan(0.4)
        let delay = tie.bank.members[0].state.mean[Index.velocityDelay]
        let rows = tie.expectedVelocity(0, held: held, delay: delay)
        check(tie, rows.east.without(Index.velocityDelay)) {
          $0.expectedVelocity(0, held: held, delay: delay).velocity.x
        }
        check(tie, rows.north.without(Index.velocityDelay)) {
          $0.expectedVelocity(0, held: held, delay: delay).velocity.y
        }
      }
    }
  }

  /// The same of a device that points aside, whose own yaw is that of the way and the compass's angle together.
  @Test func velocityOfADeviceThatPointsAside() {
    var g = Generator(seed: 7)
    for _ in 0..<10 {
      let tie = random(&g, force: true), held = tie.now.time - TimeSpan(0.4)
      let delay = tie.bank.members[0].state.mean[Index.velocityDelay]
      let rows = tie.expectedVelocity(0, held: held, delay: delay, isAside: true)
      check(tie, rows.east.without(Index.velocityDelay)) {
        $0.expectedVelocity(0, held: held, delay: delay, isAside: true).velocity.x
      }
      check(tie, rows.north.without(Index.velocityDelay)) {
        $0.expectedVelocity(0, held: held, delay: delay, isAside: true).velocity.y
      }
    }
  }

  /// With one state uncertain, the covariance of each state after a prediction is that state's column of the transition.
  @Test(arguments: [false, true]) func prediction(force: Bool) {
    var g = Generator(seed: 3)
    let decaying = [Index.spot, Index.room, Index.force, Index.force + 1, Index.slow, Index.slow + 1]
    for _ in 0..<5 {
      let tie = random(&g, force: force)
      var next = tie.now
      next.time = next.time + TimeSpan(0.2)
      next.way += SIMD2(0.3, -0.1)
      next.velocity += SIMD2(0.05, 0.1)
      next.place += tie.now.velocity * 0.2 + SIMD2(0.01, 0.02)
      func predicted(_ tie: EarthTie) -> EarthTie {
        var copy = tie
        copy.motion.looked = tie.now
        copy.ingest(next)
        copy.predict()
        return copy
      }
      for i in 0..<TieState.count where !decaying.contains(i) {
        var one = tie, none = tie
        for j in 0..<TieState.count {
          one.bank.members[0].state.covariance.reset(j, variance: j == i ? 1 : 0)
          none.bank.members[0].state.covariance.reset(j, variance: 0)
        }
        let with = predicted(one).bank.members[0].state, without = predicted(none).bank.members[0].state
        for j in 0..<TieState.count where j != i {
          var above = none, below = none
          above.bank.members[0].state.mean[i] += 1e-5
          below.bank.members[0].state.mean[i] -= 1e-5
          let slope =
            (predicted(above).bank.members[0].state.mean[j] - predicted(below).bank.members[0].state.mean[j]) / 2e-5
          let column = with.covariance[i, j] - without.covariance[i, j]
          expect((slope - column).magnitude, isBelow: 1e-6 * (1 + slope.magnitude), "\(j) by \(i)")
        }
      }
    }
  }

  @Test func compassWindow() {
    var g = Generator(seed: 4)
    for _ in 0..<10 {
      var tie = random(&g, force: false)
      tie.set(earth: EarthMagnetism(declination: 0.07, horizontal: 20, up: -40))
      let window = CompassReading(
        field: SIMD3(20 * g.gaussian(), 20 + g.gaussian(), -40), spread: 0, bodyEast: g.gaussian3(),
        bodyNorth: g.gaussian3(), bodyUp: g.gaussian3())
      let now = tie.compassInnovation(0, window)
      check(tie, tie.compassRow(0, window)) {
        -Angle.radians($0.compassInnovation(0, window) - now).wrapped.radians
      }
    }
  }

  @Test func lookAtTheSteps() {
    var g = Generator(seed: 5)
    for _ in 0..<10 {
      let tie = random(&g, force: true)
      let way = SIMD2(0.9, 0.5), length = (way * way).sum().squareRoot(),
        course = tie.bank.members[0].state.mean[Index.course]
      let look = tie.compareWithSteps(0, way, length: length, course: course)
      // Along and across the way as it was expected: the axes do not turn with the states.
      func apart(_ tie: EarthTie) -> SIMD2<Double> {
        let mean = tie.bank.members[0].state.mean
        let expected = turned(way, by: mean[Index.course]) * exp(mean[Index.stride])
        let off = mean.two(at: Index.looked) - expected
        return SIMD2((off * look.axes.along).sum(), (off * look.axes.across).sum())
      }
      check(tie, look.along) { apart($0).x }
      check(tie, look.across) { apart($0).y }
    }
  }

  /// An estimate that is moved along gives the same place and yaw of a later moment.
  @Test(arguments: [false, true]) func anEstimateMovedAlongGivesTheSame(force: Bool) {
    var g = Generator(seed: 7)
    for _ in 0..<50 {
      var tie = random(&g, force: force)
      let told = tie.estimate()
      var moved = told, moment = tie.now
      for _ in 0..<3 {
        moment.time = moment.time + TimeSpan(0.1)
        moment.way += SIMD2(g.gaussian(), g.gaussian())
        moment.place += moment.velocity * 0.1 + SIMD2(g.gaussian(), g.gaussian())
        moment.velocity += SIMD2(g.gaussian(), g.gaussian())
        moved.advance(to: moment)
        let off = moved.place(at: moment) - told.place(at: moment)
        #expect((off * off).sum() < 1e-18 && (moved.yaw(at: moment) - told.yaw(at: moment)).magnitude < 1e-12)
        expect((moved.turned(at: moment) - told.turned(at: moment)).magnitude, isBelow: 1e-12)
      }
    }
  }
}

extension SparseRow {
  /// The row without the element of one state.
  func without(_ state: Int) -> SparseRow {
    var row = SparseRow()
    for k in 0..<count where index(k) != state { row.add(index(k), value(k)) }
    return row
  }
}
