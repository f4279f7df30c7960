public import Fusion
import Geometry
public import Samples

// A fix z, valid at its own time: z = p₋ + b + w, with p₋ the place then. b is the receiver's slow error, of the level of the least
// stated σ of late; a larger σ raises the level over τ, and what is beyond it is white. w² = white² + (2 s r/excess)² + rest:
// smaller radii are also steadier. A precise fix is used as stated. A wrong fix leaves the state alone.
//
// Before a fix, what may have happened since the last one is a hypothesis each: the receiver has been elsewhere all the time; its
// slow error has jumped, or the jump has ended; something carries the wearer.
extension EarthTie {
  /// A fix that lies so many radii off is wrong.
  private static let wrongRadii = 10.0
  /// Time in s for which a receiver that has shown a speed may do so again.
  private static let speedTime = 10.0
  private static let jumpLife = TimeSpan(20), leastJump = 0.01
  /// Error of place of antenna and device, in m.
  private static let finest = 0.02
  /// Two precise readings within this time are a stream.
  private static let stream = TimeSpan(3)

  /// Ingests a fix at a place in the plane of the tie, east and north of its origin.
  public mutating func ingest(_ fix: FixReading, at place: SIMD2<Double>) -> Fused? {
    guard place.x.isFinite, place.y.isFinite, fix.radius.isFinite, fix.radius > .zero else { return nil }
    predict()
    // The odometer's first moment comes later.
    if !hasStarted { now.time = fix.arrival }
    let speed = (fix.motion * fix.motion).sum().squareRoot()
    receiver.speed = max(speed, receiver.speed * exp(-interval / Self.speedTime))
    velocityFused = nil
    leadCarried(to: fix.held)
    chooseOdometer(fix)
    if let velocity = fix.velocity { ingest(carrying: velocity, of: fix) }
    if let velocity = fix.usefulVelocity, motion.kind != .steps { ingest(velocity, held: fix.held) }
    let radius = fix.isPrecise ? max(fix.radius.value, 1e-3) : fix.radius.value, sigma = radius / RadiusPerSigma.of68
    let since = receiver.last.map { min(10, (now.time - $0).value) } ?? 10
    let rest = updateSlowLevel(sigma, after: since)
    let white = fix.isPrecise ? 0 : parameters.white.value
    let excess = fix.isPrecise ? 0 : 2 * sigma * radius / parameters.excess.value
    let finest = fix.isPrecise && motion.kind == .force ? Self.finest * Self.finest : 0
    let variance = white * white + excess * excess + rest + 1e-6 + finest
    let then = history.moment(at: fix.held)
    let isFirst = !hasPlace
    let born = isFirst ? 0 : addBirths(fix, at: place, sigma: sigma, variance: variance, then)
    let old = bank.count - born
    let fresh = !isFirst && splitJumps(old)
    if !isFirst { splitBelievedReceiver(old) }
    if isFirst { splitStart(old, fix) }
    if !isFirst, parameters.carried > 0, !now.isMeasured { splitCarried(bank.count) }
    let summary = fuse(fix, at: place, variance: variance, radius: radius, then, born: old..<old + born, fresh: fresh)
    reduce()
    receiver.bestRadius = min(receiver.bestRadius, radius)
    hasPlace = true
    receiver.last = now.time
    receiver.ageSigma = fix.ageSigma.value
    if receiver.first == nil { receiver.first = now.time }
    return summary
  }

  /// Force is the way where readings are precise: two within some seconds begin it. A velocity of a telephone runs beside the
  /// steps.
  private mutating func chooseOdometer(_ fix: FixReading) {
    if fix.isPrecise || fix.hasPreciseVelocity {
      let isStream = motion.lastPrecise.map { now.time - $0 < Self.stream } ?? false
      motion.lastPrecise = now.time
      if isStream, motion.kind != .force, parameters.usesForce { beginForce() }
    }
    if parameters.usesForce, fix.usefulVelocity != nil, !fix.hasPreciseVelocity, motion.kind != .force {
      let isFresh = motion.lastVelocity.map { now.time - $0 <= Self.memoryOfPrecision } ?? false
      if motion.kind != .beside || !isFresh { beginBeside() }
      motion.lastVelocity = now.time
    }
  }

