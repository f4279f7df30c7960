import CAllocations
import Expectations
import Fusion
import Geodesy
import Geometry
import Samples
import Testing
import Tie

/// The tie on walks that are made by hand: a way in a scene, and readings of its true place and heading.
@Suite struct EarthTieTests {
  /// A walk at 1.3 m/s whose scene is turned by `yaw`: ten moments a second, and a fix a second.
  struct Walk {
    var tie: EarthTie
    var generator: Generator
    var yaw: Double
    var moment = OdometryMoment(time: BootInstant(seconds: 0))
    var place = SIMD2(0.0, 0.0)
    var second = 0

    init(_ parameters: TieParameters = TieParameters(), yaw: Double = 2, seed: UInt64 = 1) {
      tie = EarthTie(parameters)
      generator = Generator(seed: seed)
      self.yaw = yaw
      tie.ingest(moment)
      tie.set(earth: EarthMagnetism(declination: 0.07, horizontal: 20, up: -43))
    }

    /// Walks a second in the direction of an azimuth on Earth.
    mutating func step(azimuth: Double, speed: Double = 1.3) {
      let step = SIMD2(sin(azimuth), cos(azimuth)) * (0.1 * speed)
      for i in 1...10 {
        place += step
        moment.time = BootInstant(seconds: Double(second) + 0.1 * Double(i))
        moment.way += turned(step, by: -yaw)
        tie.ingest(moment)
        if tie.isPredictionDue { tie.predict() }
      }
      second += 1
    }

    /// Moves a second without steps, with a velocity on Earth.
    mutating func carry(by velocity: SIMD2<Double>) {
      for i in 1...10 {
        place += velocity * 0.1
        moment.time = BootInstant(seconds: Double(second) + 0.1 * Double(i))
        tie.ingest(moment)
        if tie.isPredictionDue { tie.predict() }
      }
      second += 1
    }

    mutating func fix(off: SIMD2<Double> = .zero, radius: Double = 4, velocity: FixReading.Velocity? = nil) {
      let noise = SIMD2(generator.gaussian(), generator.gaussian()) * 0.7
      var fix = FixReading(
        place: Geodetic(latitude: Degrees(48), longitude: Degrees(9)), radius: Length(radius), held: moment.time)
      fix.velocity = velocity
      _ = tie.ingest(fix, at: place + off + noise)
    }

    mutating func compass(turned off: Double = 0, strength: Double = 20) {
      let azimuth = 0.07 + off - yaw
      _ = tie.ingest(
        CompassReading(
          field: SIMD3(strength * sin(azimuth), strength * cos(azimuth), -43), spread: 0, bodyEast: SIMD3(1, 0, 0),
          bodyNorth: SIMD3(0, 0, -1), bodyUp: SIMD3(0, 1, 0)))
    }

    var estimate: TieEstimate {
      var tie = tie
      return tie.estimate()
    }
    var yawError: Angle { (Angle.radians(estimate.yaw) - .radians(yaw)).wrapped.magnitude }
    var placeError: Double {
      let off = estimate.place(at: moment) - place
      return (off * off).sum().squareRoot()
    }
    /// A street, and a corner every twenty seconds.
    func azimuth(_ second: Int) -> Double { second / 20 % 2 == 0 ? 0.4 : 1.9 }
  }

  @Test func aWalkAndItsFixesShowTheHeading() {
    var walk = Walk()
    expect(walk.tie.estimate().yawSigma, isAbove: 1.5)
    for second in 0..<90 {
      walk.step(azimuth: walk.azimuth(second))
      walk.fix()
    }
    let sigma = Angle.radians(walk.tie.estimate().yawSigma)
    #expect(walk.yawError < max(3 * sigma, .degrees(3)) && sigma < .degrees(12))
    expect(walk.placeError, isBelow: 5)
  }

  @Test func theCompassShowsTheHeadingAtOnce() {
    var walk = Walk()
    for second in 0..<5 {
      walk.step(azimuth: walk.azimuth(second))
      for _ in 0..<2 { walk.compass() }
    }
    expect(walk.yawError, isBelow: .degrees(5))
  }

