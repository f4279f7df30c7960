import Fusion
import Geometry
import Samples

// A receiver's velocity measures v, and through v the heading: z = Rot(δ) v₋ + w. It may be wrong for as long as it comes, turned
// by ψ and scaled by e^κ: a twin of each member has both as states.
extension EarthTie {
  /// Speed by which a body sways, in m/s, for so many seconds: the least error of a velocity, and the motion of a wearer who
  /// stands.
  static let sway = 0.1, swayTime = 0.5
  /// Delay of a velocity after the place's; 1 σ of the turn and of the scale of a wrong one.
  private static let lag = TimeSpan(0.1), wrongTurn = Angle.degrees(45), wrongScale = 0.5
  /// Square of a velocity, over its variance per axis, that noise reaches once in 400 readings.
  private static let surelyMoving = 12.0
  /// Delay of a velocity that is wrong, in s.
  private static let lateVelocity = 1.0

  /// Ingests a velocity of any stated error as that of a carried wearer, and weighs the members on foot by it. A velocity that
  /// states no error may be made of the places of some seconds, and is no better than they are.
  mutating func ingest(carrying velocity: FixReading.Velocity, of fix: FixReading) {
    guard velocity.level.x.isFinite, velocity.level.y.isFinite, motion.kind != .force else {
      return
    }
    var variance = max(velocity.sigma * velocity.sigma, Self.sway * Self.sway)
    if fix.statedVelocity == nil {
      let ofPlaces = fix.radius.value / (RadiusPerSigma.of68 * Self.placesOfVelocity)
      variance += 2 * ofPlaces * ofPlaces
    }
    if (velocity.level * velocity.level).sum() > Self.surelyMoving * variance { receiver.moving = now.time }
    receiver.average += (velocity.level - receiver.average) * (1 - exp(-interval / Self.paceTime.value))
    let walks = belief(atMost: max(steps.pace, isStepping ? Self.walkingSpeed : 0), variance)
    let rests = belief(atMost: Self.standingPace, variance),
      doubt = LevelDoubt(share: parameters.wrong, variance: Self.wide * Self.wide)
    for i in 0..<bank.count {
      if isCarried(bank.members[i].label) {
        bank.members[i].state.ingest(carrying: velocity.level, variance, doubt)
      } else if !bank.members[i].label.contains(.velocityWrong) {
        bank.weigh(i, by: bank.members[i].label.contains(.rests) ? rests : walks)
      }
    }
  }
  /// Time between the places of which a velocity may be made, in s.
  private static let placesOfVelocity = 5.0
  /// 1 σ of a velocity that is wrong by itself, in m/s.
  private static let wide = 10.0

  mutating func ingest(_ velocity: FixReading.Velocity, held: BootInstant) {
    guard velocity.level.x.isFinite, velocity.level.y.isFinite else { return }
    let sigma = max(velocity.sigma, Self.sway)
    splitWrongVelocity(bank.count)
    let heaviest = bank.heaviest, doubt = LevelDoubt(share: parameters.wrong, variance: 1)
    var own = OwnYaw()
    let told = toldDirection(held)
    for i in 0..<bank.count {
      var reading = reading(i, velocity.level, sigma, held: held, isAside: false), mixed: Double?
      if hasTwoReadings(i) {
        // The force shows the device's own yaw: the way's if the chip is turned, the compass's if the device points aside.
        let aside = self.reading(i, velocity.level, sigma, held: held, isAside: true), q = pointing.aside
        let alongs = (1 - q) * bank.members[i].state.likelihood(reading, doubt)
        let asides = q * bank.members[i].state.likelihood(aside, doubt)
        if own.add(weight: bank.members[i].weight, along: alongs, aside: asides) { reading = aside }
        mixed = alongs + asides
      }
      if i == heaviest {
        let spread = bank.members[i].state.spread(reading.east, reading.north)
        velocityFused = Fused(velocity.level, reading.innovation, noise: reading.noise, spread: spread + reading.noise)
      }
      let likelihood = bank.members[i].state.fuse(
        reading.east, reading.north, innovation: reading.innovation, variance: SIMD2(repeating: reading.noise),
        unless: doubt)
      bank.weigh(i, by: pow((mixed ?? likelihood) + .leastNormalMagnitude, told))
      bank.wrap(i)
    }
    if let share = own.share { pointing.aside = share }
    reduce()
  }