  /// Updates the level of the slow error; returns the variance that is white although the radius states it.
  private mutating func updateSlowLevel(_ sigma: Double, after since: Double) -> Double {
    guard let level = receiver.level else {
      receiver.level = sigma
      for i in 0..<bank.count {
        bank.members[i].state.reset(two: Index.slow, variance: sigma * sigma)
      }
      return 0
    }
    guard sigma > 1.5 * level else {
      receiver.level = sigma
      guard sigma < level else { return 0 }
      for i in 0..<bank.count where !bank.members[i].label.contains(.receiverJumped) {
        bank.members[i].state.decay(pair: Index.slow, keep: sigma / level, stationary: 0)
      }
      return 0
    }
    let most = min(sigma, 10 * level)
    let risen = level * level + (most * most - level * level) * (1 - exp(-since / parameters.errorTime.value))
    receiver.level = risen.squareRoot()
    return sigma * sigma - risen
  }

  /// Place on Earth that a member gives for a fix, without the slow error, with the rows of its derivatives.
  /// `delay` is the receiver's own, beyond the assumed one.
  func expected(_ i: Int, _ fix: FixReading, _ then: OdometryMoment, delay own: Double? = nil) -> (
    place: SIMD2<Double>, east: SparseRow, north: SparseRow, aged: Double
  ) {
    let mean = bank.members[i].state.mean
    var place: SIMD2<Double>, east: SparseRow, north: SparseRow, aged = 0.0
    if motion.kind == .force {
      let delay = own ?? (fix.isPrecise ? mean[Index.placeDelay] : 0)
      let moment = delay == 0 ? then : history.moment(at: fix.held - TimeSpan(delay))
      let t = (now.time - fix.held).value + delay
      let past = bank.members[i].state.past(moment, before: now, t)
      (place, east, north) = (past.at, past.place.east, past.place.north)
      if fix.isPrecise {
        east.add(Index.placeDelay, -past.speed.x)
        north.add(Index.placeDelay, -past.speed.y)
      }
      aged = self.aged(since: moment, t, place: true)
    } else {
      let label = bank.members[i].label
      let v =
        !isCarried(label) && (label.walks || now.isMeasured)
        ? turned(now.way - then.way, by: mean[Index.yaw]) * exp(mean[Index.stride]) : .zero
      east = SparseRow(Index.place, 1)
      north = SparseRow(Index.place + 1, 1)
      east.add(Index.yaw, -v.y)
      east.add(Index.stride, -v.x)
      north.add(Index.yaw, v.x)
      north.add(Index.stride, -v.y)
      place = mean.two(at: Index.place) - v
    }
    place += mean.two(at: Index.slow)
    east.add(Index.slow, 1)
    north.add(Index.slow + 1, 1)
    return (place, east, north, aged)
  }

  /// Adds "the receiver has been elsewhere until now": the heaviest member with its place unknown. Returns how many were added.
  private mutating func addBirths(
    _ fix: FixReading, at place: SIMD2<Double>, sigma: Double, variance: Double, _ then: OdometryMoment
  ) -> Int {
    var mean = SIMD2(0.0, 0.0)
    for i in 0..<bank.count { mean += bank.members[i].state.mean.two(at: Index.place) * bank.members[i].weight }
    let heaviest = bank.heaviest, age = receiver.first.map { now.time - $0 } ?? .zero
    let near =
      motion.kind == .force
      ? Self.forceBirth * interval * max(exp(-age.value / Self.jumpLife.value), Self.leastJump) : 0
    var added = 0
    let off = place - mean, wide = parameters.jumpSize.value * parameters.jumpSize.value + variance + sigma * sigma
    let nearby = exp(-0.5 * (off * off).sum() / wide) / (2 * .pi * wide)
    if addBirth(fix, at: place, weight: parameters.elsewhere * interval * LevelDoubt.far(off), heaviest, variance, then)
    {
      added += 1
    }
    if addBirth(fix, at: place, weight: near * nearby, heaviest, variance, then) { added += 1 }
    return added
  }
  private static let forceBirth = 1e-3
  private static let preciseStart = 0.05