  /// A heading that is given 120° wrong is left: with a compass at once, without one after a walk.
  @Test(arguments: [true, false]) func aWrongGivenHeadingIsLeft(hasCompass: Bool) {
    var walk = Walk()
    _ = walk.tie.ingest(yaw: .radians(walk.yaw) + .degrees(120), sigma: .degrees(5), wrong: 0.1, news: 0)
    for second in 0..<(hasCompass ? 3 : 30) {
      walk.step(azimuth: walk.azimuth(second))
      if hasCompass { for _ in 0..<2 { walk.compass() } }
      walk.fix()
    }
    expect(walk.yawError, isBelow: .degrees(25), "\(walk.yawError.degrees)°")
  }

  /// A compass that is turned by 60° from the start: way and fixes win, or the stated accuracy admits it.
  @Test(arguments: [40.0, 90]) func aTurnedCompassIsFoundOut(degrees: Double) {
    var parameters = TieParameters()
    parameters.wear()
    var walk = Walk(parameters)
    for second in 0..<120 {
      walk.step(azimuth: walk.azimuth(second))
      for _ in 0..<2 { walk.compass(turned: Angle.degrees(degrees).radians) }
      walk.fix()
    }
    expect(walk.yawError, isBelow: 3 * .radians(walk.tie.estimate().yawSigma), "\(walk.yawError.degrees)°")
    expect(walk.yawError, isBelow: .degrees(20))
  }

  /// A turned chip is told by name, and no doubt is left where all is well. The hypotheses are the whole bank, the heaviest first.
  @Test(arguments: [(0.0, 0.0...0.05), (90, 0.9...1.0)]) func aTurnedChipIsNamed(
    degrees: Double, likely: ClosedRange<Double>
  ) throws {
    var walk = Walk()
    for second in 0..<120 {
      walk.step(azimuth: walk.azimuth(second))
      for _ in 0..<2 { walk.compass(turned: Angle.degrees(degrees).radians) }
      walk.fix()
    }
    let doubts = walk.tie.doubts
    #expect(likely.contains(doubts[.compass]), "\(doubts)")
    expect(doubts.counts(.compass), equals: (degrees > 0))
    let estimate = walk.tie.estimate(), hypotheses = walk.tie.hypotheses(estimate)
    expect(hypotheses.count, equals: walk.tie.bank.count)
    expect(abs(hypotheses.reduce(0) { $0 + $1.weight } - 1), isBelow: 1e-9)
    #expect(zip(hypotheses, hypotheses.dropFirst()).allSatisfy { $0.weight >= $1.weight })
    let heaviest = try #require(hypotheses.first)
    expect(heaviest.doubts.isEmpty, equals: (degrees == 0))
    expect((heaviest.yaw - .radians(walk.yaw)).wrapped.magnitude, isBelow: .degrees(20))
  }

  /// A body at rest, whose force has errors and whose receiver states velocities of noise, learns no heading from them.
  @Test(arguments: 1...4) func velocitiesAtRestGiveNoHeading(seed: UInt64) {
    var walk = Walk(seed: seed), sum = SIMD2(0.0, 0.0)
    for _ in 0..<120 {
      sum = sum * 0.7 + SIMD2(walk.generator.gaussian(), walk.generator.gaussian()) * 0.1
      walk.moment.velocity = sum
      walk.moment.forceVariance += 0.01
      walk.step(azimuth: 0, speed: 0)
      let velocity = SIMD2(walk.generator.gaussian(), walk.generator.gaussian()) * 0.1
      walk.fix(velocity: FixReading.Velocity(level: velocity, sigma: 0.1))
    }
    let sigma = Angle.radians(walk.tie.estimate().yawSigma)
    expect(sigma, isAbove: .degrees(33), "\(sigma.degrees)°")
  }