  /// A velocity as a member sees it: rows, innovation, and the variance of its noise.
  struct VelocityReading {
    var east: SparseRow, north: SparseRow
    var innovation: SIMD2<Double>
    var noise: Double
  }

  private func reading(
    _ i: Int, _ velocity: SIMD2<Double>, _ sigma: Double, held: BootInstant, isAside: Bool
  ) -> VelocityReading {
    let delay = bank.members[i].state.mean[Index.velocityDelay]
    let expected = expectedVelocity(i, held: held, delay: delay, isAside: isAside)
    let shown = shownDirection(i, expected.velocity)
    return VelocityReading(
      east: Self.direction(of: expected.east, times: shown), north: Self.direction(of: expected.north, times: shown),
      innovation: velocity - expected.velocity, noise: sigma * sigma + expected.aged)
  }

  /// Likelihood of the receiver's velocity of the last seconds for a wearer on foot, relative to a carried one. A walk is at most
  /// as fast as its steps, of which some may be missed; a wearer at rest hardly moves.
  private func belief(atMost speed: Double, _ variance: Double) -> Double {
    guard isReceiverMoving, !now.isMeasured else { return 1 }
    let excess = (receiver.average * receiver.average).sum().squareRoot() - Self.fastest * speed
    return excess > 0 ? max(parameters.wrong, exp(-0.5 * excess * excess / (Self.onFoot * Self.onFoot + variance))) : 1
  }
  /// 1 σ of the speed on foot beside that of the steps, in m/s.
  private static let onFoot = 0.5

  /// Velocity on Earth that a member gives for a reading, with the rows of its derivatives; and whether its device points aside.
  func expectedVelocity(_ i: Int, held: BootInstant, delay: Double, isAside: Bool = false) -> (
    velocity: SIMD2<Double>, east: SparseRow, north: SparseRow, aged: Double
  ) {
    let mean = bank.members[i].state.mean
    let then = BootInstant(nanoseconds: held.nanoseconds) - Self.lag - TimeSpan(delay)
    let moment = history.moment(at: then), t = (now.time - then).value, half = TimeSpan(0.05)
    let past = bank.members[i].state.past(moment, before: now, t, isAside: isAside)
    let force = (history.moment(at: then + half).velocity - history.moment(at: then - half).velocity) * 10
    let yaw = mean[Index.yaw] + (isAside ? mean[Index.chip] : 0)
    let change = turned(force - mean.two(at: Index.force), by: yaw)
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

  /// The same of the heaviest member: the share of a reading's evidence that tells members apart. Whoever stands shows no heading,
  /// and a receiver's noise would choose one.
  private func toldDirection(_ held: BootInstant) -> Double {
    let i = bank.heaviest
    let expected = expectedVelocity(i, held: held, delay: bank.members[i].state.mean[Index.velocityDelay])
    return shownDirection(i, expected.velocity)
  }

  /// Returns a row with its derivatives by turns and scale multiplied.
  private static func direction(of row: SparseRow, times share: Double) -> SparseRow {
    var result = SparseRow()
    for k in 0..<row.count {
      let state = row.index(k)
      let isDirection =
        state == Index.yaw || state == Index.chip || state == Index.turnedVelocity || state == Index.scaledVelocity
      result.add(state, isDirection ? row.value(k) * share : row.value(k))
    }
    return result
  }

  /// Returns a x + b y.
  static func combine(_ x: SparseRow, _ a: Double, _ y: SparseRow, _ b: Double) -> SparseRow {
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

extension Gaussian {
  fileprivate func likelihood(_ reading: EarthTie.VelocityReading, _ doubt: LevelDoubt) -> Double {
    likelihood(
      reading.east, reading.north, innovation: reading.innovation, variance: SIMD2(repeating: reading.noise),
      unless: doubt)
  }
}