  private mutating func addBirth(
    _ fix: FixReading, at measured: SIMD2<Double>, weight: Double, _ heaviest: Int, _ variance: Double,
    _ then: OdometryMoment
  ) -> Bool {
    let label = bank.members[heaviest].label.subtracting(.receiverJumped)
    guard weight > 0, let i = bank.copy(heaviest, label: label) else { return false }
    let here = bank.members[i].state.mean.two(at: Index.place), level = receiver.level ?? 0
    bank.members[i].state.reset(two: Index.place, to: here, variance: 1e8)
    bank.members[i].state.reset(two: Index.slow, variance: level * level)
    let expected = expected(i, fix, then)
    let place = bank.members[i].state.mean.two(at: Index.place) + measured - expected.place
    bank.members[i].state.mean.set(two: place, at: Index.place)
    _ = bank.members[i].state.fuse(
      expected.east, expected.north, innovation: .zero, variance: SIMD2(repeating: variance))
    bank.members[i].weight = weight
    return true
  }

  /// Seconds since the last fix, at most ten.
  var interval: Double { receiver.last.map { min(10, (now.time - $0).value) } ?? 1 }

  /// Adds "the first fixes are off". Precise ones are more seldom.
  private mutating func splitStart(_ count: Int, _ fix: FixReading) {
    let share = fix.isPrecise ? min(Self.preciseStart, parameters.jumpAtStart) : parameters.jumpAtStart
    guard share > 0 else { return }
    for i in 0..<count {
      guard
        let j = bank.split(
          i, share: share, label: bank.members[i].label.union(.receiverJumped))
      else { break }
      drawSlowError(j)
    }
  }

  /// Adds "the slow error has jumped" to those where it has not, and "the jump has ended" to the others. Returns whether a twin's
  /// first fix is certain.
  private mutating func splitJumps(_ count: Int) -> Bool {
    guard parameters.jump > 0 else { return false }
    let begins = (motion.kind == .force ? Self.forceBirth : parameters.jump) * interval
    let ends = parameters.jumpEnds * interval
    for i in 0..<count {
      let label = bank.members[i].label, isJumped = label.contains(.receiverJumped)
      guard isJumped || bank.members[i].weight >= Self.worthDoubting else { continue }
      let other = label.symmetricDifference(.receiverJumped)
      if let j = bank.split(i, share: isJumped ? ends : begins, label: other) { drawSlowError(j) }
    }
    return motion.kind == .force
  }

  /// Adds "the place is off, and the receiver is right" to members that hold it for far off, once they have done so for much
  /// longer than a receiver's error lasts: the place moves by that error.
  private mutating func splitBelievedReceiver(_ count: Int) {
    var doubted = 0.0
    for i in 0..<count where bank.members[i].label.contains(.receiverJumped) { doubted += bank.members[i].weight }
    guard doubted > 0.5, motion.kind != .force else { return receiver.doubted = nil }
    let since = receiver.doubted ?? now.time
    receiver.doubted = since
    guard now.time - since > Self.longestJump else { return }
    for i in 0..<count where bank.members[i].label.contains(.receiverJumped) {
      let label = bank.members[i].label.subtracting(.receiverJumped)
      guard let j = bank.split(i, share: parameters.jumpEnds * interval, label: label) else { return }
      bank.members[j].state.believe(receiver: receiver.level ?? 0)
    }
  }
  private static let longestJump = TimeSpan(60)

  /// Least weight of a member of which a new doubt is worth a hypothesis.
  public static let worthDoubting = 0.01

  private mutating func drawSlowError(_ i: Int) {
    let jumped = bank.members[i].label.contains(.receiverJumped)
    let level = jumped ? parameters.jumpSize.value : receiver.level ?? 0
    bank.members[i].state.reset(two: Index.slow, variance: level * level)
  }