  /// The compass of a wearer who stands beside a magnet says less than in a clean field, and the same as there on the way.
  @Test func aMagnetWidensTheHeadingWhereOneStands() {
    func sigma(strength: Double, speed: Double) -> Angle {
      var parameters = TieParameters()
      parameters.wear()
      var walk = Walk(parameters)
      for second in 0..<90 {
        walk.step(azimuth: walk.azimuth(second), speed: speed)
        for _ in 0..<2 { walk.compass(strength: strength) }
        walk.fix()
      }
      return .radians(walk.tie.estimate().yawSigma)
    }
    expect(sigma(strength: 20, speed: 0), isBelow: .degrees(22))
    expect(sigma(strength: 50, speed: 0), isAbove: .degrees(30))
    expect(sigma(strength: 50, speed: 1.3), isBelow: .degrees(12))
  }

  /// An error that is set to nothing stays nothing, while walking and while standing, and all stays finite.
  @Test func errorsOfNothingStaySound() {
    var parameters = TieParameters()
    parameters.room = .zero
    var walk = Walk(parameters)
    for second in 0..<60 {
      walk.step(azimuth: walk.azimuth(second), speed: second / 15 % 2 == 0 ? 1.3 : 0)
      for _ in 0..<2 { walk.compass() }
      walk.fix()
    }
    let estimate = walk.tie.estimate()
    #expect(estimate.yawSigma.isFinite && estimate.radius.isFinite)
    #expect(walk.yawError < .degrees(20) && walk.placeError < 10)
  }

  /// The first fixes are 3 km off: the second right fix is believed.
  @Test func fixesFarOffAtFirstAreLeft() {
    var walk = Walk()
    for second in 0..<25 {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass()
      walk.fix(off: SIMD2(3000, 0))
    }
    for second in 25..<27 {
      walk.step(azimuth: walk.azimuth(second))
      walk.fix()
    }
    expect(walk.placeError, isBelow: 25, "\(walk.placeError) m")
    expect(walk.yawError, isBelow: .degrees(20))
  }

  /// One fix far off moves nothing; and one 60 m off for some seconds does not turn the heading.
  @Test func fixesOffForAMomentMoveNothing() {
    var walk = Walk()
    for second in 0..<180 {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass()
      walk.fix()
    }
    walk.step(azimuth: 0.4)
    walk.fix(off: SIMD2(0, 3000))
    expect(walk.placeError, isBelow: 15)
    let before = walk.yawError
    for _ in 0..<10 {
      walk.step(azimuth: 0.4)
      walk.fix(off: SIMD2(60, 0))
      expect(walk.placeError, isBelow: 15)
    }
    expect(walk.yawError, isBelow: before + .degrees(10))
  }

  /// Weights, variances and the estimate stay sound through an hour of whatever comes.
  @Test func anythingThatComesKeepsItSound() {
    var parameters = TieParameters()
    parameters.wear()
    var walk = Walk(parameters, seed: 9), g = Generator(seed: 5)
    for second in 0..<600 {
      walk.step(azimuth: walk.azimuth(second) + g.gaussian(), speed: g.uniform(in: 0...3))
      if g.uniform(in: 0...1) < 0.7 { walk.compass(turned: g.gaussian()) }
      if g.uniform(in: 0...1) < 0.7 { _ = walk.tie.ingest(peak: g.uniform(in: 0...1) < 0.5) }
      if g.uniform(in: 0...1) < 0.6 {
        walk.fix(off: SIMD2(g.gaussian(), g.gaussian()) * exp(3 * g.gaussian()), radius: exp(1.5 * g.gaussian()))
      }
      let bank = walk.tie.bank
      expect(bank.count, isAtMost: (second < 10 ? 2 : 1) * EarthTie.most)
      expect(((0..<bank.count).reduce(0) { $0 + bank.members[$1].weight } - 1).magnitude, isBelow: 1e-9)
      for i in 0..<bank.count {
        for state in 0..<TieState.count { expect(bank.members[i].state.variance(state), isAtLeast: -1e-9) }
        expect(bank.members[i].state.mean[TieState.yaw].magnitude, isAtMost: .pi + 1e-9)
      }
      let estimate = walk.tie.estimate()
      #expect(estimate.radius.isFinite && estimate.yawSigma.isFinite && estimate.place.x.isFinite)
    }
  }