  /// Adds "something carries the wearer" to members where nothing does, and its end to the others. While no heading stands out and
  /// no force runs beside the steps, one carried member stands for all headings.
  private mutating func splitCarried(_ count: Int) {
    let isOpen = motion.kind == .steps && isHeadingOpen
    if isOpen { addCarried(count) }
    for i in 0..<count {
      let label = bank.members[i].label, isCarried = label.contains(.carried)
      let mayBegin = motion.kind != .force && !isOpen && bank.members[i].weight >= Self.worthDoubting
      guard isCarried || mayBegin else { continue }
      if isCarried, isOpen {
        landOpen(i)
        continue
      }
      let other = isCarried ? label.subtracting(.carried) : label.subtracting(.rests).union(.carried)
      let ends = isCarried && walksAsFast(i) ? Self.stepsTakeOver : Self.carriedEnds
      let share = min(1, (isCarried ? ends : parameters.carried) * interval)
      guard let j = bank.split(i, share: share, label: other) else { continue }
      if isCarried { bank.members[j].state.carry(carriedSince, speed: carriedSpeed, over: carriedTime) }
      let speed = isCarried ? 0 : carriedSpeed
      bank.members[j].state.reset(two: Index.carried, variance: speed * speed)
    }
  }
  /// Adds one carried member for all that are not, with a heading that is open.
  private mutating func addCarried(_ count: Int) {
    var weight = 0.0
    let share = parameters.carried * interval
    for i in 0..<count where !bank.members[i].label.contains(.carried) {
      weight += bank.members[i].weight * share
      bank.members[i].weight *= 1 - share
    }
    guard weight > 0, let j = bank.copy(bank.heaviest, label: .carried) else { return }
    bank.members[j].weight = weight
    bank.members[j].state.reset(Index.yaw, to: bank.members[j].state.mean[Index.yaw], variance: Self.openYaw)
    let speed = carriedSpeed
    bank.members[j].state.reset(two: Index.carried, variance: speed * speed)
  }

  /// Ends the carrying of a member whose heading is open: headings all around walk on.
  private mutating func landOpen(_ i: Int) {
    let share = min(1, (walksAsFast(i) ? Self.stepsTakeOver : Self.carriedEnds) * interval)
    let left = bank.members[i].weight * (1 - share), each = bank.members[i].weight * share / Double(Self.headings)
    bank.members[i].weight = left
    guard each > Self.lightest else { return }
    for k in 0..<Self.headings {
      guard let j = bank.copy(i, label: bank.members[i].label.subtracting(.carried)) else { return }
      bank.members[j].weight = each
      bank.members[j].state.carry(carriedSince, speed: carriedSpeed, over: carriedTime)
      let yaw = bank.members[i].state.mean[Index.yaw] + 2 * Self.halfHeading * Double(k)
      bank.members[j].state.reset(Index.yaw, to: yaw, variance: Self.halfHeading * Self.halfHeading)
      bank.members[j].state.reset(two: Index.carried, variance: 0)
      bank.wrap(j)
    }
  }

  /// Whether no heading stands out.
  var isHeadingOpen: Bool {
    var sum = SIMD2(0.0, 0.0)
    for i in 0..<bank.count {
      let yaw = bank.members[i].state.mean[Index.yaw], weight = bank.members[i].weight
      sum += SIMD2(cos(yaw), sin(yaw)) * (weight * exp(-0.5 * bank.members[i].state.variance(Index.yaw)))
    }
    return (sum * sum).sum() < 0.25
  }
  /// Variance of a heading that may be any.
  private static let openYaw = Double.pi * .pi / 3

  /// Probability per second that what carries the wearer ends; and where the steps are as fast as the motion: then they are it.
  private static let carriedEnds = 0.01, stepsTakeOver = 1.0

  /// Whether the steps are as fast as a carried member, give or take half of its standard deviation and a stride that is off.
  /// Without it a turned compass would look like being carried beside the steps.
  private func walksAsFast(_ i: Int) -> Bool {
    let velocity = bank.members[i].state.mean.two(at: Index.carried)
    let sigma = bank.members[i].state.variance(Index.carried).squareRoot()
    return steps.pace > Self.standingPace
      && (velocity * velocity).sum().squareRoot() + 0.5 * sigma < Self.fastest * steps.pace
  }
  static let fastest = 1.6

  /// Share of the variance from which on the error of the age counts.
  private static let worthTurning = 0.05

  private mutating func fuse(
    _ fix: FixReading, at place: SIMD2<Double>, variance: Double, radius: Double, _ then: OdometryMoment,
    born: Range<Int>, fresh: Bool
  ) -> Fused {
    let heaviest = bank.heaviest, wide = Self.wrongRadii * radius
    let doubt = hasPlace ? LevelDoubt(share: parameters.wrong, variance: wide * wide) : nil
    var summary = Fused()
    let late = (fix.late * fix.late).sum(), along = late > 0 ? fix.late / late.squareRoot() : SIMD2(1, 0)
    for i in 0..<bank.count where !born.contains(i) {
      let expected = expected(i, fix, then), noise = variance + expected.aged
      // A state that was drawn anew keeps its variance in its first precise reading, which is not a wrong one.
      let isFresh = fresh && i >= born.upperBound
      let innovation = place - expected.place
      if i == heaviest {
        receiver.record(
          apart: innovation + bank.members[i].state.mean.two(at: Index.slow), radius: radius, over: interval)
        summary = Fused(
          place, innovation, noise: noise,
          spread: bank.members[i].state.spread(expected.east, expected.north) + noise)
      }
      let likelihood: Double
      if late > Self.worthTurning * noise {
        // The error of its age is one along the way.
        likelihood = bank.members[i].state.fuse(
          Self.combine(expected.east, along.x, expected.north, along.y),
          Self.combine(expected.east, -along.y, expected.north, along.x),
          innovation: SIMD2((along * innovation).sum(), along.x * innovation.y - along.y * innovation.x),
          variance: SIMD2(noise + late, noise), unless: isFresh ? nil : doubt)
      } else {
        likelihood = bank.members[i].state.fuse(
          expected.east, expected.north, innovation: innovation, variance: SIMD2(repeating: noise),
          unless: isFresh ? nil : doubt)
      }
      bank.weigh(i, by: likelihood + .leastNormalMagnitude)
      bank.wrap(i)
    }
    return summary
  }
}

extension Gaussian {
  /// Moves the place by the receiver's slow error, which becomes an ordinary one.
  mutating func believe(receiver level: Double) {
    let error = mean.two(at: TieState.slow)
    mean.set(two: mean.two(at: TieState.place) + error, at: TieState.place)
    covariance.shear(pair: TieState.place, by: PairMap(scaling: 1), of: TieState.slow)
    reset(two: TieState.slow, variance: level * level)
  }

  /// Variances of two components by the states.
  func spread(_ first: SparseRow, _ second: SparseRow) -> SIMD2<Double> {
    SIMD2(covariance.covariance(first, first), covariance.covariance(second, second))
  }
}

extension Fused {
  /// Result of fusing a place or a velocity.
  init(_ observation: SIMD2<Double>, _ innovation: SIMD2<Double>, noise: Double, spread: SIMD2<Double>) {
    self.init()
    count = 2
    self.observation = SIMD3(observation.x, observation.y, 0)
    variance = SIMD3(noise, noise, 0)
    self.innovation = SIMD3(innovation.x, innovation.y, 0)
    innovationVariance = SIMD3(spread.x, spread.y, 0)
    ratio = max(innovation.x * innovation.x / (9 * spread.x), innovation.y * innovation.y / (9 * spread.y))
  }
}

extension FixReading {
  /// 1 σ of a velocity below which it is precise, and from which on it is not used.
  static let preciseVelocity = 0.1 / RadiusPerSigma.of95
  public static let usefulVelocity = 0.4 / RadiusPerSigma.of95

  /// The velocity that shows a heading: one with a small stated error.
  var usefulVelocity: Velocity? { statedVelocity.flatMap { $0.sigma < Self.usefulVelocity ? $0 : nil } }
  public var hasPreciseVelocity: Bool { (statedVelocity?.sigma ?? .infinity) < Self.preciseVelocity }
}