  @Test func readingsAllocateNothing() {
    var walk = Walk()
    for second in 0..<20 {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass()
      walk.fix()
    }
    let before = allocations_of_this_thread()
    for second in 20..<40 {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass()
      walk.fix()
      _ = walk.tie.estimate()
    }
    expect(allocations_of_this_thread(), equals: before)
  }
}

/// Probabilities of what may happen are of seconds, whatever the rate of the readings.
@Suite struct LearnedYawTests {
  /// The gains of another filter leave the tie at its heading and variance, as long as nothing else is known.
  @Test func theTieFollowsAnotherFilterExactly() {
    var parameters = TieParameters()
    parameters.float()
    var tie = EarthTie(parameters), yaw = Angle.degrees(170), variance = 1.0
    tie.ingest(OdometryMoment(time: BootInstant(seconds: 1)))
    tie.ingest(LearnedYaw(before: yaw, change: .zero, prior: nil, posterior: variance))
    for (change, gain) in [(8.0, 0.4), (-3, 0.9), (0.01, 0.999), (5, 0.7), (-0.2, 1.01)] {
      let learned = LearnedYaw(before: yaw, change: .degrees(change), prior: variance, posterior: variance * gain)
      tie.ingest(learned)
      yaw += .degrees(change)
      variance *= gain
      let estimate = tie.estimate()
      expect((Angle.radians(estimate.yaw) - yaw).wrapped.magnitude.degrees, isBelow: 1e-9)
      expect(abs(estimate.yawSigma - variance.squareRoot()), isBelow: 1e-3)
    }
  }

  /// A heading that is known better from elsewhere stays.
  @Test func aBetterHeadingStays() {
    var parameters = TieParameters()
    parameters.float()
    var tie = EarthTie(parameters)
    tie.ingest(OdometryMoment(time: BootInstant(seconds: 1)))
    tie.ingest(LearnedYaw(before: .zero, change: .zero, prior: nil, posterior: 0.1))
    _ = tie.ingest(yaw: .degrees(20), sigma: .degrees(1), wrong: 0, news: 0)
    tie.ingest(LearnedYaw(before: .zero, change: .degrees(-10), prior: 0.1, posterior: 0.05))
    expect(abs(Angle.radians(tie.estimate().yaw).degrees - 20), isBelow: 1)
  }
}

@Suite struct TieRateTests {
  /// Weight of "the receiver has jumped" after a minute of fixes that say nothing of it.
  private func jumped(every interval: Double) -> Double {
    var parameters = TieParameters()
    parameters.jump = 0.01
    parameters.jumpAtStart = 0
    parameters.chipWrong = 0
    parameters.compassWrongAtStart = 0
    // The slow error of such fixes is as large as a jump, so the likelihoods are alike.
    var tie = EarthTie(parameters), time = 0.0
    while time < 20 {
      time += interval
      var moment = OdometryMoment(time: BootInstant(seconds: time))
      moment.isMeasured = true
      tie.ingest(moment)
      if time == interval { _ = tie.ingest(yaw: .zero, sigma: .degrees(2), wrong: 1e-6, news: 0) }
      let fix = FixReading(
        place: Geodetic(latitude: Degrees(48), longitude: Degrees(16)), radius: Length(68), held: moment.time)
      _ = tie.ingest(fix, at: .zero)
    }
    return tie.doubts[.receiver]
  }

  @Test func aReceiverOfTenHertzJumpsAsOftenAsOneOfOne() {
    let slow = jumped(every: 1), fast = jumped(every: 0.1)
    #expect(slow > 0 && fast < 2 * slow && slow < 2 * fast, "\(slow), \(fast)")
  }
}
